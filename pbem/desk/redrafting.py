"""A draft taken back or said otherwise, wherever it stands: those behind it are judged again (design 10).

    take_back_draft(game)                      # the last one
    take_back_draft(game, number=1)            # that one; what depends on it goes with it, and is told with why
    replace_draft(game, 1, "go lucala")        # another answer to the same question

What cannot be done changes nothing. Belongs here: which drafts are left then. Must not be here: signing (`drafting`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.desk.drafting import Drafting, forget_signed, is_alone, sign
from pbem.desk.drafts import Draft, keep_drafts, keep_sent, kept_drafts, kept_sent, unsent
from pbem.desk.orders import Given
from pbem.desk.repeating import forget_words, keep_words
from pbem.errors import PbemError, WrongUse
from pbem.kit.spelling import plural
from pbem.match.folder import GameFolder

NUMBERS = "pbem next shows the drafts with their numbers"


@dataclass(slots=True)
class Redrafted:
    """What came of it: the draft that is gone, what was `given` in its place, which others are gone with why.

    `signed` counts those that were signed at once, since a die follows and nobody else plays.
    """

    gone: Draft
    given: Given | None = None
    dropped: list[tuple[Draft, str]] = field(default_factory=list)
    signed: int = 0


def take_back_draft(game: GameFolder, seat: str | None = None, number: int | None = None) -> Redrafted | None:
    """Forgets a draft by its number, else the last one, of a seat or of all; None if there is none at all."""
    drafts = unsent(game.match, kept_drafts(game.path, game.gid))
    if not drafts:
        return None
    at = _place(drafts, seat, number)
    around, found = _around(game, drafts, at), Redrafted(drafts[at])
    left = around.judged(found)
    around.drafting.leave()
    _keep(game, left, drafts, at, found)
    return found


def replace_draft(game: GameFolder, number: int, order: str, seat: str | None = None) -> Redrafted:
    """Another answer to the question of a draft; the errors say why it cannot be given there."""
    drafts = unsent(game.match, kept_drafts(game.path, game.gid))
    at = _place(drafts, seat, number)
    around, found = _around(game, drafts, at), Redrafted(drafts[at])
    drafting = around.drafting
    if at > len(drafting.drafts):
        raise WrongUse(f"draft {number} stands behind one that does not stand any more",
                       f"take that one back first: pbem undo {len(drafting.drafts) + 1}")
    draft = drafting.add(order, found.gone.seat)
    if (draft.seat, draft.rule, draft.about) != (found.gone.seat, found.gone.rule, found.gone.about):
        raise WrongUse(f"what draft {number} answers is not asked there any more",
                       f"take it back with: pbem undo {number}")
    found.given = Given(draft.round, draft.seat, draft.rule, draft.says, drafting.echo)
    left = around.judged(found)
    is_over = is_alone(game) and left == drafting.drafts and not drafting.ahead.asked()
    if not is_over:
        drafting.leave()
    _keep(game, left, drafts, at, found)
    keep_words(game.path, game.gid, drafting.typed)
    if is_over:  # as ever for whoever plays alone
        sign(game, drafting)
        found.signed = len(drafting.drafts) - len(drafting.held)
        forget_signed(game, drafting.held)
    return found


def no_draft(number: int) -> WrongUse:
    """That nothing is drafted, to whoever names a draft: an old screen may show it."""
    return WrongUse(f"there is no draft {number}: nothing is drafted",
                    f"what was sent goes back with: pbem undo; to the position after round {number} with: "
                    f"pbem undo --round {number}")


def check_undrafted(game: GameFolder, round: int) -> None:
    """WrongUse if something is drafted, which goes before what was sent."""
    if drafts := unsent(game.match, kept_drafts(game.path, game.gid)):
        raise WrongUse(f"nothing goes back to round {round}: {plural(len(drafts), 'draft is', 'drafts are')} not sent",
                       "take the drafts back first: pbem undo takes the last one, pbem undo N draft N")


def _place(drafts: Sequence[Draft], seat: str | None, number: int | None) -> int:
    """The place of the draft that is meant; WrongUse if there is none."""
    of_seat = [at for at, draft in enumerate(drafts) if seat in (None, draft.seat)]
    if number is not None and not 1 <= number <= len(drafts):
        there = plural(len(drafts), "draft is kept", "drafts are kept") if drafts else "nothing is drafted"
        raise WrongUse(f"there is no draft {number}: {there}", NUMBERS)
    if number is not None and seat not in (None, drafts[number - 1].seat):
        raise WrongUse(f"draft {number} is one of {drafts[number - 1].seat}: {drafts[number - 1].short}",
                       "leave out --seat, or name the number of another one")
    if not of_seat:
        raise WrongUse(f"{seat} has no draft", NUMBERS)
    return of_seat[-1] if number is None else number - 1


@dataclass(slots=True)
class _Around:
    """The match played on over the drafts before a place, as far as they stand; those behind it, judged again later.

    `unfit` are all others that did not stand before, and are kept: their person has not given them up.
    """

    drafting: Drafting
    behind: list[Draft]
    unfit: list[Draft]

    def judged(self, found: Redrafted) -> list[Draft]:
        """The drafts that are left: what does not fit any more is gone, and `found` says why."""
        for draft in self.behind:
            try:
                self.drafting.put(draft)
            except PbemError as fault:
                found.dropped.append((draft, "; ".join(line.strip() for line in str(fault).splitlines())))
        return [*self.drafting.drafts, *self.unfit]


def _around(game: GameFolder, drafts: Sequence[Draft], at: int) -> _Around:
    before = Drafting(game.match, game.path)
    stood = len(before.drafts)
    before.leave()
    drafting = Drafting(game.match, None)
    for draft in drafts[: min(at, stood)]:
        drafting.put(draft)
    unfit = [draft for place, draft in enumerate(drafts) if place >= stood and place != at]
    return _Around(drafting, list(drafts[at + 1 : stood]), unfit)


def _keep(game: GameFolder, left: Sequence[Draft], drafts: Sequence[Draft], at: int, found: Redrafted) -> None:
    """Keeps what is left, all at once; of those that were sent and held back, the ones before the change stay sent."""
    keep_sent(game.path, game.gid, min(at, len(left), kept_sent(game.path, game.gid)))
    keep_drafts(game.path, game.gid, list(left))
    for draft in (found.gone, *(draft for draft, _ in found.dropped)):
        forget_words(game.path, game.gid, (draft.seat, draft.rule))
