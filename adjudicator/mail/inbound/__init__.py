"""Mail coming in: fetched, read, routed to a match, its sender proved."""
