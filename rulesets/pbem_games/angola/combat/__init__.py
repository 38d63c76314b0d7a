"""9 Combat, one module for each group of steps."""
