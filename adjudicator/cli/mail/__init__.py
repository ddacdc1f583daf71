"""The commands of `postfox mail` and `postfox store`: thin callers of what is imported when they run."""
