"""REA over the Model Context Protocol: the tools, questions, locating and checking, for other agents."""
