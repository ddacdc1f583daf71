"""Rules, dice, matches and letters: the referee of games played by mail."""
