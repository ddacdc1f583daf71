"""The command `postfox`: each command a thin caller, imported when it is called."""
