"""Boards, tokens, dice, cards and sheets as print-ready PDF, SVG and PNG."""
