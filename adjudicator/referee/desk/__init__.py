"""What a match knows besides its position: terms, clocks, wishes, orders kept; and which values its files may hold."""
