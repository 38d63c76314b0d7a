"""8.2 What is told of a ground move: the way that a counter has gone, up to where anybody could interrupt it.

Where counters stand is no secret, what they are may be: a way names a face-down counter by its number (18.2).
"""

from __future__ import annotations

from pbem.play.requests import Tell
from pbem_games.anaconda.forces import piece, seat_of
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, place_name


class Leg:
    """The places that a counter has come through since its way was last told, with the one it came from."""

    def __init__(self, state: State, id: str) -> None:
        """It stands where its way begins."""
        self.id, self.way = id, [piece(state, id).place]

    async def tell(self, state: State) -> None:
        """8.2 The way so far, if it has gone any."""
        if len(self.way) > 1:
            text = f"{counter_name(state, self.id)} moves {' - '.join(place_name(state, place) for place in self.way)}"
            way, self.way = tuple(self.way), self.way[-1:]
            await Tell(rule="8.2", text=text, places=way, is_way=True, faction=seat_of(state, self.id))
