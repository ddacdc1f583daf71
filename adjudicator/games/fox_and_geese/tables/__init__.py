"""Exact values of hunts as tables: every position of so many pieces decided, from few pieces to many, and kept in
files.

A tier is all positions with so many of the many and so many of the few. docs/tables.md has the format of its file.
"""
