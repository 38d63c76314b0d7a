"""A report for people: a sheet, as text, as a page, and as JSON."""
