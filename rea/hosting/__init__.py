"""What every server of REA needs: shared indexes, work in threads that can be called off, asking."""
