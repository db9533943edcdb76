"""REA: answers questions about a code repository; every statement is tied to lines and checked."""

__version__ = "0.1.0"
