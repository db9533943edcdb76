"""What REA costs in time, memory and disk, measured in one run beside bare parsing and beside its peers."""
