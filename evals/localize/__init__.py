"""Scores rankings of files on issue sets: which files had to change, given the text and the tree."""
