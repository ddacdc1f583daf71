"""What players keep of a match, and what it proves: letters as receipts."""
