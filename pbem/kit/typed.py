"""A text that a person typed, read word by word from the left; it remembers what could have stood where.

    typed = Typed("go nova lisboa; watch", rule="5.2")
    typed.word("go")            # "go"
    typed.name(PLACES, legal)   # "nova_lisboa"
    typed.more(), typed.part()  # False: the part ends here; True: another one follows

Whatever a reader asks for is noted at its place. So one reader serves three ends: it reads an answer; its refusals say
what would have been legal just there, with what is near; and `following.follow` runs it over the beginning of an answer
to tell what may come next. Commas, colons and equals signs part words as blanks do; `;` and line ends part orders.
Belongs here: that cursor. Must not be here: what an answer needs (`forms`), what things are called (`spelling`), what
may follow a beginning (`following`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NoReturn

from pbem.errors import IllegalMove
from pbem.kit.choices import Choice as Choice
from pbem.kit.choices import Laid, Wanted, many
from pbem.kit.choices import Remark as Remark
from pbem.kit.reserved import RESERVED, kind_of, meant
from pbem.kit.spelling import MOST_WORDS, SHORTEST, Names, fold
from pbem.limits import MAX_SAY

REMARK = "#"  # what follows it is for the reader of an example
PART = ";"
AGAIN = "as last time"  # typed for a whole answer: what the same seat sealed last when the same rule asked it
MOST_NUMBERS = 99  # that are offered
MOST_PARTS = 48  # whole parts that are offered
MOST_MISSPELT = 4  # words of one name
MOST_ASKED_ON = 50  # looks past the end of a text that goes on
_GAPS = re.compile(r"[\s,:=]+")
_COUNTED = re.compile(r"([0-9]{1,3})[x*]?([a-z].*)")
_STARRED = re.compile(r"(.*[^*x0-9])x([0-9]{1,3})|(.*[^*x])\*([0-9]{1,3})")

class Typed:
    """A text and how far it is read. `keywords` and the reserved words are never read as the beginning of a name.

    `is_begun` is set for a text that goes on: then a `;` at its end begins an empty part. `separators` are signs that
    part words in this game, beside those that always do: with `-` `bud-gal` is `bud gal`, and no name may hold one.
    """

    def __init__(
        self, text: str, *, rule: str, tried: str = "", keywords: Collection[str] = (), is_begun: bool = False,
        separators: str = "",
    ) -> None:  # fmt: skip
        self.rule, self._keywords = rule, RESERVED.union(keywords)
        if len(text) > MAX_SAY:
            raise IllegalMove(
                f"{text[:40]!r} and more", rule, f"an order has at most {MAX_SAY:,} characters, not {len(text):,}")
        self.text = fold(text.split(REMARK)[0]).strip()
        self.tried = f"{tried}: {self.text}" if tried and self.text else tried or self.text or "nothing typed"
        self.words = [w for line in re.split(r"[;\n]", self.text) for w in (*_words(line, separators), PART)][:-1]
        self.at = 0
        self.in_parts = False  # whether its reader has gone on to a second part
        self.asks_on = False  # whether its reader would read another part behind the last one
        self.is_begun, self._asked_on = is_begun, 0
        self._asked: dict[int, list[Wanted]] = {}
        self._near: dict[int, tuple[str, list[str]]] = {}  # place -> words there, and the names that they may begin
        self._parts: tuple[Choice, ...] = ()
        self.laid = Laid(lambda: self.words, lambda: self.at)
        self._not_here: dict[int, str] = {}  # place -> why the thing that is named there cannot be named

    # ------------------------------------------------------------------ where it stands

    @property
    def rest(self) -> list[str]:
        """The words of this part that are not read yet."""
        ends = next((i for i in range(self.at, len(self.words)) if self.words[i] == PART), len(self.words))
        return self.words[self.at:ends]

    def more(self) -> bool:
        """Whether a word of this part is left. At the end of a text that goes on too: what would be read there?"""
        if self.at < len(self.words):
            return self.words[self.at] != PART
        return self._goes_on()

    def part(self) -> bool:
        """Goes on to the next part that says anything; False if there is none."""
        self.asks_on = self.asks_on or 0 < self.at == len(self.words)
        at = self.at
        while self.at < len(self.words) and self.words[self.at] == PART:
            self.at += 1
        self.in_parts = self.in_parts or 0 < at < self.at < len(self.words)
        return self.at < len(self.words) or ((self.at > at or not at) and self._goes_on())

    def _goes_on(self) -> bool:
        """At the end of a text that is only begun; a reader that is content with nothing is not asked for ever."""
        self._asked_on += 1
        return self.is_begun and self._asked_on < MOST_ASKED_ON

    # ------------------------------------------------------------------ reading

    def word(
        self, *words: str, also: Collection[str] = (), remark: Remark | None = None,
        leads: Mapping[str, Collection[str]] | None = None, labels: Mapping[str, str] | None = None,
    ) -> str:  # fmt: skip
        """The next word if it is one of these, else ""; one of `also` stands for the first, and is not offered.

        Whatever says nothing, or yes, is read as the one of these that says so (`reserved`). `leads` as in `name`;
        `labels` says what people read for a word that is a code.
        """
        self._note(Wanted("word", words, remark=remark, leads=leads, labels=labels))
        found = self.peek()
        if found and found not in words:
            kind = kind_of(found, is_alone=len(self._ahead(2)) == 1)
            is_also = found in also or any(word in kind for word in also)
            found = words[0] if is_also else meant(kind, words)
        self.at += bool(found)
        return found

    def peek(self) -> str:
        """The next word of this part, unread; "" if none is left."""
        return next(iter(self._ahead(1)), "")

    def skip(self, *words: str) -> None:
        """Passes over words that tell nothing: `to`, `and`."""
        while self.peek() in words:
            self.at += 1

    def name(
        self, names: Names, among: Collection[str] | None = None, *, also: Collection[str] = (),
        remark: Remark | None = None, why: Remark | None = None, whole: bool = False, row: bool = False,
        leads: Mapping[str, Collection[str]] | None = None,
    ) -> str:
        """The id of the thing named next; "" if none is, or none of `among`. The longest name that fits is taken.

        A beginning must be unique, at least among these; `whole` takes no beginnings. One of `also` is read too, not
        offered: the rules say better what is wrong. `why` says why another cannot be named; `row`: several may.
        `leads` has for each the places of which one may be named in its stead.
        """
        self._note(Wanted("name", names=names, among=among, remark=remark, why=why, row=row, leads=leads))
        return self._name(names, among, also, why, whole=whole)

    def _name(
        self, names: Names, among: Collection[str] | None, also: Collection[str], why: Remark | None, *,
        whole: bool = False,
    ) -> str:  # fmt: skip
        found = self._whole(names, among, also, why) or ("" if whole else self._beginning(names, among, also, why))
        word = self.peek()
        if not found and self._apart():
            found = self._name(names, among, also, why, whole=whole)
            if not found:
                self.words[self.at : self.at + 2] = [word]  # another reader may know it as it was
        return found

    def number(self, low: int, high: int) -> int | None:
        """The next word if it is a number of that range; None if it is none. IllegalMove for one out of range."""
        shown = tuple(str(n) for n in range(low, min(high, low + MOST_NUMBERS) + 1))
        self._note(Wanted("number", shown))
        word = self.peek().removesuffix("x")
        if not (word.isascii() and word.isdecimal()):
            return None
        if len(word) > 4 or not low <= int(word) <= high:
            raise self.refuse(f"{word[:12]} is no number from {low} to {high}")
        self.at += 1
        return int(word)

    def counted(
        self, names: Names, among: Collection[str] | None = None, *, most: int, also: Collection[str] = (),
        remark: Remark | None = None, why: Remark | None = None, of: Mapping[str, Collection[str] | int] | None = None,
        offered: int = 0,
    ) -> tuple[str, int] | None:
        """`4inf`, `4 inf`, `inf*4`, `inf`: a kind and how many, 1 if that is not said; None if no kind is named.

        `of` says for each kind which things may be meant, or how many: no more are offered, nor more than `offered`.
        IllegalMove for a number that is not from 1 to `most`.
        """
        at, written, count = self.at, self.peek(), 1
        if written and not names.exact(written):
            if (found := _COUNTED.fullmatch(written)) and (names.exact(found[2]) or names.begun(found[2])):
                self.words[self.at:self.at + 1] = [found[1], found[2]]
            elif found := _STARRED.fullmatch(written):
                kind, number = (part for part in found.groups() if part is not None)
                self.words[self.at:self.at + 1] = [number, kind]
        word = self.peek().removesuffix("x")
        is_number = word.isascii() and word.isdecimal() and not names.exact(word)
        self.at += is_number
        if is_number:
            kinds = names.ids() if among is None else among
            enough = [kind for kind in kinds if of is None or many(of.get(kind, 0)) >= int(word[:6])]
            self._note(Wanted("name", names=names, among=enough, remark=remark, why=why, of=of))
        else:
            self._note(Wanted("name", names=names, among=among, remark=remark, why=why,
                              most=min(most, offered or most), of=of))
        kind = self._name(names, among, also, why)
        if not kind:
            self.at = at
            return None
        if is_number:
            count = int(word[:6])
            if not 1 <= count <= most:
                raise self.refuse(f"{word[:12]} {names.shown(kind)} is no number from 1 to {most}")
        return kind, count

    def offer(self, parts: Callable[[], Iterable[Choice]]) -> None:
        """Whole parts that may be said here, at the end of a text that goes on: they are read word by word as ever.

        If `most` of one is more than 1 a number may stand before its last word, and stands for its last ids.
        """
        if self.is_begun and self.at == len(self.words):
            self._parts = tuple(islice(parts(), MOST_PARTS))

    def end(self) -> None:
        """Raises if anything is left."""
        was_in_parts, asked_on = self.in_parts, self.asks_on
        is_left = self.part()
        self.asks_on = asked_on
        if is_left:
            self.in_parts = was_in_parts
            raise self.refuse_word()

    # ------------------------------------------------------------------ refusals

    def refuse(self, because: str, legal: Iterable[str] = ()) -> IllegalMove:
        """An error about this text, to be raised."""
        return IllegalMove(self.tried, self.rule, because, legal=legal)

    def refuse_word(self, missing: str = "") -> IllegalMove:
        """The error about the next word: why not here, of what it may be the beginning, what is near, what is legal.

        `missing` says what is wanted if no word is left.
        """
        legal = list(dict.fromkeys(choice.words for choice in self._choices(self.at)))
        if self.at in self._near and self.peek() not in RESERVED:
            words, legal = self._near[self.at]
            because = f"{words} may be more than one"
        else:
            because = self._why_not(missing)
        return IllegalMove(self.tried, self.rule, because, legal, after="".join(f"{w} " for w in self.words[:self.at]))

    def _why_not(self, missing: str) -> str:
        """What is wrong with the next word, or with there being none."""
        word = self.peek()
        if not word:
            return missing or "something is missing at the end"
        if word in RESERVED:
            return f"{word} is no answer here{f': {missing}' if missing else ''}"
        if self.at in self._not_here:
            return self._not_here[self.at]
        for words in self._next_words():
            if near := [name for name in self._similar(words) if words == word or " " in name]:
                return f"{words} is not understood here: did you mean {' or '.join(near[:3])}?"
        return f"{word[:60]} is not understood here"

    def stop(self, because: str, legal: Iterable[str] = ()) -> NoReturn:
        """Raises an error about this text."""
        raise self.refuse(because, legal)

    # ------------------------------------------------------------------ what may follow

    def following(self) -> tuple[Choice, ...]:
        """What the reader asked for at the end of the text, each choice once; then what completes a name there."""
        found: dict[str, Choice] = {}
        for choice in (*self._choices(len(self.words)), *self._rests()):
            found.setdefault(choice.words, choice)
        return tuple(found.values())

    def offered(self) -> tuple[Choice, ...]:
        """The whole parts that the reader offered at the end of the text."""
        return self._parts

    # ------------------------------------------------------------------ parts

    def _ahead(self, most: int) -> list[str]:
        """The next words of this part, so many at most."""
        left = self.words[self.at:self.at + most]
        return left[:left.index(PART)] if PART in left else left

    def _next_words(self) -> Iterator[str]:
        """The next word of this part, then with those after it: together they may be one misspelt name."""
        left = self._ahead(MOST_MISSPELT)
        yield from (" ".join(left[:count]) for count in range(1, len(left) + 1))

    def _note(self, asked: Wanted) -> None:
        there = self._asked.setdefault(self.at, [])
        if not any(old.kind == asked.kind and old.words == asked.words and old.names is asked.names
                   and old.among is asked.among for old in there):
            there.append(asked)

    def _choices(self, at: int) -> Iterator[Choice]:
        for asked in self._asked.get(at, ()):
            yield from asked.choices()

    def _rests(self) -> Iterator[Choice]:
        """The rest of each name of several words that the text ends in the middle of; the longest beginning first."""
        ends = len(self.words)
        for at in range(max(0, ends - MOST_WORDS), ends):
            for asked in self._asked.get(at, ()):
                yield from asked.rests(self.words[at:])

    def _whole(
        self, names: Names, among: Collection[str] | None, also: Collection[str], why: Remark | None
    ) -> str:
        left = self._ahead(names.most_words)
        for count in range(len(left), 0, -1):
            id = names.exact("".join(left[:count]))
            if id and (among is None or id in among or id in also):
                self.at += count
                return id
            if id:
                self._note_elsewhere(names, id, why)
        return ""

    def _note_elsewhere(self, names: Names, id: str, why: Remark | None) -> None:
        """What is named here is not among what may be."""
        self._not_here.setdefault(self.at, why(id) if why is not None else f"{names.shown(id)} is not possible here")

    def _beginning(
        self, names: Names, among: Collection[str] | None, also: Collection[str], why: Remark | None
    ) -> str:
        left = self._ahead(names.most_words)
        if not left or left[0] in self._keywords:
            return ""
        left = left[:next((at for at, word in enumerate(left) if word in RESERVED), len(left))]
        for count in range(len(left), self._words_elsewhere(names, left) - 1, -1):
            words = "".join(left[:count])
            begun = names.begun(words) if len(words) >= SHORTEST else []
            fitting = begun if among is None else [id for id in begun if id in among]
            fitting = fitting or [id for id in begun if id in also]
            if len(fitting) == 1:
                is_number = count < len(left) and left[count].isdecimal()  # `b rec 1`, if that is the 1 of its name
                self.at += count + (is_number and names.shortened(left[: count + 1]) == fitting)
                return fitting[0]
            if len(begun) == 1:
                self._note_elsewhere(names, begun[0], why)
            elif fitting or (begun and self.at not in self._not_here):
                self._near.setdefault(self.at, (" ".join(left[:count]), [names.shown(id) for id in fitting or begun]))
        return self._shortened(names, left, among)

    def _words_elsewhere(self, names: Names, left: Sequence[str]) -> int:
        """How many of these words name one thing whole, 1 if none do: its first word alone is no other thing's."""
        return next((n for n in range(len(left), 1, -1) if names.exact("".join(left[:n]))), 1)

    def _shortened(self, names: Names, left: Sequence[str], among: Collection[str] | None) -> str:
        """`a fort 1`: the only one of these whose words all begin so, if nothing else was meant."""
        for count in range(len(left), 1, -1):
            fitting = [id for id in names.shortened(left[:count]) if among is None or id in among]
            if len(fitting) == 1:
                self.at += count
                return fitting[0]
        return ""

    def _apart(self) -> bool:
        """`gabela.b` as two words, if it is no name as it stands."""
        head, dot, tail = self.peek().partition(".")
        if not dot or not head or not tail:
            return False
        self.words[self.at:self.at + 1] = [head, tail]
        return True

    def _similar(self, word: str) -> list[str]:
        """What is spelled almost so: what is legal here before what is not."""
        legal: list[str] = []
        known: list[str] = []
        for asked in self._asked.get(self.at, ()):
            if asked.names is None:
                keys = Names({w: (w,) for w in asked.words})
                legal += keys.near(word)
            else:
                legal += [asked.names.shown(id) for id in asked.names.near(word, asked.among)]
                known += [asked.names.shown(id) for id in asked.names.near(word)]
        return list(dict.fromkeys([*legal, *([] if legal else known)]))


def _words(line: str, separators: str) -> list[str]:
    for sign in separators:
        line = line.replace(sign, " ")
    return [word for word in _GAPS.split(line) if word]
