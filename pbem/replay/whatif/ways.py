"""So many continuations by the bots after one round: played one after another, and told in words.

Belongs here: which games are played, how each came out, who won how often, what must be known of guesses. Must not be
here: how a continuation goes on (`branch`), printing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.kit.spelling import plural
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Branch, Outcome
from pbem.replay.whatif.scratch import seed_word
from pbem.show.clean import clean

FORMAT = "pbem-what-if/1"


class WaysOn:
    """`count` games that go on after a round, seen by the reel's viewer; the same seed gives the same games.

    `guessed` are the seats whose secrets were made up, `misfits` the claims that a guess belies. WrongUse for a seed
    that is no word; playing raises what `Branch` does.
    """

    def __init__(self, reel: Reel, round: int, seed: str, count: int) -> None:
        self.reel, self.round, self.seed, self.count = reel, round, seed_word(seed), count
        self.outcomes: list[Outcome] = []
        self.guessed: tuple[str, ...] = ()
        self.misfits: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether all of them are played."""
        return len(self.outcomes) >= self.count

    def play_next(self) -> Iterator[int]:
        """Plays one more to its end; yields how many answers it has had, so that it can be left in between."""
        branch = Branch(self.reel, self.round, f"{self.seed}/{len(self.outcomes) + 1}")
        yield from branch.play_on()
        self.guessed = branch.guessed
        self.misfits = tuple(dict.fromkeys((*self.misfits, *branch.misfits)))
        self.outcomes.append(branch.outcome())

    # ------------------------------------------------------------------ in words

    def heading(self) -> str:
        """Where they begin, how many are played, and that they count for nothing."""
        games = plural(len(self.outcomes), "game")
        return f"after round {self.round}, seed {self.seed}, {games} played on by bots; nothing of it is in the record"

    def stories(self) -> list[str]:
        """How each of those that are played came out."""
        return [story(outcome) for outcome in self.outcomes]

    def shares(self) -> list[str]:
        """Who won how many of those that are played, the most frequent first."""
        won = Counter(map(winners, self.outcomes))
        return [f"{times} of {len(self.outcomes)}: {who}" for who, times in won.most_common()]

    def warnings(self) -> list[str]:
        """What must be known of games in which secrets were made up."""
        if not self.guessed:
            return []
        return [guess_told(self.guessed, self.reel.viewer, "in each game anew"), *misfits_told(self.misfits)]

    def as_json(self) -> dict[str, Any]:
        """The same for other programs."""
        about = {"game": self.reel.match.genesis.id, "viewer": self.reel.viewer, "round": self.round, "seed": self.seed}
        return {"format": FORMAT, **about, "guessed_seats": self.guessed, "games": self.outcomes,
                "guesses_belie": self.misfits}  # fmt: skip


def taken_back(reel: Reel, round: int) -> list[str]:
    """That the match did not go on from here, if so."""
    back = next(((at, to) for at, to in reel.match.binding.undone if to < round < at), None)
    if back is None:
        return []
    return [f"round {round} was taken back: in round {back[0]} the match went back to round {back[1]}"]


def guess_told(seats: Sequence[str], viewer: str, how: str) -> str:
    """What must be known of a branch in which secrets were made up."""
    whose = ", ".join(seats)
    return (f"guessed {how}: what {whose} had sealed, which {viewer} did not know; it may have been quite different, "
            "and so may have been what comes of it")  # fmt: skip


def misfits_told(claims: Sequence[str]) -> list[str]:
    """That a guess does not agree with all that was told, so that nobody takes it for a seat's fault."""
    if not claims:
        return []
    return [f"the guess did not fit all that was told ({clean('; '.join(claims))}): if a seat is caught here claiming "
            "what is not true, that shows nothing about the seat"]  # fmt: skip


def winners(outcome: Outcome) -> str:
    """Who won, in a word or two."""
    if outcome.result is None:
        return "no end"
    return ", ".join(outcome.result.winners) or "nobody"


def story(outcome: Outcome) -> str:
    """How a continuation came out, in a line."""
    turn = f"turn {outcome.turn}" if outcome.turn[:1].isdigit() else outcome.turn
    if outcome.result is None:
        return f"no end after {outcome.answers} answers ({turn})"
    return f"{outcome.result.text} ({turn}, {outcome.answers} answers on)"
