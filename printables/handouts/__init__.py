"""Props that a game master puts on the table: letters and posters, found games, taverns, odds, wagers."""
