"""One trial game: bots play it, and at every request all is tried that the ruleset provides.

Belongs here: what is tried at a request, and what must hold of it. Must not be here: what a ruleset declares
(`declared`), comparing games (`again`).
"""

from __future__ import annotations

import copy
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from pbem.author.choosing import WHAT as FOLLOW
from pbem.author.choosing import check_choices
from pbem.author.coming import check_moment
from pbem.author.declared import check_result
from pbem.author.faults import Faults, described
from pbem.author.policies import WHAT, check_answers, check_named, check_presets
from pbem.errors import IllegalMove, PbemError
from pbem.play.listener import Listener
from pbem.play.playout import SeededDice
from pbem.play.requests import (
    Ask,
    Checkpoint,
    Draw,
    DrawSecret,
    Listed,
    Options,
    Peek,
    Request,
    Roll,
    Seal,
    SealMany,
    Write,
)
from pbem.play.secrets import Secrets
from pbem.play.sight import AUDITOR, PUBLIC, peek_of
from pbem.play.table import Table
from pbem.play.words import check_fits, check_say
from pbem.ruleset import Result, Ruleset, Value, without_remark
from pbem.show.clean import clean
from pbem.show.scene import Scene
from pbem.show.svg import scene_svg
from pbem.show.svg.apart import too_near
from pbem.show.text import draw

Decision = Ask[Any] | Write[Any] | Seal[Any] | SealMany[Any]
MOST_ANSWERS = 50_000
QUIET = 2_000  # answers without a checkpoint or an end after which the author is told
DRAWN_EVERY = 25  # requests between two pictures
OFTEN, RARELY = 30, 20  # a rule is looked at so often, then each so many times
SENSELESS = ("zzz", "0", ";", "1 2 3", "none none", "go", "*", "a" * 200)
LONGEST_PROMPT = 4_000


class TrialStep(msgspec.Struct, frozen=True):
    """One request of a trial and what was answered: for a person words, for dice and draws what fell."""

    request: str
    answer: Any


class Point(msgspec.Struct, frozen=True):
    """A checkpoint as it was passed: the position, the secrets, how many steps lie before it."""

    state: Any
    secrets: Secrets
    steps: int
    round: int


class Trial(Listener):
    """One game. `steps` is its course, `points` the checkpoints from which it is to be begun again."""

    def __init__(
        self, ruleset: Ruleset, options: Mapping[str, Value], bot: str, seed: int, faults: Faults,
        looked: Counter[str] | None = None, leaves: tuple[str, int] | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`looked` counts over several games how often all was tried at a rule: what is common is tried less often.

        `leaves`: a seat that resigns after so many answers, in a game that goes on without it. `tell` is told while the
        game takes long.
        """
        self.ruleset, self.bot, self.seed, self.faults = ruleset, bot, seed, faults
        self._looked = Counter[str]() if looked is None else looked
        self.options = ruleset.full_options(options)
        told = " ".join(f"{name}={value}" for name, value in options.items())
        self.name = f"game {seed}{f', {told}' if told else ''}, bot {bot}{f', {leaves[0]} leaves' if leaves else ''}"
        self._leaves, self.dispensable = leaves, set[str]()  # seats without which the game goes on
        self.seats = ruleset.seats_of(self.options)
        self.steps: list[TrialStep] = []
        self.points: list[Point] = []
        self.result: Any = None
        self.has_ended = False
        self._told = self._rolls = self.checkpoints = self._quiet_since = 0
        self._tell, self._began = tell, time.monotonic()

    def run(self, *, looks: bool = True) -> None:
        """Plays the game to its end, or to the first fault that ends it; `looks`: all is tried at every request."""
        state = self._try("new_state", lambda: self.ruleset.new_state(
            str(self.options["scenario"]), self.options, self.ruleset.data_files(None)))
        if state is None:
            return
        self.state = state
        check_named(self.ruleset, state, self.faults)
        check_presets(self.ruleset, state, self.faults)
        bots = self._try("bots", lambda: {s: self.ruleset.bots[self.bot](s) for s in self.seats})
        table = self._try("play", self._seated)
        if table is None or bots is None:
            return
        self.table = table
        dice, rngs = SeededDice(self.seed), {s: random.Random(f"{self.seed}/{s}") for s in self.seats}
        for _ in range(MOST_ANSWERS):
            if table.pending is None:
                break
            if self._leaves is not None and len(self.steps) == self._leaves[1]:
                seat, self._leaves = self._leaves[0], None
                if not self._try("resigned", lambda seat=seat: (table.leave([seat]), True)[1], seat):  # type: ignore[misc]
                    return
                continue
            if looks:
                self._look()
            if not self._answer(bots, dice, rngs):
                return
            self._check_position()
            self._tell_long()
        else:
            self.faults.note("play", f"no end after {MOST_ANSWERS:,} answers", where=self.name)
            return
        self.result, self.has_ended = table.result, True
        if table.result is None:
            self.faults.note("play", "returned nothing; it ends with a Result", where=self.name)
            return
        check_result(table.result, self.seats, "play", self.faults, self.name)

    def _tell_long(self) -> None:
        """Says that a game goes on and on: after so many answers without a checkpoint, and after five times as many."""
        answers, quiet = len(self.steps), len(self.steps) - self._quiet_since
        is_quiet = quiet and not quiet % QUIET
        if is_quiet or not answers % (5 * QUIET):
            count, what = (quiet, "a checkpoint or an end") if is_quiet else (answers, "an end")
            took = round(time.monotonic() - self._began)
            self._tell(f"{self.name}: {count:,} answers without {what}, {took} s so far; "
                       f"it is stopped after {MOST_ANSWERS:,}")

    def _seated(self) -> Table[Result]:
        procedure = self.ruleset.play(self.state)
        if not hasattr(procedure, "send"):
            raise TypeError(f"play gives {type(procedure).__name__}; it is an `async def`")
        table: Table[Result] = Table(procedure, seats=self.seats, listeners=(self,))
        return table

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """Keeps a place where the game could go on from."""
        self.checkpoints += 1
        self._quiet_since = len(self.steps)
        if hasattr(self, "table"):
            secrets, next_round = self.table.secrets.copy(), self.table.round + 1
            self.points.append(Point(copied(self.state), secrets, len(self.steps), next_round))

    # ------------------------------------------------------------------ what is tried at a request

    def _look(self) -> None:
        request = self.table.pending
        assert request is not None
        kind = f"{type(request).__name__} {request.rule}"
        self._looked[kind] += 1
        if self._looked[kind] > OFTEN and self._looked[kind] % RARELY:
            return
        before = self._bytes()
        self._check_resigned()
        for viewer in (*self.seats, PUBLIC, AUDITOR):
            self._check_scene(viewer)
        if isinstance(request, Ask | Write | Seal | SealMany):
            for seat in self.table.expected():
                self._check_words(request, seat)
        if self._bytes() != before:
            self._note("position", "was changed by looking at it, or by an answer that was refused")

    def _check_words(self, request: Decision, seat: str) -> None:
        peek, ruleset = peek_of(self.table, seat), self.ruleset
        self._check_options(request, seat)
        if self._try("truth", lambda: truth_of(request, seat, peek), seat) is not None:
            return  # its tool answers, nobody is asked
        check_moment(ruleset, self.state, request, seat, partial(self._note, "moments", seat=seat))
        prompt = self._try("prompt", lambda: ruleset.prompt(self.state, request, seat, peek), seat)
        if prompt is not None and (not prompt.strip() or len(prompt) > LONGEST_PROMPT):
            self._note("prompt", "says nothing" if not prompt.strip() else f"has {len(prompt):,} characters", seat)
        if prompt is not None and any(clean(line) != line for line in prompt.split("\n")):
            self._note("prompt", "has signs that cannot be printed", seat)
        offered = self._try("examples", lambda: ruleset.examples(self.state, request, seat, peek), seat)
        if offered is not None and not offered:
            self._note("examples", "offers nothing", seat)
        for example in offered or ():
            words = without_remark(example)[0]
            self._check_typed(request, seat, words, peek, f"{words!r:.60}")
        for words in SENSELESS:
            self._try("read_orders", partial(self._read, request, seat, words, peek), seat, allowed=(PbemError,))
        check_answers(ruleset, self.table, self.state, request, seat, partial(self._note, WHAT, seat=seat))
        if ruleset.follow is not None:
            follow = ruleset.follow
            check_choices(
                ruleset, request, [without_remark(example)[0] for example in offered or ()],
                lambda text: self._try(FOLLOW, lambda: follow(self.state, request, seat, text, peek), seat),
                lambda: self._try("scene", lambda: ruleset.scene(self.state, seat, peek), seat),
                partial(self._note, FOLLOW, seat=seat),
            )  # fmt: skip

    def _check_options(self, request: Decision, seat: str) -> None:
        """Listed answers and drafts: spelled in the alphabet, read back as they were, small enough for their bucket."""
        for i, item in enumerate(items_of(request, seat)):
            for value in list(item.legal)[:40] if isinstance(item, Listed) else [item.default()]:
                say = self._try("spell", partial(item.spell, value), seat)
                if say is None:
                    continue
                back = self._try("legal", partial(item.read, say, "", request.rule), seat)
                if back is not None and item.spell(back) != say:
                    self._note("spell", f"{say!r:.60} is read back as {item.spell(back)!r:.60}", seat)
                self._try("spell", partial(_check_sayable, self.table, request, seat, i, say), seat)
            self._try("check", partial(item.read, "zz zz", "", request.rule), seat, allowed=(IllegalMove,))

    def _check_typed(self, request: Decision, seat: str, words: str, peek: Peek, shown: str) -> None:
        says = self._try("examples", lambda: self._read(request, seat, words, peek), seat)
        if says is None:
            return

        def take() -> None:
            if isinstance(request, Ask | Write):
                self.table.check(says[0])
                self.table.check_claims(says[0])
            else:
                self.table.check_seal(seat, says)

        try:
            take()
        except IllegalMove as error:
            self._note("examples", f"{shown} is offered and not legal: {error.because}", seat)
        except Exception as error:  # whatever the author's code raises is what is looked for
            self._note("examples", f"{shown}: {described(error)}", seat)
        lasting, echo = self.ruleset.lasting, self.ruleset.echo
        if lasting is not None:
            self._try("lasting", lambda: lasting(self.state, request, seat, words, peek), seat)
        if echo is not None:
            self._try("echo", lambda: echo(self.state, request, seat, says, peek), seat)

    def _read(self, request: Decision, seat: str, words: str, peek: Peek) -> list[str]:
        says = self.ruleset.read_orders(self.state, request, seat, words, peek)
        if not isinstance(says, list) or not all(isinstance(say, str) for say in says):
            raise TypeError(f"gives {says!r:.60}; it is a list of words, one an item")
        return says

    def _check_scene(self, viewer: str) -> None:
        peek = peek_of(self.table, viewer)
        scene = self._try("scene", lambda: self.ruleset.scene(self.state, viewer, peek), viewer)
        if scene is None:
            return
        if not isinstance(scene, Scene):
            self._note("scene", f"gives {type(scene).__name__} and no Scene", viewer)
            return
        if len(self.steps) % DRAWN_EVERY == 0:
            self._try("text", lambda: draw(scene), viewer)
            self._try("picture", lambda: scene_svg(scene), viewer)
        if not self.steps:
            self._try("colours", lambda: self.faults.advise(too_near(scene.board)), viewer)

    def _check_resigned(self) -> None:
        if len(self.steps) % DRAWN_EVERY:
            return
        for seat in self.seats:
            result = self._try("resigned", partial(self.ruleset.resigned, self.state, seat), seat)
            if result is None:
                self.dispensable.add(seat)
            else:
                check_result(result, self.seats, "resigned", self.faults, self.name)

    # ------------------------------------------------------------------ answering

    def _answer(self, bots: Mapping[str, Any], dice: SeededDice, rngs: Mapping[str, random.Random]) -> bool:
        """One answer to whatever is pending; False if the game cannot go on."""
        request, table = self.table.pending, self.table
        assert request is not None
        self._request = request
        answer: Any = None
        if isinstance(request, Ask | Write | Seal | SealMany):
            chosen = self._try("bot", lambda: {
                s: self._chosen(bots[s], request, s, rngs[s]) for s in table.expected()})
            if chosen is None:
                return False
            answer = chosen if isinstance(request, Seal | SealMany) else next(iter(chosen.values()))
        elif isinstance(request, Roll):
            answer = dice.roll("", request.dice, request.sides)
        elif isinstance(request, Draw):
            answer = dice.sample("", sorted(request.pool), request.count)
        elif isinstance(request, DrawSecret):
            answer = _secret_draw(table, request, dice)
        if isinstance(request, Roll | Draw | DrawSecret):
            self._count_roll()
        key = request_key(request)
        self.steps.append(TrialStep(key, answer))
        return bool(self._try("play", lambda: (table.answer(answer), True)[1]))

    def _count_roll(self) -> None:
        """2.5 In a match a seat has so many dice rounds and no more."""
        self._rolls += 1
        if self._rolls == self.ruleset.chain_n + 1:
            self._note("chain_n", f"the game asks for chance more often than {self.ruleset.chain_n:,} times, so that "
                       "a match could not go on")

    def _chosen(self, bot: Any, request: Decision, seat: str, rng: random.Random) -> Any:
        """What the seat's own tool would sign: the truth if a secret decides, else the bot's choice in words."""
        peek = peek_of(self.table, seat)
        answer = truth_of(request, seat, peek)
        answer = bot.choose(self.state, request, peek, rng) if answer is None else answer
        values = answer if isinstance(request, SealMany) else [answer]
        says = [item.spell(v) for item, v in zip(items_of(request, seat), values, strict=True)]
        if isinstance(request, Ask | Write):
            self.table.check(says[0])
            self.table.check_claims(says[0])
        else:
            self.table.check_seal(seat, says)
        return says if isinstance(request, SealMany) else says[0]

    def _check_position(self) -> None:
        problems = self._try("problems", lambda: list(self.ruleset.problems(self.state)))
        for problem in (problems or [])[:3]:
            self._note("problems", problem)
        for told in self.table.story[self._told:]:
            if not told.text.strip() or clean(told.text) != told.text:
                self._note("sentence", f"{told.text!r:.60} is empty or has signs that cannot be printed")
        self._told = len(self.table.story)

    # ------------------------------------------------------------------ parts

    def _bytes(self) -> bytes:
        return self._try("state", lambda: msgspec.json.encode(self.state, order="sorted")) or b""

    def _try(self, what: str, call: Callable[[], Any], seat: str = "",
             allowed: tuple[type[Exception], ...] = ()) -> Any:
        rule, where = self._where(seat)
        return self.faults.run(what, call, rule=rule, where=where, allowed=allowed)

    def _note(self, what: str, text: str, seat: str = "") -> None:
        rule, where = self._where(seat)
        self.faults.note(what, text, rule=rule, where=where)

    def _where(self, seat: str) -> tuple[str, str]:
        pending = self.table.pending if hasattr(self, "table") else None
        request = pending if pending is not None else getattr(self, "_request", None)
        about = request.about if request is not None else ""
        return request.rule if request is not None else "", ", ".join(w for w in (about, seat, self.name) if w)


def copied(state: Any) -> Any:
    """A position of its own; what is no field of it (the numbers of the game) stays shared."""
    beside = dict(getattr(state, "__dict__", {}))
    again = copy.deepcopy(state, {id(value): value for value in beside.values()})
    if beside:
        again.__dict__.update(beside)
    return again


def items_of(request: Decision, seat: str) -> Sequence[Options[Any]]:
    """What a seat answers, item by item."""
    return request.per_seat()[seat] if isinstance(request, Seal | SealMany) else (request.options(),)


def truth_of(request: Decision, seat: str, peek: Peek) -> Any:
    """What only a secret decides; None if there is a choice."""
    if isinstance(request, Ask | Write):
        return request.truth(peek)
    return request.truth(seat, peek) if isinstance(request, SealMany) else None


def request_key(request: Request[Any]) -> str:
    """A request in words: what the record would say of it."""
    seats: Iterable[str] = getattr(request, "items", ()) or [getattr(request, "seat", "")]
    return " ".join([type(request).__name__, request.rule, request.about, *seats]).strip()


def _secret_draw(table: Table[Any], request: DrawSecret, dice: SeededDice) -> tuple[str, ...]:
    gone = {x for handle in request.less for x in _values(table.peek(handle))}
    return dice.sample("", sorted(x for x in request.pool if x not in gone), request.count)


def _values(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def _check_sayable(table: Table[Any], request: Decision, seat: str, i: int, say: str) -> None:
    """3.1 Whether an event can say it, and a bucket hold it."""
    check_say(say, "", request.rule)
    if isinstance(request, Seal | SealMany):
        check_fits(say, request.bucket_of(seat, i), "", request.rule)
