"""The public beacon drand: when a round of it is due, what proves one, and where it is fetched."""
