"""Where matches lie: a folder of folders, or PostgreSQL; with the index over them and the ledger of emails."""
