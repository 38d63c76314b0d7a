"""Small positions for the first steps of a combat: Columns sealed or known, Equipment in secret, a driver for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from angola.boards_resolution import empty_map, put

from pbem.play.requests import Ask, Draw, Listed, Open, Roll, Seal, SealMany, Write, Written
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem_games.angola.combat.battle import is_attacker
from pbem_games.angola.combat.sequence import fight
from pbem_games.angola.map import enemies_in
from pbem_games.angola.state import Battle, Piece, State
from pbem_games.angola.words.manifest import ManifestForm

Units = Mapping[str, int] | int


async def _seal_columns(state: State) -> None:
    columns = {f: sorted(own.columns) for f, own in state.factions.items() if own.columns}
    items = {
        f: [Written(ManifestForm(state.numbers, f), lambda _: None, lambda: ())] * len(x) for f, x in columns.items()
    }
    sealed = await SealMany(rule="8", bucket=512, items=items)
    for faction, letters in columns.items():
        for letter, handle in zip(letters, sealed[faction], strict=True):
            column = state.factions[faction].columns[letter]
            column.known, column.sealed = [], handle


def seal_columns(state: State, secrets: Secrets | None = None, **instead: Sequence[Any]) -> Secrets:
    """What is under every marker becomes secret; `instead` are false contents by faction, for cheats."""
    contents = {f: [list(own.columns[x].known) for x in sorted(own.columns)] for f, own in state.factions.items()}
    for faction, units in instead.items():
        contents[faction] = [list(units)] if not units or isinstance(units[0], str) else [list(u) for u in units]
    table = Table(_seal_columns(state), secrets=secrets)
    table.answer({f: units for f, units in contents.items() if units})
    return table.secrets


async def _seal_pieces(state: State, faction: str, entries: Mapping[str, str]) -> None:
    items = {faction: [Listed(("lost", entry)) for entry in entries.values()]}
    sealed = await SealMany(rule="2.4.2", bucket=128, items=items)
    for piece, handle in zip(entries, sealed[faction], strict=True):
        state.factions[faction].equipment[piece] = Piece(piece.rstrip("0123456789"), entry=handle)
        state.equipment_pool.remove(piece)


def equip(state: State, faction: str, secrets: Secrets | None = None, **entries: str) -> Secrets:
    """Pieces in secret hands: `aa1="a"` goes with Column A, `mine1="field.dondo"` is a minefield there."""
    fields = [e.removeprefix("field.") for e in entries.values() if e.startswith("field.")]
    state.factions[faction].field_regions = sorted({*state.factions[faction].field_regions, *fields})
    table = Table(_seal_pieces(state, faction, entries), secrets=secrets)
    table.answer({faction: list(entries.values())})
    return table.secrets


def open_field(state: State, faction: str, piece: str, region: str) -> None:
    """A minefield that everybody sees."""
    state.equipment_pool.remove(piece)
    state.factions[faction].equipment[piece] = Piece("mine", public=f"field.{region}")


def skirmish(
    attack: Units,
    defence: Units,
    *,
    region: str = "dondo",
    origin: str = "catete",
    letter: str = "",
    air: tuple[int, int] = (0, 0),
    **options: Any,
) -> State:
    """FAPLA Column A has come to FNLA in a region, under a marker if `letter` names one; the combat is to begin."""
    state = empty_map(**options)
    put(state, "fapla", region, attack, "a")
    put(state, "fnla", region, defence, letter)
    state.factions["fapla"].air_ready, state.factions["fnla"].air_ready = air
    state.factions["fapla"].columns["a"].moved = True
    return state


def under_way(state: State, region: str = "dondo", origin: str = "catete") -> Battle:
    """The combat of that skirmish after Step 3, for tests of single steps."""
    defenders = enemies_in(state, "fapla", region)
    state.battle = Battle("fapla", "a", origin, region, defenders, conductor=defenders[0])
    assert is_attacker(state.battle, "fapla")
    return state.battle


def fight_table(
    state: State, secrets: Secrets | None = None, *, region: str = "dondo", origin: str = "catete"
) -> Table[None]:
    """The whole combat."""
    return Table(fight(state, "fapla", "a", origin, region), secrets=secrets)


def run(table: Table[Any], *answers: Any, dice: Sequence[Sequence[int]] = ()) -> Table[Any]:
    """Gives openings, honest answers, dice and answers in turn, until nothing is left to give for what is pending."""
    given, rolls = list(answers), list(dice)
    while table.pending is not None:
        request = table.pending
        if isinstance(request, Open):
            table.answer()
        elif isinstance(request, Roll | Draw):
            if not rolls:
                break
            table.answer(tuple(rolls.pop(0)))
        elif isinstance(request, Ask | Write) and (true := request.truth(table.peek)) is not None:
            table.answer(true)
        elif isinstance(request, Ask | Write | Seal) and given:
            table.answer(given.pop(0))
        else:
            break
    assert not given, f"{given} was never asked for; pending is {table.pending}"
    assert not rolls, f"{rolls} were never rolled; pending is {table.pending}"
    return table


def told(table: Table[Any]) -> str:
    return "\n".join(t.text for t in table.story)
