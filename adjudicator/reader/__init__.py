"""What a text means in a match: its lines sorted, the actions that it names, and what is asked back."""
