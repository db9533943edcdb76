"""REA looks at itself: the installation, the settings, a repository's index and tools, and its past runs."""
