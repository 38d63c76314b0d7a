"""2.4.2, 9.9.1 Windows for Equipment: whether it changes hands now, what was lost with its Force, which fields show.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: who carries what (equipment), legality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.kit.choose import Choose, ChooseSome
from pbem.kit.declaring import Standing, nothing
from pbem.kit.forms import Asked
from pbem.kit.lists import Some
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names
from pbem.play.requests import Write
from pbem_games.angola.belongings import NOTHING, GoneWith, IdleCard
from pbem_games.angola.forms.equipment import explained
from pbem_games.angola.forms.fire import pieces
from pbem_games.angola.forms.names import regions
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, piece_name, region_name
from pbem_games.angola.words.operations import EQUIP, UNWATCH, WATCH

REMARKS = {
    NOTHING: "all stays as it is", EQUIP: "Equipment changes hands, mines are laid; you are asked who carries what",
    WATCH: "you are asked after each card of your ally", UNWATCH: "you are not asked after your ally's cards any more",
}


def _whether_now(asked: Asked[State]) -> Prompt:
    """2.4.2, rulings R133, R141"""
    ally = faction_name(asked.state, asked.state.numbers.ally(asked.seat))
    when = "Your card moves nothing" if asked.has_case(IdleCard) else f"{ally} has played a card"
    first, *_ = explained(asked) or ["You have no Equipment."]
    return Prompt(f"{when}: hand Equipment over or lay mines now?", f" {first}")


WINDOW: Choose[State] = Choose(
    rule=("2.4.2", "ask"), noun="answer", nothing=NOTHING, ask=_whether_now, quiet_first=lambda asked: True,
    remark=lambda asked, say: REMARKS[say], detail=lambda asked, say: f"`{say}`: {REMARKS[say]}",
    standing=Standing("equipment", "whether Equipment changes hands with an idle card", {
        "nothing": nothing("all stays as it is")}),
)


def _truth(asked: Asked[State]) -> Any:
    """What secrets decide; the owner's tool answers by itself if it can see them."""
    return asked.request.truth(asked.peek) if isinstance(asked.request, Write) else None


def _what_was_lost(asked: Asked[State]) -> Prompt:
    """2.4.2 Pieces of Equipment that went with a Force."""
    case = asked.case(GoneWith)
    return Prompt(
        f"Your Force in {region_name(asked.state, case.region)} is no more: name every piece of Equipment that it "
        "carried.", " It goes back to the pool, and must be true. It may be of: "
        f"{', '.join(piece_name(asked.state, p) for p in case.names)}.")


def _which_fields(asked: Asked[State]) -> Prompt:
    """9.9.1 Mines that are minefields where no own Column hides them any more."""
    names = _fields(asked)
    return Prompt(
        "No Column of yours hides them any more: name your mines that are minefields there, all of them and no "
        "others.", f" It may be: {', '.join(map(names.shown, names.ids()))}.")


def _fields(asked: Asked[State]) -> Names:
    ways = {}
    for name in asked.case(Some).names:
        mine, region = name.split(".")
        ways[name] = (f"{mine} {regions(asked.state.numbers).shown(region)}", f"{mine} {region}")
    return Names(ways)


def _fields_besides(asked: Asked[State], named: Sequence[str]) -> list[str]:
    """9.9.1 One mine is one minefield, and a region holds one."""
    taken = {part for name in named for part in name.split(".")}
    return [name for name in asked.case(Some).names if taken.isdisjoint(name.split("."))]


LOST_PIECES: ChooseSome[State] = ChooseSome(
    rule=("2.4.2", "write"), noun="piece", ask=_what_was_lost, names=pieces, pick=_truth, remarks=("the truth", ""))
SEEN_FIELDS: ChooseSome[State] = ChooseSome(
    rule=("9.9.1", "write"), noun="minefield", ask=_which_fields, names=_fields, fits=_fields_besides, pick=_truth,
    remarks=("the truth", ""))
