"""12.1 Direct foreign aid: what a beaten alliance's patrons send, and where it stands.

Major Units are drawn in secret: the owner's draw, then one sealed name for each Unit, so that each can
be shown alone. Until then a label (`f.h1`) stands for it. Crises follow for what could not be drawn (aid.crisis).
Belongs here: the draw, the deployment. Must not be here: the Crisis Table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.angola.aid.arrival import arrive, counters_in_reserve, places
from pbem_games.angola.aid.crisis import crisis_rolls
from pbem_games.angola.aid.majors import aid_regions, draw_majors, pool_count, show_majors
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.printed import DirectAidRow
from pbem_games.angola.state import State, Token
from pbem_games.angola.words import aid_direct as words
from pbem_games.angola.words.aid_direct import AIRGROUP, DEPLOYMENT, Deployment
from pbem_games.angola.words.aid_recruitment import Place, split_place


async def direct_foreign_aid(state: State, alliance: str) -> None:
    """12.1 Step C for the alliance that lost the turn: draws, deployment, then crises; "" if nobody lost."""
    members = [f for f in FACTIONS if state.numbers.alliance(f) == alliance]
    rows = {f: row for f in members if (row := await _look_up(state, f)) is not None}
    missing = {f: max(0, row.major - pool_count(state, f)) for f, row in rows.items()}
    # what no place is left for is not even drawn
    drawn = {f: row.major - missing[f] if aid_regions(state, f)[0] else 0 for f, row in rows.items()}
    labels = await draw_majors(state, drawn)
    taken = {f: await deploy(state, f, labels[f], row) for f, row in rows.items()}
    for faction in state.turn_order():  # ruling R106
        if missing.get(faction):
            await crisis_rolls(state, faction, missing[faction], taken=taken[faction])


async def _look_up(state: State, faction: str) -> DirectAidRow | None:
    """12.1.1, ruling R103 What the table sends; None if nothing comes."""
    if state.factions[faction].crisis.cut_off:  # 12.2
        await Tell(rule="12.2", text=words.cut_off_told(state, faction))
        return None
    row = row_for(state, faction)
    tokens = sum(state.factions[faction].tokens.values())
    await Tell(rule="12.1.1", text=words.aid_told(state, faction, tokens, row))
    return row


# ---------------------------------------------------------------- questions


def row_for(state: State, faction: str) -> DirectAidRow | None:
    """12.1.1, ruling R103 The row for all Victory Tokens in front of the faction; None for more than it has rows."""
    tokens = sum(state.factions[faction].tokens.values())
    return next((row for row in state.numbers.tables.direct_aid.rows if row.tokens == tokens), None)


def minor_kinds(state: State, faction: str) -> tuple[str, ...]:
    """12.1.1, ruling R104 The kinds of Minor Units of which one is not in play, in the order of the table."""
    choices = state.numbers.tables.direct_aid.minor_choices
    return tuple(kind for kind in choices if _in_reserve(state, faction, kind))


def _in_reserve(state: State, faction: str, kind: str) -> bool:
    own = state.factions[faction]
    if kind == AIRGROUP:
        return own.air_ready + own.air_done < state.numbers.airgroups(faction)
    return bool(counters_in_reserve(state, faction, kind))


# ---------------------------------------------------------------- the secret draw


# ---------------------------------------------------------------- deployment


class Aid(msgspec.Struct, frozen=True):
    """12.1.2 What one faction deploys, and where; called with a deployment, it refuses a wrong one.

    `limit` is how many ground Units a region takes, None for any number.
    """

    faction: str
    labels: tuple[Token, ...]
    minors: int
    kinds: tuple[str, ...]
    regions: tuple[str, ...]
    places: tuple[Place, ...]
    limit: int | None

    def __call__(self, deployment: Deployment) -> None:
        check_deployment(self, deployment)

    @property
    def expected(self) -> int:
        """How many things are received if there is room."""
        return len(self.labels) + min(self.minors, len(self.kinds))

    @property
    def room(self) -> int:
        """How many ground Units find a place."""
        return self.expected if self.limit is None else self.limit * len(self.regions)

    @property
    def is_forced(self) -> bool:
        """Whether there is only one way."""
        if self.minors and len(self.kinds) > 1:
            return False
        ground = self.expected - (AIRGROUP in self.kinds[: self.minors])
        return ground == 0 or (len(self.places) == 1 and ground <= self.room)


async def deploy(state: State, faction: str, labels: list[Token], row: DirectAidRow) -> tuple[str, ...]:
    """12.1.2, D23, D24 Everything is placed at once; gives the ports that are taken now."""
    regions, limit = aid_regions(state, faction)
    kinds = minor_kinds(state, faction)
    aid = Aid(faction, tuple(labels), row.minor, kinds, tuple(regions), tuple(places(state, faction, regions)), limit)
    if not regions:
        if row.major or row.minor:
            text = words.not_received_told(state, faction, row.major, row.minor)
            await Tell(rule="12.1.2", text=text)
        return ()
    if not aid.expected:
        return ()
    answer = draft(aid)
    if not aid.is_forced:
        answer = await Write(
            rule="12.1.2",
            about=faction,
            seat=faction,
            form=DEPLOYMENT,
            check=aid,
            case=aid,
            draft=lambda: draft(aid),
        )
    await receive(state, faction, answer)
    await _return_the_rest(state, aid, answer)
    return tuple(sorted({split_place(place)[0] for _, place in answer if place})) if limit is not None else ()


async def receive(state: State, faction: str, deployment: Deployment) -> None:
    """12.1.2 New Units come onto the map; Major Units that stand loose are shown (8)."""
    loose = [thing for thing, place in deployment if thing in state.factions[faction].hidden and "." not in place]
    names = await show_majors(state, faction, loose, rule="12.1.2")
    for place in dict.fromkeys(place for _, place in deployment):
        things = [thing for thing, where in deployment if where == place]
        if not place:
            state.factions[faction].air_ready += len(things)
            await Tell(rule="12.1.2", text=words.airgroup_told(state, faction))
            continue
        hidden = [t for t in things if t in state.factions[faction].hidden]
        named = [names[t] for t in things if t in names]
        minors = [counters_in_reserve(state, faction, t)[0] for t in things if t not in (*hidden, *loose)]
        if not (named or minors or hidden):
            continue  # ruling R126: what was shown was not in the pool
        arrive(state, faction, [*named, *minors, *hidden], place)
        text = words.deployed_told(state, faction, [*named, *minors], len(hidden), place)
        await Tell(rule="12.1.2", text=text, places=(split_place(place)[0],))


async def _return_the_rest(state: State, aid: Aid, deployment: Deployment) -> None:
    """12.1.2, ruling R105 What found no port goes back unseen."""
    named = [thing for thing, _ in deployment]
    back = [label for label in aid.labels if label not in named]
    for label in back:
        del state.factions[aid.faction].hidden[label]
    if len(named) < aid.expected:
        minors = aid.expected - len(named) - len(back)
        await Tell(rule="12.1.2", text=words.not_received_told(state, aid.faction, len(back), minors))


def draft(aid: Aid) -> Deployment:
    """Ruling R136: the most that is allowed, loose, first regions by id, the first kinds in the table."""
    chosen = aid.kinds[: aid.minors]
    flying = [(kind, "") for kind in chosen if kind == AIRGROUP]
    ground = [*aid.labels, *(kind for kind in chosen if kind != AIRGROUP)]
    if aid.limit is None:
        standing = [(thing, aid.regions[0]) for thing in ground]
    else:
        spots = [region for region in aid.regions for _ in range(aid.limit)]
        standing = list(zip(ground, spots, strict=False))
    return tuple(sorted([*flying, *standing]))


def check_deployment(aid: Aid, deployment: Deployment) -> None:
    """12.1.1, 12.1.2 Aid is not refused, and stands where the patron sends it; raises IllegalMove."""
    things = [thing for thing, _ in deployment]
    kinds = [t for t in things if t not in aid.labels]
    for thing, place in deployment:
        if thing not in aid.labels and thing not in aid.kinds:
            raise _refused(aid, deployment, "12.1.1", f"{thing} is not to be received", [*aid.labels, *aid.kinds])
        if (place not in aid.places) if thing != AIRGROUP else bool(place):
            raise _refused(aid, deployment, "12.1.2", f"{thing} may not be deployed there", aid.places)
    if len(set(things)) != len(things):
        raise _refused(aid, deployment, "12.1.1", "something is named twice")
    if len(kinds) > aid.minors:
        raise _refused(aid, deployment, "12.1.1", f"Minor Units to be received: {aid.minors}")
    _check_room(aid, deployment, kinds)


def _check_room(aid: Aid, deployment: Deployment, kinds: list[str]) -> None:
    """12.1.2 So many Units to a port, and all for which there is a port."""
    regions = [split_place(place)[0] for _, place in deployment if place]
    full = [r for r in aid.regions if aid.limit is not None and regions.count(r) > aid.limit]
    if full:
        raise _refused(aid, deployment, "12.1.2", f"a port takes {aid.limit} Unit", aid.regions)
    left = aid.expected - len(deployment)
    if left <= 0:
        return
    on_foot = [x for x in (*aid.labels, *aid.kinds) if x != AIRGROUP and x not in [t for t, _ in deployment]]
    if len(regions) < aid.room or len(on_foot) < left:
        because = f"direct aid is not refused: {aid.expected} are received, {len(deployment)} named"
        raise _refused(aid, deployment, "12.1.1", because)


def _refused(aid: Aid, deployment: Deployment, rule: str, because: str, legal: Iterable[Any] = ()) -> IllegalMove:
    said = DEPLOYMENT.spell(deployment)
    return IllegalMove(f"{aid.faction} deploys direct aid: {said}", rule, because, legal=legal)
