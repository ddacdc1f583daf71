"""What a turn says to whom: facts, words, blocks and the picture; pure but for templates."""
