"""Reports of an evaluation: terminal, JSON, Markdown, HTML. None names a path of the machine."""
