"""What goes on at a desk without its person: dice and openings, then what he decided beforehand, until nothing is left.

    done = carry_on(game)      # `in`, `send`, the courier: whoever has an open folder and may sign in it

Whatever answers for a person belongs into `SOURCES`: a function that is given the open folder, gives every answer it
can to what is asked there now (`pbem.desk.orders.give_order`), and returns what its owner is told, one line each.
A source that signs nothing returns what it has to tell once, and nothing when it is called again.
Belongs here: whose turn it is among them, and when to stop. Must not be here: which answers are given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.desk.drafting import send_held
from pbem.desk.drafts import kept_drafts, kept_sent, unsent
from pbem.desk.early import carry_out_early
from pbem.desk.standing import carry_out_standing
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.kit.spelling import plural
from pbem.match.folder import GameFolder
from pbem.record.wire import SeatLine

SOURCES: tuple[Callable[[GameFolder], list[str]], ...] = (carry_out_early, carry_out_standing)


@dataclass(slots=True)
class Automatic:
    """What was done: the dice, openings and disclosures made first, and what the person is told of the rest.

    `drafts` is how many drafts that nobody has sent keep everything else from being answered.
    """

    made: list[SeatLine] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    drafts: int = 0

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
    try:
        if match.keys and unsent(match, kept_drafts(game.path, game.match.genesis.id)):
            done.told += send_held(game)
        if match.keys and (waiting := unsent(match, kept_drafts(game.path, game.match.genesis.id))):
            done.drafts = len(waiting) - kept_sent(game.path, game.match.genesis.id)
            return done
    except (BadRecord, WrongUse) as fault:  # nobody knows whether its person is at it
        done.told.append(_unread(fault))
        return done
    before = -1
    while before != len(match.feeds.by_id) and match.can_sign():
        before = len(match.feeds.by_id)
        for source in SOURCES:
            count = len(match.feeds.by_id)
            try:
                told = source(game)
                is_answer = len(match.feeds.by_id) > count  # what stays true is said once
                done.told += [line for line in told if is_answer or line not in done.told]
            except (BadRecord, WrongUse) as fault:  # a private file that was spoiled must not keep packets out
                if (line := _unread(fault)) not in done.told:
                    done.told.append(line)
    return done


def stalled(drafts: int, orders: int = 0) -> str:
    """That nothing is answered for a person who has drafts; `orders` are those that wait, 0 if that is not known."""
    waits = f" ({plural(orders, 'order waits', 'orders wait')}, filed or standing)" if orders else ""
    sent = "is" if drafts == 1 else "are"
    return f"nothing is answered here while {plural(drafts, 'draft')} {sent} not sent{waits}: pbem send, or pbem undo"


def _unread(fault: PbemError) -> str:
    hint = f" ({fault.hint})" if fault.hint else ""
    return f"nothing is answered for you: {' '.join(str(fault).split())}{hint}"
