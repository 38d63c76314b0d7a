"""What is written in a drawing, and where: for tests of what can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from pbem.show.svg.metrics import width
from pbem.show.svg.paint import painted


def texts(drawn: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Each text of a counter that stands in the middle of its room: words, middle, base line, width, height of type."""
    def walk(node: ElementTree.Element, x: float, y: float, across: float, down: float) -> Iterator[
            tuple[str, float, float, float, float]]:
        for kind, found in re.findall(r"(translate|scale)\(([^)]*)\)", node.get("transform", "")):
            parts = [float(part) for part in found.split()]
            if kind == "translate":
                x, y = x + parts[0] * across, y + parts[1] * down
            else:
                across, down = across * parts[0], down * parts[-1]
        if node.tag == "text":
            size = float(node.attrib["font-size"])
            words = node.text or ""
            at = x + float(node.attrib["x"]) * across, y + float(node.attrib["y"]) * down
            yield words, *at, width(words, size, True) * across, size * down
        for child in node:
            yield from walk(child, x, y, across, down)

    yield from walk(ElementTree.fromstring(f"<g>{painted(drawn)}</g>"), 0, 0, 1, 1)
