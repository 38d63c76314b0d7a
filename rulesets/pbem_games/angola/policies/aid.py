"""2.4.2, 8.1-3, 12 Standing orders of the End Phase: Columns, recruits, foreign aid, who carries Equipment."""

from __future__ import annotations

from typing import Any

from pbem.kit.arguments import Listing, Pairs
from pbem.kit.bots import may_seal
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.kit.spelling import Names, joined
from pbem.play.requests import SealMany
from pbem_games.angola.aid.recruitment import levy
from pbem_games.angola.bots import sensible_plans as plans
from pbem_games.angola.exchange import as_they_are, unlaid
from pbem_games.angola.forms import random_plans
from pbem_games.angola.forms.names import LETTER_NAMES, regions
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_recruitment import split_place


def _sight(asked: Asked[State]) -> Sight:
    return Sight(asked.state, asked.seat, asked.peek)


def reorganization(asked: Asked[State], setting: Setting) -> str | None:
    """8.1-3, 13 Columns take up what stands loose beside them, or all stays as it is."""
    sight, is_late = _sight(asked), asked.state.step == "f"
    values = (random_plans.quiet_reorganization(sight, spare_only=is_late) if setting.choice == "keep"
              else plans.reorganization(sight, spare_only=is_late))
    assert isinstance(asked.request, SealMany)
    return spelled(asked, values) if may_seal(asked.request, asked.seat, values, asked.peek) else None


def recruitment(asked: Asked[State], setting: Setting) -> str | None:
    """12.3 As many as may be; towns take theirs in an order."""
    request: Any = asked.request
    if setting.choice == "endangered":
        return spelled(asked, plans.recruits(_sight(asked), request))
    quiet: tuple[tuple[str, int], ...] = request.draft()
    if setting.choice == "most":
        return spelled(asked, quiet)
    towns = levy(asked.state, asked.seat).towns
    rest = [(place, count) for place, count in quiet if split_place(place)[0] not in towns]
    wanted = sorted(towns, key=lambda r: (setting.value.index(r) if r in setting.value else len(setting.value), r))
    singles = [(town, 1) for town in wanted[: len(quiet) - len(rest)]]
    return spelled(asked, tuple(sorted([*rest, *singles])))


def direct_aid(asked: Asked[State], setting: Setting) -> str | None:
    """12.1.2 All of it into the base."""
    return spelled(asked, plans.deployment(_sight(asked), asked.request))  # type: ignore[arg-type]


def covert_aid(asked: Asked[State], setting: Setting) -> str | None:
    """12.4.2 Everything that has a place."""
    return spelled(asked, plans.delivery(_sight(asked), asked.request))  # type: ignore[arg-type]


def carriers(asked: Asked[State], setting: Setting) -> str | None:
    """12.4.2 Who carries new pieces; those already carried stay where they are."""
    request: Any = asked.request
    assert isinstance(request, SealMany)
    if setting.choice == "columns":
        return spelled(asked, plans.new_entries(_sight(asked), request))
    state, faction = asked.state, asked.seat
    own, goals = state.factions[faction], dict(setting.value)
    values = as_they_are(state, faction, asked.peek)
    for i, piece in enumerate(unlaid(state, faction)):
        held = own.equipment[piece]
        if held.entry is None and not held.public:
            if held.kind not in goals:
                return None
            values[i] = goals[held.kind]
    if not may_seal(request, faction, values, asked.peek):
        return None  # the Column is gone, or may take no more there
    return spelled(asked, values)


def _kinds(state: State) -> Names:
    return Names({id: (id, about.name) for id, about in state.numbers.equipment.items()})


REORGANIZATION: Policy[State] = Policy(
    name="reorganization", title="how Columns are formed anew at the end of a turn", rules=(("8.1-3", "seal"),),
    choices={
        "gather": Choice(
            "loose Units go under the biggest marker of their region, or if there are three under a new one; one "
            "infantry stays as garrison of a place that you hold; three infantry of a Column become a brigade"),
        "keep": Choice("nothing changes"),
    },
    answer=reorganization, usual="gather",
)
RECRUITMENT: Policy[State] = Policy(
    name="recruitment", title="where you recruit, always as many as may be", rules=("12.3",),
    choices={
        "endangered": Choice("in towns by danger, under your markers where they stand"),
        "first": Choice("one each in these towns as far as it goes, in this order, then in others; bases as for most",
                        Listing(lambda state: regions(state.numbers), "TOWN ...")),
        "most": Choice("in the first regions by name, loose"),
    },
    answer=recruitment, usual="endangered",
)
DIRECT_AID: Policy[State] = Policy(
    name="direct_aid", title="where direct foreign aid arrives", rules=("12.1.2",),
    choices={"base": Choice("in your base, under a marker if one stands there")}, answer=direct_aid, usual="base",
)
COVERT_AID: Policy[State] = Policy(
    name="covert_aid", title="what you take of covert aid, and where it lands", rules=(("12.4.2", "write"),),
    choices={"everything": Choice("everything that has a place: in your base, or a Unit in each port")},
    answer=covert_aid, usual="everything",
)
CARRIERS: Policy[State] = Policy(
    name="carriers", title="who carries new Equipment", rules=(("12.4.2", "seal"),),
    choices={
        "columns": Choice("Columns first, then where you have most to lose"),
        "assigned": Choice(
            "each kind as you say; you are asked if a kind is not named or cannot go there",
            Pairs(_kinds, lambda state: joined(LETTER_NAMES, regions(state.numbers)), "KIND=COLUMN ...")),
    },
    answer=carriers, usual="columns",
)
