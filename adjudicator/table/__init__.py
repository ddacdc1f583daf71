"""The table at home: a match in a browser on this machine, with a referee that nobody else can reach."""
