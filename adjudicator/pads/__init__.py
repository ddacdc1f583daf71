"""Players' pads for two-sided dice: kept in a file of their own, or printed on paper."""
