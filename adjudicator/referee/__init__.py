"""A match and orders in, what happened out: the only place where rules run; pure."""
