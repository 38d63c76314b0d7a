"""Scenes to paint: positions of recorded games, a small city of spots and lines, one full of hostile names."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pbem.desk.reading import read
from pbem.show.scene import (
    Awaited,
    Board,
    Box,
    Card,
    Cards,
    Count,
    Edge,
    Faction,
    Highlight,
    Line,
    Mark,
    Marker,
    Piece,
    Place,
    Pool,
    Scene,
    Sentence,
    Site,
    Stack,
    Terrain,
    Track,
)
from pbem.viewing.scenes import scene_of

LOGS = Path(__file__).resolve().parent.parent / "logs"
POSITIONS = (("soviet_decisive", 491), ("turn_ten", 695), ("western_decisive", 566))
BLUE, RED = "blue", "red"


@lru_cache
def angola(case: str, at: int, viewer: str = "public") -> Scene:
    """A recorded position."""
    return scene_of(read(LOGS / "angola" / case / "game.pbem", checked=True, at=at), viewer)


@lru_cache
def opened(game: str, case: str) -> Scene:
    """The first position of a recorded game."""
    return scene_of(read(LOGS / game / case / "game.pbem", checked=True, at=1), "public")


@lru_cache
def fallujah() -> Scene:
    """All nodes but one concealed, a full base, a battle with more units than usual in one space, and helicopters."""
    from fallujah.boards import arrived, fresh, node, put

    from pbem_games.fallujah.state import Enemy
    from pbem_games.fallujah.view import scene

    state = fresh()
    units = list(state.numbers.units)
    put(state, "north", *units[10:24])
    put(state, "r1p09", *[u for u in units[24:] if state.numbers.units[u].reduced][:4], reduced=True)
    operation = arrived(state, "r3p05", *units[:4], *[u for u in units if u.startswith("hel_")][:2])
    operation.enemies += [Enemy(kind, 2, 3) for kind in list(state.numbers.opfor)[:4]]
    state.nodes.pop("r2p05", None)
    node(state, "r2p05", "strongpoint")
    return scene(state, "coalition", lambda _sealed: None)


def city(pieces: int = 5) -> Scene:
    """Spots in a grid, a road, a river with a bridge and a blown one, a base, stacks of units, nodes."""
    spots = [(x, y) for y in range(4) for x in range(4)]
    places = tuple(
        Place(id=f"s{x}{y}", name=f"Quarter of the {x + 1} Wells", code=f"{x + 1}-{y + 1}", terrain="urban",
              at=(250 + 135 * x, 150 + 106 * y), site=Site(kind="water symbol", code="w") if x == 0 else None)
        for x, y in spots
    )
    base = Place(id="base", name="North Base", code="NORTH", at=(452, 45))
    lines = [Line(kind="river", points=((195, 60), (205, 180), (190, 300), (200, 420), (195, 540)), name="Euphrates")]
    lines += [Line(kind="road" if y == 2 else "link", ends=(f"s{x}{y}", f"s{x + 1}{y}"), name="Highway 10" * (y == 2))
              for x, y in spots if x < 3]
    lines += [Line(kind="link", ends=(f"s{x}{y}", f"s{x}{y + 1}")) for x, y in spots if y < 3]
    edges = (Edge(kind="bridge", ends=("s01", "s11")), Edge(kind="blown bridge", ends=("s02", "s12")),
             Edge(kind="river", ends=("s03", "s13")))
    kinds = ("infantry", "armor", "mechanized", "engineer", "helicopter", "leader", "mortar", "unheard of")
    units = tuple(Piece(name=f"Unit {i}", code=f"{i}/5", faction=(BLUE, RED)[i % 3 == 2], strength="4(2)2",
                        symbol=kinds[i % len(kinds)], states=("reduced",) * (i % 4 == 1)) for i in range(pieces))
    return Scene(
        title="City", turn="turn 3", phase="J-3",
        board=Board(title="City", low=(100, 0), high=(800, 560), places=(*places, base), lines=tuple(lines),
                    edges=edges, terrains=(Terrain(id="urban", name="urban", code="u", colour="#b8aa90"),),
                    factions=(Faction(id=BLUE, name="Blue", code="B", colour="#5f87af"),
                              Faction(id=RED, name="Red", code="R", colour="#af3030"))),
        stacks=(Stack(place="s11", pieces=units), Stack(place="base", pieces=units[:3]),
                Stack(place="s33", pieces=(Piece(name="many", code="M", faction=RED, count=7),))),
        markers=(Marker(place="s21", name="Strongpoint", code="SP", faction=RED),
                 Marker(place="s22", name="node", code="?", faction=RED, face="down")),
        tracks=(Track(name="KIA", first=-20, last=40, marks=(Mark(name="now", value=3),)),),
        highlights=(Highlight(kind="target", place="s11"),),
    )


EVIL = "<script>alert('x')</script>&\"\u202egnp\x1b[31m\x00\u200b]]>"


def hostile() -> Scene:
    """Every text and colour that a scene can hold, and each tries to be more than a text."""
    piece = Piece(name=EVIL, code=EVIL, id=EVIL, faction="f", strength=EVIL, states=(EVIL,), count=2, symbol=EVIL)
    column = Piece(name=EVIL, code=EVIL, faction="f", column=True, face="down", count=None, holds=(piece,))
    place = Place(id="p", name=EVIL, code=EVIL, at=(1, 1), terrain="t", grade=EVIL,
                  outline=((0, 0), (3, 0), (3, 3), (0, 3)), site=Site(kind=EVIL, code=EVIL, note=EVIL), note=EVIL)
    spot = Place(id="q", name=EVIL, code=EVIL, at=(5, 1))
    board = Board(
        title=EVIL, low=(0, 0), high=(7, 3), places=(place, spot),
        factions=(Faction(id="f", name=EVIL, code=EVIL, colour='"/><script>'),),
        terrains=(Terrain(id="t", name=EVIL, code=EVIL, colour="url(http://x)"),),
        lines=(Line(kind="river", points=((0, 0), (7, 3), (3, 3)), name=EVIL), Line(kind="road", ends=("p", "q"))),
        edges=(Edge(kind=EVIL, ends=("p", "q"), high="p"),),
    )
    return Scene(
        title=EVIL, turn=EVIL, phase=EVIL, viewer=EVIL, board=board, awaited=(Awaited(seat=EVIL, text=EVIL),),
        stacks=(Stack(place="p", pieces=(piece, column)), Stack(place="nowhere", pieces=(piece,))),
        markers=(Marker(place="p", name=EVIL, code=EVIL, faction="f", control=True),
                 Marker(place="q", name=EVIL, code=EVIL, faction="g", symbol=EVIL)),
        tracks=(Track(name=EVIL, first=1, last=3, marks=(Mark(name=EVIL, value=2, faction="f"),), note=EVIL),
                Track(name=EVIL, first=0, last=200, marks=(Mark(name=EVIL, value=900),))),
        boxes=(Box(name=EVIL, pieces=(piece, Piece(name=EVIL)), faction="f", note=EVIL),),
        pools=(Pool(name=EVIL, counts=(Count(name=EVIL, count=None),), faction="f", note=EVIL),),
        cards=(Cards(name=EVIL, cards=(Card(name=EVIL, states=(EVIL,)),), faction="f", note=EVIL),),
        notes=(EVIL,), sentences=(Sentence(text=EVIL, rule=EVIL, places=(EVIL,)),),
        highlights=(Highlight(kind="from", place="p"), Highlight(kind="to", place="q")),
    )
