"""What each reader may see of a line of the log, and how a line commits to it; pure."""
