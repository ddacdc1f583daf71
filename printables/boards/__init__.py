"""The one definition of each board, a module a game."""
