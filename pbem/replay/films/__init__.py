"""A game looked at again, frame by frame, as one viewer saw it."""
