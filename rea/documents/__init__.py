"""The citation checker for documents: finds what a text cites and judges it by the repository."""
