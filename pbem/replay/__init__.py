"""A finished or running game looked at again: its frames, other ways it could have gone, and documents made of it.

It stands above the desk and knows how to read; it paints nothing and signs nothing.
"""
