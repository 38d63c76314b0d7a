"""What people see: the position as a scene; nothing in it is secret (dossier e1).

Belongs here: which facts of the state become which parts of a scene. Must not be here: legality, flow of play,
drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pbem.kit.pools import size
from pbem.kit.spelling import plural
from pbem.kit.view import box, counts, like, stacks, track
from pbem.play.requests import Peek
from pbem.show.scene import Box, Highlight, Marker, Piece, Pool, Scene, Score, Threshold, Track
from pbem_games.fallujah.drawn import COALITION, ENEMY_CODES, NODE_CODES, OPFOR, board
from pbem_games.fallujah.numbers import MARKERS, MOB
from pbem_games.fallujah.state import BOXES, CAMPAIGN, CAPTURED, DESERTED, ELIMINATED, IN_BIN, RECRUIT, Enemy, State
from pbem_games.fallujah.team import seat_name
from pbem_games.fallujah.victory import LOST, counted, degree, points, score, short_of_losing, short_of_winning
from pbem_games.fallujah.words.figures import ops_of

SYMBOLS = {
    "infantry": "infantry", "armor": "armor", "mechanized": "mechanized", "armored_recon": "armored_car",
    "stryker": "stryker", "amtrac": "amphibious", "engineer": "engineer", "armored_engineer": "engineer",
    "mp": "police", "sniper": "sniper", "sof": "special_forces", "sof_helicopter": "helicopter",
    "gunship": "helicopter", "transport": "helicopter", "hvt": "leader", "jihadists": "infantry",
    "fedayeen": "infantry", "militia": "militia", "heavy_weapons": "heavy_weapons",
}
LEAST_KIA, MOST_KIA = -20, 20  # how far the drawn track goes


def scene(state: State, viewer: str, peek: Peek) -> Scene:
    """The position; the same for every viewer."""
    return Scene(
        title="Fallujah, 2004",
        turn=turn(state),
        phase=_phase(state),
        board=board(state),
        viewer=viewer,
        stacks=stacks(_pieces(state)),
        markers=_markers(state),
        tracks=_tracks(state),
        boxes=tuple(_boxes(state)),
        pools=tuple(_pools(state)),
        notes=tuple(_notes(state)),
        scores=_scores(state),
        highlights=() if state.operation is None else (Highlight(kind="target", place=state.operation.space),),
    )


def _scores(state: State) -> tuple[Score, ...]:
    """6.3 Victory points as they stand, and how far both sides are from a victory."""
    if state.phase == "setup":
        return ()
    vp, numbers = points(state), state.numbers
    rows = numbers.tables.victory
    bands = tuple(Threshold(name=row.degree, value=low.at_most + 1) for low, row in pairwise(rows))
    ours = tuple(dict.fromkeys((COALITION, *state.seats)))
    has = f"has {vp} Victory Points (VP): {counted(state)}" if counted(state) else "has no Victory Points (VP) yet"
    left = f"{state.ops} operation points (OPs) are left, the battle ends without any"
    needs = f"{has}; a victory needs {numbers.campaign.won_from}; {left}"
    beaten = f"nobody plays OPFOR; the Coalition is defeated at {rows[LOST].at_most} VP or less"
    return (
        Score(name="Victory points", value=vp, high="the Coalition", low="OPFOR", thresholds=bands),
        Score(name="Coalition", value=short_of_winning(numbers, vp), sides=ours, unit="VP", why=needs),
        Score(name="OPFOR", value=short_of_losing(numbers, vp), sides=(OPFOR,), unit="VP",
              goal="the defeat of the Coalition", why=beaten),
    )


def turn(state: State) -> str:
    """The turn; in a campaign, which has each number twice, with the battle."""
    turn = f"turn {state.turn}" if state.turn else "setting up"
    return f"{turn}, {state.printed.name}" if state.game == CAMPAIGN else turn


def _phase(state: State) -> str:
    if state.phase == "setup":
        return "First purchase"
    operation = state.operation
    if operation is None:
        return ""
    fighting = f", round {operation.combat_round} of a battle" if operation.enemies and operation.combat_round else ""
    return f"J-3 Offensive{fighting}"


# ---------------------------------------------------------------- what lies on the map


def _pieces(state: State) -> Iterable[tuple[str, Piece]]:
    """What lies on the map, by place."""
    for id, unit in state.units.items():
        if unit.place not in BOXES:
            yield unit.place, unit_piece(state, id)
    if state.operation is not None:
        for enemy in state.operation.enemies:
            yield state.operation.space, enemy_piece(state, enemy)


def unit_piece(state: State, unit: str, *states: str) -> Piece:
    """A Coalition unit; on the map `-` says reduced, `^` aloft, `*` with a leader."""
    own, label = state.units[unit], state.numbers.units[unit].label
    leaders = [state.numbers.leaders[x].name for x, carrier in state.leaders.items() if carrier == unit]
    words = ["reduced"] * own.reduced + ["aloft"] * own.aloft + [f"with {name}" for name in leaders]
    code = "^" * own.aloft + label.replace(" ", "") + "-" * own.reduced + ("*" if leaders else "")
    return Piece(name=label, code=code, id=unit, faction=COALITION, strength=strength_of(state, unit, own.reduced),
                 states=(*words, *states), symbol=SYMBOLS.get(state.numbers.units[unit].type, ""))


def strength_of(state: State, unit: str, reduced: bool = False) -> str:
    """`4(2)2`: firepower, contact, movement; helicopters have `4(3)air`."""
    firepower, contact, movement = state.numbers.values(unit, reduced)
    return f"{firepower}({contact}){'air' if movement < 0 else movement}"


def enemy_piece(state: State, enemy: Enemy, id: str = "") -> Piece:
    """An OPFOR counter of a battle; `id` tells it from others of its kind."""
    known = state.numbers.opfor.get(enemy.kind)
    kind = known.kind if known is not None else MOB
    name = state.numbers.counter_name(enemy.kind)
    return Piece(name=name, code=ENEMY_CODES.get(enemy.kind, name[:3]), id=id or enemy.kind, faction=OPFOR,
                 symbol=SYMBOLS.get(kind, ""), strength=f"{enemy.firepower}({enemy.contact})")


def _markers(state: State) -> tuple[Marker, ...]:
    found = []
    for space, node in state.nodes.items():
        if node.type:
            name = state.numbers.nodes[node.type].name
            found.append(Marker(place=space, name=name, code=NODE_CODES.get(node.type, name[:2]), faction=OPFOR))
        else:
            found.append(Marker(place=space, name="node", code="?", faction=OPFOR, face="down"))
    if state.helicopter not in (IN_BIN, CAPTURED):
        found.append(Marker(place=state.helicopter, name="Downed Helicopter", code="DH", faction=OPFOR))
    return tuple(found)


# ---------------------------------------------------------------- beside it


def _tracks(state: State) -> tuple[Track, ...]:
    levels = state.numbers.tables.morale.levels
    at, picks = levels.index(state.morale), state.numbers.picks(state.morale)
    return (
        track("OPs", 0, max(state.printed.ops, state.ops), max(0, state.ops)),
        track("KIA index", min(LEAST_KIA, state.kia), max(MOST_KIA, state.kia), state.kia),
        track("OPFOR Morale", 1, len(levels), at + 1, state.morale, f"{plural(picks, 'pick')} a reaction"),
    )


def _boxes(state: State) -> Iterable[Box]:
    numbers, operation = state.numbers, state.operation
    if operation is not None:
        waiting = [*operation.queue, *operation.held]
        yield from _opfor_box("Picked in this reaction", waiting, state)
    yield from _opfor_box("Captured nodes", state.captured_nodes, state)
    yield from _opfor_box("Destroyed nodes", state.destroyed_nodes, state)
    yield from _opfor_box("Eliminated HVT", state.eliminated_hvt, state)
    yield from _opfor_box("Events out of play", state.removed_events, state)
    for place, name in ((ELIMINATED, "Eliminated"), (DESERTED, "Deserted")):
        units = [id for id, unit in state.units.items() if unit.place == place]
        yield from box(name, [unit_piece(state, u) for u in units], COALITION)
    recruits = [id for id, unit in state.units.items() if unit.place == RECRUIT]
    yield from box("Recruits", [unit_piece(state, u, ops_of(numbers.units[u].price)) for u in recruits], COALITION)


def _opfor_box(name: str, kinds: list[str], state: State) -> Iterable[Box]:
    """A box of OPFOR counters, like ones together."""
    return box(name, like([Piece(name=kind_name(state, k), id=k, faction=OPFOR) for k in kinds]), OPFOR)


def _pools(state: State) -> Iterable[Pool]:
    def name(kind: str) -> str:
        return kind_name(state, kind)

    kinds = [*state.numbers.strikes, *MARKERS]
    rows = (("at hand", state.available), ("recruit box", state.recruits), ("set aside", state.set_aside))
    for note, pool in rows:
        if note != "set aside" or size(pool):
            held = {kind: pool.get(kind, 0) for kind in kinds}
            yield Pool(name="Fire support and NetWar", counts=counts(held, name), note=note)
    in_bin = {kind: n for kind, n in state.reaction_bin.items() if n}
    yield Pool(name=f"Reaction Bin ({size(in_bin)})", faction=OPFOR, counts=counts(in_bin, name))
    unseen = counts({kind: n for kind, n in state.unseen_nodes.items() if n}, name)
    concealed = sum(not node.type for node in state.nodes.values())
    yield Pool(name=f"Nodes never seen ({concealed} concealed on the map, {state.node_bin} in the Node Bin)",
               faction=OPFOR, counts=unseen)


def _notes(state: State) -> Iterable[str]:
    if state.phase != "setup":
        sources = ", ".join(f"{source.text} {source.vp:+}" for source in score(state))
        vp = points(state)
        yield f"VP now: {vp} ({degree(state.numbers, vp)}): {sources}"
    if state.uprising:
        yield "Uprising Elsewhere: combat units cost double in J-1"
    blown = [state.numbers.bridges[b].name for b in state.blown]
    if blown:
        yield f"Blown: {', '.join(blown)}"
    operation = state.operation
    if operation is not None and operation.due:
        yield f"Negotiations: {operation.due} OPs are lost when the operation ends"
    if operation is not None and (operation.martyrs or operation.civilians or operation.ambushes):
        words = ["Ambush"] * operation.ambushes + ["Martyrs"] * operation.martyrs
        words += ["Civilians"] * operation.civilians
        yield f"In this battle: {', '.join(words)}"
    if len(state.seats) > 1 and state.phase != "setup":
        scores = [f"{seat_name(seat)} {s.nodes + s.killed - s.lost}" for seat, s in state.scores.items()]
        yield f"Turn of {seat_name(state.seat)}; individual scores: {', '.join(scores)}"


def kind_name(state: State, kind: str) -> str:
    """The name of a kind of counter, whatever it is."""
    numbers = state.numbers
    tables = (numbers.strikes, numbers.nodes, numbers.opfor, numbers.events)
    names = [table[kind].name for table in tables if kind in table]
    return names[0] if names else numbers.netwar.name
