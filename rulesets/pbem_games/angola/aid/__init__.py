"""12 New troops: direct foreign aid, crises, recruitment, covert foreign aid."""
