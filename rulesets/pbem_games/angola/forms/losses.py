"""9.3.3, 9.9.2, 9.11.6, 9.12, 14.3.1 Whom fire hits, who is lost, who straggles.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, retreats (retreat).
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Sequence

from pbem.kit.bots import is_legal
from pbem.kit.choose import ChooseSome
from pbem.kit.forms import Asked, Form, Key, Offer
from pbem.kit.lists import Some
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.combat.display import Shown
from pbem_games.angola.combat.hits import Batch, tolls
from pbem_games.angola.forms.battle import cheapest, place_told, worth_of
from pbem_games.angola.forms.fire import SHOWN
from pbem_games.angola.forms.names import brief_units, read_units, typed_unit, units
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import faction_name
from pbem_games.angola.words.fire import LOSE, SUPPRESS, Outcome

MISSIONS = {"superiority": "for air superiority", "strike": "to strike", "suppressed": "suppressed"}
LOSING, TURNING = ("kill", "loses", "lost"), ("suppressed", "suppresses", "down")


class Results(Form[State]):
    """9.3.3 `lose inf1 suppress 2inf`: what a batch of results does to one's Units, or to airgroups over the battle."""

    keywords = (LOSE, SUPPRESS, *LOSING, *TURNING)

    def prompt(self, asked: Asked[State]) -> Prompt:
        batch = asked.case(Batch)
        hits, suppressions = batch.results.hits, batch.results.suppressions
        ready, down = list(batch.target.ready), list(batch.target.down)
        where, by_number = "in", "; Units by number too: `2inf`"
        if _is_air(batch):
            where, by_number = "in the air over", ""
        return Prompt(
            f"Your side has taken {plural(hits, 'hit')} and {plural(suppressions, 'suppression')} {where} "
            f"{place_told(asked)}: who suffers?", " A hit destroys, a suppression lasts for this combat; two "
            "suppressions may be taken as one more hit.",
            f"Unsuppressed: {_targets(asked, ready)}. Suppressed: {_targets(asked, down)}.",
            f"To be named: {_tolls_told(batch)}.",
            How(f"Type `{_typed_outcome(asked, best_outcome(asked))}`{by_number}."))

    def read(self, asked: Asked[State], typed: Typed) -> Outcome:
        batch = asked.case(Batch)
        if typed.peek() and typed.word("none"):
            return Outcome()
        named: dict[str, list[str]] = {LOSE: [], SUPPRESS: []}
        verb = ""
        while typed.more():
            room = _room(batch, named)
            for word, also in ((LOSE, LOSING), (SUPPRESS, TURNING)):
                if typed.peek() or room[word]:
                    verb = typed.word(word, also=also) or verb
            if not typed.peek() and not any(room.values()):
                break
            if not verb:
                raise typed.refuse_word("say `lose` or `suppress` first")
            found = _read_targets(asked, typed, verb, [*named[LOSE], *named[SUPPRESS]], room[verb])
            if not found:
                raise typed.refuse_word(f"say whom you {verb}")
            named[verb] += found
        outcome = Outcome(_ordered(batch, named[LOSE]), _ordered(batch, named[SUPPRESS]))
        if not _is_legal(asked, outcome):
            counts = f"{len(outcome.lost)} lost and {len(outcome.suppressed)} suppressed are named"
            typed.stop(f"{counts}; to be named: {_tolls_told(batch)}", [_typed_outcome(asked, best_outcome(asked))])
        return outcome

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """The cheapest Units, then the same with a conversion."""
        batch = asked.case(Batch)
        offered: dict[str, str] = {_typed_outcome(asked, best_outcome(asked)): "those that hurt least"}
        if len(tolls(batch.target, batch.results)) > 1:
            converted = _of_toll(asked, *tolls(batch.target, batch.results)[1])
            offered.setdefault(_typed_outcome(asked, converted), "two suppressions taken as a hit")
        return [Offer(words, remark) for words, remark in offered.items()]

    def propose(self, asked: Asked[State], rng: random.Random) -> Outcome:
        """The numbers of the draft, or some suppressions made hits; other Units."""
        quiet: Outcome = asked.items()[0].default()
        target = asked.case(Batch).target
        lost, turned = len(quiet.lost), len(quiet.suppressed)
        if turned > 1 and rng.random() < 0.4:
            lost, turned = lost + 1, max(0, turned - rng.choice((1, 2, 3)))
        names = [n for name in target.names for n in [name] * target.count(name)]
        rng.shuffle(names)
        return Outcome(tuple(sorted(names[:lost])), tuple(sorted(names[lost : lost + turned])))


def best_outcome(asked: Asked[State]) -> Outcome:
    """As few as may be, and those who matter least: the suppressed are lost before the others."""
    batch = asked.case(Batch)
    return _of_toll(asked, *tolls(batch.target, batch.results)[0])


def _of_toll(asked: Asked[State], lost: int, out: int) -> Outcome:
    """The cheapest outcome with so many lost, and so many no longer unsuppressed; the draft for airgroups."""
    target = asked.case(Batch).target
    draft: Outcome = asked.items()[0].default()
    if any(name not in asked.state.numbers.counters for name in target.names):
        return draft
    by_worth = cheapest(asked.state, target.names)
    gone = by_worth[:lost]
    ready = [u for u in by_worth if u in target.ready and u not in gone]
    more = out - sum(u in target.ready for u in gone)
    if not 0 <= more <= len(ready):  # then some that are unsuppressed must be among the lost
        gone = [u for u in by_worth if u in target.ready][:lost]
        ready = [u for u in by_worth if u in target.ready and u not in gone]
        more = out - len(gone)
    outcome = Outcome(_ordered(asked.case(Batch), gone), _ordered(asked.case(Batch), ready[: max(0, more)]))
    return outcome if _is_legal(asked, outcome) else draft


def _room(batch: Batch, named: dict[str, list[str]]) -> dict[str, int]:
    """How many more may be lost or suppressed in some choice of conversions."""
    lost, gone = len(named[LOSE]), sum(name in batch.target.ready for name in named[LOSE])
    left = [(low - lost, out - gone - len(named[SUPPRESS])) for low, out in tolls(batch.target, batch.results)]
    fitting = [(more, turned) for more, turned in left if more >= 0 and turned >= 0]
    return {LOSE: max((more for more, _ in fitting), default=0), SUPPRESS: max((t for _, t in fitting), default=0)}


def _read_targets(asked: Asked[State], typed: Typed, verb: str, named: Sequence[str], most: int) -> list[str]:
    """Units, or groups of airgroups with a number, as far as they follow."""
    target, used = asked.case(Batch).target, Tally(named)
    room = target.ready if verb == SUPPRESS else {n: target.count(n) for n in target.names}
    left = [n for n in target.names if room.get(n, 0) > used[n] and (most or typed.peek())]
    if any(name in asked.state.numbers.counters for name in target.names):
        return read_units(typed, asked.state, asked.seat, left, stop=(LOSE, SUPPRESS, *LOSING, *TURNING), most=most)
    groups = Names({n: (n, _air_typed(n), n.partition(".")[2]) for n in target.names},
                   shown={n: _air_typed(n) for n in target.names})
    counted = typed.counted(groups, left, most=max((room[n] - used[n] for n in left), default=1))
    return [] if counted is None else [counted[0]] * counted[1]


def _which_are_lost(asked: Asked[State]) -> Prompt:
    state, some = asked.state, asked.case(Some)
    down = [u for u in some.names if state.battle is not None and u in state.battle.suppressed]
    return Prompt(
        f"Your side loses {plural(some.count, 'Unit')} of {len(some.names)} in {place_told(asked)}: which?",
        f"There: {brief_units(state, some.names)}"
        f"{f'; suppressed of these {brief_units(state, down)}' if down else ''}.")


def _which_straggle(asked: Asked[State]) -> Prompt:
    some = asked.case(Some)
    return Prompt(
        f"{plural(some.count, 'Unit')} of {len(some.names)} in your Column must straggle in {place_told(asked)}: "
        "loose there, and unable to move again this turn. Which?",
        f"In it: {brief_units(asked.state, some.names)}.")


def _so_many(rule: Key, ask: Callable[[Asked[State]], str], *also_at: Key) -> ChooseSome[State]:
    """Exactly so many Units of one's own side, those that hurt least first."""
    return ChooseSome(
        rule=rule, also_at=also_at, noun="Unit", ask=ask, worth=lambda asked, unit: worth_of(asked.state, unit),
        names=lambda asked: units(asked.state.numbers, asked.seat), skip=(LOSE, *LOSING),
        read=lambda asked, typed, among, count: read_units(typed, asked.state, asked.seat, among, most=count),
        brief=lambda asked, named: _typed(asked, named), remarks=("those that hurt least", ""))


LOST = _so_many("9.11.6", _which_are_lost, "14.3.1")
STRAGGLERS = _so_many("9.12", _which_straggle)


class MineLosses(Form[State]):
    """9.9.2 Units destroyed by a minefield, or what a hidden Column shows before it."""

    def which(self, asked: Asked[State]) -> Form[State]:
        """What is shown comes first."""
        return SHOWN if asked.has_case(Shown) else LOST


# ---------------------------------------------------------------- parts


def _is_legal(asked: Asked[State], outcome: Outcome) -> bool:
    return isinstance(asked.request, Write) and is_legal(asked.request, outcome)


def _is_air(batch: Batch) -> bool:
    return any(name.rpartition(".")[2] in ("superiority", "strike", "suppressed") for name in batch.target.names)


def _ordered(batch: Batch, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=batch.target.names.index))


def _targets(asked: Asked[State], names: Sequence[str]) -> str:
    target = asked.case(Batch).target
    if any(name in asked.state.numbers.counters for name in names):
        return brief_units(asked.state, names)
    return ", ".join(f"{target.count(n)} {_air_told(asked.state, n)}" for n in names) or "none"


def _air_told(state: State, group: str) -> str:
    """`FAPLA to strike`: airgroups of one faction on one mission."""
    faction, _, mission = group.partition(".")
    return f"{faction_name(state, faction)} {MISSIONS[mission]}"


def _air_typed(group: str) -> str:
    """`fapla strike`"""
    return group.replace(".", " ")


def _tolls_told(batch: Batch) -> str:
    """`1 lost and 2 suppressed, or 2 lost`: what there is to choose from, if the unsuppressed are lost."""
    told = []
    for lost, out in tolls(batch.target, batch.results):
        turned = max(0, out - lost)
        told.append(f"{lost} lost{f' and {turned} suppressed' if turned else ''}")
    more = "; if suppressed ones are lost, as many more are suppressed" if batch.target.down else ""
    return ", or ".join(dict.fromkeys(told)) + more


def _typed_outcome(asked: Asked[State], outcome: Outcome) -> str:
    """An outcome as it is typed: Units by name, airgroups by number and group."""
    parts = []
    for verb, names in ((LOSE, outcome.lost), (SUPPRESS, outcome.suppressed)):
        if not names:
            continue
        if names[0] in asked.state.numbers.counters:
            parts.append(f"{verb} {_typed(asked, names)}")
        else:
            parts.append(f"{verb} {' '.join(f'{n} {_air_typed(name)}' for name, n in Tally(names).items())}")
    return " ".join(parts) or "none"


def _typed(asked: Asked[State], units: Iterable[Token]) -> str:
    return " ".join(typed_unit(asked.state, asked.seat, u) for u in units)
