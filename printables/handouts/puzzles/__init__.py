"""A sheet of puzzles, as a handout: boards, what is asked of them, and answers upside down."""
