"""Questions to the text index: regular expressions, ranked chunks, scored files."""
