"""Playbooks: what has to be proven for each kind of question, as data files and their validation."""
