"""For authors of rulesets: a check of everything a game provides, and a new package to begin with."""
