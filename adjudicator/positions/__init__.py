"""Positions, cases and counts that need no match."""
