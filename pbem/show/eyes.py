"""How far apart two colours look, to eyes that see all colours and to three kinds that do not.

Belongs here: what an eye makes of a colour, and the distance. Must not be here: which colours there are (the games).
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

ENEMIES, ALLIES, ON_GROUND = 18.0, 9.0, 12.0  # the least distance of two counters, and of a counter and what it lies on
EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    # Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216), (-.003882, -.048116, 1.051998)),
    "deuteranopia": ((.367322, .860646, -.227968), (.280085, .672501, .047413), (-.011820, .042940, .968881)),
    "tritanopia": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602), (.004733, .691367, .303900)),
}
Lab = tuple[float, float, float]
_WHITE = (0.95047, 1.0, 1.08883)  # D65
_TO_XYZ = ((.4124564, .3575761, .1804375), (.2126729, .7151522, .0721750), (.0193339, .1191920, .9503041))


def least(one: str, other: str) -> tuple[float, str]:
    """The smallest distance of two colours `#rrggbb` over all kinds of eyes, and for which eyes it is so small."""
    return min((distance(lab(one, eye), lab(other, eye)), eye) for eye in EYES)


@lru_cache(maxsize=4096)
def lab(colour: str, eye: str = "all colours") -> Lab:
    """A colour as an eye sees it, in CIE Lab (D65)."""
    linear = _times(EYES[eye], tuple(_linear(int(colour[at:at + 2], 16) / 255) for at in (1, 3, 5)))
    seen = tuple(min(1.0, max(0.0, part)) for part in linear)
    x, y, z = (_root(part / white) for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@lru_cache(maxsize=4096)
def as_seen(colour: str, eye: str) -> str:
    """The colour that looks to eyes that see all colours as `colour` does to such an eye."""
    linear = _times(EYES[eye], tuple(_linear(int(colour[at:at + 2], 16) / 255) for at in (1, 3, 5)))
    return "#" + "".join(f"{round(255 * _curved(min(1.0, max(0.0, part)))):02x}" for part in linear)


def distance(one: Lab, other: Lab) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005): 1 is hardly seen, 10 at a glance."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean / (mean + 25 ** 7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = (degrees(atan2(b, a * stretch)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if turn == -180:
        turn = 180.0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    light, chroma, mean_c = (l1 + l2) / 2, c2 - c1, (c1 + c2) / 2
    middle = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    weight = (1 - 0.17 * cos(radians(middle - 30)) + 0.24 * cos(radians(2 * middle))
              + 0.32 * cos(radians(3 * middle + 6)) - 0.20 * cos(radians(4 * middle - 63)))
    by_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    by_chroma, by_hue = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * weight
    seventh = mean_c ** 7
    bend = (-2 * sqrt(seventh / (seventh + 25 ** 7)) * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2)))))
    dl, dc, dh = (l2 - l1) / by_light, chroma / by_chroma, hue / by_hue
    return sqrt(dl * dl + dc * dc + dh * dh + bend * dc * dh)


def _times(rows: tuple[tuple[float, float, float], ...], parts: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in rows)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _curved(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
