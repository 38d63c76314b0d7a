"""15, 16 Combat."""
