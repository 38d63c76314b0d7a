"""One form a kind of decision: what is asked, how it is typed, what is offered, what a random player proposes.

    class Battery(Form[State]):
        def prompt(self, asked): return Prompt(f"Which battery fires in {...}?", How("Type its name, or `none`."))
        def read(self, asked, typed): return typed.name(units(asked.state)) or typed.stop("no battery is named")
        def offers(self, asked): yield Offer("none", "nobody fires")
        def propose(self, asked, rng): return rng.choice(list(asked.request.legal()))

    FORMS = Forms({"9.8": Battery(), ("9.7", "write"): Missiles()}, above=heading, in_words=printed)
    RULESET = Ruleset(..., prompt=FORMS.prompt, read_orders=FORMS.read_orders, examples=FORMS.examples,
                      follow=FORMS.follow, bots={"random": lambda seat: RandomBot(FORMS, seat)})

Belongs here: finding the form of a request, and what all forms have in common: canonical words, legality, refusals in
words. Must not be here: any game; a text read word by word (`typed`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from pbem.errors import MOST_LEGAL, IllegalMove
from pbem.kit.following import REMARK, Follow, follow
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names
from pbem.kit.typed import AGAIN, Typed
from pbem.play.requests import Ask, Listed, Options, Peek, Request, Seal, SealMany, Write

S = TypeVar("S")
C = TypeVar("C")

Asks = Literal["ask", "write", "seal", "any"]
Key = str | tuple[str, Asks]
"""A rule, or a rule and the kind of request (a Seal and a SealMany are both `seal`)."""

_MARKS = re.compile(r"[\s,:;=]+")


def case_of(request: Request[Any], kind: type[C]) -> C:
    """What is decided by a request, of the kind that its rule gives."""
    assert isinstance(request.case, kind), f"rule {request.rule} gives no {kind.__name__}"
    return request.case


@dataclass(frozen=True, slots=True)
class Asked(Generic[S]):
    """What one seat is asked, and what it can see."""

    state: S
    request: Request[Any]
    seat: str
    peek: Peek

    @property
    def rule(self) -> str:
        return self.request.rule

    @property
    def about(self) -> str:
        return self.request.about

    def case(self, kind: type[C]) -> C:
        """What is decided, as the rules gave it with the request."""
        return case_of(self.request, kind)

    def has_case(self, kind: type[object]) -> bool:
        """Whether the rules gave a case of this kind."""
        return isinstance(self.request.case, kind)

    def items(self) -> tuple[Options[Any], ...]:
        """What the seat answers: one item for an Ask, a Write or a Seal, its items in order for a SealMany."""
        if isinstance(self.request, Seal | SealMany):
            return self.request.per_seat()[self.seat]
        assert isinstance(self.request, Ask | Write)
        return (self.request.options(),)

    def legal(self) -> tuple[Any, ...]:
        """The legal answers if they are listed, else the draft alone."""
        (item, *_) = self.items()
        return item.legal if isinstance(item, Listed) else (item.default(),)

    def says(self) -> tuple[str, ...]:
        """The legal answers in canonical words if they are listed, else the draft alone."""
        return self.items()[0].says()


class Offer(NamedTuple):
    """Words that can be typed as they stand, and a remark on them: a price, odds, what comes of it. It may be empty."""

    words: str
    remark: str = ""


class Form(Generic[S]):
    """The base of all forms, good as it stands for a short list of plain words."""

    keywords: Collection[str] = ()
    """Words that the beginning of a name never stands for."""

    keys: Sequence[Key] = ()
    """The rules that ask for it, if it is declared once (`choose`)."""

    policies: Sequence[Any] = ()
    """The standing orders that go with it."""

    rereads = False
    """Whether `as last time` reads the words that were typed last anew, and does not repeat what was sealed."""

    def which(self, asked: Asked[S]) -> Form[S]:
        """The form that serves in fact, if a rule asks for several things; as a rule this one."""
        return self

    def prompt(self, asked: Asked[S]) -> str:
        """What is decided and why now, what is concerned, how to type it: a `Prompt`; of a plain text line 1 asks."""
        return f"Rule {asked.rule} asks {asked.about}".rstrip() + "."

    def read(self, asked: Asked[S], typed: Typed) -> Any:
        """The answer that is typed; for a SealMany the values of all its items in order.

        Raises IllegalMove (`typed.refuse_word()`) if the words mean nothing; need not ask whether it is legal.
        """
        if not isinstance(asked.request, SealMany):
            return self._item(asked, asked.items()[0], typed)
        values = []
        for item in asked.items():
            typed.part()
            values.append(self._item(asked, item, typed))
        return values

    def _item(self, asked: Asked[S], item: Options[Any], typed: Typed) -> Any:
        say = typed.name(Names({say: (say,) for say in item.says()}))
        if not say:
            raise typed.refuse_word("nothing is chosen")
        return item.read(say, typed.tried, asked.rule)

    def again(self, asked: Asked[S], last: Sequence[Any], typed: Typed) -> Any:
        """The answer that means now what these sealed values meant; None if it is to be said anew each time.

        `typed.stop()` says what of them no longer fits.
        """
        return None

    def lasts(self, asked: Asked[S], typed: Typed) -> bool:
        """With `rereads`: whether these words mean the same when the rule asks again; not if they number its items."""
        return True

    def echo(self, asked: Asked[S], answer: Any) -> Iterable[str]:
        """What an answer comes to, if its canonical words do not tell: lines for whoever has just typed it."""
        return ()

    def offers(self, asked: Asked[S]) -> Iterable[Offer]:
        """Answers to choose from. The first is a sensible one, never one that gives something away for nothing."""
        if isinstance(asked.request, SealMany):  # all items together, or nothing would be typed
            return [Offer("; ".join(item.spell(item.default()) for item in asked.items()))]
        return [Offer(say) for say in asked.says()]

    def propose(self, asked: Asked[S], rng: random.Random) -> Any:
        """An answer drawn at random; it may prove illegal. None if nothing comes to mind."""
        if isinstance(asked.request, SealMany):
            return [rng.choice(item.legal) if isinstance(item, Listed) else item.default() for item in asked.items()]
        return rng.choice(asked.legal())

    def pick(self, asked: Asked[S]) -> Any:
        """A good answer: what a sensible bot gives; None if nothing comes to mind."""
        return None

    def quiet(self, asked: Asked[S]) -> Any:
        """What a random player answers if no proposal of its was legal and true: the defaults."""
        values = [item.default() for item in asked.items()]
        return values if isinstance(asked.request, SealMany) else values[0]


class Forms(Generic[S]):
    """The forms of one game, by the rule that asks.

    `above` gives lines to stand above every prompt, "" for none (the battle that is fought). `in_words` turns a text of
    the rules into what people read: ids as names. `declared` are forms that say themselves which rules ask for them.
    `separators` are signs that part words in every answer, as in `Typed`.
    """

    def __init__(
        self, forms: Mapping[Key, Form[S]], *, above: Callable[[Asked[S]], str] | None = None,
        in_words: Callable[[Asked[S], str], str] | None = None, declared: Iterable[Form[S]] = (),
        separators: str = "",
    ) -> None:  # fmt: skip
        self._separators = separators
        keyed = {**forms, **{key: form for form in declared for key in form.keys}}
        self._forms: dict[tuple[str, Asks], Form[S]] = {
            key if isinstance(key, tuple) else (key, "any"): form for key, form in keyed.items()}
        self._above, self._in_words = above, in_words
        self._plain: Form[S] = Form()
        self._last: tuple[Request[Any] | None, str, list[str]] = (None, "", [])

    def of(self, request: Request[Any]) -> Form[S]:
        """The form of a request; the plain one if the game has none for it."""
        kind: Asks = "ask" if isinstance(request, Ask) else "write" if isinstance(request, Write) else "seal"
        return self._forms.get((request.rule, kind)) or self._forms.get((request.rule, "any")) or self._plain

    def rules(self) -> tuple[str, ...]:
        """The rules that ask for something, in the order of the forms."""
        return tuple(dict.fromkeys(rule for rule, _ in self._forms))

    def keywords(self, *rules: str) -> tuple[str, ...]:
        """The keywords of the forms of some rules, of all if none is named."""
        forms = [form for (rule, _), form in self._forms.items() if not rules or rule in rules]
        return tuple(dict.fromkeys(word for form in forms for word in form.keywords))

    @property
    def policies(self) -> tuple[Any, ...]:
        """The standing orders of all that is declared."""
        return tuple(policy for form in dict.fromkeys(self._forms.values()) for policy in form.policies)

    def has(self, request: Request[Any]) -> bool:
        """Whether the game has a form of its own for a request."""
        return self.of(request) is not self._plain

    # ------------------------------------------------------------------ what a Ruleset provides

    def prompt(self, state: S, request: Request[Any], seat: str, peek: Peek) -> Prompt:
        """What a seat is asked, and how to type an answer."""
        asked = Asked(state, request, seat, peek)
        prompt = Prompt.of(self._form(asked).prompt(asked))
        return prompt if self._above is None else prompt.below(self._above(asked))

    def read_orders(self, state: S, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
        """The canonical words of each item asked for; IllegalMove says what is wrong and what is legal."""
        asked = Asked(state, request, seat, peek)
        form = self._form(asked)
        typed = self._typed(asked, form, text)
        try:
            answer = form.read(asked, typed)
            typed.end()
            return self._spelled(asked, answer, typed)
        except IllegalMove as error:
            raise self._told(asked, error, typed) from None

    def again(self, state: S, request: Request[Any], seat: str, last: Sequence[Any], peek: Peek) -> list[str]:
        """`as last time`: the canonical words of each item; IllegalMove says what of the last answer no longer fits."""
        asked = Asked(state, request, seat, peek)
        form = self._form(asked)
        typed = self._typed(asked, form, AGAIN)
        try:
            answer = form.again(asked, last, typed)
            if answer is None:
                typed.stop("this is said anew each time")
            return self._spelled(asked, answer, typed)
        except IllegalMove as error:
            raise self._told(asked, error, typed) from None

    def lasting(self, state: S, request: Request[Any], seat: str, text: str, peek: Peek) -> bool | None:
        """Whether words that were typed may be read anew for `as last time`; None if what was sealed is repeated."""
        asked = Asked(state, request, seat, peek)
        form = self._form(asked)
        return form.lasts(asked, self._typed(asked, form, text)) if form.rereads else None

    def echo(self, state: S, request: Request[Any], seat: str, says: Sequence[str], peek: Peek) -> list[str]:
        """What an answer, given in canonical words, comes to; no line if these tell it."""
        asked = Asked(state, request, seat, peek)
        values = [item.read(say, seat, asked.rule) for item, say in zip(asked.items(), says, strict=True)]
        answer = values if isinstance(request, SealMany) else values[0]
        return [self._printed(asked, line) for line in self._form(asked).echo(asked, answer)]

    def examples(self, state: S, request: Request[Any], seat: str, peek: Peek) -> list[str]:
        """What is offered, as it may be typed; a remark stands after two blanks, `#` and a blank."""
        asked = Asked(state, request, seat, peek)
        offers = self._form(asked).offers(asked)
        return [f"{words}{REMARK}{remark}" if remark else words for words, remark in offers]

    def follow(self, state: S, request: Request[Any], seat: str, text: str, peek: Peek) -> Follow:
        """What may follow the beginning of an answer, and whether it is a legal answer as it stands."""
        asked = Asked(state, request, seat, peek)
        form = self._form(asked)

        def read(typed: Typed) -> None:
            answer = form.read(asked, typed)
            typed.end()
            self._spelled(asked, answer, typed)

        found = follow(read, text, lambda words, is_begun: self._typed(asked, form, words, is_begun=is_begun))
        return msgspec.structs.replace(found, why=self._printed(asked, found.why))

    def propose(self, state: S, request: Request[Any], seat: str, peek: Peek, rng: random.Random) -> Any:
        """An answer drawn at random, which may prove illegal; None if nothing comes to mind."""
        asked = Asked(state, request, seat, peek)
        return self._form(asked).propose(asked, rng)

    def pick(self, state: S, request: Request[Any], seat: str, peek: Peek) -> Any:
        """A good answer; None if nothing comes to mind."""
        asked = Asked(state, request, seat, peek)
        return self._form(asked).pick(asked)

    def quiet(self, state: S, request: Request[Any], seat: str, peek: Peek) -> Any:
        """The answer that is taken if no other was found."""
        asked = Asked(state, request, seat, peek)
        return self._form(asked).quiet(asked)

    # ------------------------------------------------------------------ parts

    def _form(self, asked: Asked[S]) -> Form[S]:
        return self.of(asked.request).which(asked)

    def _typed(self, asked: Asked[S], form: Form[S], text: str, *, is_begun: bool = False) -> Typed:
        return Typed(text, rule=asked.rule, keywords=form.keywords, is_begun=is_begun, separators=self._separators)

    def _spelled(self, asked: Asked[S], answer: Any, typed: Typed) -> list[str]:
        """The canonical words of a legal answer."""
        items = asked.items()
        values: Sequence[Any] = answer if isinstance(asked.request, SealMany) else [answer]
        if len(values) != len(items):
            typed.stop(f"{len(items)} things are asked for, {len(values)} given")
        return [item.canonical(value, typed.tried, asked.rule) for item, value in zip(items, values, strict=True)]

    def _told(self, asked: Asked[S], error: IllegalMove, typed: Typed) -> IllegalMove:
        """The same in words; what the person typed stands as it was typed."""
        tried = typed.tried if error.tried.startswith(typed.tried) else self._printed(asked, error.tried)
        legal = self._by_use(asked, error.legal)
        legal = [*(self._printed(asked, text) for text in legal[:MOST_LEGAL]), *legal[MOST_LEGAL:]]  # counted only
        after = "" if error.after is None else error.after
        told = IllegalMove(tried, error.rule, self._printed(asked, error.because), legal, after=after)
        told.in_parts = typed.in_parts
        if error.after == "" or typed.peek() in self._words_elsewhere(asked):
            told.name_question(Prompt.of(self._form(asked).prompt(asked)).question)
        return told

    def _words_elsewhere(self, asked: Asked[S]) -> Collection[str]:
        """Words of other questions alone."""
        here = self._form(asked).keywords
        return [word for word in self.keywords() if word not in here]

    def _by_use(self, asked: Asked[S], legal: Sequence[str]) -> Sequence[str]:
        """What is legal, if not all of it is told: first what the best offers name."""
        if len(legal) <= MOST_LEGAL:
            return legal
        offers = self._offered_words(asked)

        def rank(text: str) -> int:
            words = plain_words(self._printed(asked, text))
            return next((at for at, offered in enumerate(offers) if f" {words} " in offered), len(offers))

        return sorted(legal, key=rank)

    def _offered_words(self, asked: Asked[S]) -> list[str]:
        """What is offered, kept for the request that was asked about last: many refusals may follow each other."""
        request, seat, offers = self._last
        if request is not asked.request or seat != asked.seat:
            offers = [f" {plain_words(words)} " for words, _ in self._form(asked).offers(asked)]
            self._last = asked.request, asked.seat, offers
        return offers

    def _printed(self, asked: Asked[S], text: str) -> str:
        return text if self._in_words is None else self._in_words(asked, text)


def offered(words: Iterable[str], remark: Callable[[str], str] | None = None) -> Iterator[Offer]:
    """Offers of plain words, each with what `remark` says of it."""
    for word in words:
        yield Offer(word, remark(word) if remark is not None else "")


def ready(offers: Iterable[Offer], most: int = 2) -> str:
    """The first of what is offered, for a prompt: "`go luso`, `stay`"; it is legal as it stands."""
    return ", ".join(f"`{words}`" for words, _ in islice(offers, most))


def plain_words(text: str) -> str:
    """A text as words in lower case, without the marks between them."""
    return " ".join(_MARKS.split(text.lower()))
