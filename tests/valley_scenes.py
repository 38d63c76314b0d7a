"""Scenes over the valley: all 832 hexes with what is printed in them, and a fight; and a small made-up hex game."""

from __future__ import annotations

from functools import cache

from pbem.kit.hexes import Grid, HexMap
from pbem.show.hexagons import hex_bounds, hex_middle
from pbem.show.scene import (
    Board,
    Box,
    Edge,
    Faction,
    Hexes,
    Highlight,
    Label,
    Line,
    Mark,
    Marker,
    Piece,
    Place,
    Scene,
    Site,
    Stack,
    Terrain,
    Track,
)
from valley import VALLEY, elevation, terrain, valley

FACTIONS = (Faction(id="coalition", name="Coalition", code="C", colour="#3d6fb5"),
            Faction(id="al_qaeda", name="Al Qaeda", code="Q", colour="#8f2f2f"))
TERRAINS = (Terrain(id="clear", name="clear", code=".", colour="#f2ead0"),
            Terrain(id="rough", name="rough", code="r", colour="#e2d29a"),
            Terrain(id="mountain", name="mountain", code="m", colour="#d6b48a"),
            Terrain(id="peak", name="peak", code="p", colour="#c9c2bb"))
SIGNS = {"towns": ("town", "t"), "caves": ("cave complex", "c"), "observation_points": ("observation point", "o"),
         "objectives": ("objective", "*")}


@cache
def valley_board() -> Board:
    on, hexes = valley(), Hexes(size=10)
    names = {hex: place["name"] for place in VALLEY["named"] if place["kind"] == "town" for hex in place["hexes"]}
    landing = {hex: place["name"] for place in VALLEY["named"] if place["kind"] == "landing_zone"
               for hex in place["hexes"]}
    blocking = {hex: place["name"] for place in VALLEY["named"] if place["kind"] == "blocking_position"
                for hex in place["hexes"]}
    places = tuple(
        Place(id=hex, name=f"{hex} {names[hex]}" if hex in names else hex, code=hex,
              at=hex_middle(hexes, on.middle(hex)), terrain=terrain(hex), level=elevation(hex), signs=(
                  *(Site(kind=kind, code=code) for key, (kind, code) in SIGNS.items() if hex in VALLEY[key]),
                  *((Site(kind="landing zone", code="L"),) if hex in landing else ()),
                  *((Site(kind="blocking position", code="b"),) if hex in blocking else ())))
        for hex in on.hexes)
    low, high = hex_bounds(hexes, places)
    edges = [Edge(kind=kind, ends=tuple(side.split("-")))
             for kind, key in (("stream", "streams"), ("bridge", "bridges")) for side in VALLEY[key]]
    lines = [Line(kind=kind, ends=tuple(side.split("-"))) for kind, key in (("road", "roads"), ("track", "tracks"))
             for side in VALLEY[key]]
    labels = [Label(text=place["name"], places=tuple(place["hexes"])) for place in VALLEY["named"]
              if not place["kind"].startswith("observation")]
    return Board(title="Shahi-Kot", low=low, high=high, places=places, factions=FACTIONS, terrains=TERRAINS,
                 lines=tuple(lines), edges=tuple(edges), hexes=hexes, labels=tuple(labels))


def unit(name: str, code: str, strength: str, symbol: str = "infantry", **more: object) -> Piece:
    return Piece(name=name, code=code, id=name, faction="coalition", strength=strength, symbol=symbol,
                 **more)  # type: ignore[arg-type]


def token(number: int, **more: object) -> Piece:
    """A counter whose face nobody but its owner knows."""
    return Piece(name=f"token {number}", code=str(number), id=f"token_{number}", faction="al_qaeda", face="down",
                 **more)  # type: ignore[arg-type]


@cache
def valley_scene() -> Scene:
    """Single units, stacks of two to seven, tokens with and without a pin, helicopters, a fight, something in reach."""
    stacks = (
        Stack(place="1904", pieces=(unit("1-87 C/1", "C/1", "4+ 2 4"),)),
        Stack(place="2005", pieces=(unit("2-187 A/1", "A/1", "4+ 2 4", states=("pinned",)),
                                    unit("2-187 Mortars", "Mor", "3 7+ 3", "mortar"))),
        Stack(place="2109", pieces=(unit("1-187 A/1", "A/1", "4+ 2 4", states=("moved",)),
                                    unit("1-187 B/1", "B/1", "4+ 2 4"), unit("326 Eng", "326", "3+ 1 4", "engineer"))),
        Stack(place="1819", pieces=(unit("1-87 A/1", "A/1", "4+ 2 4"), unit("1-87 A/2", "A/2", "4+ 2 4"),
                                    unit("1-87 Mortars", "Mor", "4 8+ 2", "mortar"),
                                    unit("1-87 Scouts", "Sct", "2 3 5", "recon"),
                                    unit("Chinook 1", "CH1", "10", "helicopter"))),
        Stack(place="1422", pieces=(unit("Mako 31", "M31", "3+ 3 5", "special_forces"),)),
        Stack(place="1806", pieces=tuple(unit(f"AMF Zia {i}", f"Z{i}", "2+ 2 4") for i in range(1, 8))),
        *(Stack(place=hex, pieces=tuple(token(n, states=("pinned",) if n % 5 == 0 else ()) for n in numbers))
          for hex, numbers in (("1710", (1, 2, 3)), ("1711", (4,)), ("1808", (5, 6)), ("2011", (7,)), ("2118", (10,)),
                               ("2218", (8, 9, 11)), ("2317", (12,)), ("1915", (13, 14)), ("1408", (15,)),
                               ("2210", (16,)), ("2414", (17,)), ("2115", (48,)))),
        Stack(place="2216", pieces=(Piece(name="A heavy weapons 1", code="DShK", faction="al_qaeda", strength="3 6 2",
                                          symbol="heavy_weapons"),)),
    )
    reach = tuple(Highlight(kind="reach", place=hex, text=f"{valley().distance('2109', hex)}")
                  for hex in valley().within("2109", 2) if hex != "2109")
    return Scene(
        title="The valley", turn="2 of 9, 3 March", phase="TF Rakkasan, Combat", board=valley_board(), stacks=stacks,
        markers=(Marker(place="1915", name="rubble", code="Rub"), Marker(place="1406", name="casualty", code="Cas")),
        tracks=(Track(name="Turn", first=1, last=18, marks=(Mark(name="now", value=2),)),),
        boxes=(Box(name="Gardez", faction="coalition", pieces=(unit("ODA 372", "372", "3+ 3 5", "special_forces"),)),),
        highlights=(Highlight(kind="from", place="1819"), Highlight(kind="target", place="2118"), *reach),
    )


def skirmish(flat_top: bool = True, columns: int = 6, rows: int = 5) -> Scene:
    """A small made-up game: a held village, a ridge, a river with a bridge blown, woods, stacks of one to nine."""
    on = HexMap(Grid(columns=columns, rows=rows, orientation="flat_top" if flat_top else "pointy_top"))
    hexes = Hexes(size=20, flat_top=flat_top)
    village = Site(kind="village", code="v")
    places = tuple(
        Place(id=hex, name=hex, code=hex, at=hex_middle(hexes, on.middle(hex)), level=int(hex[2:]) // 2,
              terrain="wood" if int(hex) % 3 == 0 else "clear", site=village if hex == "0302" else None,
              signs=(Site(kind="depot", code="D"),) if hex == "0202" else ())
        for hex in on.hexes)
    low, high = hex_bounds(hexes, places)
    river = [Edge(kind="river", ends=("0203", other)) for other in on.neighbours("0203")[:3]]
    edges = (*river, Edge(kind="blown bridge", ends=river[0].ends),
             Edge(kind="ridge", ends=("0303", "0304"), high="0304"))
    lines = tuple(Line(kind="road", ends=(f"0{c}02", f"0{c + 1}02")) for c in range(1, 5)
                  if f"0{c + 1}02" in on.neighbours(f"0{c}02"))
    board = Board(title="Skirmish", low=low, high=high, places=places, hexes=hexes, edges=edges, lines=lines,
                  factions=FACTIONS, labels=(Label(text="Long Hill", places=("0304", "0404")),),
                  terrains=(Terrain(id="clear", name="clear", code=".", colour="#f2ead0"),
                            Terrain(id="wood", name="wood", code="w", colour="#a9c08a")))
    stacks = (Stack(place="0101", pieces=(unit("Alpha", "A", "4-3"),)),
              Stack(place="0201", pieces=(unit("Bravo", "B", "4-3"), token(7))),
              Stack(place="0402", pieces=tuple(unit(f"Unit {i}", f"{i}", "1-2") for i in range(9))),
              Stack(place="0404", pieces=(token(12, states=("pinned",)), token(13), token(14))))
    return Scene(title="Skirmish", turn="1", phase="Fire", board=board, stacks=stacks,
                 markers=(Marker(place="0302", name="Control", faction="coalition", control=True),),
                 highlights=(Highlight(kind="reach", place="0102", text="1.5"), Highlight(kind="from", place="0101"),
                             Highlight(kind="target", place="0404")))
