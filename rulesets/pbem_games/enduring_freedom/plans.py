"""How plans are written: lines of a verb, what it is done with, and where to.

    muster us_26meu,us_15meu persian_gulf ; assets iw_1,isr_1 ; levy 2 kabul ; build us_fob_1 kabul ; remove us_fob_1
    refit us_1_87     isr isr_1,isr_2 kabul     stage us_26meu pakistan ; assign air_cvw8 strike
    drive us_26meu,na_fahim lashkargam,farah     strike air_cvw8,uav_1 kabul ; transfer us_lar bagram ; assault ...
    pay us_1_87     cas air_vma kandahar     none

Belongs here: the structs and the canonical words, both ways. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.state import CAS, STRIKE, UNDERGROUND

NOTHING = "none"
MOST = 99  # counters in a line that counts


class Line(msgspec.Struct, frozen=True):
    """One line of a plan: `things` are ids (of `levy` one number), `to` is a place, a box, or the zones of a path."""

    verb: str
    things: tuple[str, ...]
    to: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, ",".join(self.things), *([",".join(self.to)] if self.to else [])])


Plan = tuple[Line, ...]

SETUP_VERBS = ("muster",)  # 6.0
MOBILIZE_VERBS = ("muster", "assets", "levy", "build", "remove")  # 11
REFIT_VERBS = ("refit",)  # 12
ISR_VERBS = ("isr",)  # 13
STAGING_VERBS = ("stage", "assign")  # 15
DRIVE_VERBS = ("drive",)  # 16
AIR_VERBS = ("strike", "transfer", "assault")  # 17, 18, 19
SUSTAIN_VERBS = ("pay",)  # 27
CAS_VERBS = ("cas",)  # 17.1


class PlanForm:
    """A plan of these verbs; `none` for an empty one."""

    def __init__(self, numbers: Numbers, verbs: Collection[str], rule: str) -> None:
        self._verbs, self._rule = verbs, rule
        ground, air, zones, staging = set(numbers.ground), set(numbers.air), set(numbers.zones), set(numbers.staging)
        north = set(numbers.north)
        drones = {id for id, asset in numbers.assets.items() if asset.kind == "drone"}
        isr = {id for id, asset in numbers.assets.items() if asset.kind == "isr"}
        fobs = {id for id, unit in numbers.ground.items() if unit.fob}
        counts = {str(n) for n in range(1, MOST + 1)}
        self._shapes: dict[str, tuple[Collection[str], Collection[str], int]] = {
            "muster": (ground | air, staging, 1), "assets": (set(numbers.assets), (), 0), "levy": (counts, zones, 1),
            "build": (fobs, zones, 1), "remove": (fobs, (), 0), "refit": (ground | air, (), 0),
            "isr": (isr, zones | {UNDERGROUND}, 1), "stage": (ground | air, staging, 1),
            "assign": (air, {STRIKE, CAS}, 1), "drive": (ground | north, zones | staging, MOST),
            "strike": (air | drones, zones, 1), "transfer": (ground | north, zones | staging, 1),
            "assault": (ground | north, zones | staging, 1), "pay": (ground, (), 0), "cas": (air, zones, 1),
        }  # fmt: skip
        """Verb -> what it takes, where it may go, how many places it names at most."""

    def parse(self, say: str) -> Plan:
        if say == NOTHING:
            return ()
        return tuple(self._line(words) for words in say.split(" ; "))

    def _line(self, words: str) -> Line:
        verb, *rest = words.split(" ")
        if verb not in self._verbs:
            raise self._refuse(words, f"{verb[:40] or 'nothing'} is nothing to do now", self._verbs)
        things, places, most = self._shapes[verb]
        wanted = 1 + bool(most)
        if len(rest) != wanted:
            shape = "UNITS PLACE" if most else "UNITS"
            raise self._refuse(words, f"the line is {verb} {shape}", ())
        line = Line(verb, *(tuple(part.split(",")) for part in rest))
        self._check(words, line.things, things)
        if most:
            self._check(words, line.to, places)
            if len(line.to) > most:
                raise self._refuse(words, "only one place is named", ())
        return line

    def _check(self, words: str, ids: tuple[str, ...], known: Collection[str]) -> None:
        for id in ids:
            if id not in known:
                raise self._refuse(words, f"{id[:40] or 'nothing'} cannot stand here", ())
        if (twice := repeated(ids)) is not None:
            raise self._refuse(words, f"{twice} is named twice", ())

    def _refuse(self, words: str, because: str, legal: Collection[str]) -> IllegalMove:
        return IllegalMove(words[:80], self._rule, because, legal=legal)

    def spell(self, plan: Plan) -> str:
        return " ; ".join(str(line) for line in plan) or NOTHING
