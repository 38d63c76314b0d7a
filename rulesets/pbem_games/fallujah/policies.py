"""Standing orders of Fallujah, 2004: a battle plan (who leads, fire support by round, losses, going on), and consent.

Belongs here: what each choice answers. Must not be here: what is legal, what battles are worth (judgement).
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.kit.arguments import Listing, Odds
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem.kit.typed import Typed
from pbem_games.fallujah.bots.sensible import enough_support
from pbem_games.fallujah.combat.edge import markers_at_hand
from pbem_games.fallujah.combat.support import strikes_at_hand
from pbem_games.fallujah.forms.names import kinds, read_counts, units
from pbem_games.fallujah.map import firepower, under_way
from pbem_games.fallujah.orders import Counts, GoOn, Stay
from pbem_games.fallujah.state import State

MOST_ROUNDS = 6  # of which a plan says something
THEN = "then"
UNITS = Listing(lambda state: units(state.numbers), "UNIT ...")


def lead(asked: Asked[State], setting: Setting) -> str | None:
    """16.1 The unit with the best contact stands first; a marker is committed if there is one of that kind."""
    force = under_way(asked.state).force
    if setting.choice == "units":
        return next((unit for unit in setting.value if unit in force), None)
    (best, _) = asked.legal()[0]
    if setting.choice == "netwar":
        marker = asked.state.numbers.netwar.id
        return f"{best} {marker}" if marker in markers_at_hand(asked.state) else str(best)
    return str(best)


def fire_support(asked: Asked[State], setting: Setting) -> str | None:
    """23.2 What is wanted for this round, as far as it is at hand."""
    at_hand = strikes_at_hand(asked.state)
    match setting.choice:
        case "none":
            chosen: Counts = ()
        case "all":
            chosen = tuple(at_hand.items())
        case "enough":
            chosen = enough_support(asked.state)
        case _:
            plan: tuple[Counts, ...] = setting.value
            combat_round = under_way(asked.state).combat_round
            wanted = dict(plan[combat_round - 1] if combat_round <= len(plan) else plan[-1])
            counts = [(kind, min(wanted.get(kind, 0), count)) for kind, count in at_hand.items()]
            chosen = tuple((kind, count) for kind, count in counts if count)
    return spelled(asked, chosen)


def losses(asked: Asked[State], setting: Setting) -> str | None:
    """16.3 The ways to spread hits stand in order: fewest eliminated, then cheapest."""
    if setting.choice == "cheapest":
        return spelled(asked, asked.legal()[0])
    fitting = [way for way in asked.legal() if all(unit in setting.value for unit in way)]
    if not fitting:
        return None
    return spelled(asked, max(fitting, key=lambda way: [way.count(unit) for unit in setting.value]))


def hold_on(asked: Asked[State], setting: Setting) -> str | None:
    """16.7 All fight on if that was said, or as long as the odds are good; else the player says who leaves."""
    operation = under_way(asked.state)
    if setting.choice == "always":
        return spelled(asked, Stay())
    ours = sum(firepower(asked.state, unit) for unit in operation.force)
    theirs = sum(enemy.firepower for enemy in operation.enemies)
    return spelled(asked, Stay()) if setting.value.is_reached(ours, theirs) or not theirs else None


def advance(asked: Asked[State], setting: Setting) -> str | None:
    """14.1 The force stops where it has won."""
    return spelled(asked, GoOn())


def consent(asked: Asked[State], setting: Setting) -> str | None:
    """35, ruling R130 What others ask of one's units; a first purchase and an end are asked of the player."""
    if asked.about == "purchase" or "always" not in asked.says():
        return None
    return setting.choice


@dataclass(frozen=True, slots=True)
class ByRound:
    """`2 air4 then soa then none`: strikes for each round; the last of them holds for all later ones."""

    shape: str = "STRIKES then STRIKES ..."

    def read(self, typed: Typed, state: State) -> tuple[Counts, ...]:
        rounds = [self._one(typed, state)]
        while typed.more():
            if not typed.word(THEN):
                raise typed.refuse_word()
            rounds.append(self._one(typed, state))
            if len(rounds) > MOST_ROUNDS:
                raise typed.refuse(f"more than {MOST_ROUNDS} rounds are named")
        return tuple(rounds)

    def _one(self, typed: Typed, state: State) -> Counts:
        if typed.word("none"):
            return ()
        found = read_counts(typed, state.numbers, list(state.numbers.strikes), why=lambda kind: f"{kind} is no strike")
        if not found:
            raise typed.refuse_word("say which strikes, or none")
        return found

    def spell(self, value: tuple[Counts, ...], state: State) -> str:
        shown = kinds(state.numbers).shown
        words = [" ".join(f"{count} {shown(kind)}" for kind, count in counts) or "none" for counts in value]
        return f" {THEN} ".join(words)

    def samples(self, state: State) -> list[str]:
        some = list(state.numbers.strikes)[:2]
        return ["none", f"2 {some[0]} then {some[-1]} then none"]


LEAD: Policy[State] = Policy(
    name="lead", title="who leads for the Tactical Edge", rules=("16.1",),
    choices={
        "best": Choice("the unit with the best contact, no marker"),
        "netwar": Choice("the same with a NetWar marker as long as there is one"),
        "units": Choice("the first of these that is in the force, no marker; you are asked if none is", UNITS),
    },
    answer=lead, usual="best",
)
FIRE_SUPPORT: Policy[State] = Policy(
    name="fire_support", title="which strikes are committed", rules=("23.2",),
    choices={
        "none": Choice("none"),
        "all": Choice("all that are at hand"),
        "enough": Choice("as many as the force needs for a likely win, those without collateral damage first"),
        "rounds": Choice("round by round, the last for all later ones; what is not at hand is left out", ByRound()),
    },
    answer=fire_support, usual="enough",
)
LOSSES: Policy[State] = Policy(
    name="losses", title="who takes hits", rules=("16.3",),
    choices={
        "cheapest": Choice("so that the fewest units are eliminated, then the cheapest"),
        "units": Choice("these units, the first as often as it can; you are asked if they are not enough", UNITS),
    },
    answer=losses, usual="cheapest",
)
HOLD_ON: Policy[State] = Policy(
    name="hold_on", title="whether all fight on when OPFOR stands", rules=("16.7",),
    choices={
        "always": Choice("all fight on"),
        "while": Choice("all fight on while your firepower to theirs is at least so good; else you are asked", Odds()),
    },
    answer=hold_on, usual="while odds 1:2",
)
ADVANCE: Policy[State] = Policy(
    name="advance", title="whether a force goes on after a won battle", rules=(("14.1", "write"),),
    choices={"stop": Choice("it stops")}, answer=advance, usual="stop",
)
CONSENT: Policy[State] = Policy(
    name="consent", title="whether another player of your team may use your units", rules=("35",),
    choices={"yes": Choice("this time"), "always": Choice("this time and from now on"), "no": Choice("not this time")},
    answer=consent, usual="yes",
)

POLICIES = (LEAD, FIRE_SUPPORT, LOSSES, HOLD_ON, ADVANCE, CONSENT)
