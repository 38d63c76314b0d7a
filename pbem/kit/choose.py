"""A decision declared once: what is asked, how it is typed, what is offered, a standing order and the bot's pick alike.

    ARTILLERY = Choose(
        rule="9.8", noun="battery", nothing="none", names=own_units, worth=pips, remark=dice,
        ask=lambda asked: f"Which battery fires in {place(asked)}? Firing suppresses it.",
        standing=Standing("artillery", "whether a battery fires", {
            "strongest": best("the one with the most dice fires"), "none": nothing("none fires")}))

    FORMS = Forms({}, declared=(ARTILLERY,))
    RULESET = Ruleset(..., policies=FORMS.policies, bots={"sensible": partial(PickingBot, FORMS)})

`Choose` is one of what an Ask, a Seal or the like lists; `Number` one of a range of numbers; `ChooseSome` so many names
out of a list, for a Write whose case is a `Some`. Each is a Form, so a game may override what it wants otherwise.
Belongs here: those three; what they share is in `declaring`. Must not be here: any game, orders of several parts (they
are forms of their own).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from pbem.kit.bots import is_legal
from pbem.kit.declaring import Declared, Says, Standing
from pbem.kit.forms import Asked, Key, Offer
from pbem.kit.lists import Some, named_in_turn
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write

S = TypeVar("S")

FEW = 3  # things that are all named where it is said how one is typed


# ---------------------------------------------------------------- one of a list


class Choose(Declared[S]):
    """One of what is legal, by name.

    `noun` says what one of them is. `names` says how they are typed, by canonical words; without it as these stand.
    `nothing` is the canonical answer that chooses none of them, if there is one. `worth` puts the best first: a bot
    gives that, and a standing order may. `remark` stands beside each, `detail` adds a line for each to the question.
    `why` says why another thing cannot be chosen. `skip` are words that tell nothing. `read` reads a name its own way.
    At most `most` are offered, 0 for all. `here` are those that it makes sense to choose, as far as the seat can see;
    `quiet_first` says whether choosing none of them is offered first.
    """

    def __init__(
        self, *, rule: Key, noun: str, ask: Callable[[Asked[S]], str], names: Callable[[Asked[S]], Names] | None = None,
        nothing: str = "", worth: Callable[[Asked[S], str], Any] | None = None, remark: Says[S] | None = None,
        why: Says[S] | None = None, detail: Says[S] | None = None, skip: Collection[str] = (),
        read: Callable[[Asked[S], Typed, Sequence[str]], str] | None = None, also_at: Sequence[Key] = (),
        pick: Callable[[Asked[S]], Any] | None = None, standing: Standing[S] | None = None, most: int = 0,
        here: Callable[[Asked[S]], Sequence[str]] | None = None, quiet_first: Callable[[Asked[S]], bool] | None = None,
        at_random: Callable[[Asked[S], random.Random], Any] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rule=rule, ask=ask, also_at=also_at, pick=pick, standing=standing, at_random=at_random)
        self.noun, self._names, self._nothing, self._worth = noun, names, nothing, worth
        self._remark, self._why, self._detail, self._skip, self._read = remark, why, detail, skip, read
        self._most, self._here, self._quiet_first = most, here, quiet_first
        self.keywords = (*skip, *nothing.split())

    def things(self, asked: Asked[S]) -> list[str]:
        """What may be chosen, by canonical words, the best first."""
        says = list(self._here(asked)) if self._here is not None else [s for s in asked.says() if s != self._nothing]
        worth = self._worth
        return says if worth is None else sorted(says, key=lambda say: worth(asked, say), reverse=True)

    def names(self, asked: Asked[S]) -> Names:
        """How they are typed."""
        if self._names is not None:
            return self._names(asked)
        return Names({say: (say,) for say in self.things(asked)}, sort="word")

    def pick(self, asked: Asked[S]) -> Any:
        if self._pick is not None or self._worth is None:
            return super().pick(asked)
        return self._value(asked, next(iter(self.things(asked)), self._nothing))

    def prompt(self, asked: Asked[S]) -> Prompt:
        details = [] if self._detail is None else [f"  {self._detail(asked, say)}" for say in self.things(asked)]
        return Prompt.of(self._ask(asked)).with_parts(*details, How(self.typing(asked)))

    def typing(self, asked: Asked[S]) -> str:
        things = self.things(asked)
        says = [*map(self.names(asked).shown, things), *([self._nothing] if self._can_choose_none(asked) else [])]
        if self._names is None or len(says) <= FEW:
            return f"Type {' or '.join(f'`{say}`' for say in says)}."
        shown = f": `{says[0]}`" if things else ""
        return f"Type the {self.noun}{shown}{f', or `{self._nothing}`' if self._can_choose_none(asked) else ''}."

    def read(self, asked: Asked[S], typed: Typed) -> Any:
        typed.skip(*self._skip)
        remark = _of(asked, self._remark)
        if self._can_choose_none(asked) and typed.word(self._nothing, remark=remark):
            return self._value(asked, self._nothing)
        things = self.things(asked)
        if self._read is not None and typed.peek():
            found = self._read(asked, typed, things)
        else:
            found = typed.name(self.names(asked), things, remark=remark, why=_of(asked, self._why))
        if not found:
            more = f", or `{self._nothing}`" if self._can_choose_none(asked) else ""
            raise typed.refuse_word(f"name the {self.noun}{more}")
        return self._value(asked, found)

    def offers(self, asked: Asked[S]) -> Iterable[Offer]:
        names, things = self.names(asked), self.things(asked)
        found = [Offer(names.shown(say), self._said(asked, say)) for say in things[: self._most or len(things)]]
        if not self._can_choose_none(asked):
            return found
        none = Offer(self._nothing, self._said(asked, self._nothing))
        return [none, *found] if self._quiet_first is not None and self._quiet_first(asked) else [*found, none]

    def none(self, asked: Asked[S]) -> Any:
        return self._value(asked, self._nothing) if self._can_choose_none(asked) else super().none(asked)

    def _can_choose_none(self, asked: Asked[S]) -> bool:
        return bool(self._nothing) and self._nothing in asked.says()

    def _said(self, asked: Asked[S], say: str) -> str:
        return self._remark(asked, say) if self._remark is not None else ""

    @staticmethod
    def _value(asked: Asked[S], say: str) -> Any:
        return asked.items()[0].read(say, asked.seat, asked.rule)


# ---------------------------------------------------------------- a number


class Number(Declared[S]):
    """A number of a range: `2`, `all`, `none`.

    `noun` says of what. `likely` gives numbers to offer, each with a remark, the best first; without it all are,
    the most first. `skip` are words that may follow it, `also_none` others that stand for none.
    """

    ALL = ("all", "everything")

    def __init__(
        self, *, rule: Key, noun: str, ask: Callable[[Asked[S]], str],
        likely: Callable[[Asked[S]], Iterable[tuple[int, str]]] | None = None, also_at: Sequence[Key] = (),
        skip: Collection[str] = (), also_none: Collection[str] = (), pick: Callable[[Asked[S]], Any] | None = None,
        standing: Standing[S] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rule=rule, ask=ask, also_at=also_at, pick=pick, standing=standing)
        self.noun, self._likely, self._skip, self._also_none = noun, likely, skip, also_none
        self.keywords = self.ALL

    def typing(self, asked: Asked[S]) -> str:
        low, high = self._range(asked)
        return f"Type a number from {low} to {high}, `all` or `none`." if not low else (
            f"Type a number from {low} to {high}.")

    def read(self, asked: Asked[S], typed: Typed) -> Any:
        low, high = self._range(asked)
        if typed.word("all", also=self.ALL, remark=lambda _: str(high)):
            number: int | None = high
        elif typed.word("none", also=self._also_none, remark=lambda _: str(low)):
            number = low
        else:
            number = typed.number(low, high)
        if number is None:
            raise typed.refuse_word(f"type a number of {self.noun} from {low} to {high}")
        typed.skip(*self._skip)
        return number

    def offers(self, asked: Asked[S]) -> Iterable[Offer]:
        numbers = self._likely(asked) if self._likely is not None else ((n, "") for n in reversed(asked.legal()))
        for number, remark in numbers:
            yield Offer(str(number), remark)

    def pick(self, asked: Asked[S]) -> Any:
        if self._pick is not None or self._likely is None:
            return super().pick(asked)
        return next(iter(self._likely(asked)))[0]

    @staticmethod
    def _range(asked: Asked[S]) -> tuple[int, int]:
        return asked.legal()[0], asked.legal()[-1]


# ---------------------------------------------------------------- some of a list


class ChooseSome(Declared[S]):
    """Some names of a list: `inf1 inf3`, `all`, `none`.

    `noun` is what one of them is, `nouns` what several are. `names` says how they are typed; `worth` which are named
    first, the dearest last: so many of them as must be, or as `useful` says, are the best answer. `here` are those that
    it makes sense to name, as far as the seat can see. `why` says why another cannot be named. `read` reads names its
    own way, `brief` writes them so that they can be typed back. `often` says how often one may be named: give a `pick`
    then, for a thing that is hit twice is named twice. `made` makes the answer of names, if the rules want another one.
    `remark` stands beside each, `comes_to` is what several come to (a price), `fits` gives those that may be named
    besides some others. `remarks` stand beside the best answer and beside none, if they come to nothing else.
    """

    def __init__(
        self, *, rule: Key, noun: str, ask: Callable[[Asked[S]], str], names: Callable[[Asked[S]], Names],
        nouns: str = "", worth: Callable[[Asked[S], str], int] | None = None,
        here: Callable[[Asked[S]], Sequence[str]] | None = None,
        useful: Callable[[Asked[S]], int] | None = None, why: Says[S] | None = None, skip: Collection[str] = ("and",),
        read: Callable[[Asked[S], Typed, Sequence[str], int], Sequence[str]] | None = None,
        brief: Callable[[Asked[S], Sequence[str]], str] | None = None, also_at: Sequence[Key] = (),
        remarks: tuple[str, str] = ("", ""), pick: Callable[[Asked[S]], Any] | None = None,
        standing: Standing[S] | None = None, often: Callable[[Asked[S], str], int] | None = None,
        made: Callable[[tuple[str, ...]], Any] = tuple, remark: Says[S] | None = None,
        fits: Callable[[Asked[S], Sequence[str]], Collection[str]] | None = None,
        comes_to: Callable[[Asked[S], Sequence[str]], str] | None = None,
        at_random: Callable[[Asked[S], random.Random], Sequence[str]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rule=rule, ask=ask, also_at=also_at, pick=pick, standing=standing, at_random=at_random)
        self._made, self._remark, self._fits, self._comes_to = made, remark, fits, comes_to
        self.noun, self.nouns, self._names, self._worth = noun, nouns or f"{noun}s", names, worth
        self._here, self._useful, self._often = here, useful, often
        self._why, self._skip, self._read, self._brief, self._remarks = why, skip, read, brief, remarks
        self.keywords = ("all", *skip)

    def among(self, asked: Asked[S]) -> list[str]:
        """What it makes sense to name, the best first."""
        names = list(asked.case(Some).names if self._here is None else self._here(asked))
        worth = self._worth
        return names if worth is None else sorted(names, key=lambda name: (worth(asked, name), name))

    def best(self, asked: Asked[S]) -> tuple[str, ...] | None:
        """Those that are best named; None if that is not known."""
        some = asked.case(Some)
        useful = some.least if self._useful is None else max(some.least, self._useful(asked))
        picked = self.among(asked)[: min(some.count, useful)] if self._pick is None else self._pick(asked)
        return None if picked is None else tuple(picked)

    def pick(self, asked: Asked[S]) -> Any:
        best = self.best(asked)
        return None if best is None else self._made(best)

    def none(self, asked: Asked[S]) -> Any:
        return self._made(()) if not asked.case(Some).least else super().none(asked)

    def typing(self, asked: Asked[S]) -> str:
        some = asked.case(Some)
        shown = self.shown(asked, self.best(asked) or self.among(asked)[:1] or some.names[:1])
        if some.least == some.count:
            return f"Type {plural(some.count, self.noun, self.nouns)}: `{shown}`."
        return f"Type the {self.nouns}: `{shown}`{', `all`' if some.most is None else ''}{_or_none(some)}."

    def shown(self, asked: Asked[S], names: Sequence[str]) -> str:
        """Names as they may be typed."""
        if self._brief is not None and names:
            return self._brief(asked, names)
        return " ".join(map(self._names(asked).shown, names)) or "none"

    def read(self, asked: Asked[S], typed: Typed) -> Any:
        some, among = asked.case(Some), self.among(asked)
        if not some.least and typed.word("none"):
            return self._made(())
        told = self._told(asked, among) or plural(len(among), self.noun, self.nouns)
        is_free = some.most is None and bool(among) and (typed.peek() == "all" or self._may_be_all(asked))
        if is_free and typed.word("all", remark=lambda _: told):
            return self._made(tuple(among))
        typed.skip(*self._skip)
        if some.most is not None:
            typed.laid.slots(self.noun, some.count, some.least)
        if self._read is not None:
            named = list(self._read(asked, typed, among, some.count))
        else:
            remark = _of(asked, self._remark) or (lambda _: "")
            named = named_in_turn(
                typed, self._names(asked), among, most=some.count, skip=self._skip, often=_of(asked, self._often),
                remark=lambda _, name: remark(name), why=_of(asked, self._why), fits=_of(asked, self._fits))
        for name in named:
            typed.laid.fill(*self._in_slot(asked, name))
        if not named or typed.rest:
            wanted = plural(some.least, self.noun, self.nouns) if some.least else f"the {self.nouns}"
            raise typed.refuse_word(f"name {wanted}{_or_none(some)}")
        if not some.least <= len(named) <= some.count:
            wanted = f"{some.least} to {some.count} {self.nouns} are" if some.least != some.count else plural(
                some.count, f"{self.noun} is", f"{self.nouns} are")
            raise typed.refuse(f"{wanted} to be named, {len(named)} given", map(self._names(asked).shown, among))
        return self._made(tuple(named))

    def offers(self, asked: Asked[S]) -> Iterable[Offer]:
        some, (why_best, why_none) = asked.case(Some), self._remarks
        is_plain = some.least > 0 and self._made is tuple
        picked = [self.best(asked) or (), *([asked.items()[0].default()] if is_plain else [])]
        for i, names in enumerate(dict.fromkeys(picked)):
            if names:
                said = why_best if not i else "the first of the list"
                yield Offer(self.shown(asked, names), self._told(asked, names) or said)
        if not some.least:
            yield Offer("none", why_none)
        every = tuple(self.among(asked))
        if some.most is None and len(every) > len(picked[0]) and self._may_be_all(asked):
            yield Offer("all", self._told(asked, every))

    def propose(self, asked: Asked[S], rng: random.Random) -> Any:
        some = asked.case(Some)
        if self._at_random is not None:
            return self._made(tuple(self._at_random(asked, rng)))
        if self._often is not None:
            return self._made(tuple(rng.choice(some.names) for _ in range(some.count)))
        most = min(some.count, max(some.least, 2))
        return self._made(tuple(rng.sample(some.names, rng.randint(some.least, most) if some.least < most else most)))

    def _in_slot(self, asked: Asked[S], name: str) -> tuple[str, str]:
        """One that is named, as it is typed and as people read it."""
        names = self._names(asked)
        words = names.shown(name) if self._read is None else self.shown(asked, [name])
        return words, names.label(name)

    def _may_be_all(self, asked: Asked[S]) -> bool:
        """Whether they may all be named at once."""
        request = asked.request
        return not isinstance(request, Write) or is_legal(request, self._made(tuple(self.among(asked))))

    def _told(self, asked: Asked[S], names: Sequence[str]) -> str:
        return self._comes_to(asked, names) if self._comes_to is not None else ""


def _of(asked: Asked[Any], said: Callable[..., Any] | None) -> Callable[..., Any] | None:
    return None if said is None else partial(said, asked)


def _or_none(some: Some) -> str:
    return "" if some.least else ", or `none`"
