"""REA tools: the five read-only tools over an index, their result records and their registry."""
