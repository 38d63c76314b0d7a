"""Enduring Freedom: US operations in Afghanistan, 2001-2002. One player leads the Coalition against what is drawn.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""
