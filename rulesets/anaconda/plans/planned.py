"""Answers that were given before the run: which group is due when a window is reached.

What Al Qaeda sealed is opened group by group, and only what fires: at each window its tool says which group is due
next, and everybody checks that once all is known. A group that may not fire, or no longer, is a pass.
Belongs here: that. Must not be here: the run itself (run), asking persons (windows).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.kit.hidden import face_of
from pbem.kit.numbers import copy_of
from pbem.play.requests import Ask, Late, Open, Peek, Sealed
from rulesets.anaconda.firing import fits_together
from rulesets.anaconda.hvt import HVT
from rulesets.anaconda.numbers import AL_QAEDA
from rulesets.anaconda.orders import FIRE, PASS, Order
from rulesets.anaconda.plans.windows import Numbered
from rulesets.anaconda.plans.written import Group
from rulesets.anaconda.reactions import LIVE, Window, firers
from rulesets.anaconda.state import State

NONE = "none"
Face = Callable[[str], str]
"""What a token is, as somebody can see it; "" if he cannot."""


class Planned:
    """The reactions to one part of a plan; `here` is the entry and step that the run has come to."""

    def __init__(
        self, windows: Sequence[Numbered], openly: Mapping[int, tuple[Group, ...]],
        sealed: Mapping[int, tuple[Sealed[Group], ...]],
    ) -> None:
        self._numbers = {(w.entry, w.step): w.number for w in windows}
        self._openly, self._sealed = openly, sealed
        self._next: dict[int, int] = {}  # window -> the first of its groups that has not had its chance
        self.here = (0, 0)

    async def group(self, state: State, window: Window) -> Order:
        """The next group that is due in the window that was reached, or a pass.

        Flak at gunships that defend belongs to no window of the plan: it is asked when it comes up.
        """
        number = self._numbers.get(self.here)
        assert state.operations is not None
        if state.operations.seat == AL_QAEDA and window.seat == AL_QAEDA:
            return await LIVE.group(state, window)
        if number is None or not firers(state, window):
            return Order(PASS)
        if window.seat == AL_QAEDA:
            return await self._of_al_qaeda(state, window, number)
        groups, first = self._openly[number], self._next.get(number, 0)
        for i in range(first, len(groups)):
            self._next[number] = i + 1
            if who := due(state, window, groups[i], _nobody):
                return Order(FIRE, who)
        return Order(PASS)

    async def cover(self, state: State, hex: str, mover: str) -> Order:
        """C25 Asked when it is due; without a compound there the tool of Al Qaeda answers."""
        return await LIVE.cover(state, hex, mover)

    async def _of_al_qaeda(self, state: State, window: Window, number: int) -> Order:
        """18.2 Its tool names the next group that is due, which is opened; the others stay sealed."""
        slots, first = self._sealed[number], self._next.get(number, 0)
        left = range(first, len(slots))
        if not left:
            return Order(PASS)
        judge = Judge(state, window, slots, first)

        def truth(peek: Peek) -> str | None:
            values = [peek(secret) for secret in judge.needs]
            return None if None in values else judge.expected(*values)

        def late(answer: str) -> list[Late]:
            claim = f"the next group due at {window.target} in {window.hex} is {answer}"
            return [Late("12.2", claim, judge.needs, lambda *values: judge.expected(*values) == answer)]

        answer = await Ask(
            rule="12.2-d", seat=AL_QAEDA, about=window.about, legal=lambda: [NONE, *(str(i + 1) for i in left)],
            late=late, truth=truth)
        self._next[number] = len(slots) if answer == NONE else int(answer)
        if answer == NONE:
            return Order(PASS)
        opened = await Open(rule="12.2-d", about=window.about, sealed={"group": slots[int(answer) - 1]})
        group: Group = opened["group"]
        able = firers(state, window)
        who = [id for id in group.who if id in able]
        return Order(FIRE, tuple(who[: group.most or None]), (), group.lead) if who else Order(PASS)


def _nobody(_id: str) -> str:
    return ""


def due(state: State, window: Window, group: Group, face: Face) -> tuple[str, ...]:
    """Ruling R110 Who of a group fires now; nobody if it is not due: the target is hurt or too few are left.

    A group of Al Qaeda that may not fire so, or is led by nobody who can, is not due either.
    """
    able = firers(state, window)
    who = tuple([id for id in group.who if id in able][: group.most or None])
    if not who or (window.hurt and not group.any):
        return ()
    units = state.numbers.units
    printed = [units[id if id in state.units else face(id)] for id in who if id in state.units or face(id)]
    if sum(unit.firepower for unit in printed) < max(1, group.least):
        return ()
    if window.seat == AL_QAEDA:
        stands = [(units[face(id)], state.tokens[id].place) for id in who]
        if not fits_together(state.numbers, window.kind, window.hex, stands, (), window.used):
            return ()
        if group.lead and not _may_lead(state, group.lead, who, face):
            return ()
    return who


def _may_lead(state: State, lead: str, who: Sequence[str], face: Face) -> bool:
    token = state.tokens[lead]
    together = any(id != lead and state.tokens[id].place == token.place for id in who)
    return not token.face and together and state.numbers.units[face(lead)].type == HVT


class Judge:
    """Which group is due, worked out from the groups and the faces once they can be seen; all else is copied."""

    def __init__(self, state: State, window: Window, slots: Sequence[Sealed[Group]], first: int) -> None:
        self.state, self.window, self.first = copy_of(state), window, first
        hidden = {id: sealed for id, token in state.tokens.items() if (sealed := token.sealed) is not None}
        self.ids, self.groups = tuple(hidden), tuple(slots[first:])
        self.needs: tuple[Sealed[Any], ...] = (*self.groups, *hidden.values())

    def expected(self, *values: object) -> str:
        """The number of the next group that is due, or `none`."""
        groups, faces = values[: len(self.groups)], dict(zip(self.ids, values[len(self.groups):], strict=True))

        def face(id: str) -> str:
            return face_of(self.state.tokens[id].face, None, lambda _: None) or str(faces.get(id, ""))

        for i, group in enumerate(groups):
            if isinstance(group, Group) and due(self.state, self.window, group, face):
                return str(self.first + i + 1)
        return NONE
