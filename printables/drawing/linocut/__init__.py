"""The hand of the illustrated themes: cuts, ornament, borders, scenery and display letters as shapes."""
