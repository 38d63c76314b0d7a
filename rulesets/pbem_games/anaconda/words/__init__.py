"""Sentences and figures of the story, and short wordings that can be typed back."""
