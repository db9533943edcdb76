"""Builds an index with worker processes and keeps it up to date."""
