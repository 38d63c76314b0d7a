"""How wide a text is in the fonts of the pictures, without reading the fonts.

Belongs here: widths, cutting and breaking lines. Must not be here: where a text stands.
"""

from __future__ import annotations

import unicodedata

REGULAR = (
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568,
    518, 697, 677, 265, 265, 590, 501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616,
    549, 616, 351, 303, 351, 754, 450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521,
    250, 876, 570, 550, 571, 571, 370, 469, 353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
)
BOLD = (
    313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626,
    626, 626, 626, 626, 626, 626, 626, 360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615,
    615, 738, 753, 334, 334, 697, 573, 896, 753, 765, 659, 765, 693, 648, 614, 730, 696, 993, 694,
    651, 652, 411, 329, 411, 754, 450, 450, 607, 644, 533, 644, 610, 391, 644, 641, 308, 308, 598,
    308, 938, 641, 618, 644, 644, 444, 536, 430, 641, 586, 831, 580, 586, 523, 641, 329, 641, 754,
)
"""Thousandths of the size for the signs from blank to tilde (DejaVu Sans Condensed 2.37)."""
OTHER, WIDE = 800, 1050  # a sign of another writing; one as wide as it is high


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most, in units of `size`."""
    table = BOLD if bold else REGULAR
    total = 0
    for sign in unicodedata.normalize("NFD", text):
        if " " <= sign <= "~":
            total += table[ord(sign) - 32]
        elif not unicodedata.combining(sign):
            total += WIDE if unicodedata.east_asian_width(sign) in "WF" else OTHER
    return total * size / 1000


def cut(text: str, size: float, room: float, bold: bool = False) -> str:
    """As much of a text as there is room for, with dots where something is missing."""
    if width(text, size, bold) <= room:
        return text
    text = text[:int(room / size * 5) + 1]  # nothing is narrower than a fifth of its size
    while text and width(text + "...", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "..." if text else ""


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The lines of a paragraph; a word too long for a line is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(cut(word, size, room, bold))
    return lines


def halved(text: str, parts: int) -> list[str]:
    """A name on so many lines at most, as even as its words allow; one line if it has one word."""
    many = text.split()
    if parts < 2 or len(many) < 2:
        return [" ".join(many)] if many else []
    splits = [[" ".join(many[:i]), *halved(" ".join(many[i:]), parts - 1)] for i in range(1, len(many))]
    return min(splits, key=lambda lines: max(width(line, 10, True) for line in lines))
