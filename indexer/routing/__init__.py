"""How HTTP, event, RPC and page routes are read from a file: rules as data, code for prefixes that join."""
