"""What people type, as canonical words: region codes, short Unit names, counts; plans of several sealed parts.

Belongs here: reading what a person means. Must not be here: whether it is legal (the request says that).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from rulesets.angola.aid.entries import carriers_in, piece_limits
from rulesets.angola.columns import contents
from rulesets.angola.drawn import region_drawings
from rulesets.angola.exchange import as_they_are, unlaid
from rulesets.angola.numbers import Numbers
from rulesets.angola.planning import pack_size
from rulesets.angola.reorganization_plans import Before, before_of
from rulesets.angola.setup import Start, start_of
from rulesets.angola.state import State, Token
from rulesets.angola.words.manifest import ManifestForm
from rulesets.angola.words.planning import card_of
from rulesets.angola.words.reorganization import Change, ReorganizationForm, Standing
from rulesets.angola.words.setup import Place, Plan, PlanForm

WITHOUT_UNITS = ("none", "loose")
SETUP, REORGANIZATION, PACK = "3", "8.1-3", "5.4"
EQUIPMENT = ("2.4.2", "9.9.1", "12.4.2")
_COUNT = re.compile(r"([1-9][0-9]?)(inf|brig|merc|car|tank|art|eng)")
_SHORT = re.compile(r"(?:inf|brig|merc|car|tank|art|eng|h)[1-9][0-9]?")
_WORD = re.compile(r"[^ ,;:=+]+")


def read_orders(state: State, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    """The canonical words of each item asked for; IllegalMove says what was not understood."""
    words = " ".join(text.lower().split())
    if isinstance(request, SealMany):
        return _sealed_parts(state, request, seat, words, peek)
    plain = expand(state, seat, words, _possible(request))
    if isinstance(request, Seal):
        return [plain]
    assert isinstance(request, Ask | Write)
    if isinstance(request, Write):
        return [request.form.spell(request.form.parse(plain))]
    return [plain]


def examples(state: State, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    """What may be typed now, the quietest first."""
    if isinstance(request, SealMany):
        if request.rule == PACK:
            items = request.per_seat()[seat][: pack_size(state)]
            return [" ".join(_short_card(str(item.default())) for item in items)]
        if request.rule == SETUP:
            return ["loose"]
        if request.rule == REORGANIZATION:
            return ["none"]
        entries = _honest_entries(state, seat, peek)
        return [" ".join(f"{p}={e}" for p, e in zip(unlaid(state, seat), entries, strict=True))]
    if isinstance(request, Seal):
        return list(request.per_seat()[seat][0].says())
    return list(request.options().says()) if isinstance(request, Ask | Write) else []


def _sealed_parts(state: State, request: SealMany[Any], seat: str, words: str, peek: Peek) -> list[str]:
    items = request.per_seat()[seat]
    if request.rule == SETUP:
        return compose_setup(start_of(state, seat), expand_regions(state.numbers, words))
    if request.rule == REORGANIZATION:
        spare = len(items) - 1 < len(state.numbers.factions[seat].columns)
        before = before_of(state, seat, spare_only=spare)
        return compose_reorganization(state, before, expand_regions(state.numbers, words), peek)
    if request.rule == PACK:
        size = pack_size(state)
        cards, _, pieces = words.partition(";")
        entries = expand_regions(state.numbers, pieces.strip() or "none")
        return [*(card_of(w) for w in cards.split()), *_entries(state, seat, entries, peek, len(items) - size)]
    if request.rule in EQUIPMENT:
        return _entries(state, seat, expand_regions(state.numbers, words), peek, len(items))
    return [part.strip() for part in words.split(";")]


def _entries(state: State, seat: str, words: str, peek: Peek, count: int) -> list[str]:
    """`aa1=a mine2=field.luanda`: new entries; pieces that are not named stay where they are."""
    if not count:
        if words != "none":
            raise IllegalMove(f"Equipment: {words}", "2.4.2", "you have none that could change hands now")
        return []
    pieces = unlaid(state, seat)
    entries = dict(zip(pieces, _honest_entries(state, seat, peek), strict=True))
    for word in [] if words == "none" else words.replace(";", " ").split():
        piece, equals, entry = word.partition("=")
        if not equals or piece not in entries:
            raise IllegalMove(f"Equipment: {word}", "2.4.2", "a word is like aa1=a or mine2=field.luanda", legal=pieces)
        entries[piece] = entry
    return list(entries.values())


def _honest_entries(state: State, seat: str, peek: Peek) -> list[str]:
    """Where the pieces are; new ones one by one where there is room for them (12.4.2)."""
    own = state.factions[seat].equipment
    entries = as_they_are(state, seat, peek)
    room = piece_limits(state, seat)
    for i, piece in enumerate(unlaid(state, seat)):
        if own[piece].entry is None and not own[piece].public:
            region = next((r for r, count in sorted(room.items(), key=lambda item: -item[1]) if count), "")  # the base
            if region:
                room[region] -= 1
                entries[i] = carriers_in(state, seat, [region])[0]
    return entries


# ---------------------------------------------------------------- words of regions and Units


def expand_regions(numbers: Numbers, words: str) -> str:
    """Region codes of the map (`lua`) as ids (`luanda`)."""
    codes = {drawn.code.lower(): id for id, drawn in region_drawings(numbers).items()}
    return _WORD.sub(lambda m: codes.get(m[0], m[0]), words)


def expand(state: State, seat: str, words: str, possible: Sequence[str]) -> str:
    """Codes as ids, `inf3` as `f.inf3`, and `2inf` as the first two infantry that may be named here."""
    code = state.numbers.factions[seat].code if seat in state.numbers.factions else ""
    used: set[str] = set()

    def one(match: re.Match[str]) -> str:
        word = match[0]
        counted = _COUNT.fullmatch(word)
        if counted and possible:
            free = [p for p in possible if p.startswith(f"{code}.{counted[2]}") and p not in used]
            chosen = free[: int(counted[1])]
            used.update(chosen)
            return " ".join(chosen) or word
        if _SHORT.fullmatch(word):
            word = f"{code}.{word}"
        used.add(word)
        return word

    return _WORD.sub(one, expand_regions(state.numbers, words))


def _possible(request: Request[Any]) -> Sequence[str]:
    """The Units that may be named in an answer, where its form knows them."""
    return list(getattr(request.form, "names", ())) if isinstance(request, Write) else []


def _short_card(card: str) -> str:
    return {"fifth_column": "5th"}.get(card, card.removeprefix("column_"))


# ---------------------------------------------------------------- plans


def _parts(words: str) -> list[list[str]]:
    return [part.split() for part in words.split(";") if part.strip() not in ("", *WITHOUT_UNITS)]


class _Picker:
    """Takes Units by name or by count out of those that are left."""

    def __init__(self, numbers: Numbers, faction: str, rule: str) -> None:
        self._numbers, self._code, self._rule = numbers, numbers.factions[faction].code, rule
        self.used: set[Token] = set()

    def pick(self, words: Iterable[str], free: Sequence[Token]) -> list[Token]:
        chosen: list[Token] = []
        for word in words:
            counted = _COUNT.fullmatch(word)
            if counted:
                stem = f"{self._code}.{counted[2]}"
                found = [u for u in free if u.startswith(stem) and u not in self.used][: int(counted[1])]
                if len(found) < int(counted[1]):
                    raise IllegalMove(f"{word}", self._rule, f"only {len(found)} of them are left here")
            else:
                found = [word if "." in word else f"{self._code}.{word}"]
                if found[0] not in free or found[0] in self.used:
                    left = [u for u in free if u not in self.used]
                    raise IllegalMove(f"{word}", self._rule, "it is not here, or named twice", legal=left)
            chosen += found
            self.used.update(found)
        return chosen


def compose_setup(start: Start, words: str) -> list[str]:
    """3 `a luanda 5inf car1; caxito 4inf`: Column A with those Units in Luanda, four infantry loose in Caxito.

    Units on the map that are not named stay loose; infantry off the map must all be placed; `loose` places what is left
    of it by itself, alone or as the last part.
    """
    if words.strip() in ("", *WITHOUT_UNITS):
        from rulesets.angola.setup import draft

        form = PlanForm(start.numbers, start.faction)
        return [form.spell(draft(start)), *("none" for _ in start.letters)]
    picker = _Picker(start.numbers, start.faction, "3")
    loose: dict[str, list[Token]] = {}
    columns: dict[str, str] = {}
    inside: dict[str, list[Token]] = {x: [] for x in start.letters}
    for part in _parts(words):
        letter = part.pop(0) if part[0] in start.letters else ""
        if not part:
            raise IllegalMove(f"set-up: {letter}", "3", "name the region of the Column, then its Units")
        region = part.pop(0)
        free = [u for u, at in start.on_map.items() if at == region] + list(start.off_map)
        chosen = picker.pick(part, free)
        if letter:
            columns[letter] = region
            inside[letter] += chosen
        else:
            loose.setdefault(region, []).extend(chosen)
    for unit, region in start.on_map.items():
        if unit not in picker.used:
            loose.setdefault(region, []).append(unit)
    left = [u for u in start.off_map if u not in picker.used]
    if "loose" in [part.strip() for part in words.split(";")]:
        left = _spread(start, left, loose, {x: inside[x] for x in columns}, columns)
    if left:
        raise IllegalMove(f"set-up: {words}", "3", f"{len(left)} infantry are not placed", legal=start.markers)
    places = {x: Place(r, len(inside[x]) if start.sizes_public else 0) for x, r in columns.items()}
    plan = Plan({r: tuple(units) for r, units in loose.items() if units}, places)
    public, manifest = PlanForm(start.numbers, start.faction), ManifestForm(start.numbers, start.faction)
    return [public.spell(plan), *(manifest.spell(tuple(inside[x])) for x in start.letters)]


def _spread(
    start: Start,
    left: list[Token],
    loose: dict[str, list[Token]],
    inside: dict[str, list[Token]],
    columns: dict[str, str],
) -> list[Token]:
    """Places infantry on own markers in their order, as many as may come to each; gives what finds no place."""
    for region in start.markers:
        there = [*loose.get(region, ()), *(u for x, at in columns.items() if at == region for u in inside[x])]
        room = start.per_marker - sum(u in start.off_map for u in there)
        chosen, left = left[:room], left[room:]
        if chosen:
            loose.setdefault(region, []).extend(chosen)
    return left


def compose_reorganization(state: State, before: Before, words: str, peek: Peek) -> list[str]:
    """8.1-3 `a luanda inf1 2inf car1; brigade luanda 3inf`: what Column A in Luanda holds afterwards; a new brigade.

    Columns that are not named keep what is not named elsewhere; a Column that loses all goes off the map.
    """
    held = _held(state, before, peek)
    picker = _Picker(before.numbers, before.faction, "8.1-3")
    after: dict[str, tuple[str, list[Token]]] = {}
    brigades: dict[str, list[tuple[Token, tuple[Token, ...]]]] = {}
    counters = list(before.brigades)
    for part in sorted(_parts(words), key=lambda p: p[0] != "brigade"):
        head = part.pop(0)
        if not part or part[0] not in before.regions:
            raise IllegalMove(f"reorganization: {head}", "8.1-3", "name a region with Units of yours", before.regions)
        region = part.pop(0)
        spot = before.regions[region]
        here = [*spot.loose, *(t for x in spot.letters for t in held[x])]
        here += [b for b, _ in brigades.get(region, [])]
        if head == "brigade":
            if not counters:
                raise IllegalMove(f"brigade in {region}", "13", "no brigade counter is left (16)")
            brigades.setdefault(region, []).append((counters.pop(0), tuple(picker.pick(part, here))))
        else:
            after[head] = (region, picker.pick(part, here))
    return _spell_reorganization(before, held, picker.used, after, brigades)


def _held(state: State, before: Before, peek: Peek) -> dict[str, list[Token]]:
    """What is under each marker, as its owner knows."""
    held: dict[str, list[Token]] = {}
    for letter in state.factions[before.faction].columns:
        inside = contents(state, before.faction, [letter]).without_labels()
        held[letter] = list(inside.tokens(*(peek(h) for h in inside.needs)))
    return held


def _spell_reorganization(
    before: Before,
    held: dict[str, list[Token]],
    used: set[Token],
    after: dict[str, tuple[str, list[Token]]],
    brigades: dict[str, list[tuple[Token, tuple[Token, ...]]]],
) -> list[str]:
    places = {x: r for r, spot in before.regions.items() for x in spot.letters}
    final = {x: (places[x], [t for t in tokens if t not in used]) for x, tokens in held.items() if x not in after}
    final = {x: v for x, v in final.items() if v[1]} | after
    changes = []
    for region, spot in before.regions.items():
        letters = sorted(x for x, (r, _) in final.items() if r == region)
        tokens = {t for x in letters for t in final[x][1]}
        joining = tuple(t for t in tokens if t in spot.loose or t in before.brigades)
        standing = tuple(
            Standing(x, x in spot.plus and final[x][1] == held.get(x), len(final[x][1]) if before.sizes_public else 0)
            for x in letters
        )
        made = tuple(brigades.get(region, ()))
        loses_plus = any(final[x][1] != held.get(x) for x in letters if x in spot.plus)
        if joining or made or letters != list(spot.letters) or loses_plus or (before.sizes_public and letters):
            changes.append(Change(region, standing, joining, made))
    manifest = ManifestForm(before.numbers, before.faction)
    plan = ReorganizationForm(before.numbers, before.faction).spell(tuple(changes))
    return [plan, *(manifest.spell(tuple(final.get(x, ("", []))[1])) for x in before.sealing)]
