"""Which files of a folder are read, and why others are not: names, attributes, ignore files, first bytes."""
