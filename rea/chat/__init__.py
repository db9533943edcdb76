"""A model as the one who thinks: the endpoint it is reached by, the prompts it gets, the text it may see."""
