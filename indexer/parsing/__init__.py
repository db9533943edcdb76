"""Definitions and references of one file: languages, grammars, queries, and the fallback without one."""
