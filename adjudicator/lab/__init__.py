"""Many games and single positions: simulated, solved, counted, set as puzzles, and played by compiled code."""
