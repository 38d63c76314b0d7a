"""A game as a stranger writes one from docs/ruleset.md: two seats, a seal, no dice, a score, a look."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from pbem.errors import WrongUse
from pbem.kit.bots import RandomBot
from pbem.kit.forms import Asked, Form, Forms, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.typed import Typed
from pbem.kit.view import stacks
from pbem.play.requests import Ask, Checkpoint, Listed, Open, Peek, Seal, Tell
from pbem.ruleset import Result, Ruleset
from pbem.show.scene import Board, Faction, Highlight, Line, Looked, Piece, Place, Scene, Score

SEATS = ("goat", "ibex")
LEDGES = 3
FACTIONS = tuple(Faction(id=s, name=s.title(), code=s[0].upper()) for s in SEATS)
BOARD = Board(
    title="Cliff", low=(0, 0), high=(100, 400), factions=FACTIONS,
    places=tuple(Place(id=f"l{i}", name=f"Ledge {i}", code=f"L{i}", at=(50, 350 - 90 * i)) for i in range(LEDGES + 1)),
    lines=tuple(Line(kind="link", ends=(f"l{i}", f"l{i + 1}")) for i in range(LEDGES)))


class State(msgspec.Struct):
    strength: dict[str, int]
    height: dict[str, int]
    turn: int = 1


async def play(state: State) -> Result:
    """1 Ledge after ledge; whoever stands higher wins."""
    while state.turn <= LEDGES:
        await Checkpoint(state, rule="1")
        await climb(state)
        state.turn += 1
    goat, ibex = (state.height[seat] for seat in SEATS)
    winners = () if goat == ibex else ("goat",) if goat > ibex else ("ibex",)
    return Result(winners, " and ".join(winners) + " stands higher" if winners else "nobody stands higher", "1")


async def climb(state: State) -> None:
    """2 Both seal what strength they spend; more of it climbs."""
    about, items = f"ledge{state.turn}", {s: Listed(range(state.strength[s] + 1)) for s in SEATS}
    sealed = await Seal(rule="2", about=about, bucket=128, items=items)
    spent = await Open(rule="2", about=about, sealed=sealed)
    for seat in SEATS:
        state.strength[seat] -= spent[seat]
    if spent["goat"] == spent["ibex"]:
        await Tell(rule="2", text="nobody climbs")
        return
    best, other = sorted(SEATS, key=lambda seat: -spent[seat])
    way = f"l{state.height[best]}", f"l{state.height[best] + 1}"
    state.height[best] += 1
    await Tell(rule="2", text=f"{best} climbs with {spent[best]}", places=way, headline=True, is_way=True)
    if await Ask(rule="3", seat=best, legal=lambda: ("rest", "kick")) == "kick":  # 3
        state.strength[other] = max(0, state.strength[other] - 1)


class Spend(Form[State]):
    """2 A number."""

    def prompt(self, asked: Asked[State]) -> str:
        return Prompt("How much strength do you spend?", f" You have {asked.state.strength[asked.seat]}.",
                      How("Type a number: `1`."))

    def read(self, asked: Asked[State], typed: Typed) -> int:
        count = typed.number(0, asked.state.strength[asked.seat])
        if count is None:
            raise typed.refuse_word("say how much")
        return count

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        have = asked.state.strength[asked.seat]
        return [Offer(str(n), f"leaves {have - n}") for n in range(min(have, 1), have + 1)]


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    counters = [(f"l{state.height[s]}", Piece(name=s.title(), code=s[0].upper(), faction=s)) for s in SEATS]
    lead = state.height["goat"] - state.height["ibex"]
    return Scene(
        title="Cliff", turn=f"{min(state.turn, LEDGES)} of {LEDGES}", phase="climb", board=BOARD, viewer=viewer,
        stacks=stacks(counters), notes=tuple(f"{s}: strength {state.strength[s]}" for s in SEATS),
        scores=(Score(name="lead", value=lead, high="goat", low="ibex"),))


def reach(state: State, viewer: str, peek: Peek, words: str) -> Looked:
    if words not in SEATS:
        raise WrongUse(f"nobody is called {words}", f"name one of {', '.join(SEATS)}")
    next_one = f"l{state.height[words] + 1}"
    return Looked(highlights=(Highlight(kind="reach", place=next_one),), lines=(f"{words} reaches one ledge",))


FORMS: Forms[State] = Forms({"2": Spend()})
RULESET = Ruleset(
    name="climbers", version=1, title="Climbers", about="Two climb a cliff.", seats=SEATS, scenarios={"wall": "A wall"},
    data_files=lambda overlay: {}, play=play,
    problems=lambda state: [f"{s} owes strength" for s in SEATS if state.strength[s] < 0],
    new_state=lambda scenario, options, files: State(dict.fromkeys(SEATS, 4), dict.fromkeys(SEATS, 0)),
    resigned=lambda state, seat: Result(tuple(s for s in SEATS if s != seat), f"{seat} gives up", "resign"),
    scene=scene, prompt=FORMS.prompt, read_orders=FORMS.read_orders, examples=FORMS.examples, follow=FORMS.follow,
    looks={"reach": reach}, bots={"random": partial(RandomBot, FORMS)}, chain_n=0)
