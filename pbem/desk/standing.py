"""Standing orders of one player: kept in his game folder, shown to nobody, answered with when their moment comes.

What the log holds of such an answer is an ordinary answer: nobody can tell it from a typed one, and its owner is told.
Belongs here: that private file, and giving the answers. Must not be here: which answers (the ruleset's policies).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.desk.orders import FINAL, Given, give_order
from pbem.desk.waiting import open_duties
from pbem.disk.plain import read_small
from pbem.disk.whole import write_private
from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.kit.policies import ASK, Policy, Setting, named
from pbem.kit.typed import AGAIN
from pbem.limits import MAX_STANDING, MAX_STANDING_TEXT
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.play.sight import peek_of
from pbem.ruleset import Ruleset

FILE = "standing.txt"


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """One order as it is kept: the seat, the policy's name, the choice as it is typed."""

    seat: str
    policy: str
    text: str

    @property
    def line(self) -> str:
        """As it stands in the file."""
        return f"{self.seat} {self.policy}: {self.text}"


@dataclass(slots=True)
class StandingFile:
    """What is in the file: the orders in force, and one sentence for each line that counts for nothing."""

    orders: list[StandingOrder] = field(default_factory=list)
    spoiled: list[str] = field(default_factory=list)


def standing_orders(folder: Path, ruleset: Ruleset, state: Any) -> StandingFile:
    """What a player has set in a game folder; a line that is not one of ours, or that names nothing, is told."""
    content = read_small(folder / FILE) or b""
    lines = content.decode("utf-8", "replace").splitlines()
    kept = StandingFile()
    for number, line in enumerate(lines[:MAX_STANDING], 1):
        try:
            kept.orders.append(_read(line, ruleset, state))
        except WrongUse as error:
            kept.spoiled.append(f"{FILE}, line {number} counts for nothing: {error}")
    if len(lines) > MAX_STANDING:
        kept.spoiled.append(f"{FILE}: lines after the first {MAX_STANDING} count for nothing")
    return kept


def _read(line: str, ruleset: Ruleset, state: Any) -> StandingOrder:
    head, colon, text = line[: MAX_STANDING_TEXT * 2].partition(": ")
    seat, _, name = head.partition(" ")
    policy = next((p for p in ruleset.policies if p.name == name), None)
    if not colon or policy is None:
        raise WrongUse(f"{line[:60]!r} is no standing order")
    return StandingOrder(seat, name, _settled(policy, text, state).text)


def _settled(policy: Policy[Any], text: str, state: Any) -> Setting:
    if len(text) > MAX_STANDING_TEXT:
        raise WrongUse(f"a standing order of {len(text):,} characters; the limit is {MAX_STANDING_TEXT:,}")
    return policy.read(text, state)


@dataclass(frozen=True, slots=True)
class Change:
    """One order as it is to be set for a seat, and what stands there: the choices as they are typed."""

    seat: str
    policy: Policy[Any]
    setting: Setting
    before: str = ASK

    @property
    def is_new(self) -> bool:
        """Whether it is not set so already."""
        return self.setting.text != self.before


def changes(folder: Path, match: Match, wanted: Iterable[StandingOrder]) -> list[Change]:
    """What orders come to, beside those that are set; nothing is kept. WrongUse with help."""
    kept = {(one.seat, one.policy): one.text for one in standing_orders(folder, match.ruleset, match.state).orders}
    found = []
    for one in wanted:
        policy = named(match.ruleset.policies, one.policy)
        setting = _settled(policy, one.text, match.state)
        found.append(Change(one.seat, policy, setting, kept.get((one.seat, policy.name), ASK)))
    return found


def set_standing(folder: Path, match: Match, wanted: Iterable[StandingOrder]) -> list[Change]:
    """Keeps orders, all or none, each in place of an older one of its name and seat; `ask` takes that back.

    WrongUse with help.
    """
    found = changes(folder, match, wanted)
    kept = {(one.seat, one.policy): one for one in standing_orders(folder, match.ruleset, match.state).orders}
    for change in found:
        kept.pop((change.seat, change.policy.name), None)
        if change.setting.choice != ASK:
            kept[change.seat, change.policy.name] = StandingOrder(change.seat, change.policy.name, change.setting.text)
    if len(kept) > MAX_STANDING:
        raise WrongUse(f"more than {MAX_STANDING} standing orders")
    write_private(folder / FILE, "".join(f"{one.line}\n" for one in kept.values()).encode("utf-8"))
    return found


def settings_of(folder: Path, match: Match, seat: str) -> dict[str, Setting]:
    """What a seat has set, by the name of the policy; those that are asked are left out."""
    policies = {policy.name: policy for policy in match.ruleset.policies}
    kept = standing_orders(folder, match.ruleset, match.state).orders
    return {one.policy: policies[one.policy].read(one.text, match.state) for one in kept if one.seat == seat}


def would_answer(match: Match, policy: Policy[Any], setting: Setting, seat: str) -> str | None:
    """The words that a setting gives to what a seat is asked now, None if the player is asked.

    It sees what the seat sees, however many seats are held here. IllegalMove if the words are refused already there.
    """
    request = match.request
    assert request is not None, "nothing is asked"
    table = match.binding.table
    words = policy.given(match.state, request, seat, setting, peek_of(table, seat))
    return "; ".join(match.ruleset.repeated(match.state, table, request, seat)) if words == AGAIN else words


def carry_out_standing(game: GameFolder) -> list[str]:
    """Answers what is asked here as far as standing orders do; tells each answer.

    What goes wrong is told by a call that answers nothing: an order that is not legal now, a line that makes no sense.
    The player is asked then, as ever.
    """
    if not game.match.keys or not game.match.ruleset.policies:
        return []
    kept = standing_orders(game.path, game.match.ruleset, game.match.state)
    told: list[str] = []
    refused = list(kept.spoiled)
    while game.match.can_sign():
        refused = list(kept.spoiled)
        given = next(_given(game, kept.orders, refused), "")
        if not given:
            break
        told.append(given)
    return told or refused


def _given(game: GameFolder, orders: list[StandingOrder], refused: list[str]) -> Iterator[str]:
    """What was answered for each seat that is asked and has an order for it; reasons why not go into `refused`."""
    match, policies = game.match, {policy.name: policy for policy in game.match.ruleset.policies}
    for duty in () if match.is_held() else open_duties(match):
        for one in orders:
            policy = policies[one.policy]
            if one.seat != duty.name or duty.kind == "join" or not policy.may_answer(match.request):
                continue
            told = f"standing order {policy.name} ({one.text}): {duty.name}: "
            try:
                words = would_answer(match, policy, policy.read(one.text, match.state), duty.name)
                if words is None:
                    continue
                given = _give(game, words, duty.name)
            except (IllegalMove, NotYourTurn, WrongUse) as error:
                refused.append(f"{told}not legal now, you are asked ({'; '.join(_lines(error))})")
                continue
            except Exception as error:  # an author's fault must not keep the packets of a match out
                refused.append(f"{told}it fails ({type(error).__name__}: {error}), you are asked: tell its author")
                continue
            yield f"{told}{given.text}"
            return


def _give(game: GameFolder, words: str, seat: str) -> Given:
    """Signs one answer, and all that needs no person after it."""
    given = give_order(game.match, words, seat)
    if any(event.kind in FINAL for event in game.match.run_mechanical()):
        game.flush()  # dice that were shown are never taken back
    return given


def _lines(error: Exception) -> list[str]:
    return [line.strip() for line in str(error).splitlines()]
