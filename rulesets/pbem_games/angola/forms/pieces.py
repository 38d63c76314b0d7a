"""2.4.2, 9.9.1 Windows for Equipment: whether it changes hands now, what was lost with its Force, which fields show.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: who carries what (equipment), legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.belongings import NOTHING
from pbem_games.angola.forms.equipment import explained
from pbem_games.angola.forms.names import regions
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, piece_name, region_name
from pbem_games.angola.words.operations import EQUIP, UNWATCH, WATCH


class Window(Form[State]):
    """2.4.2, rulings R133, R141 `equip`, `watch` or `unwatch`, or nothing."""

    keywords = (NOTHING, EQUIP, WATCH, UNWATCH)

    def prompt(self, asked: Asked[State]) -> str:
        state = asked.state
        ally = faction_name(state, state.numbers.ally(asked.seat))
        when = "Your card moves nothing" if asked.about.endswith("/idle") else f"{ally} has played a card"
        more = f"`unwatch`: you are not asked after {ally}'s cards any more" if UNWATCH in asked.legal() else (
            f"`watch`: you are asked after each card of {ally}")
        first, *_ = explained(asked) or ["You have no Equipment."]
        return (
            f"{when}: hand Equipment over or lay mines now? {first}\n"
            f"Type `nothing`; `equip`, and you are asked who carries what; {more}."
        )

    def read(self, asked: Asked[State], typed: Typed) -> str:
        found = typed.word(NOTHING, remark=_window_remark) or typed.word(
            *(say for say in asked.legal() if say != NOTHING), remark=_window_remark)
        if not found:
            raise typed.refuse_word("say `nothing` or `equip`")
        return found

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return [Offer(say, _window_remark(say)) for say in asked.legal()]


def _window_remark(say: str) -> str:
    return {
        NOTHING: "all stays as it is", EQUIP: "Equipment changes hands, mines are laid",
        WATCH: "be asked after your ally's cards", UNWATCH: "be asked no more",
    }[say]


class Named(Form[State]):
    """A list that secrets decide: what was lost, which fields are seen. The owner's tool answers if it can see them."""

    def _names(self, asked: Asked[State]) -> Names:
        raise NotImplementedError

    def read(self, asked: Asked[State], typed: Typed) -> tuple[str, ...]:
        if typed.word("none"):
            return ()
        named: list[str] = []
        names = self._names(asked)
        while typed.more():
            word = typed.name(names, [n for n in names.ids() if n not in named],
                              why=lambda n: f"{names.shown(n)} is named twice")
            if not word:
                break
            named.append(word)
            typed.skip("and")
        if not named:
            raise typed.refuse_word("name them, or `none`")
        return tuple(named)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        truth = _write(asked).truth(asked.peek)
        if truth is not None:
            yield Offer(" ".join(truth) or "none", "the truth")
        elif asked.says():
            yield Offer(asked.says()[0], "as far as is known")

    def propose(self, asked: Asked[State], rng: random.Random) -> tuple[str, ...]:
        names = list(self._names(asked).ids())
        return tuple(rng.sample(names, rng.randint(0, min(1, len(names)))))


class LostPieces(Named):
    """2.4.2 Pieces of Equipment that went with a Force."""

    def prompt(self, asked: Asked[State]) -> str:
        state, names = asked.state, self._names(asked).ids()
        where = region_name(state, asked.about.rpartition("/")[2])
        return (
            f"Your Force in {where} is no more: name every piece of Equipment that it carried. It goes back to the "
            f"pool, and must be true. It may be of: {', '.join(piece_name(state, p) for p in names)}.\n"
            f"Type `{' '.join(names[:2])}`, or `none`."
        )

    def _names(self, asked: Asked[State]) -> Names:
        form: Any = _write(asked).form
        return Names({p: (p, piece_name(asked.state, p)) for p in form.names})


class SeenFields(Named):
    """9.9.1 Mines that are minefields where no own Column hides them any more."""

    def prompt(self, asked: Asked[State]) -> str:
        names = self._names(asked).ids()
        return (
            "No Column of yours hides them any more: name your mines that are minefields there, all of them and no "
            f"others. It may be: {', '.join(self._names(asked).shown(n) for n in names)}.\n"
            f"Type `{names[0].replace('.', ' ')}`, or `none`."
        )

    def _names(self, asked: Asked[State]) -> Names:
        form: Any = _write(asked).form
        ways = {}
        for name in form.names:
            mine, region = name.split(".")
            shown = regions(asked.state.numbers).shown(region)
            ways[name] = (f"{mine} {shown}", f"{mine} {region}")
        return Names(ways)


def _write(asked: Asked[State]) -> Write[Any]:
    assert isinstance(asked.request, Write)
    return asked.request
