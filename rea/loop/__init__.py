"""The bounded loop of a question: plan, reasoner, tool calls, ledger, facts, gate."""
