"""Bytes to text, text to lines, lines to words."""
