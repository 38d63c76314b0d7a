"""Whole parts of a set-up or a reorganization, said by one click: `a luanda 5 inf`, `brigade luanda inf1 inf2 inf3`.

Belongs here: how such a part is typed and called. Must not be here: which are possible (`setup`, `reorganization`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.kit.choices import Choice
from pbem.kit.view import grouped
from pbem_games.angola.forms.names import kinds, regions, short, stem_of
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import region_name, unit_names


def part(
    state: State, seat: str, letter: str, region: str, own: Sequence[Token], alike: Sequence[Token]
) -> Choice:
    """A Column, or nobody's, in a region: its own Units and so many of these that are alike."""
    stem, is_kind = stem_of(alike[0]), stem_of(alike[0]) in kinds(state.numbers)
    last = stem if is_kind and len(alike) > 1 else short(alike[0])
    words = [*_where(state, letter, region), *map(short, own), last]
    return Choice(
        " ".join(words), "name", _ids(seat, letter, region, [*own, *alike]), most=len(alike) if is_kind else 1,
        sort="column" if letter else "place", label=f"{_label(state, letter, region)}: {_kind(state, own, alike)}",
    )  # fmt: skip


def wholes(
    state: State, seat: str, letter: str, region: str, own: Sequence[Token], loose: Sequence[Token],
    made: Sequence[Token] = (),
) -> Iterator[Choice]:
    """All there under a Column; then its own and so many of each kind; brigades just made one by one."""
    more = [*loose, *made]
    same = [*grouped(list(loose), stem_of).values(), *([b] for b in made)]
    if len(same) > 1:
        words = [*_where(state, letter, region), *map(short, [*own, *more])]
        yield Choice(" ".join(words), "name", _ids(seat, letter, region, [*own, *more]), sort="column",
                     label=f"{_label(state, letter, region)}: all there")
    for alike in same:
        yield part(state, seat, letter, region, own, alike)


def brigade(state: State, letter: str, region: str, infantry: Sequence[Token], loose: Collection[Token]) -> Choice:
    """8.1-3 Three infantry become a brigade: loose ones, those of a Column, or both."""
    words = ["brigade", regions(state.numbers).shown(region), *map(short, infantry)]
    also = sum(token in loose for token in infantry)
    whose = f" of Column {letter.upper()}{f' and {also} loose' if also else ''}" if letter else ""
    return Choice(" ".join(words), "name", " ".join(["brigade", region, *infantry]), sort="unit",
                  label=f"Brigade{whose}, {region_name(state, region)}: of 3 infantry")


def _where(state: State, letter: str, region: str) -> list[str]:
    return [*([letter] if letter else []), regions(state.numbers).shown(region)]


def _label(state: State, letter: str, region: str) -> str:
    return f"{f'Column {letter.upper()}' if letter else 'In sight'}, {region_name(state, region)}"


def _kind(state: State, own: Sequence[Token], alike: Sequence[Token]) -> str:
    told = unit_names(state, alike[:1]) if alike[0] in state.numbers.counters else short(alike[0])
    return f"and {told}" if own else told


def _ids(seat: str, letter: str, region: str, units: Sequence[Token]) -> str:
    return " ".join([*([f"{seat}/{letter}"] if letter else []), region, *units])
