"""Boards, pieces and nets as shapes, and how large they may be."""
