"""Which store an address means."""
