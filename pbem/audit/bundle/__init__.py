"""A match as one file for strangers: which files are in it, their pages, and the archive."""
