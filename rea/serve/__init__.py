"""REA as pages on this machine: questions with live progress, earlier answers, plots, files."""
