"""The moments to come of the phase that is played, each with an answer that may be filed for it (design 10).

Belongs here: which moments a seat is told of, with what words. Must not be here: which there are (a ruleset's
`moments`), filing (`early`), printing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.desk.early import Early, brief, is_asked_now
from pbem.desk.orders import examples_of
from pbem.errors import Unsupported
from pbem.kit.conditions import Moment
from pbem.match.match import Match
from pbem.ruleset import without_remark

APART = 6  # things about which a rule may ask that are told one by one
LONG = 60  # characters of an example: if the first one has more the shortest is told


@dataclass(frozen=True, slots=True)
class ComingQuestion:
    """One moment as it is filed for, words that may stand behind it, what is decided.

    `one_of` is the same for one place or piece alone, if there are too many to tell; "" if not.
    """

    seat: str
    moment: str
    words: str
    title: str
    one_of: str = ""

    @property
    def order(self) -> str:
        """What `pbem do --early` takes."""
        return f"{self.moment}: {self.words}"


def coming(match: Match, seat: str) -> list[ComingQuestion]:
    """What may be asked of a seat before the phase ends, or is asked now; Unsupported if its game does not tell."""
    known = {} if match.ruleset.moments is None else match.ruleset.moments(match.state, seat)
    if not any(moment.example for moment in known.values()):
        raise Unsupported(f"{match.ruleset.title} does not tell what is still asked",
                          "pbem next shows what is asked now, with its moment")
    return [one for rule, moment in known.items() if moment.example and moment.is_near and "" not in moment.gone
            for one in _of_rule(match, seat, rule, moment)]


def _of_rule(match: Match, seat: str, rule: str, moment: Moment) -> Iterator[ComingQuestion]:
    """Those of one rule: apart if they are few, else together."""
    left = [brief(about, seat) for about in moment.abouts if about not in moment.gone]
    if moment.abouts and not left:
        return
    apart = left if len(left) <= APART else []
    one_of = f"{rule}/{left[0]}" if left and not apart else ""
    for about in apart or [""]:
        named = f"{rule}/{about}" if about else rule
        yield ComingQuestion(seat, named, _words(match, Early(seat, rule, about, ""), moment), moment.title, one_of)


def _words(match: Match, order: Early, moment: Moment) -> str:
    """An answer that is legal if the moment is there, else one that means something whenever it is asked."""
    request = match.request
    if request is not None and is_asked_now(match, order):
        legal = [without_remark(example)[0] for example in examples_of(match, request, order.seat)]
        short = legal if legal and len(legal[0]) > LONG else legal[:1]
        return min(short, key=len, default=moment.example)
    return moment.example
