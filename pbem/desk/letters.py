"""The letters of a match, read off its record: who typed which, what tools sent by themselves, and in what.

A letter is an unbroken run of one person's events in a log: what was made before somebody else had to be waited for. It
is typed if its person chose anything in it; dice, openings and answers without a choice are made by tools.
Belongs here: letters and their counts. Must not be here: printing, playing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.desk.reading import read
from pbem.match.match import Match
from pbem.record.log import LogFile
from pbem.record.wire import CODEC, SeatLine

OUTSIDE = frozenset({"join", "disclose"})  # kinds of events that belong to no turn


@dataclass(frozen=True, slots=True)
class SeatLetter:
    """One letter: the seat it is for, the turn and phase that it was written in, the rules its person chose by.

    `typed` is empty if tools alone wrote it. Turn and phase are as scenes name them, of the first thing that was
    chosen in it.
    """

    seat: str
    turn: str
    phase: str
    typed: tuple[str, ...]
    events: int

    @property
    def activation(self) -> str:
        """The phase without its parts: what stands before the first comma."""
        return self.phase.partition(",")[0]


@dataclass(slots=True)
class Post:
    """Letters of one seat, as often as they were typed and as tools sent them."""

    typed: int = 0
    tools: int = 0

    def add(self, letter: SeatLetter) -> None:
        """Counts one letter."""
        if letter.typed:
            self.typed += 1
        else:
            self.tools += 1


def letters(log: Path) -> list[SeatLetter]:
    """Every letter between the joining and the disclosing, in the order of the log.

    What a secret decided is known of seats that disclosed; answers of others all count as chosen.
    """
    match = read(log, checked=True)
    again = Match(match.genesis, match.ruleset, match.files, disclosed=match.binding.disclosed)
    people = [seat.id for seat in match.genesis.msg.body.seats]
    found: list[_Draft] = []
    moments: dict[int, tuple[str, str]] = {}  # by open round: the position stands as long as it is open

    def moment() -> tuple[str, str]:
        round = again.rounds.r
        if round not in moments:
            moments[round] = _moment(again)
        return moments[round]

    for event in LogFile(log, CODEC.decode).read().events:
        if not isinstance(event, SeatLine):
            continue
        if event.msg.kind not in OUTSIDE:
            if not found or people[found[-1].seat] != people[event.seat]:
                found.append(_Draft(event.seat, *moment()))
            found[-1].note(again, event, moment)
        again.take([event], checked=True)
    return [draft.letter(again.name(draft.seat)) for draft in found]


@dataclass(slots=True)
class _Draft:
    """A letter while its events are read."""

    seat: int
    turn: str
    phase: str
    typed: tuple[str, ...] = ()
    events: int = 0

    def note(self, match: Match, event: SeatLine, moment: Callable[[], tuple[str, str]]) -> None:
        """One more event, before the match takes it."""
        self.events += 1
        if not _is_chosen(match, event):
            return
        if not self.typed:
            self.seat = event.seat
            self.turn, self.phase = moment()
        self.typed = (*self.typed, match.request.rule if match.request is not None else event.msg.kind)

    def letter(self, seat: str) -> SeatLetter:
        return SeatLetter(seat, self.turn, self.phase, self.typed, self.events)


def _is_chosen(match: Match, event: SeatLine) -> bool:
    """Whether a person had to think; what is sent beside the rounds (a note, a resignation) is a person's, too."""
    duty = next((duty for duty in match.owing() if duty.seat == event.seat), None)
    if duty is None or event.msg.r != match.rounds.r:
        return event.msg.kind in ("act", "seal", "resign", "note")
    return event.msg.kind in ("resign", "note") or not (duty.is_mechanical or match.truth(duty) is not None)


def _moment(match: Match) -> tuple[str, str]:
    """The turn and the phase as scenes name them."""
    binding = match.binding
    scene = binding.ruleset.seen(binding.state, binding.table)
    return scene.turn, scene.phase


# ---------------------------------------------------------------- counting


def by_turn(found: Iterable[SeatLetter]) -> dict[str, dict[str, Post]]:
    """Turn -> seat -> its letters."""
    return _counted((letter.turn, letter) for letter in found)


def by_activation(found: Iterable[SeatLetter]) -> dict[str, tuple[int, dict[str, Post]]]:
    """Phase without its parts -> (in how many turns it was played, seat -> its letters in all of them)."""
    kept = list(found)
    times = Counter(activation for activation, _ in {(one.activation, one.turn) for one in kept})
    counted = _counted((one.activation, one) for one in kept)
    return {name: (times[name], seats) for name, seats in counted.items()}


def counts(found: Iterable[SeatLetter]) -> dict[str, dict[str, dict[str, Post]]]:
    """For `--json`: by turn, and by activation, the letters of each seat in the whole match."""
    kept = list(found)
    activations = {name: seats for name, (_, seats) in by_activation(kept).items()}
    return {"by_turn": by_turn(kept), "by_activation": activations}


def _counted(named: Iterable[tuple[str, SeatLetter]]) -> dict[str, dict[str, Post]]:
    counted: dict[str, dict[str, Post]] = {}
    for name, letter in named:
        counted.setdefault(name, {}).setdefault(letter.seat, Post()).add(letter)
    return counted


def lines(found: Iterable[SeatLetter], seats: Iterable[str]) -> Iterator[str]:
    """What people typed and what tools sent, on average: of a game turn, then of each activation."""
    kept, names = list(found), list(seats)
    turns = by_turn(kept)
    yield f"letters typed + sent by tools alone a game turn: {_shares(_all(turns.values()), names, len(turns))}"
    for name, (times, posts) in by_activation(kept).items():
        yield f"letters for {name or 'the rest'}: {_shares(posts, names, times)}"


def _all(turns: Iterable[Mapping[str, Post]]) -> dict[str, Post]:
    found: dict[str, Post] = {}
    for posts in turns:
        for seat, post in posts.items():
            total = found.setdefault(seat, Post())
            total.typed, total.tools = total.typed + post.typed, total.tools + post.tools
    return found


def _shares(posts: Mapping[str, Post], seats: Iterable[str], times: int) -> str:
    """`coalition 3.0 + 1.2, al_qaeda 1.0 + 2.0`: means over so many turns or activations."""
    counts = ((seat, posts.get(seat, Post())) for seat in seats)
    return ", ".join(f"{seat} {post.typed / times:.1f} + {post.tools / times:.1f}" for seat, post in counts)
