"""Puzzles: positions of play between bots with one answer, proved by looking at everything; told, printed, tapped."""
