"""What players keep of a match and what it proves: receipts, excerpts, and heads that witnesses signed."""
