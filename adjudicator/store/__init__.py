"""The store of a large club in PostgreSQL, from which a match is lent as a folder, and taken back."""
