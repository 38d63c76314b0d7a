"""Who may see which position of a match, and what they see.

Belongs here: whose eyes there are and whose secrets they need; the scene for them. Must not be here: reading logs and
homes, frames of a game that is replayed (`pbem.replay`), drawing, words for the terminal.
"""
