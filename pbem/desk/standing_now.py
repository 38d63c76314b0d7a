"""What standing orders would do now, and what a preset sets: told to their owner before he sets them.

Belongs here: these questions, none of which changes anything. Must not be here: what is kept (`standing`), printing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.desk.early import Early, cannot_come
from pbem.desk.orders import follow_of
from pbem.desk.standing import StandingOrder, would_answer
from pbem.desk.waiting import open_duties
from pbem.errors import IllegalMove
from pbem.kit.policies import Policy, Setting
from pbem.kit.presets import Preset
from pbem.match.duty import Duty
from pbem.match.match import Match


def is_asked(match: Match, policy: Policy[Any], seat: str) -> bool:
    """Whether a seat is asked now for what a policy decides."""
    return policy.may_answer(match.request) and bool(open_duties(match, seat))


def tried(match: Match, policy: Policy[Any], setting: Setting | None) -> list[Setting]:
    """What may be tried without more words: choices without an argument, and what is set."""
    bare = [policy.read(id, match.state) for id, choice in policy.choices.items() if choice.argument is None]
    return [*bare, *([setting] if setting is not None and setting.value is not None else [])]


def waiting_orders(
    match: Match, filed: Iterable[Early], standing: Iterable[StandingOrder], asked: Iterable[Duty]
) -> int:
    """How many orders still wait: those filed whose moment may come, and the standing ones that would answer now.

    `asked` are the duties that a person has here after the drafts.
    """
    policies, seats = {one.name: one for one in match.ruleset.policies}, {duty.name for duty in asked}
    late = sum(not cannot_come(match, one) for one in filed)
    return late + sum(one.seat in seats and _acts(match, policies[one.policy], one) for one in standing)


def _acts(match: Match, policy: Policy[Any], order: StandingOrder) -> bool:
    try:
        return match.request is not None and policy.may_answer(match.request) and bool(
            would_answer(match, policy, policy.read(order.text, match.state), order.seat))
    except Exception:  # not legal now, or an author's fault: the person is asked
        return False


def words_now(match: Match, policy: Policy[Any], setting: Setting, seat: str) -> str | None:
    """What a setting would answer to what is asked now; None if the player is asked."""
    try:
        return would_answer(match, policy, setting, seat)
    except IllegalMove:
        return None


def now_told(match: Match, policy: Policy[Any], setting: Setting, seat: str) -> str:
    """The same for people, with what the game says of that answer."""
    words = words_now(match, policy, setting, seat)
    if words is None:
        return "asks you"
    remark = remark_on(match, seat, words)
    return f"{words} ({remark})" if remark else words


def remark_on(match: Match, seat: str, words: str) -> str:
    """What the game says beside an answer that is one choice, the price or the odds; "" if it says nothing."""
    if match.ruleset.follow is None:
        return ""
    found = follow_of(match, match.request, seat, words).choices
    return next((one.remark for one in found if words in (one.id, one.words)), "")


def rules_of(policy: Policy[Any]) -> list[str]:
    """The rules that a policy answers, each once."""
    return list(dict.fromkeys(key if isinstance(key, str) else key[0] for key in policy.rules))


def orders_of_preset(match: Match, preset: Preset, seats: Iterable[str]) -> list[StandingOrder]:
    """What a preset sets for some seats."""
    return [StandingOrder(seat, order, choice) for seat in seats
            for order, choice in preset.choices(match.ruleset.policies, seat).items()]
