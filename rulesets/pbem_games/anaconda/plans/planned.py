"""Answers that were given before the run: which group is due when a window is reached, what is turned up as cover.

What Al Qaeda sealed is opened group by group, and only what fires: at each window its tool says which group is due
next, and everybody checks that once all is known. A group that may not fire, or no longer, is a pass.
Belongs here: that. Must not be here: the run itself (run), asking persons (asking).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.hidden import Offence
from pbem.kit.lists import Some
from pbem.play.requests import Late, Open, Peek, Sealed, Write
from pbem_games.anaconda.ending import forfeit
from pbem_games.anaconda.firing import fits_together
from pbem_games.anaconda.forces import face_down_at, same_command
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import AL_QAEDA, Numbers
from pbem_games.anaconda.orders import FIRE, FLIP, ORDERS, PASS, Order
from pbem_games.anaconda.plans.asking import SealedAnswers
from pbem_games.anaconda.plans.windows import Key
from pbem_games.anaconda.plans.written import Group
from pbem_games.anaconda.reactions import RULES, Window, check_cover, cover_lates, firers
from pbem_games.anaconda.state import State

NOTHING = Order(PASS)
Face = Callable[[str], str]
"""What a token is, as somebody can see it; "" if he cannot."""


class Planned:
    """The reactions to one part of a plan; `here` is the entry and step that the run has come to."""

    def __init__(
        self, sealed: SealedAnswers | None = None, openly: Mapping[Key, tuple[Group, ...]] | None = None
    ) -> None:
        given = sealed or SealedAnswers()
        self._openly, self._groups, self._shows = openly or {}, given.groups, given.shows
        self._next: dict[Key, int] = {}  # window -> the first of its groups that has not had its chance
        self._least = 0  # the strength without which the group that was opened last was not to fire
        self.here = (0, 0)

    def asks(self, window: Window) -> bool:
        """18.2 The tool of Al Qaeda, if anything was sealed for the window; the Coalition has answered openly."""
        return window.seat == AL_QAEDA and (*self.here, window.target) in self._groups

    async def group(self, state: State, window: Window) -> Order:
        """The next group that is due in the window that was reached, or a pass."""
        key = (*self.here, window.target)
        if key not in (self._groups if window.seat == AL_QAEDA else self._openly):
            return NOTHING
        answers, first = self._groups[key] if window.seat == AL_QAEDA else self._openly[key], self._next.get(key, 0)
        if first >= len(answers):
            return NOTHING
        at = reached(state, window)
        if not at.able:
            return NOTHING
        if window.seat == AL_QAEDA:
            return await self._of_al_qaeda(state, at, key)
        groups = self._openly[key]
        for i in range(first, len(groups)):
            self._next[key] = i + 1
            if who := due_at(at, groups[i], _nobody):
                return Order(FIRE, who)
        return NOTHING

    async def prove(self, state: State, window: Window, order: Order) -> None:
        """Ruling R97 The strength that the group named as its least is there, now that all can count it."""
        strength = sum(state.numbers.units[state.tokens[id].face].firepower for id in order.who)
        least, self._least = self._least, 0
        if strength < least:
            await forfeit(state, [_offence(order, window, f"with {strength}, and was to with {least} at least")])

    async def cover(self, state: State, hex: str, mover: str) -> Order:
        """20.4, 20.7 C25: every fortification, and the compounds that were to be shown; the tool of Al Qaeda says it.

        Where nothing was sealed for a hex no compound is shown.
        """
        down = [id for id in face_down_at(state, hex) if id != mover]
        if not down:
            return NOTHING
        hidden = {id: sealed for id in down if (sealed := state.tokens[id].sealed) is not None}
        units, shown = state.numbers.units, self._shows.get(hex)
        needs: tuple[Sealed[Any], ...] = (*hidden.values(), *([shown] if shown is not None else []))

        def expected(*values: Any) -> Order:
            types = {id: units[face].type for id, face in zip(hidden, values, strict=False)}
            named = values[-1].who if shown is not None else ()
            works = tuple(id for id in down if types.get(id) == "fortification"
                          or (types.get(id) == "compound" and id in named))
            return Order(FLIP, works) if works else NOTHING

        def truth(peek: Peek) -> Order | None:
            values = [peek(secret) for secret in needs]
            return None if None in values else expected(*values)

        def late(order: Order) -> list[Late]:
            claim = f"in {hex} that is turned up which must be, or was to be"
            kept = Late("20.7", claim, needs, lambda *values: expected(*values) == order)
            return [*cover_lates(state, hex, down, order), kept]

        return await Write(
            rule="20.4", seat=AL_QAEDA, about=hex, form=ORDERS, draft=lambda: NOTHING,
            check=lambda order: check_cover(down, order), late=late, truth=truth, case=Some(tuple(down)))

    async def _of_al_qaeda(self, state: State, at: Reached, key: Key) -> Order:
        """18.2 Its tool names the next group that is due, which is opened; the others stay sealed."""
        slots, first = self._groups[key], self._next.get(key, 0)
        left = range(first, len(slots))
        judge, window = Judge(at, slots, first), at.window

        def check(order: Order) -> None:
            if order == NOTHING:
                return
            ok = order.kind == FIRE and order.who and len(order.to) == 1 and not order.lead
            if not ok or order.to[0] not in {str(i + 1) for i in left} or any(id not in at.able for id in order.who):
                because = "the next group that is due is named by its number, with those of it that fire"
                raise IllegalMove(ORDERS.spell(order), "12.2", because, at.able)

        def truth(peek: Peek) -> Order | None:
            values = [peek(secret) for secret in judge.needs]
            return None if None in values else judge.expected(*values)

        def late(order: Order) -> list[Late]:
            where = f"at {window.target} in {window.hex}"
            return [Late(
                "12.2", f"what is due {where} is {ORDERS.spell(order)}", judge.needs,
                lambda *values: judge.expected(*values) == order,
                shows=lambda *values: f"due {where} is {ORDERS.spell(judge.expected(*values))}")]

        order = await Write(
            rule="12.2-d", seat=AL_QAEDA, about=window.about, form=ORDERS, check=check, draft=lambda: NOTHING,
            late=late, truth=truth)
        self._next[key] = len(slots) if order == NOTHING else int(order.to[0])
        if order == NOTHING:
            return NOTHING
        opened = await Open(rule="12.2-d", about=window.about, sealed={"group": slots[int(order.to[0]) - 1]})
        group: Group = opened["group"]
        if why := against_its_words(at, group, order.who):
            await forfeit(state, [_offence(order, window, why)])
        self._least = group.least
        return Order(FIRE, order.who, (), group.lead)


def against_its_words(at: Reached, group: Group, who: Sequence[str]) -> str:
    """Ruling R97 Why a group that was opened was not to fire so, as far as its own words tell; "" if they do not.

    What only the faces tell is seen when they are turned up, or once all is known.
    """
    if tuple(who) != tuple(id for id in group.who if id in who):
        return "and is not named so in the group that was opened"
    if at.window.hurt and not group.any:
        return "at what was hurt, and was to spare it"
    if group.most and len(who) > group.most:
        return f"with {len(who)}, and was to with {group.most} at most"
    if group.lead and all(id == group.lead or at.tokens[id] != at.tokens[group.lead] for id in who):
        return f"led by token {group.lead.removeprefix('t')}, which is not with it"
    return ""


def _offence(order: Order, window: Window, why: str) -> Offence:
    return Offence(order.who[0], RULES[window.kind], f"fired into {window.hex} {why}")


def _nobody(_id: str) -> str:
    return ""


class Reached(msgspec.Struct, frozen=True):
    """A window to which the run has come, with all that says who is due in it, as it stood then.

    `able` may fire in it for all that everybody knows. `tokens`: where each stands; `sealed` what hides those that lie
    face down, `faces` what the others are.
    """

    numbers: Numbers
    window: Window
    able: tuple[str, ...]
    tokens: Mapping[str, str]
    faces: Mapping[str, str]
    sealed: Mapping[str, Sealed[Any]]


def reached(state: State, window: Window) -> Reached:
    """The window as things stand now."""
    tokens = state.tokens
    return Reached(
        state.numbers, window, tuple(firers(state, window)),
        tokens={id: token.place for id, token in tokens.items()},
        faces={id: token.face for id, token in tokens.items() if token.face},
        sealed={id: token.sealed for id, token in tokens.items() if token.sealed is not None})


def due(state: State, window: Window, group: Group, face: Face) -> tuple[str, ...]:
    """Who of a group fires in a window as things stand now: see `due_at`."""
    return due_at(reached(state, window), group, face)


def due_at(at: Reached, group: Group, face: Face) -> tuple[str, ...]:
    """Ruling R110 Who of a group fires now; nobody if it is not due: the target is hurt or too few are left.

    Who cannot fire there lapses. A group of several commands, or led by nobody who can, is not due either.
    """
    units, window = at.numbers.units, at.window
    printed = {id: units[face(id) if id in at.tokens else id] for id in group.who
               if id in at.able and (id not in at.tokens or face(id))}
    ready = [id for id, unit in printed.items() if id not in at.tokens or fits_together(
        at.numbers, window.kind, window.hex, [(unit, at.tokens[id])], (), window.used)]
    who = tuple(ready[: group.most or None])
    if not who or (window.hurt and not group.any):
        return ()
    if sum(printed[id].firepower for id in who) < max(1, group.least):
        return ()
    if window.seat == AL_QAEDA and not same_command(printed[id].command for id in who):
        return ()
    if group.lead and not _may_lead(at, group.lead, who, face):
        return ()
    return who


def _may_lead(at: Reached, lead: str, who: Sequence[str], face: Face) -> bool:
    """24.3, 24.4 A High Value Target who lies with another of them; turned up by an earlier fire he leads as well."""
    together = any(id != lead and at.tokens[id] == at.tokens[lead] for id in who)
    return together and at.numbers.units[face(lead)].type == HVT


class Judge:
    """Which group is due, worked out from the groups and the faces once they can be seen."""

    def __init__(self, at: Reached, slots: Sequence[Sealed[Group]], first: int) -> None:
        self.at, self.first, self.groups = at, first, tuple(slots[first:])
        self.needs: tuple[Sealed[Any], ...] = (*self.groups, *at.sealed.values())

    def expected(self, *values: object) -> Order:
        """The next group that is due, by its number, and those of it that fire; or a pass."""
        groups, faces = values[: len(self.groups)], dict(zip(self.at.sealed, values[len(self.groups):], strict=True))

        def face(id: str) -> str:
            return self.at.faces.get(id) or str(faces.get(id, ""))

        for i, group in enumerate(groups):
            if isinstance(group, Group) and (who := due_at(self.at, group, face)):
                return Order(FIRE, who, (str(self.first + i + 1),))
        return NOTHING
