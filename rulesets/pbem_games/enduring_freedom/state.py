"""The position. All of it is public: who lies face down is not known to anybody before it is drawn (rule 20, bags).

Belongs here: the structs of the state, the position at the start, copies. Must not be here: flow of play, invariants.
Places of units: a zone, a staging area, or one of the boxes below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from pbem.kit.data import Files
from pbem.kit.numbers import bind
from pbem_games.enduring_freedom.numbers import DATA, Numbers

COALITION = "coalition"  # the only seat
MOBILIZATION = "mobilization"  # 11.1 may be bought (ruling R14)
READY = "ready"  # 8.6 assets
STRIKE, CAS = "strike", "cas"  # 17.1 the CENTCOM Air Tasking Boxes
ELIMINATED = "eliminated"  # 8.7
BOXES = (MOBILIZATION, READY, STRIKE, CAS, ELIMINATED)
UNDERGROUND = "underground"  # where an ISR asset may look besides zones (13.1)

SETUP_PHASE = "setup"
PHASES = (
    "1a", "1b", "2a", "2b", "3a", "3b", "3c", "3d", "3e", "3f", "3g", "4", "5", "6a", "6b", "6c", "6d", "6e", "7",
)  # 7.2
COUNTERATTACK = "6d"


class Unit(msgspec.Struct):
    """Where a US, NATO or Iranian unit, an air unit or an asset is; on a mission aircraft and drones are in a zone."""

    place: str = MOBILIZATION
    reduced: bool = False


class Counter(msgspec.Struct):
    """An Islamist or Northern Alliance counter in a zone.

    `id` is "" as long as nobody has seen it; then `bag` is where it will be drawn from. Seen once it keeps its id, face
    up (`up`) or concealed again (20.3).
    """

    id: str = ""
    bag: str = ""
    up: bool = False


class Display(msgspec.Struct):
    """Counters that lie mixed face down in a display, all drawn from `bag`, and those that lie there face up."""

    bag: str
    down: int
    up: list[str] = []


class State(msgspec.Struct, dict=True):
    """The position."""

    numbers: ClassVar[Numbers]
    np: int
    jihad: int
    units: dict[str, Unit]  # ground units, air units, assets, by id
    islamists: dict[str, list[Counter]]  # zone -> counters there, in the order of their places
    north: dict[str, list[Counter]]  # zone -> Northern Alliance counters there
    underground: Display  # 30
    available: Display  # the Northern Alliance Units Available for Mobilization
    bags: dict[str, list[str]]  # bag -> what may be drawn: counters, or names of bags to draw from instead
    bags_made: int = 1
    turn: int = 1
    phase: str = SETUP_PHASE
    loya_jirga: str = ""  # 33.2 "", "enacted" or "failed"
    eliminated_islamists: list[str] = []
    eliminated_north: list[str] = []  # leaders (25.2)
    airlifted: list[str] = []  # 29.3
    moved: dict[str, str] = {}  # on the ground in this phase: unit -> where it began
    landed: list[str] = []  # by air in this turn (21.0); until air defence has fired
    transported: dict[str, int] = {}  # 19.3 airbase -> points used in this phase
    happened: list[str] = []  # 29.2 events of this turn
    ambushed: list[str] = []  # ambushes that came in this phase (ruling R28)
    removed_fobs: list[str] = []  # 11.4 in this turn
    booked: dict[str, int] = {}  # source -> NP it has brought or cost


def sketch_of(state: State) -> State:
    """A copy to try a plan on: what a plan may change is its own, the Islamists and the bags are shared."""
    copied = msgspec.structs.replace(
        state,
        units={id: Unit(unit.place, unit.reduced) for id, unit in state.units.items()},
        north={zone: list(there) for zone, there in state.north.items()},
        available=Display(state.available.bag, state.available.down),
        moved=dict(state.moved), landed=list(state.landed), transported=dict(state.transported),
        removed_fobs=list(state.removed_fobs), booked=dict(state.booked),
    )  # fmt: skip
    return bind(copied, state.numbers)


def new_state(scenario: str, options: Mapping[str, Any], files: Files) -> State:
    """6.0 (1-5) All counters lie where they begin, face down; the Coalition is in its mobilization display."""
    numbers = DATA.numbers(files)
    bags = {"bag_0": list(numbers.islamist), "bag_1": list(numbers.north)}
    start = State(
        np=numbers.tables.track.np_start,
        jihad=numbers.tables.track.jihad_start,
        units={id: Unit() for id in (*numbers.ground, *numbers.air, *numbers.assets)},
        islamists=_face_down(numbers, numbers.setup.islamist, "bag_0"),
        north=_face_down(numbers, numbers.setup.north, "bag_1"),
        underground=Display("bag_0", len(numbers.islamist) - sum(numbers.setup.islamist.values())),
        available=Display("bag_1", len(numbers.north) - sum(numbers.setup.north.values())),
        bags=bags,
        bags_made=len(bags),
    )
    return bind(start, numbers)


def _face_down(numbers: Numbers, counts: Mapping[str, int], bag: str) -> dict[str, list[Counter]]:
    """6.0 So many counters in each zone, none of them seen."""
    return {zone: [Counter(bag=bag) for _ in range(counts.get(zone, 0))] for zone in numbers.zones}
