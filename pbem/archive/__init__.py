"""Many logs at once: they are found, judged by processes that may die, and kept as rows of a table to ask."""
