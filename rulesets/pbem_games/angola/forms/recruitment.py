"""12.3 Who recruits how many where; where MPLA's recruits of its ally stand in Cabinda.

Belongs here: what is asked, how it is typed, what is offered; places of new Units, which foreign aid shares.
Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from pbem.kit.bots import is_legal
from pbem.kit.choose import Choose
from pbem.kit.declaring import Standing, given
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import MOST_WORDS, Names
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.aid.recruitment import counters_left, levy, owner_of_recruits, recruit_places
from pbem_games.angola.forms.names import column_names, holding, regions
from pbem_games.angola.map import FLEC_BASE, columns_in
from pbem_games.angola.numbers import LETTERS
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_recruitment import Place, Recruits, place_name, split_place
from pbem_games.angola.words.common import faction_name, region_name

MOST = ("most", "all", "max")
UP_TO = 30  # recruits of one place that a number may stand for


def read_place(
    typed: Typed, state: State, faction: str, legal: Sequence[Place], *, why: Callable[[str], str],
    remark: Callable[[str], str] | None = None,
) -> Place:
    """`gab`, `gabela.b`, `gabela b`: a region, and a Column that stands there; "" if no region is named."""
    spots = list(dict.fromkeys(split_place(p)[0] for p in legal))
    _part_letter(typed)
    region = typed.name(regions(state.numbers), spots, why=why, remark=remark)
    if not region:
        return ""
    here = [split_place(p)[1] for p in legal if p.startswith(f"{region}.")]
    name = region_name(state, region)
    if typed.peek() not in ("", "column", *LETTERS):
        return region
    letter = typed.name(column_names(faction), here, whole=True, why=lambda x: f"Column {x.upper()} is not in {name}")
    return f"{region}.{letter}" if letter else region


def _part_letter(typed: Typed) -> None:
    """`nova lisboa.b` as `nova lisboa b`: the letter behind the last word of a region's name."""
    for i, word in enumerate(typed.rest[:MOST_WORDS]):
        head, dot, tail = word.rpartition(".")
        if dot:
            if head and tail in LETTERS:
                typed.words[typed.at + i : typed.at + i + 1] = [head, tail]
            return


def typed_place(state: State, place: Place) -> str:
    """`nova lisboa b`: a place as it is typed."""
    region, letter = split_place(place)
    return f"{region_name(state, region).lower()}{f'.{letter}' if letter else ''}"


def columns_told(asked: Asked[State], places: Iterable[Place]) -> str:
    """`Column A in Luanda (3 infantry)`: own Columns that new Units may join; "" for none."""
    sight = Sight(asked.state, asked.seat, asked.peek)
    own = sorted({split_place(p)[1] for p in places if split_place(p)[1]} & set(sight.own.columns))
    return "; ".join(
        f"Column {x.upper()} in {region_name(asked.state, sight.own.columns[x].region)} "
        f"({holding(asked.state, sight.under(x))})" for x in own)


class Recruit(Form[State]):
    """12.3 `gab.b:1 luanda 2`: places with numbers; `most`; `none`."""

    keywords = MOST

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, faction = asked.state, asked.seat
        allowed = levy(state, faction)
        ways = [_way_told(state, way) for way in allowed.ways if any(way.values())]
        places = recruit_places(state, faction)
        owners = {owner_of_recruits(faction, split_place(p)[0]) for p in places}
        left = ", ".join(
            f"{n} of {faction_name(state, f)}" for f, n in counters_left(state, faction).items() if f in owners)
        lines = ["Recruit infantry.", f" Counters left: {left}."]
        if ways:
            lines.append(f"Set recruitment: {', or '.join(ways)}.")
        if FLEC_BASE in places:
            least = state.numbers.tables.set_recruitment.fnla_flec_base_minimum
            lines.append(f"Of those in Zaire the first {least} go to {region_name(state, FLEC_BASE)}.")
        if allowed.variable:
            towns = ", ".join(region_name(state, r) for r in allowed.towns)
            lines.append(f"Variable recruitment: {allowed.variable} in all, one each in so many of {towns}.")
        some = f"`{_typed(state, asked.items()[0].default()[:2])}`"
        if told := columns_told(asked, places):
            lines.append(f"They may join {told}.")
            some += f", into a Column `{typed_place(state, next(p for p in places if split_place(p)[1]))}:1`"
        return Prompt(*lines, How(f"Type places with numbers: {some}; `most`; or `none`."))

    def read(self, asked: Asked[State], typed: Typed) -> Recruits:
        state = asked.state
        if typed.word("none", remark=lambda _: "nobody is recruited"):
            return ()
        if typed.word("most", also=MOST, remark=lambda _: "as many as the rules allow, loose"):
            return tuple(asked.items()[0].default())
        counts: dict[Place, int] = {}
        while typed.part():
            while typed.more():
                number = typed.number(1, UP_TO) if typed.peek().isdecimal() else None
                legal = [p for p in recruit_places(state, asked.seat) if _fits(asked, counts, p, 1)]
                place = read_place(typed, state, asked.seat, legal, why=lambda r: _no_recruit(asked, counts, r),
                                   remark=lambda r: _remark(asked, counts, r))
                if not place:
                    raise typed.refuse_word("name a region")
                if place not in legal:
                    raise typed.refuse(_no_recruit(asked, counts, split_place(place)[0]))
                most = UP_TO if typed.peek() else _room(asked, counts, place)  # the rules say why it is too much
                number = number or typed.number(1, most) or 1
                counts[place] = counts.get(place, 0) + number
        if not counts:
            raise typed.refuse_word("name places, or `none`")
        return tuple(sorted(counts.items()))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        state = asked.state
        most: Recruits = asked.items()[0].default()
        hidden = _with_columns(asked, most)
        if hidden != most:
            yield Offer(_typed(state, hidden), "the most, into Columns where they stand")
        yield Offer(_typed(state, most), "the most, loose")
        yield Offer("none", "nobody is recruited")

    def propose(self, asked: Asked[State], rng: random.Random) -> Recruits:
        """One after the other, as long as it is legal."""
        counts: dict[Place, int] = {}
        legal = recruit_places(asked.state, asked.seat)
        for _ in range(rng.randint(0, UP_TO) if legal else 0):
            place = rng.choice(legal)
            more = {**counts, place: counts.get(place, 0) + 1}
            if _may(asked, more):
                counts = more
        return tuple(sorted(counts.items()))


def _may(asked: Asked[State], counts: dict[Place, int]) -> bool:
    assert isinstance(asked.request, Write)
    return is_legal(asked.request, tuple(sorted(counts.items())))


def _fits(asked: Asked[State], counts: dict[Place, int], place: Place, number: int) -> bool:
    """Whether so many more may go there, if those for the FLEC Base (R111) are still to follow."""
    least = asked.state.numbers.tables.set_recruitment.fnla_flec_base_minimum
    more = {**counts, place: counts.get(place, 0) + number}
    base = more.get(FLEC_BASE, 0)
    return any(_may(asked, {**more, FLEC_BASE: n} if n else more) for n in range(base, max(base, least) + 1))


def _room(asked: Asked[State], counts: dict[Place, int], place: Place) -> int:
    """How many more may go there."""
    return next((n for n in range(UP_TO) if not _fits(asked, counts, place, n + 1)), UP_TO)


def _no_recruit(asked: Asked[State], counts: dict[Place, int], region: str) -> str:
    """Why no (more) recruit goes there."""
    state, allowed = asked.state, levy(asked.state, asked.seat)
    name = region_name(state, region)
    places = {split_place(p)[0] for p in recruit_places(state, asked.seat)}
    if region not in places:
        return f"nobody may be recruited in {name}"
    given = sum(n for p, n in counts.items() if split_place(p)[0] == region)
    if region in allowed.towns and given:
        return f"{name} takes one recruit"
    if region in allowed.towns:
        return f"variable recruitment gives {allowed.variable} in all"
    return f"no more may be recruited in {name}: set recruitment or the counters do not give them"


def _remark(asked: Asked[State], counts: dict[Place, int], region: str) -> str:
    return f"{_room(asked, counts, region)} at most"


def _way_told(state: State, way: dict[tuple[str, ...], int]) -> str:
    """`4 in Zaire Proper (east) or FLEC Base and 2 in Luanda`"""
    return " and ".join(
        f"{n} in {' or '.join(region_name(state, r) for r in group)}" for group, n in way.items() if n)


def _with_columns(asked: Asked[State], recruits: Recruits) -> Recruits:
    """The same, but under a marker wherever one of one's own stands."""
    counts: dict[Place, int] = {}
    for place, count in recruits:
        letters = columns_in(asked.state, asked.seat, place)
        into = f"{place}.{letters[0]}" if letters else place
        counts[into if into in recruit_places(asked.state, asked.seat) else place] = count
    return tuple(sorted(counts.items())) if _may(asked, counts) else recruits


def _typed(state: State, recruits: Recruits) -> str:
    return " ".join(f"{typed_place(state, place)}:{count}" for place, count in recruits) or "none"


IN_CABINDA: Choose[State] = Choose(
    rule="12.3.1", noun="place", skip=("column", "under", "in"), pick=lambda asked: None,
    ask=lambda asked: f"Your ally has recruited MPLA infantry in {region_name(asked.state, asked.about)}: loose, or "
                      f"under one of your Columns there ({columns_told(asked, asked.legal())})?",
    names=lambda asked: Names(
        {p: (split_place(p)[1] or "loose", p, place_name(asked.state, p)) for p in asked.legal()},
        sort={p: "column" if split_place(p)[1] else "place" for p in asked.legal()},
        things={p: f"{asked.seat}/{split_place(p)[1]}" if split_place(p)[1] else p for p in asked.legal()},
        labels={p: place_name(asked.state, p) for p in asked.legal()}),
    worth=lambda asked, place: asked.legal().index(place), remark=lambda asked, place: place_name(asked.state, place),
    standing=Standing("cabinda_recruits", "where your recruits in Cabinda stand", {
        "loose": given("loose", lambda asked, _: asked.legal()[0]),
        "join": given("in your last Column there", lambda asked, _: asked.legal()[-1])}, usual="join"),
)
"""12.3.1, ruling R112 Loose, or under a Column there."""
