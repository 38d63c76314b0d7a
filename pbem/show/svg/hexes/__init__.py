"""Maps of hexes: their own layout, ground and stacks, for there may be a thousand places.

`layout` says where the parts of each hex stand, `ground` paints the map that never changes, `stacks` puts counters into
their hexes, `signs` draws what is printed in hexes, `legend` explains it. Belongs here: the rooms of this folder.
Must not be here: a rule, a game's words, what other boards share (`pbem.show.svg`).
"""
