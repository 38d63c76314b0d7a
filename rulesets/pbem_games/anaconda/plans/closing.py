"""15.2(2), ruling R51 by plans: the Coalition's answers to a plan of Al Qaeda, and gunships once it has moved.

Belongs here: C40 of the Coalition with the flak that its gunships may meet, the closing window. Must not be here:
windows of a mover (planned).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.play.requests import Tell
from pbem_games.anaconda.defensive import fire_at, late_targets
from pbem_games.anaconda.forces import gunships, piece
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.plans.asking import SealedAnswers, Shows, ask_openly, ask_sealed
from pbem_games.anaconda.plans.planned import Planned
from pbem_games.anaconda.plans.windows import CLOSING, Numbered, closing_targets, placements
from pbem_games.anaconda.plans.written import Group
from pbem_games.anaconda.state import State


class Closing(msgspec.Struct, frozen=True):
    """Gunships that fire at counters of Al Qaeda after the movement, in turn, and all answers to it."""

    groups: tuple[Group, ...] = ()
    reactions: Planned = msgspec.field(default_factory=Planned)

    async def run(self, state: State) -> None:
        """15.2(2) Each at one token that moved into the hex where it stands; the others lapse."""
        assert state.operations is not None
        for i, group in enumerate(self.groups):
            self.reactions.here = (CLOSING, i)
            targets, ready = late_targets(state), gunships(state)
            who = tuple([id for id in group.who if id in ready][: group.most or None])
            strength = sum(state.numbers.units[id].firepower for id in who)
            is_due = who and group.at in targets and strength >= group.least
            if not is_due or (piece(state, group.at).pinned and not group.any):
                await Tell(rule="15.2", text="A fire of gunships lapses")
                continue
            state.operations.entered.pop(group.at)  # several gunships at one target make one fire
            await fire_at(state, who, group.at, targets[group.at], self.reactions, rule="15.2")


async def answer_openly(
    state: State, orders: Sequence[Order], windows: Sequence[Numbered], targets: Mapping[str, str], shows: Shows
) -> Closing:
    """C40 The Coalition answers a plan; if it names gunships Al Qaeda seals flak for every hex they may come to."""
    openly, closing = await ask_openly(state, windows, targets)
    answers = [*((w, w.step, group) for w in windows for group in openly[w.key]),
               *((None, i, group) for i, group in enumerate(closing))]
    flak = await ask_sealed(state, placements(state, orders, answers, targets), rule="17.1-s")
    return Closing(closing, Planned(SealedAnswers(flak.groups, shows), openly))


async def ask_closing(state: State, shows: Shows) -> Closing:
    """15.2(2) Asked anew: the plan was split, so that counters may stand elsewhere than planned."""
    targets = closing_targets(state, ())
    return await answer_openly(state, (), (), targets, shows) if targets else Closing()
