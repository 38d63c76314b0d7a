"""What a seat has decided beforehand: its standing orders, presets of them, orders filed early.

Belongs here: telling and changing these as `pbem standing` and `pbem do --early` do. Must not be here: what they mean
(`pbem.desk`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pbem.desk.automatic import stalled
from pbem.desk.coming import coming
from pbem.desk.drafts import kept_drafts, unsent
from pbem.desk.early import Early, cannot_come, file_typed, kept_early, remark_on_filed
from pbem.desk.early_follow import follow_early
from pbem.desk.standing import Change, StandingOrder, changes, set_standing, settings_of, standing_orders
from pbem.desk.standing_now import is_asked, now_told, orders_of_preset, rules_of, tried, waiting_orders
from pbem.desk.waiting import ELSEWHERE, open_duties
from pbem.errors import NotYourTurn, Unsupported, WrongUse
from pbem.kit.conditions import usages
from pbem.kit.policies import ASK, Policy
from pbem.kit.policies import Setting as Kept
from pbem.kit.presets import preset_named
from pbem.limits import MOST_CHOICES
from pbem.match.match import Match
from pbem.show.clean import clean
from pbem.web.giving import gone
from pbem.web.shapes import (
    Asking,
    Decided,
    Done,
    ExpectedMoment,
    FiledShown,
    Following,
    Ready,
    StandingShown,
    StandingWay,
)
from pbem.web.side_shapes import PresetLine
from pbem.web.sitting import Sitting


def decided(sitting: Sitting, wanted: str) -> Decided:
    """What a seat held here has set and filed, and what it may."""
    with sitting.recorded() as match:
        seat, folder = _mine(match, wanted), sitting.folder
        settings = settings_of(folder, match, seat)
        early = [one for one in kept_early(folder, match).orders if one.seat == seat]
        standing = standing_orders(folder, match.ruleset, match.state)
        spoiled = [*kept_early(folder, match).spoiled, *standing.spoiled]
        drafts = unsent(match, kept_drafts(folder, match.genesis.id))
        asked = () if any(draft.seat == seat for draft in drafts) else open_duties(match, seat)
        waiting = waiting_orders(match, early, [one for one in standing.orders if one.seat == seat], asked)
        found = Decided(
            at="", seat=seat,
            standing=tuple(_standing(match, one, settings.get(one.name), seat) for one in match.ruleset.policies),
            presets=tuple(Ready(one.name, clean(one.words)) for one in match.ruleset.presets),
            filed=tuple(FiledShown(one.moment, clean(one.words), clean(cannot_come(match, one))) for one in early),
            moments=_moments(match, seat),
            usages=tuple(map(clean, usages(match.ruleset.conditions or {}))),
            notes=tuple(map(clean, [*spoiled, *([stalled(len(drafts), waiting)] if drafts and waiting else [])])),
        )  # fmt: skip
    return msgspec.structs.replace(found, at=sitting.at)


def _standing(match: Match, policy: Policy[Any], setting: Kept | None, seat: str) -> StandingShown:
    asked = is_asked(match, policy, seat)
    now = {one.choice: now_told(match, policy, one, seat) for one in tried(match, policy, setting)} if asked else {}
    ways = []
    for (how, words), id in zip(policy.usage(), [ASK, *policy.choices], strict=True):
        argument = None if id == ASK else policy.choices[id].argument
        takes = "" if argument is None else argument.shape
        ways.append(StandingWay(how.removesuffix(takes).strip(), clean(words), clean(takes), clean(now.get(id, ""))))
    return StandingShown(policy.name, clean(policy.title), tuple(rules_of(policy)),
                    ASK if setting is None else setting.text, asked, tuple(ways))


def _moments(match: Match, seat: str) -> tuple[ExpectedMoment, ...]:
    """The moments before the phase ends; none if the game does not tell, or the match is over."""
    if match.result is not None:
        return ()
    try:
        known = coming(match, seat)
    except Unsupported:
        return ()
    return tuple(ExpectedMoment(one.moment, clean(one.order), clean(one.title), one.one_of) for one in known)


def _mine(match: Match, wanted: str) -> str:
    """The seat that is meant, held here."""
    mine = [match.name(seat) for seat in match.keys]
    if not mine:
        raise NotYourTurn("no seat of this match is held here", ELSEWHERE)
    if wanted and wanted not in mine:
        raise WrongUse(f"the seat {clean(wanted)[:40]} is not yours", f"yours: {', '.join(mine)}")
    return wanted or mine[0]


def preset(sitting: Sitting, asking: Asking) -> tuple[PresetLine, ...]:
    """What the preset named in `text` would set for a seat; nothing is set."""
    sitting.believe(asking.at)
    with sitting.recorded() as match:
        seat = _mine(match, asking.seat)
        found = changes(sitting.folder, match, _preset(match, asking.text, seat))
        return tuple(_line(match, one) for one in found)


def _preset(match: Match, name: str, seat: str) -> list[StandingOrder]:
    return orders_of_preset(match, preset_named(match.ruleset.presets, name), [seat])


def _line(match: Match, one: Change) -> PresetLine:
    now = now_told(match, one.policy, one.setting, one.seat) if is_asked(match, one.policy, one.seat) else ""
    means = clean(one.policy.words_of(one.setting))
    return PresetLine(one.policy.name, one.setting.text, means, one.before, clean(now))


def set_preset(sitting: Sitting, asking: Asking) -> Done:
    """Sets all that a preset says for a seat, and carries out what is asked already."""
    return _set(sitting, asking, lambda match, seat: _preset(match, asking.text, seat))


def set_one(sitting: Sitting, asking: Asking) -> Done:
    """Sets one standing order: `text` is its name and its choice, `ask` to take it back."""
    name, _, choice = " ".join(asking.text.split()).partition(" ")
    if not choice:
        raise WrongUse("a standing order and its choice are wanted", "write it like: stragglers cheapest")
    return _set(sitting, asking, lambda _match, seat: [StandingOrder(seat, name, choice)])


def _set(sitting: Sitting, asking: Asking, orders: Callable[[Match, str], list[StandingOrder]]) -> Done:
    with sitting.write(asking.at) as game:
        match = game.match
        found = set_standing(sitting.folder, match, orders(match, _mine(match, asking.seat)))
        told, packets = gone(sitting, game, _mine(match, asking.seat), only_new=True)
    said = [f"{one.seat}: {one.policy.name}: {one.setting.text}" for one in found if one.is_new]
    return Done(sitting.at, told=(*map(clean, said or ["all of it was set so already"]), *told),
                packets=packets)


def file(sitting: Sitting, asking: Asking) -> Done:
    """Files an order early as it is typed, `MOMENT: words if condition; else words`; no words take it back."""
    with sitting.write(asking.at) as game:
        orders, spoiled = file_typed(sitting.folder, game.match, [asking.text], _mine(game.match, asking.seat))
        told = list(_filed(game.match, orders))
    return Done(sitting.at, told=tuple(map(clean, [*spoiled, *told])))


def _filed(match: Match, orders: Iterable[Early]) -> Iterable[str]:
    for one in orders:
        yield f"filed: {one.line}" if one.words else f"{one.seat} {one.moment}: taken back"
        if remark := remark_on_filed(match, one):
            yield remark


def follow(sitting: Sitting, asking: Asking) -> Following:
    """What may follow the beginning of an order that is to be filed."""
    sitting.believe(asking.at)
    with sitting.recorded() as match:
        found = follow_early(match, asking.text, _mine(match, asking.seat))
    return Following(
        n=asking.n, at=asking.at, choices=found.choices[:MOST_CHOICES], left=max(0, len(found.choices) - MOST_CHOICES),
        begun=found.begun, is_answer=found.is_answer, more=False, why=clean(found.why),
    )
