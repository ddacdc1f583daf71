"""Mail going out: composed, sent, and a log of what was delivered."""
