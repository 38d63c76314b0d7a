"""Whole games by themselves: what a demonstration plays, counts and compares. Nothing of a player needs it."""
