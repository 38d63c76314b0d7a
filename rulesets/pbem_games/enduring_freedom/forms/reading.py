"""What the forms of plans share: lines read one by one, each tried on a sketch after those before it.

Belongs here: that base, the readers of names, ids as people read them. Must not be here: what a phase asks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names, joined
from pbem.kit.typed import Remark, Typed
from pbem_games.enduring_freedom import printed, prompts
from pbem_games.enduring_freedom.forms.advice import advised, told_of
from pbem_games.enduring_freedom.forms.random_plans import Propose, random_plan
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.planning import CarryOut
from pbem_games.enduring_freedom.plans import NOTHING, Line, Plan
from pbem_games.enduring_freedom.state import State, sketch_of

DONE = "done"
SKIPPED = ("and", "to", "into", "in", "at", "on", "over", "with", "for", "the", "by", "via")

ReadLine = Callable[[State, Typed], Sequence[Line]]
"""Reads one line as people type it, for the position as it would be then; several lines of the record if need be."""


class PlanOf(Form[State]):
    """A plan of one phase: `none`, or lines with `;` or line ends between."""

    keywords = (*SKIPPED, DONE, "all", "first")

    def __init__(
        self, carry_out: CarryOut, read_line: ReadLine, propose: Propose, offers: Callable[[State], Iterable[Offer]]
    ) -> None:
        self._carry_out, self._read_line, self._propose, self._offers = carry_out, read_line, propose, offers

    def prompt(self, asked: Asked[State]) -> Prompt:
        return prompts.prompt(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Plan:
        if typed.word(NOTHING, also=(DONE,), remark=lambda _: "nothing more in this phase"):
            return ()
        sketch, lines = sketch_of(asked.state), list[Line]()
        while typed.part():
            typed.skip("then")
            at = typed.at
            for line in self._read_line(sketch, typed):
                self._carry_out(sketch, line)
                lines.append(line)
            if typed.at == at:
                raise typed.refuse_word("nothing is named")
        if not lines:
            raise typed.refuse_word("nothing is named")
        return tuple(lines)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """A whole plan first, as the sensible bot would make it, if it can be typed back."""
        words = advised(asked.state, asked.rule)
        if words and (plan := self._typed(asked, words)) is not None:
            yield Offer(words, f"a sensible plan: {told_of(asked.state, plan, self._carry_out)}")
        yield from (offer for offer in self._offers(asked.state) if offer.words != words)

    def _typed(self, asked: Asked[State], words: str) -> Plan | None:
        """The legal plan that these words say; None if it is none."""
        typed = Typed(words, rule=asked.rule, keywords=self.keywords)
        try:
            plan = self.read(asked, typed)
            typed.end()
        except IllegalMove:
            return None
        return plan

    def propose(self, asked: Asked[State], rng: random.Random) -> Plan:
        return random_plan(asked.state, self._carry_out, self._propose, rng)


def word_if(
    is_open: bool, typed: Typed, word: str, also: Sequence[str] = (), *, remark: Remark | None = None
) -> bool:
    """Whether this word is next; it is offered only if `is_open`, and read in any case, to be refused by its rule."""
    if is_open:
        return bool(typed.word(word, also=also, remark=remark))
    is_next = typed.peek() in (word, *also)
    typed.at += is_next
    return is_next


def wanted(
    typed: Typed, names: Names, among: Collection[str], missing: str, *, also: Collection[str] = (), **reasons: Remark
) -> str:
    """A name that must stand here; words like `to` are passed over. `also` can be read, and is refused by its rule."""
    typed.skip(*SKIPPED)
    id = typed.name(names, among, also=also, remark=reasons.get("remark"), why=reasons.get("why"))
    if not id:
        raise typed.refuse_word(missing)
    return id


# ---------------------------------------------------------------- ids as people read them

_IDS = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


@lru_cache(maxsize=4)
def everything(numbers: Numbers) -> Names:
    """All that has a name."""
    return joined(printed.units(numbers), printed.places(numbers))


def in_words(asked: Asked[State], text: str) -> str:
    """A text of the rules with ids as people type them."""
    names = everything(asked.state.numbers)
    return _IDS.sub(lambda found: names.shown(found[0]) if found[0] in names else found[0], text)


def refused(carry_out: CarryOut, state: State, line: Line) -> bool:
    """Whether a line cannot be carried out; the state is a sketch that may be used up by it."""
    try:
        carry_out(state, line)
    except IllegalMove:
        return True
    return False
