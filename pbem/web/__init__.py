"""`pbem table`: a page served on the player's own machine, for those who play by clicking (docs/table.md).

Belongs here: the door, the routes, what a page is told and what it may ask for. Must not be here: rules, words of a
game, what is signed and when (`pbem.desk`), commands.
"""
