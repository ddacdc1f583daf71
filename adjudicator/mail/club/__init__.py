"""What the referee of matches, and a club, learn and order by email: beside the matches, and never in their rules."""
