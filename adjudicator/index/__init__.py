"""What is known of many matches without opening them: derived from their files, made again where it is missing."""
