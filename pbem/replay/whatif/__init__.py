"""Other ways on from one position of a game, tried by hand or by bots; no record of any match."""
