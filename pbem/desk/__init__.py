"""One player's working place: the home, the game folders, what came and what goes out.

The command line, the demo and the robot sit at this desk; it knows no terminal.
"""
