"""How answers are written and what happens is told, chapter by chapter."""
