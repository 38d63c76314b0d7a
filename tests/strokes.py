"""Names and lines of a drawing as they are painted, one over the other: for tests of what runs through what.

Belongs here: reading painted SVG back. Must not be here: tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

from pbem.show.scene import Point
from pbem.show.svg.geometry import Bounds, around, crosses
from pbem.show.svg.metrics import width

Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)
SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
SEEN = 0.5  # a line or a ground that lets more through than that hides nothing


class Words(NamedTuple):
    """A text: its own box before it is turned, how it is turned, its paint. `at`: after how many elements."""

    at: int
    text: str
    box: Bounds
    turned: Matrix
    style: dict[str, str]


class Stroke(NamedTuple):
    at: int
    points: list[Point]
    wide: float
    colour: str


class Drawn(NamedTuple):
    words: list[Words]
    strokes: list[Stroke]
    grounds: list[tuple[int, Bounds]]


def drawn(svg: str) -> Drawn:
    """All of a painted drawing but clips and patterns; `grounds` are filled boxes and discs."""
    found = Drawn([], [], [])
    count = 0

    def walk(node: ElementTree.Element, matrix: Matrix, style: dict[str, str]) -> None:
        nonlocal count
        if node.tag in ("clipPath", "pattern", "defs"):
            return
        matrix, style, count = _times(matrix, node.get("transform", "")), {**style, **node.attrib}, count + 1
        if node.tag == "text":
            found.words.append(Words(count, node.text or "", _box(node.text or "", style), matrix, style))
        elif node.tag == "path" and style.get("stroke", "none") != "none" and _density(style, "stroke") > SEEN:
            wide = float(style.get("stroke-width", 1))
            found.strokes.extend(Stroke(count, [_moved(matrix, point) for point in run], wide, style["stroke"])
                                 for run in runs(node.attrib["d"]))
        elif node.tag in ("rect", "circle") and style.get("fill") != "none" and _density(style, "fill") > SEEN:
            found.grounds.append((count, around([_moved(matrix, corner) for corner in _shape(node).corners])))
        for child in node:
            walk(child, matrix, style)

    walk(ElementTree.fromstring(f"<g>{svg}</g>"), SAME, {})
    return found


def runs_through(found: Drawn) -> Iterator[tuple[Words, Stroke]]:
    """Each name with each line through it, unless a ground between the two hides the line."""
    for one in found.words:
        whole = around([_moved(one.turned, corner) for corner in one.box.corners])
        grounds = [at for at, box in found.grounds if at < one.at and whole.inside(box.grown(1))]
        for stroke in found.strokes:
            if max(grounds, default=0) > stroke.at or not stroke.points:
                continue
            points = [_back(one.turned, point) for point in stroke.points]
            if any(crosses(one.box.grown(stroke.wide / 2), a, b) for a, b in pairwise(points)):
                yield one, stroke


def runs(d: str) -> list[list[Point]]:
    """The lines of a path, curves as eight straight pieces, arcs as one."""
    parts = re.findall(r"[A-Za-z]|-?\d*\.?\d+", d)
    found: list[list[Point]] = []
    command, here, at = "", (0.0, 0.0), 0
    while at < len(parts):
        if parts[at].isalpha():
            command, at = parts[at], at + 1
        many = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 0}[command.upper()]
        values, at = [float(part) for part in parts[at:at + many]], at + many
        left, top = here if command.islower() else (0.0, 0.0)
        bends = [here]
        match command.upper():
            case "Z":
                here = found[-1][0]
            case "H":
                here = left + values[0], here[1]
            case "V":
                here = here[0], top + values[0]
            case "Q" | "C":
                bends += [(left + x, top + y) for x, y in zip(values[::2], values[1::2], strict=True)]
                here = bends[-1]
                found[-1] += [_along(bends, i / 8) for i in range(1, 8)]
            case _:
                here = left + values[-2], top + values[-1]
        if command in "Mm":
            found.append([])
            command = "L" if command == "M" else "l"
        found[-1].append(here)
    return found


def _along(points: list[Point], part: float) -> Point:
    """A point of the curve that has these for its ends and between them its guides."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(points)]
    return points[0]


def _box(text: str, style: dict[str, str]) -> Bounds:
    """From the base line to the head of capitals."""
    size = float(style["font-size"])
    wide = width(text, size, style.get("font-weight") == "bold") + float(style.get("letter-spacing", 0)) * len(text)
    left = float(style.get("x", 0)) - wide * SHIFTS[style.get("text-anchor", "start")]
    base = float(style.get("y", 0))
    return Bounds(left, base - 0.73 * size, left + wide, base)


def _shape(node: ElementTree.Element) -> Bounds:
    value = {name: float(node.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r")}
    if node.tag == "rect":
        return Bounds(value["x"], value["y"], value["x"] + value["width"], value["y"] + value["height"])
    return Bounds(value["cx"], value["cy"], value["cx"], value["cy"]).grown(value["r"])


def _density(style: dict[str, str], what: str) -> float:
    return float(style.get(f"{what}-opacity", 1)) * float(style.get("opacity", 1))


def _times(matrix: Matrix, transform: str) -> Matrix:
    """With one more transform inside of it."""
    for kind, written in re.findall(r"(\w+)\(([^)]*)\)", transform):
        value = [float(part) for part in re.findall(r"-?\d*\.?\d+", written)]
        if kind == "matrix":
            a, b, c, d, e, f = value
        elif kind == "scale":
            a, b, c, d, e, f = value[0], 0, 0, value[-1], 0, 0
        else:
            assert kind == "translate", kind
            a, b, c, d, e, f = 1, 0, 0, 1, value[0], value[1]
        p, q, r, s, t, u = matrix
        matrix = p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, p * e + r * f + t, q * e + s * f + u
    return matrix


def _moved(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _back(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y, whole = point[0] - e, point[1] - f, a * d - b * c
    return (d * x - c * y) / whole, (a * y - b * x) / whole
