"""35 One player asks another: may I use your units, may we buy this?

Belongs here: what is asked, how it is typed. Must not be here: who is asked (team).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.kit.forms import Asked, Form, Offer, offered
from pbem.kit.spelling import Names
from pbem.kit.typed import Remark, Typed
from pbem_games.fallujah.state import State
from pbem_games.fallujah.team import in_names, seat_name

ANSWERS = Names({"yes": ("yes", "y"), "no": ("no", "n"), "always": ("always", "a")})
MEANING = {"yes": "this once", "no": "he gives another order", "always": "whenever he uses your units"}


class Consent(Form[State]):
    """35, ruling R130 `yes`, `no`, `always`."""

    def prompt(self, asked: Asked[State]) -> str:
        is_purchase = asked.about == "purchase"
        who = "The first player proposes to buy" if is_purchase else f"{seat_name(asked.about)} asks for consent to"
        more = "; `always` for all that comes" if "always" in asked.says() else ""
        return f"{who}: {in_names(asked.state, asked.state.proposal)}\nType `yes` or `no`{more}."

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        say = typed.name(ANSWERS, asked.says(), remark=_meaning(asked))
        if not say:
            raise typed.refuse_word("nothing is chosen")
        return asked.items()[0].read(say, typed.tried, asked.rule)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return offered(asked.says(), _meaning(asked))


def _meaning(asked: Asked[State]) -> Remark:
    return lambda say: MEANING[say] if "always" in asked.says() else ""
