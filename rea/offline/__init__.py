"""REA offline reasoner: answers with no model, from playbooks, the concept lexicon and the ranking."""
