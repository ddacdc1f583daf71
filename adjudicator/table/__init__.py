"""The table at home: its home screen, the matches that are played at it, and how a browser asks for both."""
