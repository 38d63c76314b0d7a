"""23, 24, 26 Ground combat."""
