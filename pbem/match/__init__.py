"""One match at one seat: joins log and table."""
