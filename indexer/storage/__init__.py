"""What an index keeps and in which form: the SQLite file, posting segments, outlines, where it all lies."""
