"""What stands beside play: what all may agree on, deadlines and leave, remarks, giving up, taking back what was sent.

Belongs here: telling and doing these as the commands of those names do. Must not be here: what they mean
(`pbem.desk.speaking`, `pbem.desk.agreements`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.desk import agreements
from pbem.desk.desk import now
from pbem.desk.drafts import kept_drafts, unsent
from pbem.desk.speaking import disagree, go_away, my_seat, resign_seat, speaker, take_back, wanted_of
from pbem.errors import NotYourTurn, WrongUse
from pbem.match.agreements import Wanted
from pbem.match.consent import Proposal
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.match.waits import Waits
from pbem.record.events import Note
from pbem.show.clean import clean
from pbem.web.shapes import Asking, Beside, Done, Offer, Remarked
from pbem.web.sitting import Sitting

WORD = "resign"  # typed out by whoever gives up a seat
MOST_REMARKS = 20

Act = Callable[[Sitting, GameFolder, Asking], Iterable[str]]


def beside(sitting: Sitting, _wanted: str) -> Beside:
    """What is proposed, who is awaited until when, the last remarks."""
    with sitting.recorded() as match:
        offers = tuple(_offer(match, one) for one in match.proposals())
        notes = [event.msg for event in match.feeds.side_events() if isinstance(event.msg, Note)][-MOST_REMARKS:]
        remarks = tuple(Remarked(match.name(one.seat), clean(one.body.text), one.r) for one in notes)
        clock = tuple(map(clean, agreements.clock_lines(Waits(match, now())))) if match.result is None else ()
        players = tuple(seat.name for seat in match.binding.seats if seat.role != "judge")
        return Beside(sitting.at, offers, clock, remarks, len(match.rounds.closed), players, match.result is not None)


def _offer(match: Match, one: Proposal) -> Offer:
    needed = ", ".join(agreements.needed_names(match, one))
    mine = all(one.is_by(seat) for seat in match.keys)
    return Offer(one.number, clean(agreements.told(match, one.wanted)), clean(needed), mine)


def _done(act: Act) -> Callable[[Sitting, Asking], Done]:
    """Something done in the match with what the others need written, as each of these commands ends."""

    def do(sitting: Sitting, asking: Asking) -> Done:
        with sitting.write(asking.at) as game:
            told = list(act(sitting, game, asking))
            packets = tuple(path.name for path in sitting.desk.send_from(game))
        return Done(sitting.at, told=tuple(map(clean, told)), packets=packets)

    return do


def _resign(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    if asking.text.strip().lower() != WORD:
        raise WrongUse("nobody resigned", f"type the word {WORD} if you mean it: it cannot be taken back")
    number = my_seat(game.match, asking.seat or None)
    return [*resign_seat(game, number), f"{game.match.name(number)} resigns"]


def _note(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    text = asking.text.strip()
    if not text:
        raise WrongUse("a remark without words")
    game.match.note(my_seat(game.match, asking.seat or None), text)
    return ["said to all"]


def _away(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    return go_away(game, asking.seat or None, asking.text.strip(), now())


def _late(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    agreements.claim_late(game.match, speaker(game.match, asking.seat or None), asking.text.strip(), "", now())
    return [f"claimed: {asking.text.strip()} is late"]


def _propose(sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    what, *words = asking.text.split() or [""]
    wanted = wanted_of(game.match, what, words)
    return _consented(sitting, game, wanted, asking.seat, "proposed")


def _agree(sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    wanted = agreements.numbered(game.match, asking.n).wanted
    return _consented(sitting, game, wanted, asking.seat, "agreed")


def _consented(sitting: Sitting, game: GameFolder, wanted: Wanted, seat: str, done: str) -> Iterable[str]:
    what, since = agreements.told(game.match, wanted), game.match.rounds.r
    if agreements.consent(sitting.desk.home, game, wanted, my_seat(game.match, seat) if seat else None):
        return [f"round {since}: {agreements.closed_by(game.match, wanted)}"]
    needed = [one for one in game.match.proposals() if one.wanted == wanted]
    return [f"{done}: {what}", *(f"needed: {', '.join(agreements.needed_names(game.match, one))}" for one in needed)]


def _refuse(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    what = disagree(game.match, asking.n, asking.seat or None)
    return [f"not agreed: {what}; with this round the offer is gone"]


def _take_back(_sitting: Sitting, game: GameFolder, asking: Asking) -> Iterable[str]:
    if (ended := game.match.result) is not None:
        raise NotYourTurn(f"the match has ended: {ended.text}", "nothing is taken back any more")
    if unsent(game.match, kept_drafts(game.path, game.gid)):
        raise WrongUse("something is drafted that is not sent", "take the drafts back first")
    return [take_back(game, my_seat(game.match, asking.seat or None), asking.n or None)]


SPOKEN: dict[str, Callable[[Sitting, Asking], Done]] = {
    "resign": _done(_resign), "note": _done(_note), "away": _done(_away), "late": _done(_late),
    "propose": _done(_propose), "agree": _done(_agree), "refuse": _done(_refuse), "takeback": _done(_take_back),
}  # fmt: skip
