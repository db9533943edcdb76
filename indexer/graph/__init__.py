"""Who calls and imports whom, joined by name when asked."""
