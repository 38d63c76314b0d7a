"""Documents made of a game: typed records, and a report in Markdown."""
