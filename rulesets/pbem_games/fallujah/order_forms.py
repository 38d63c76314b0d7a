"""How answers are written: one canonical wording for each, both ways (`parse(spell(x)) == x`).

    j1 north=usmc_1_5,usmc_2_1 buy=air4*2,netwar*1      setup west=ig_36c
    j2 netwar:r3p05 intel:r2p04
    j3 ground usmc_1_5 path=r3p02,r3p03 infiltrate      j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r1p05
    j3 leap usmc_fr to=r2p12                            j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land
    j3 transfer usmc_1_5 to=west                        j3 interdict r3p05 air4*2
    j3 network netwar ; ground usmc_1_5 path=r3p02 ; air hel_g1 to=r3p02 land
    j4 refit north     j4 repair main     j4 build r3p05     j5 netwar*2     end     stand_down     pass

Belongs here: those wordings, and those of the choices inside an operation. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pbem_games.fallujah.numbers import MARKERS, Numbers
from pbem_games.fallujah.orders import (
    Air,
    AnyOrder,
    Build,
    Counts,
    DeclareEnd,
    Flight,
    GoOn,
    Ground,
    InfoWar,
    Interdict,
    Isr,
    Leap,
    Move,
    Networked,
    Pass,
    Recruit,
    Refit,
    Repair,
    StandDown,
    Stay,
    Transfer,
    Units,
)
from pbem_games.fallujah.spelling import Spelling

KINDS = ("j1", "j2", "j3", "j4", "j5", "end", "stand_down", "pass")
_T = TypeVar("_T")
MODES = ("ground", "leap", "air", "transfer", "interdict", "network")


class RecruitForm:
    """11, 7.1 `j1` or `setup`, then units by place, then `buy=`, then `leader=`."""

    def __init__(self, numbers: Numbers, head: str = "j1") -> None:
        self._head, self._in = head, Spelling(numbers, head, "11")

    def parse(self, say: str) -> Recruit:
        head, *words = say.split(" ")
        if head != self._head:
            raise self._in.refuse(f"the order begins with {self._head}")
        units: dict[str, Units] = {}
        markers: Counts = ()
        leaders: tuple[tuple[str, str], ...] = ()
        for word in words:
            key, _, value = word.partition("=")
            if key == "buy":
                markers = self._in.counts(value)
            elif key == "leader":
                leaders = tuple(sorted(self._in.pair(w, self._leader, self._in.unit) for w in value.split(",")))
            else:
                units[self._in.place(key)] = self._in.units(value)
        return Recruit(tuple((p, units[p]) for p in self._in.in_order(units)), markers, leaders)

    def _leader(self, word: str) -> str:
        return self._in.one(word, self._in.numbers.leaders, "leader")

    def spell(self, order: Recruit) -> str:
        units = dict(order.units)
        words = [f"{p}={self._in.spell_units(units[p])}" for p in self._in.in_order(units)]
        if order.markers:
            words.append(f"buy={self._in.spell_counts(order.markers)}")
        if order.leaders:
            words.append("leader=" + ",".join(f"{a}:{b}" for a, b in sorted(order.leaders)))
        return " ".join([self._head, *words])


class OrderForm:
    """10.1 An operation of any kind."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers, self._in = numbers, Spelling(numbers, "order", "10.1")
        self._recruit = RecruitForm(numbers)

    # ---------------------------------------------------------------- reading

    def parse(self, say: str) -> AnyOrder:
        head, *words = say.split(" ")
        match head, words:
            case "j1", _:
                return self._recruit.parse(say)
            case "j2", [_, *_]:
                return Isr(tuple(self._in.pair(w, self._marker, self._in.space) for w in words))
            case "j3", [mode, *rest]:
                return self._offensive(mode, rest)
            case "j4", ["refit", place]:
                return Refit(self._in.place(place))
            case "j4", ["repair", bridge]:
                return Repair(self._in.one(bridge, self._numbers.bridges, "bridge"))
            case "j4", ["build", space]:
                return Build(self._in.space(space))
            case "j5", [markers]:
                return InfoWar(self._in.counts(markers))
            case "end", []:
                return DeclareEnd()
            case "stand_down", []:
                return StandDown()
            case "pass", []:
                return Pass()
        raise self._in.refuse(f"{say[:60]} is no operation as it is written", legal=KINDS)

    def _marker(self, word: str) -> str:
        return self._in.one(word, dict.fromkeys(MARKERS), "NetWar marker")

    def _offensive(self, mode: str, words: list[str]) -> AnyOrder:
        match mode, words:
            case ("ground" | "leap" | "air"), _:
                return self._move(mode, words)
            case "transfer", [force, to]:
                return Transfer(self._in.units(force), self._after("to", to, self._in.place))
            case "interdict", [space, strikes]:
                return Interdict(self._in.space(space), self._in.counts(strikes))
            case "network", [marker, ";", *rest]:
                moves = " ".join(rest).split(" ; ")
                return Networked(self._marker(marker), tuple(self._networked(move) for move in moves))
        raise self._in.refuse(f"{mode} is no J-3 as it is written", legal=MODES)

    def _networked(self, words: str) -> Move:
        mode, *rest = words.split(" ")
        if mode not in ("ground", "leap", "air"):
            raise self._in.refuse(f"{mode} is no move of a networked operation", legal=("ground", "leap", "air"))
        return self._move(mode, rest)

    def _move(self, mode: str, words: list[str]) -> Move:
        if not words:
            raise self._in.refuse("no force is named")
        force, rest = self._in.units(words[0]), words[1:]
        riders = self._after("carry", rest.pop(0), self._in.riders) if rest and rest[0].startswith("carry=") else ()
        match mode, rest:
            case "ground", [path]:
                return Ground(force, self._after("path", path, self._in.path), riders)
            case "ground", [path, "infiltrate"]:
                return Ground(force, self._after("path", path, self._in.path), riders, infiltrates=True)
            case "leap", [to]:
                return Leap(force, self._after("to", to, self._in.space), riders)
            case "air", [to, ("land" | "aloft") as ends]:
                return Air(force, self._after("to", to, self._in.place), riders, aloft=ends == "aloft")
        wanted = {"ground": "path=SPACES, then infiltrate or nothing", "leap": "to=SPACE",
                  "air": "to=PLACE, then land or aloft"}
        raise self._in.refuse(f"after the force come carry=CARRIER:RIDER where somebody rides, and {wanted[mode]}")

    def _after(self, key: str, word: str, read: Callable[[str], _T]) -> _T:
        before, sign, value = word.partition("=")
        if before != key or not sign:
            raise self._in.refuse(f"{word} should be {key}=...")
        return read(value)

    # ---------------------------------------------------------------- writing

    def spell(self, order: AnyOrder) -> str:
        match order:
            case Recruit():
                return self._recruit.spell(order)
            case Isr(targets):
                return " ".join(["j2", *(f"{marker}:{space}" for marker, space in targets)])
            case Ground() | Leap() | Air():
                return f"j3 {self._spell_move(order)}"
            case Transfer(force, to):
                return f"j3 transfer {self._in.spell_units(force)} to={to}"
            case Networked(marker, moves):
                return " ".join(["j3 network", marker, *(f"; {self._spell_move(move)}" for move in moves)])
            case Interdict(space, strikes):
                return f"j3 interdict {space} {self._in.spell_counts(strikes)}"
            case Refit(place):
                return f"j4 refit {place}"
            case Repair(bridge):
                return f"j4 repair {bridge}"
            case Build(space):
                return f"j4 build {space}"
            case InfoWar(markers):
                return f"j5 {self._in.spell_counts(markers)}"
            case DeclareEnd():
                return "end"
            case StandDown():
                return "stand_down"
            case Pass():
                return "pass"

    def _spell_move(self, move: Move) -> str:
        words = [self._in.spell_units(move.force)]
        if move.riders:
            words.append(f"carry={self._in.spell_riders(move.riders)}")
        match move:
            case Ground(path=path, infiltrates=infiltrates):
                return " ".join(["ground", *words, f"path={','.join(path)}", *["infiltrate"] * infiltrates])
            case Leap(to=to):
                return " ".join(["leap", *words, f"to={to}"])
            case Air(to=to, aloft=aloft):
                return " ".join(["air", *words, f"to={to}", "aloft" if aloft else "land"])


class GoOnForm:
    """13, 14.1, 27.1 `stop`, `path=r3p04 infiltrate`, `to=r3p05 land`."""

    def __init__(self, numbers: Numbers) -> None:
        self._in = Spelling(numbers, "moving on", "14.1")

    def parse(self, say: str) -> GoOn:
        match say.split(" "):
            case ["stop"]:
                return GoOn()
            case [path] if path.startswith("path="):
                return GoOn(path=self._in.path(path[5:]))
            case [path, "infiltrate"] if path.startswith("path="):
                return GoOn(path=self._in.path(path[5:]), infiltrates=True)
            case [to, ("land" | "aloft") as ends] if to.startswith("to="):
                return GoOn(to=self._in.place(to[3:]), aloft=ends == "aloft")
        raise self._in.refuse(f"{say[:60]} is no way on", legal=("stop", "path=...", "to=... land"))

    def spell(self, way: GoOn) -> str:
        if way.path:
            return " ".join([f"path={','.join(way.path)}", *["infiltrate"] * way.infiltrates])
        return f"to={way.to} {'aloft' if way.aloft else 'land'}" if way.to else "stop"


class StrikesForm:
    """16.1(3)a `none`, or strikes by kind: `air4*2,soa*1`."""

    def __init__(self, numbers: Numbers) -> None:
        self._in = Spelling(numbers, "fire support", "16.1")

    def parse(self, say: str) -> Counts:
        return () if say == "none" else self._in.counts(say)

    def spell(self, strikes: Counts) -> str:
        return self._in.spell_counts(strikes) or "none"


class StayForm:
    """16.1(4)c, 16.7, 16.9 `continue`, or `withdraw usmc_1_5,usmc_fr to=r3p04 fly=hel_t1:usmc_mp:north`."""

    def __init__(self, numbers: Numbers) -> None:
        self._in = Spelling(numbers, "answer to a stand", "16.7")

    def parse(self, say: str) -> Stay:
        match say.split(" "):
            case ["continue"]:
                return Stay()
            case ["withdraw", units, to] if to.startswith("to="):
                return Stay(self._in.units(units), self._in.place(to[3:]))
            case ["withdraw", units, to, fly] if to.startswith("to=") and fly.startswith("fly="):
                return Stay(self._in.units(units), self._in.place(to[3:]), self._flights(fly[4:]))
            case ["withdraw", fly] if fly.startswith("fly="):
                return Stay(flights=self._flights(fly[4:]))
        legal = ("continue", "withdraw UNITS to=PLACE", "withdraw UNITS to=PLACE fly=HELICOPTER:UNIT:BASE",
                 "withdraw fly=HELICOPTER:UNIT:BASE")
        raise self._in.refuse(f"{say[:60]} is no answer", legal=legal)

    def _flights(self, words: str) -> tuple[Flight, ...]:
        found = []
        for word in words.split(","):
            helicopter, _, rest = word.partition(":")
            passenger, base = self._in.pair(rest, self._in.unit, self._base)
            found.append(Flight(self._in.unit(helicopter), passenger, base))
        return tuple(sorted(found, key=self._order))

    def _base(self, word: str) -> str:
        return self._in.one(word, self._in.numbers.bases, "base")

    def _order(self, flight: Flight) -> int:
        return self._in.numbers.unit_order[flight.helicopter]

    def spell(self, stay: Stay) -> str:
        if stay.everybody_stays:
            return "continue"
        words = ["withdraw"]
        if stay.leaving:
            words += [self._in.spell_units(stay.leaving), f"to={stay.to}"]
        if stay.flights:
            flights = sorted(stay.flights, key=self._order)
            words.append("fly=" + ",".join(f"{f.helicopter}:{f.passenger}:{f.base}" for f in flights))
        return " ".join(words)
