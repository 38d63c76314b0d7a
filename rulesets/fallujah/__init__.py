"""Fallujah, 2004."""
