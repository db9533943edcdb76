"""The semantic supplement: vectors reorder the files that words have found. Fuzzy, never evidence."""
