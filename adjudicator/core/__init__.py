"""What a game and a record are: the base of games, choices, bots and puzzles, and JSON in one form."""
