"""A whole ruleset: two bidders for one prize. A package registers RULESET as an entry point of group pbem.rulesets."""

import random
from typing import Any

import msgspec

from pbem.play.requests import Ask, Checkpoint, Listed, Open, Peek, Request, Roll, Seal, Tell
from pbem.ruleset import Result, Ruleset
from pbem.show.scene import Board, Scene

SEATS = ("left", "right")


class State(msgspec.Struct):
    """The position: everything that everybody may know."""

    coins: dict[str, int]


async def play(state: State) -> Result:
    """1 Both bid in secret, the first to choose may double, the higher bid and die wins."""
    await Checkpoint(state)
    bids = await Seal(rule="1.1", bucket=128, items={s: Listed(range(state.coins[s] + 1)) for s in SEATS})
    doubled = await Ask(rule="1.2", seat="left", legal=lambda: ("no", "yes"))
    shown = await Open(rule="1.3", sealed=bids)
    roll = Roll(rule="1.4", dice=2, reads=lambda dice: f"left adds {dice[0]}, right adds {dice[1]}")
    dice = dict(zip(SEATS, await roll, strict=True))
    for seat in SEATS:
        state.coins[seat] -= shown[seat]
        await Tell(rule="1.4", text=f"{seat} bid {shown[seat]} and rolled {dice[seat]}", headline=True)
    best = max(SEATS, key=lambda s: shown[s] * (2 if doubled == "yes" else 1) + dice[s])
    return Result((best,), f"{best} has the prize", "1.5")


class Bot:
    """Takes any legal answer."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: Any, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        options = request.items[self.seat] if isinstance(request, Seal) else request.options()  # type: ignore
        return rng.choice(options.legal)


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """What a viewer sees: here everybody the same."""
    board = Board(title="The prize", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Bidders", turn="", phase=f"coins {state.coins}", board=board, viewer=viewer)


RULESET = Ruleset(
    name="bidders", version=1, title="Bidders", about="Two bid for one prize.",
    seats=SEATS, scenarios={"five": "Five coins each"}, data_files=lambda overlay: {},
    new_state=lambda scenario, options, files: State(dict.fromkeys(SEATS, 5)), play=play,
    problems=lambda state: [s for s in SEATS if state.coins[s] < 0],
    resigned=lambda state, seat: Result(tuple(s for s in SEATS if s != seat), f"{seat} resigned", "resign"),
    scene=scene, prompt=lambda state, request, seat, peek: f"rule {request.rule} asks", bots={"any": Bot}, chain_n=64,
)
