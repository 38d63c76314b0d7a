"""What a request asks, in a line or two of plain words, with how to type an answer.

Belongs here: one entry for each rule that asks somebody. Must not be here: legality, sentences of the story.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from rulesets.angola.exchange import unlaid
from rulesets.angola.planning import pack_size
from rulesets.angola.setup import start_of
from rulesets.angola.state import State
from rulesets.angola.words.common import region_name
from rulesets.angola.words.planning import card_name

Words = Callable[[State, Request[Any], Peek], str]

UNITS = "Units are typed like inf3 or 2inf, regions by id or map code (luanda, lua)."


def prompt(state: State, request: Request[Any], seat: str, peek: Peek) -> str:
    """What is asked, and how to type it."""
    kind = {Ask: "ask", Write: "write", Seal: "seal", SealMany: "seal"}.get(type(request), "")
    words = _BY_REQUEST.get((request.rule, kind)) or _BY_REQUEST.get((request.rule, ""))
    text = words(state, request, peek) if words is not None else f"Rule {request.rule} asks {request.about}."
    return text if state.battle is None else f"{_battle(state)}\n{text}"


def _battle(state: State) -> str:
    battle = state.battle
    assert battle is not None
    name = state.numbers.factions[battle.attacker].name
    where = f"{region_name(state, battle.region)} from {region_name(state, battle.origin)}"
    return f"Combat: {name} Column {battle.letter.upper()} attacks {where}, round {battle.combat_round}."


def _place(state: State, request: Request[Any]) -> str:
    """The region that a request is about, by name."""
    region = request.about.split("/")[0]
    return region_name(state, region) if region in state.numbers.regions else request.about


def _set_up(state: State, request: Request[Any], peek: Peek) -> str:
    assert isinstance(request, SealMany)
    lines = ["Set up: place all infantry from off the map on your Control Markers, four at most on each; form Columns."]
    for seat in request.items:
        start = start_of(state, seat)
        markers = ", ".join(region_name(state, r) for r in start.markers)
        lines.append(f"{state.numbers.factions[seat].name}: {len(start.off_map)} infantry for {markers}")
    lines.append(
        "Type parts between semicolons: `a luanda 5inf car1; caxito 4inf; loose` puts five infantry and a car under "
        "Column A in Luanda and four infantry loose into Caxito; `loose` places the rest."
    )
    return "\n".join(lines)


def _pack(state: State, request: Request[Any], peek: Peek) -> str:
    assert isinstance(request, SealMany)
    lines = ["Seal your Operations Pack: its cards in the order of play, every Blank among them."]
    for seat in request.items:
        deck = state.numbers.deck(seat, state.turn)
        cards = ", ".join(f"{n} {card_name(kind)}" for kind, n in deck.items())
        lines.append(f"{state.numbers.factions[seat].name}: {pack_size(state)} of {cards}")
    lines.append("Type them like: a b 5th command blank")
    able = [state.numbers.factions[seat].name for seat, items in request.items.items() if len(items) > pack_size(state)]
    if able:
        who = " and ".join(able)
        lines.append(f"{who} may hand over Equipment too, behind the cards: `; aa1=a mine3=field.luanda`")
    return "\n".join(lines)


def _card(state: State, request: Request[Any], peek: Peek) -> str:
    _, _, what = request.about.partition("/")
    if what == "fifth":
        return (
            "5th Column: loose Units of one region go together, where no enemy stands.\n"
            f"Type `move 2inf go catete luanda`, or `stay`. {UNITS}"
        )
    return (
        f"Column {what.upper()}: leave Units behind if you like, then march; among enemies you fight.\n"
        f"Type `detach inf1 go catete cazengo`, `go lua cat`, or `stay`; add `equip` to hand over Equipment, "
        f"`watch` to be asked after your ally's cards. {UNITS}"
    )


def _command(state: State, request: Request[Any], peek: Peek) -> str:
    return (
        "Command Card: put the marker of an unmoved Column on unmoved loose Units, or swap two Columns.\n"
        f"Type `transfer a inf3 inf4`, `swap a b`, or `stay`. {UNITS}"
    )


def _equipment(state: State, request: Request[Any], peek: Peek) -> str:
    assert isinstance(request, SealMany)
    pieces = "; ".join(", ".join(unlaid(state, seat)) for seat in request.items)
    return (
        f"Equipment: say in secret who carries each piece ({pieces}).\n"
        "Type `aa1=a at2=luanda mine3=field.luanda`: with Column A, with Units in Luanda, a minefield there; or `none`."
    )


def _hands(state: State, request: Request[Any], peek: Peek) -> str:
    is_own = request.about.endswith("/idle")
    when = "Your card moves nothing" if is_own else "Your ally has played a card"
    words = f"{when}: hand over Equipment or convert mines now (`equip`)?"
    return f"{words} With `watch` you are asked after your ally's cards, with `unwatch` no more."


def _plain(text: str) -> Words:
    return lambda state, request, peek: text.format(place=_place(state, request))


_BY_REQUEST: dict[tuple[str, str], Words] = {
    ("3", "seal"): _set_up,
    ("5.4", "seal"): _pack,
    ("5.2", "write"): _card,
    ("8.1-2", "write"): _command,
    ("2.4.2", "seal"): _equipment,
    ("9.9.1", "seal"): _equipment,
    ("12.4.2", "seal"): _equipment,
    ("2.4.2", "ask"): _hands,
    ("2.4.2", "write"): _plain("Which pieces of Equipment were lost in {place}? Type `aa1 mine2`, or `none`."),
    ("9.9.1", "write"): _plain("Which minefields are seen now? Type `mine3.luanda`, or `none`."),
    ("9.4", "ask"): _plain("Announce the strength of your Force in {place}; it must be true."),
    ("9.6.2", "seal"): _plain("How many airgroups do you commit over {place}? In secret, opened together."),
    ("9.6.2", "ask"): _plain("How many airgroups do you commit over {place}?"),
    ("9.6.3", "ask"): _plain("You have more airgroups over {place}: how many fly for superiority? The rest strikes."),
    ("9.7", "ask"): _plain("How many airgroups strike the ground in {place}?"),
    ("9.7", "write"): _plain("Fire anti-aircraft missiles at the strike over {place}? Type `aa1 aa2`, or `none`."),
    ("9.8", "ask"): _plain("Which battery fires in {place}?"),
    ("9.9.2", "ask"): _plain("Declare a minefield in {place}?"),
    ("9.10", "write"): _plain("Fire anti-tank missiles in {place}? Type `at1 at2`, or `none`."),
    ("9.3.3", "write"): _plain(
        "Apply the results to your Units in {place}: two suppressions may become one hit.\n"
        "Type `lose inf1 suppress inf2`, or `none`. " + UNITS
    ),
    ("9.11.6", "write"): _plain("Name the Units lost in {place}. " + UNITS),
    ("9.11.7", "write"): _plain("Retreat from {place}: Type `2inf to dondo less inf3`: combat losses, region, "
                                "losses of the retreat. " + UNITS),
    ("9.11.8", "ask"): _plain("The combat in {place} goes on: retreat, or lose the Unit you name and fight on?"),
    ("9.12", "write"): _plain("Who straggles in {place}? " + UNITS),
    ("9.12", "ask"): _plain("Who straggles in {place}?"),
    ("8.1-3", "seal"): _plain(
        "Reorganize: what each Column holds from now on; three infantry of a region may become a brigade.\n"
        "Type parts between semicolons: `a luanda inf1 2inf car1; brigade luanda 3inf`; Columns not named stay; "
        "or `none`."
    ),
    ("12.1.1", "write"): _plain("Direct foreign aid: say what goes where. Type `armored_car=luanda f.h1=luanda.a`."),
    ("12.1.2", "write"): _plain("Direct foreign aid: say what goes where. Type `armored_car=luanda f.h1=luanda.a`."),
    ("12.2", "write"): _plain("Your patron withdraws Units: name them, `f.car1 f.h1/a air:1`."),
    ("12.3", "write"): _plain("Recruit infantry: how many go where. Type `luanda:2 carmona.a:1`, or `none`."),
    ("12.3.1", "ask"): _plain("Your ally recruited for you in Cabinda: loose, or under a Column there?"),
    ("12.4.1", "seal"): _plain("Bid for Reinforcement Cards, in secret; the highest bid helps the enemy's propaganda."),
    ("12.4.2", "write"): _plain("Covert aid: what you receive, and where Units land. Type `aa:2 tank:luanda:1`."),
}
