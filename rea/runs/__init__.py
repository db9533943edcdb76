"""The blackboard: every run kept in SQLite, sealed, found again by id or question."""
