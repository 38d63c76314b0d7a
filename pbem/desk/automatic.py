"""What goes on at a desk without its person: dice and openings, then what he decided beforehand, until nothing is left.

    done = carry_on(game)      # `in`, `send`, the courier: whoever has an open folder and may sign in it

Whatever answers for a person belongs into `SOURCES`: a function that is given the open folder, gives every answer it
can to what is asked there now (`pbem.desk.orders.give_orders`), and returns what its owner is told, one line each.
A source that signs nothing returns what it has to tell once, and nothing when it is called again.
Belongs here: whose turn it is among them, and when to stop. Must not be here: which answers are given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.desk.drafts import kept_drafts, unsent
from pbem.desk.early import carry_out_early
from pbem.desk.standing import carry_out_standing
from pbem.match.folder import GameFolder
from pbem.record.wire import SeatLine

SOURCES: tuple[Callable[[GameFolder], list[str]], ...] = (carry_out_early, carry_out_standing)


@dataclass(slots=True)
class Automatic:
    """What was done: the dice, openings and disclosures made first, and what the person is told of the rest."""

    made: list[SeatLine] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def is_any(self) -> bool:
        """Whether there is something to send or to tell."""
        return bool(self.made or self.told)


def carry_on(game: GameFolder) -> Automatic:
    """Does all that needs no person: mechanical duties, then every source in turn, again while one of them answered.

    While something is drafted and not sent its person is at it, and no source answers.
    """
    match = game.match
    done = Automatic(made=match.run_mechanical())
    if match.keys and unsent(match, kept_drafts(game.path, game.match.genesis.id)):
        return done
    before = -1
    while before != len(match.feeds.by_id) and match.can_sign():
        before = len(match.feeds.by_id)
        for source in SOURCES:
            done.told += source(game)
    return done
