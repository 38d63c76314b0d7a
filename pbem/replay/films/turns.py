"""The frames of one turn, without making the scenes of all others.

Belongs here: which rounds those are. Must not be here: how a frame is made (`reel`).
"""

from __future__ import annotations

import re
from itertools import pairwise

from pbem.errors import WrongUse
from pbem.replay.films.reel import Projector, Reel
from pbem.show.frame import Frame


def frames_of_turn(reel: Reel, number: int) -> list[Frame]:
    """Those of the turns of a number (a campaign has one in each battle); WrongUse if there is none."""
    steps = [(step.round, _number(step.turn)) for step in Projector(reel, ()).steps()]
    found = {round for round, turn in steps if turn == number}
    if not found:
        turns = dict.fromkeys(str(turn) for _, turn in steps if turn is not None)
        raise WrongUse(f"there is no turn {number}", f"the turns: {', '.join(turns) or 'none has a number'}")
    rounds = [round for round, _ in steps]
    before = {a for a, b in pairwise(rounds) if b in found}  # a frame is told by the one before
    made = []
    for step in Projector(reel, found | before).steps():
        if isinstance(step, Frame) and step.round in found:
            made.append(step)
            if len(made) == len(found):
                break
    return made


def _number(turn: str) -> int | None:
    """The first number in the words of a turn."""
    digits = re.search("[0-9]+", turn)
    return None if digits is None else int(digits[0])
