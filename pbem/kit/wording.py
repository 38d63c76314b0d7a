"""Canonical words that stand beside the fields they spell: one line a kind of answer, read and written alike.

    class Leap(Order, frozen=True):
        words = "j3 leap {force:units} [carry={riders}] to={to:space}"
        force: Units
        to: str
        riders: Riders = ()

    ORDERS = Wording((Leap, Transfer), {"units": UNITS, "riders": RIDERS, "space": SPACE}, tried="order", rule="10.1")
    ORDERS.parse("j3 leap usmc_fr to=r2p12"), ORDERS.spell(Leap(("usmc_fr",), "r2p12"))

| in `words` | stands for |
| --- | --- |
| `{to:space}` | one word: the field `to`, as the value `space` writes it; `{path}` as the value of its own name does |
| `{units:units*}` | one or more words, which one value reads together: `each(unit, " ")` |
| `{moves...}` | all that is left |
| `{aloft?aloft}`, `{aloft?aloft\\|land}` | a word if the field is true; else no word, or the other one |
| `{watch=watch\\|unwatch}` | one of these words, which is the value of the field |
| `[...]` | left out if its fields have their defaults, or are empty; a blank before it belongs to it |

A kind may have several lines: the first is spelled that leaves no field with a value out, and needs none without one.
Whoever says what is none of the lines is shown those that begin alike.
Belongs here: that, and values of which answers are made. Must not be here: what people type (`typed`), what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

NOTHING = "none"
SHOWN = 60  # signs of a text that is refused
_TOKEN = re.compile(
    r"\{(?P<field>[a-z_]+)(?::(?P<value>[a-z_]+))?(?P<many>\*|\.\.\.)?\}"
    r"|\{(?P<flag>[a-z_]+)\?(?P<yes>[a-z_=]+)(?:\|(?P<no>[a-z_]+))?\}|\{(?P<pick>[a-z_]+)=(?P<words>[a-z_|]+)\}"
    r"|(?P<mark>[\[\]])|(?P<text>[^\[\]{}]+)")


class Unreadable(ValueError):
    """A word that a value cannot be read from: why, what it could be, and the rule if it is not that of the answer."""

    def __init__(self, because: str, legal: Iterable[str] = (), rule: str = "") -> None:
        super().__init__(because)
        self.because, self.legal, self.rule = because, legal, rule


# ---------------------------------------------------------------- values


class Value(Generic[T]):
    """How one field is written: `read` raises Unreadable, `spell` gives the one wording."""

    def __init__(self, read: Callable[[str], T], spell: Callable[[T], str] = str) -> None:
        self.read, self.spell = read, spell

    def into(self, make: Callable[[T], A], unmake: Callable[[A], T]) -> Value[A]:
        """The same words for something made of it."""
        return Value(lambda word: make(self.read(word)), lambda made: self.spell(unmake(made)))

    def under(self, rule: str) -> Value[T]:
        """The same, refused by a rule of its own."""

        def read(word: str) -> T:
            try:
                return self.read(word)
            except Unreadable as error:
                raise Unreadable(error.because, error.legal, rule) from None

        return Value(read, self.spell)

    def alone(self, *, tried: str, rule: str, empty: str = "") -> Alone[T]:
        """A whole answer that is this value; `empty` spells the empty tuple."""
        return Alone(self, tried, rule, empty)


class Alone(Generic[T]):
    """A value as a whole answer."""

    def __init__(self, value: Value[T], tried: str, rule: str, empty: str) -> None:
        self._value, self._tried, self._rule, self._empty = value, tried, rule, empty

    def parse(self, say: str) -> T:
        """The value; IllegalMove says what is wrong."""
        try:
            nothing: Any = ()
            return nothing if self._empty and say == self._empty else self._value.read(say)
        except Unreadable as error:
            raise IllegalMove(f"{self._tried}: {say[:SHOWN]}", self._rule, error.because, error.legal) from None

    def spell(self, answer: T) -> str:
        """The one wording."""
        return self._empty if self._empty and not answer else self._value.spell(answer)


def one_of(known: Iterable[str], what: str) -> Value[str]:
    """One of these ids; `what` they are, for refusals."""
    ids = dict.fromkeys(known)

    def read(word: str) -> str:
        if word not in ids:
            raise Unreadable(f"{word[:SHOWN] or 'nothing'} is no {what}", ids)
        return word

    return Value(read)


def like(pattern: str, what: str) -> Value[str]:
    """Any word of this shape."""
    shape = re.compile(pattern)

    def read(word: str) -> str:
        if not shape.fullmatch(word):
            raise Unreadable(f"{word[:SHOWN] or 'nothing'} is no {what}")
        return word

    return Value(read)


def number(least: int, most: int) -> Value[int]:
    """A whole number of a range, without leading zeros."""

    def read(word: str) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", word) or not least <= int(word) <= most:
            raise Unreadable(f"{word[:SHOWN] or 'nothing'} is no number from {least} to {most}")
        return int(word)

    return Value(read)


def each(
    item: Value[A], between: str = ",", *, once: Callable[[A], str] | None = None,
    order: Callable[[A], Any] | None = None, empty: str = "", most: int = 0,
) -> Value[tuple[A, ...]]:  # fmt: skip
    """Things with a sign between; `once` gives what of two must differ, `order` sorts them, `empty` spells no thing.

    There are `most` at most, 0 for any number.
    """

    def read(word: str) -> tuple[A, ...]:
        if empty and word == empty:
            return ()
        parts = word.split(between)
        if most and len(parts) > most:
            raise Unreadable(f"more than {most} are named")
        found = [item.read(part) for part in parts]
        if once is not None and (twice := repeated([once(one) for one in found])) is not None:
            raise Unreadable(f"{twice} is named twice")
        return tuple(found if order is None else sorted(found, key=order))

    def spell(things: tuple[A, ...]) -> str:
        return between.join(map(item.spell, things if order is None else sorted(things, key=order))) or empty

    return Value(read, spell)


def several(names: Iterable[str], what: str, between: str = " ") -> Value[tuple[str, ...]]:
    """Some of these names, each once, in their order."""
    known = tuple(names)
    return each(one_of(known, what), between, once=str, order=by_order(known))


def by_order(names: Iterable[str]) -> Callable[[str], tuple[int, str]]:
    """Where a name stands among these; the unknown ones last."""
    places = {name: i for i, name in enumerate(names)}
    return lambda name: (places.get(name, len(places)), name)


def pair(first: Value[A], second: Value[B], between: str = ":") -> Value[tuple[A, B]]:
    """`a:b`"""

    def read(word: str) -> tuple[A, B]:
        one, sign, other = word.partition(between)
        if not sign:
            raise Unreadable(f"{word[:SHOWN] or 'nothing'} is no pair like a{between}b")
        return first.read(one), second.read(other)

    return Value(read, lambda both: f"{first.spell(both[0])}{between}{second.spell(both[1])}")


# ---------------------------------------------------------------- whole answers


class Wording(Generic[T]):
    """The words of some kinds of answers, structs with `words`; `words` here stands for those of some kinds."""

    def __init__(
        self, kinds: Sequence[type[T]], values: Mapping[str, Value[Any]], *, tried: str, rule: str,
        words: Mapping[type[T], str | tuple[str, ...]] | None = None,
    ) -> None:  # fmt: skip
        self._values, self._tried, self._rule = values, tried, rule
        said = words or {}
        known: Sequence[Any] = kinds
        self._lines: dict[type[T], tuple[WordingLine, ...]] = {k: _lines(k, said.get(k, k.words)) for k in known}

    def parse(self, say: str) -> T:
        """The answer; IllegalMove names the word that is none, or shows how it is written."""
        for kind, lines in self._lines.items():
            for line in sorted(lines, key=lambda line: line.is_open):
                if (found := line.pattern.fullmatch(f" {say}")) is not None:
                    return kind(**self._read(line, found))
        first, _, more = say.partition(" ")
        shapes = [line.shape for lines in self._lines.values() for line in lines]
        second = f"{first} {more.partition(' ')[0]}"
        alike = [shape for shape in shapes if f"{shape} ".startswith(f"{second} ")] or [
            shape for shape in shapes if f"{shape} ".startswith(f"{first} ")]
        because = f"{say[:SHOWN] or 'nothing'} is not written like anything that may be said here"
        raise IllegalMove(self._tried, self._rule, because, alike or shapes)

    def spell(self, answer: T) -> str:
        """The one canonical wording."""
        said = ""
        for line in self._lines[type(answer)]:
            if not said and line.fits(answer):
                said = _spelled(line.nodes, answer, line.defaults, self._values)[1:]
        return said

    def _read(self, line: WordingLine, found: re.Match[str]) -> dict[str, Any]:
        fields: dict[str, Any] = {slot.field: () for slot in line.slots if line.defaults[slot.field] is NODEFAULT}
        try:
            for slot in line.slots:
                said = found[slot.field]
                if slot.yes:
                    fields[slot.field] = said == slot.yes
                elif slot.words and said is not None:
                    fields[slot.field] = said
                elif said is not None:
                    fields[slot.field] = self._values[slot.value].read(said)
        except Unreadable as error:
            raise IllegalMove(self._tried, error.rule or self._rule, error.because, error.legal) from None
        return fields


# ---------------------------------------------------------------- lines


class _Slot(NamedTuple):
    """What stands for a field; `yes` and `no` are the words of one that is true or false, `words` what it may be."""

    field: str
    value: str = ""
    many: str = ""
    yes: str = ""
    no: str = ""
    words: tuple[str, ...] = ()


_Node = str | _Slot | list[Any]
"""A text, a slot, or what may be left out."""


class WordingLine(NamedTuple):
    """One way to write one kind: what it is made of, as a pattern, as people are shown it, the fields' defaults."""

    nodes: list[_Node]
    pattern: re.Pattern[str]
    shape: str
    slots: tuple[_Slot, ...]
    defaults: dict[str, Any]

    @property
    def is_open(self) -> bool:
        """Whether it begins with a field, so that any word may be meant by it."""
        return self.nodes[0] == " "

    def fits(self, answer: object) -> bool:
        """Whether every field that must stand there has a value, and no field with a value is left out."""
        must = {node.field for node in self.nodes if isinstance(node, _Slot) and not (node.yes or node.words)}
        said = {field for field in self.defaults if _is_said(answer, field, self.defaults)}
        return must <= said <= {slot.field for slot in self.slots}


@lru_cache(maxsize=256)
def _lines(kind: Any, words: str | tuple[str, ...]) -> tuple[WordingLine, ...]:
    defaults = {field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
                for field in msgspec.structs.fields(kind)}
    return tuple(_line(one, defaults) for one in ((words,) if isinstance(words, str) else words))


def _line(words: str, defaults: dict[str, Any]) -> WordingLine:
    stack: list[list[_Node]] = [[]]
    for token in _TOKEN.finditer(f" {words}"):
        here = stack[-1]
        opens = token["mark"] == "[" or (token["flag"] is not None and token["no"] is None)
        blank = ""
        if opens and here and isinstance(here[-1], str) and here[-1].endswith(" "):
            blank = " "
            here[-1:] = [here[-1][:-1]] if here[-1] != " " else []
        if token["mark"] == "[":
            stack.append([blank] if blank else [])
        elif token["mark"] == "]":
            stack[-2].append(stack.pop())
        elif token["flag"] is not None:
            slot = _Slot(token["flag"], yes=token["yes"], no=token["no"] or "")
            here.append(slot if slot.no else [*([blank] if blank else []), slot])
        elif token["pick"] is not None:
            here.append(_Slot(token["pick"], words=tuple(token["words"].split("|"))))
        elif token["field"] is not None:
            here.append(_Slot(token["field"], token["value"] or token["field"], token["many"] or ""))
        else:
            here.append(token["text"])
    (nodes,) = stack
    slots = tuple(_slots(nodes))
    shape = re.sub(r"\{[a-z_]+\?([a-z_=]+)\}", r"[\1]", words)
    shape = re.sub(r"\{[a-z_]+[?=]([a-z_|]+)\}", r"\1", shape)
    shape = re.sub(r"\{([a-z_]+)(?::[a-z_]+)?(\*|\.\.\.)?\}", lambda m: m[1].upper() + (" ..." if m[2] else ""), shape)
    return WordingLine(nodes, re.compile(_pattern(nodes, [])), shape, slots, defaults)


def _slots(nodes: Sequence[_Node]) -> Iterable[_Slot]:
    for node in nodes:
        if isinstance(node, _Slot):
            yield node
        elif isinstance(node, list):
            yield from _slots(node)


def _pattern(nodes: Sequence[_Node], after: Sequence[_Node]) -> str:
    """As a regular expression without any choice that could be tried again and again; `after` is what follows."""
    parts = []
    for i, node in enumerate(nodes):
        rest = [*nodes[i + 1:], *after]
        if isinstance(node, str):
            parts.append(re.escape(node))
        elif isinstance(node, list):
            parts.append(f"(?:{_pattern(node, rest)})?")
        elif node.yes:
            parts.append(f"(?P<{node.field}>{node.yes}{'|' + node.no if node.no else ''})")
        elif node.words:
            parts.append(f"(?P<{node.field}>{'|'.join(node.words)})")
        elif node.many == "...":
            parts.append(f"(?P<{node.field}>.+)")
        else:
            word = f"{_not_what_follows(rest)}[^ {re.escape(_glued(rest))}]++"
            parts.append(f"(?P<{node.field}>{word}{f'(?: {word})*+' if node.many else ''})")
    return "".join(parts)


def _glued(rest: Sequence[_Node]) -> str:
    """The signs with which what follows may begin without a blank."""
    found = ""
    for node in rest:
        if isinstance(node, list):
            found += _glued(node[:1])
        else:
            return found + (node[0] if isinstance(node, str) and node[0] != " " else "")
    return found


def _not_what_follows(rest: Sequence[_Node]) -> str:
    """A word is not read as a thing if it is one of those that stand behind it, a word or a `key=`."""
    flat = "".join(_flat(rest))
    keys = dict.fromkeys(re.findall(r"(?:^| )([a-z_]+=)", flat))
    words = dict.fromkeys(re.findall(r"(?:^| )([a-z_;]+)(?= |$)", flat))
    ends = [re.escape(key) for key in keys] + [f"{re.escape(word)}(?![^ ])" for word in words]
    return f"(?!{'|'.join(ends)})" if ends else ""


def _flat(nodes: Sequence[_Node]) -> Iterable[str]:
    for node in nodes:
        if isinstance(node, list):
            yield from _flat(node)
        else:
            yield node if isinstance(node, str) else node.yes or " ".join(node.words) or "\n"


def _is_said(answer: object, field: str, defaults: Mapping[str, Any]) -> bool:
    value, default = getattr(answer, field), defaults[field]
    return bool(value) if default is NODEFAULT else bool(value != default)


def _spelled(
    nodes: Sequence[_Node], answer: object, defaults: Mapping[str, Any], values: Mapping[str, Value[Any]]
) -> str:
    said = []
    for node in nodes:
        if isinstance(node, str):
            said.append(node)
        elif isinstance(node, list):
            if any(_is_said(answer, slot.field, defaults) for slot in _slots(node)):
                said.append(_spelled(node, answer, defaults, values))
        elif node.words:
            said.append(getattr(answer, node.field))
        elif node.yes:
            said.append(node.yes if getattr(answer, node.field) else node.no)
        else:
            said.append(values[node.value].spell(getattr(answer, node.field)))
    return "".join(said)
