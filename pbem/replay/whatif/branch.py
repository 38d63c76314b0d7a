"""What if: another way on from one position of a game, at a table that nobody signs for and nothing is kept of.

Belongs here: going to a position, answering by bots or by typed words, how it came out. Must not be here: the log and
its game folder (a branch never touches them), printing.
Rules run as coroutines, which cannot be copied, and a position alone is not all of a ruleset's: a branch goes through
the closed rounds of the match once more (a tenth of a second for a thousand) and on from there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.desk.orders import is_again, read_words
from pbem.desk.story import sentence
from pbem.errors import FalseClaim, IllegalMove, NotYourTurn, WrongUse
from pbem.kit.bots import NoAnswer
from pbem.match.binding import Binding
from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Ask, Open, Peek, Request, Seal, Sealed, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import ToldSentence
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.guessing import begin, did_not_fit, refuse
from pbem.ruleset import Result
from pbem.show.scene import Awaited, Scene

MOST = 50_000  # answers of one continuation
REFUSALS = 20  # answers of a bot in a row that its own tool would not sign


class Outcome(msgspec.Struct, frozen=True):
    """How one continuation came out; `result` is None if it was cut short."""

    seed: str
    answers: int
    turn: str
    result: Result | None


class Branch:
    """One continuation after a round of a match, seen by the reel's viewer.

    Dice, bots and guesses at what the viewer does not know draw from `seed`; `guessed` are the seats whose secrets were
    guessed, `misfits` the claims that the guess belies. WrongUse if the match has ended there, and later if a secret is
    needed that nobody can guess, or a guess proves not to fit: no seat is blamed for that.
    """

    def __init__(self, reel: Reel, round: int, seed: str) -> None:
        self.viewer, self.seed, self.round = reel.viewer, seed, round
        self.ruleset = reel.match.ruleset
        beginning = begin(reel, round, seed)
        binding, self.guessed, self.misfits = beginning.binding, beginning.guessed, beginning.misfits
        if binding.has_ended:
            raise WrongUse("the match has ended here: nothing is left to try", "go back to an earlier step")
        self.state, self.table = binding.state, binding.table
        self._dice = SeededDice(f"{seed}/dice")
        self._bots = {name: self._bot(name) for name in binding.names if name in self._players(binding)}
        self._sealed: dict[str, Any] = {}  # what was typed for a seal that others must fill too
        self._told = len(self.table.story)
        self._judged = len(self.table.incidents)
        self.answers = 0
        self.settle()

    def _players(self, binding: Binding) -> list[str]:
        return [seat.name for seat in binding.seats if seat.role != "judge"]

    # ------------------------------------------------------------------ questions

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        return self.table.result

    @property
    def request(self) -> Request[Any] | None:
        """What a person is asked for; None at the end."""
        return self.table.pending

    def asked(self) -> list[str]:
        """The seats that are still to decide."""
        return [seat for seat in self.table.expected() if seat not in self._sealed]

    def prompt(self, seat: str) -> str:
        """What the seat is asked, in words."""
        assert self.table.pending is not None
        return self.ruleset.prompt(self.state, self.table.pending, seat, self._peek(seat))

    def examples(self, seat: str) -> list[str]:
        """What may be typed for the seat."""
        assert self.table.pending is not None
        return self.ruleset.examples(self.state, self.table.pending, seat, self._peek(seat))

    def told(self) -> list[ToldSentence]:
        """The sentences since this was last asked."""
        fresh, self._told = self.table.story[self._told :], len(self.table.story)
        return fresh

    def scene(self) -> Scene:
        """The position as the viewer sees it."""
        scene = self.ruleset.seen(self.state, self.table, self.viewer)
        return msgspec.structs.replace(
            scene,
            awaited=tuple(Awaited(seat=seat) for seat in self.asked()),
            sentences=tuple(map(sentence, self.table.story[-1:])),
        )

    # ------------------------------------------------------------------ going on

    def settle(self) -> None:
        """Rolls, draws and opens until somebody must decide, or it ends."""
        while self.table.pending is not None and not self._is_decision():
            self._answer()

    def order(self, line: str) -> str:
        """Typed orders as for `pbem do`, with `seat:` before them if several are asked; gives them as taken."""
        asked = self.asked()
        head, colon, rest = line.partition(":")
        named = head.strip().lower() if colon else ""
        seat, words = (named, rest.strip()) if named in self._bots else (asked[0] if asked else "", line.strip())
        if seat not in asked:
            raise NotYourTurn(f"{seat or 'nobody'} is not asked now", f"asked: {', '.join(asked) or 'nobody'}")
        request, table = self.table.pending, self.table
        assert isinstance(request, Ask | Write | Seal | SealMany)
        says = (self.ruleset.repeated(self.state, table, request, seat) if is_again(words) else
                read_words(self.ruleset, self.state, request, seat, words, self._peek(seat)))
        if isinstance(request, Ask | Write):
            if len(says) != 1:
                raise IllegalMove(f"{seat} answers {line!r}", request.rule, f"one answer is asked, not {len(says)}")
            self._check_typed(line, seat, says)
            table.answer(says[0])
            self.answers += 1
        else:
            self._check_typed(line, seat, says)
            self._sealed[seat] = says if isinstance(request, SealMany) else says[0]
            self._close_seal()
        self.settle()
        return f"{seat}: {'; '.join(says)}"

    def bot_answers(self) -> None:
        """The bots decide what is pending, but for what was typed already."""
        request = self.table.pending
        if isinstance(request, Seal | SealMany):
            for seat in self.asked():
                self._sealed[seat] = self._choose(seat)
            self._close_seal()
        elif request is not None:
            self._answer()
        self.settle()

    def play_on(self, most: int = MOST) -> Iterator[int]:
        """The bots to the end; yields how many answers were given, again and again, so that a person can stop it."""
        while self.table.pending is not None and self.answers < most:
            self.bot_answers()
            yield self.answers

    def outcome(self) -> Outcome:
        """How it stands or ended."""
        scene = self.ruleset.seen(self.state, self.table)
        return Outcome(self.seed, self.answers, scene.turn, self.result)

    # ------------------------------------------------------------------ inside

    def _is_decision(self) -> bool:
        """Whether a choice is pending: neither chance nor what a secret decides by itself."""
        request = self.table.pending
        if isinstance(request, Ask | Write):
            return request.truth(peek_of(self.table, request.seat)) is None
        if isinstance(request, SealMany):
            return any(request.truth(s, peek_of(self.table, s)) is None for s in self.table.expected())
        return isinstance(request, Seal)

    def _peek(self, seat: str) -> Peek:
        """What a seat can see here; WrongUse if it would have to see what nobody could guess."""
        seen = peek_of(self.table, seat)

        def peek(handle: Sealed[Any]) -> Any:
            if handle.seat == seat and self.table.secrets.is_hidden(handle):
                raise refuse(self.viewer, handle)
            return seen(handle)

        return peek

    def _answer(self) -> None:
        request = self.table.pending
        if isinstance(request, Open):
            for handle in request.sealed.values():
                if self.table.secrets.is_hidden(handle):
                    raise refuse(self.viewer, handle)
        for left in reversed(range(REFUSALS)):
            try:
                answer_once(self.table, self._bots, self._dice)
                break
            except IllegalMove as error:  # a bot that claims too much thinks again
                if not left:
                    self._excuse(error)
                    raise WrongUse(f"the bot finds no answer to rule {request and request.rule}") from error
        self._excuse_incidents()
        self.answers += 1

    def _check_typed(self, line: str, seat: str, says: list[str]) -> None:
        """Whether typed orders may be given; IllegalMove, which names a guess as one if it speaks against them."""
        try:
            if isinstance(self.table.pending, Ask | Write):
                self.table.check_claims(says[0])
            else:
                self.table.check_seal(seat, says)
        except FalseClaim as false:
            if false.seat not in self.guessed:
                raise
            because = f"that does not fit what was guessed of {seat}: {false.shown or false.claim}"
            raise IllegalMove(f"{seat}: {line}", false.rule, because) from false

    def _excuse(self, error: IllegalMove) -> None:
        """A claim of a guessed seat that its guessed secrets belie is the guess's fault: WrongUse says so."""
        if isinstance(error, FalseClaim) and error.seat in self.guessed:
            raise did_not_fit(error.claim, error.shown) from error

    def _excuse_incidents(self) -> None:
        """The same for claims that were judged when guessed secrets were opened."""
        fresh, self._judged = self.table.incidents[self._judged :], len(self.table.incidents)
        for incident in fresh:
            if incident.claimed and incident.seat in self.guessed:
                raise did_not_fit(incident.claimed, incident.shown)

    def _close_seal(self) -> None:
        """Hands the sealed orders in once all have decided; what leaves no choice needs nobody."""
        request = self.table.pending
        if isinstance(request, SealMany):
            for seat in self.asked():
                values = request.truth(seat, peek_of(self.table, seat))
                if values is not None:
                    self._sealed[seat] = list(values)
        if not self.asked():
            sealed, self._sealed = self._sealed, {}
            try:
                self.table.answer(sealed)
            except IllegalMove as error:
                self._excuse(error)
                raise
            self._excuse_incidents()
            self.answers += 1

    def _choose(self, seat: str) -> Any:
        request = self.table.pending
        assert isinstance(request, Seal | SealMany)
        peek = peek_of(self.table, seat)
        truth = request.truth(seat, peek) if isinstance(request, SealMany) else None
        return self._bots[seat](request, peek) if truth is None else list(truth)

    def _bot(self, seat: str) -> Any:
        bot = next(iter(self.ruleset.bots.values()))(seat)
        rng = random.Random(f"{self.seed}/{seat}")

        def choose(request: Request[Any], _peek: Peek) -> Any:
            try:
                return bot.choose(self.state, request, self._peek(seat), rng)
            except NoAnswer as error:
                if seat in self.guessed:
                    raise did_not_fit(f"{seat} is left without an answer to rule {request.rule}") from error
                raise

        return choose
