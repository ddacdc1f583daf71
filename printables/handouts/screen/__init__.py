"""Leaves for a screen: pictures with words, and a journal of them."""
