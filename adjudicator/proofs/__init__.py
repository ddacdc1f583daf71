"""What players keep of a match and what it proves: receipts and excerpts."""
