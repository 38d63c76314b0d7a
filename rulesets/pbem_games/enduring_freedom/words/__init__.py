"""Sentences of what happens, and what dice mean."""
