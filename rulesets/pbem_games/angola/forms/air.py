"""9.4, 9.6, 9.7 Numbers that are asked in a combat: strength announced, airgroups committed, missions, strikes.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, missiles (fire).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pbem.kit.arguments import Count
from pbem.kit.choose import Choose, Number
from pbem.kit.declaring import Standing, best, given, nothing
from pbem.kit.forms import Asked
from pbem.kit.policies import Setting
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Seal
from pbem_games.angola.bots.judgement import airgroups
from pbem_games.angola.columns import announced_strength
from pbem_games.angola.combat.air import available
from pbem_games.angola.combat.battle import has_defending_column, other_side, side_of
from pbem_games.angola.forms.battle import battle_of, dice_told, own_force, place_told, sides
from pbem_games.angola.forms.names import holding
from pbem_games.angola.map import CABINDA
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name
from pbem_games.angola.words.fire import spell_missions

MOST = 20  # airgroups of a faction, by far
Split = tuple[tuple[str, int], ...]


class Truthful(Number[State]):
    """A number that must be true."""

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        return self.pick(asked)

    def quiet(self, asked: Asked[State]) -> Any:
        return self.pick(asked)


def _how_strong(asked: Asked[State]) -> Prompt:
    ratio = asked.state.numbers.tables.odds.automatic_victory_ratio
    return Prompt(
        f"Announce the strength of your Force in {place_told(asked)}: it must be true, and is {_true(asked)} "
        f"({holding(asked.state, own_force(asked))}).", f" An attacker who has {ratio} times the strength of loose "
        "Units wins at once.")


STRENGTH = Truthful(
    rule="9.4", noun="points", ask=_how_strong, likely=lambda asked: [(_legal_truth(asked), "the truth")])


def _how_many_fly(asked: Asked[State]) -> Prompt:
    state, battle = asked.state, battle_of(asked.state)
    how = "in secret, opened together" if isinstance(asked.request, Seal) else "nobody else has a choice"
    if asked.seat == battle.attacker and battle.air:
        how = f"committed already: {', '.join(f'{faction_name(state, f)} {n}' for f, n in battle.air.items())}"
    elif available(state, battle, battle.attacker) and not has_defending_column(state, battle):
        how += "; the attacker answers it"
    ready = ", ".join(f"{faction_name(state, f)} {available(state, battle, f)}"
                      for f in sides(battle) if f != asked.seat and f not in battle.air)
    return Prompt(
        f"How many airgroups do you commit over {place_told(asked)}, up to {asked.legal()[-1]} ({how})?",
        f" They are used up for this turn.{f' Ready besides: {ready}.' if ready else ''}",
        f"The larger side may strike the ground with what it has more; an airgroup rolls "
        f"{dice_told(state, state.numbers.airgroup_pips)}.")


def _commitments(asked: Asked[State]) -> list[tuple[int, str]]:
    """All, so many as the other side can meet, none; over an empty sky they all strike."""
    most, battle = asked.legal()[-1], battle_of(asked.state)
    ready = sum(battle.air.get(f, available(asked.state, battle, f))
                for f in side_of(battle, other_side(battle, asked.seat)))
    found = [(most, "all you have" if ready else "nothing meets them: they strike the ground")]
    if 0 < ready < most:
        found.append((ready, "as many as they can have"))
    found += [(1, "one")] if most > 1 and all(n != 1 for n, _ in found) else []
    return [*found, (0, "they stay ready for another combat")]


def _sight(asked: Asked[State]) -> Sight:
    return Sight(asked.state, asked.seat, asked.peek)


def _in_towns(asked: Asked[State], _: Setting) -> int:
    region = battle_of(asked.state).region
    is_town = region in asked.state.markers or region == CABINDA
    return airgroups(_sight(asked), max(asked.legal())) if is_town else 0


COMMIT: Number[State] = Number(
    rule="9.6.2", noun="airgroups", ask=_how_many_fly, likely=_commitments,
    pick=lambda asked: airgroups(_sight(asked), max(asked.legal())),
    standing=Standing("commit_air", "how many airgroups fly to a combat", {
        "none": nothing("none"),
        "all": given("all that are ready", lambda asked, _: max(asked.legal())),
        "up_to": given("all that are ready, but no more than N",
                       lambda asked, setting: min(max(asked.legal()), setting.value), Count(1, MOST)),
        "to_strike": best("as many as the enemy may send and one more, two more for a town or city"),
        "towns": given("the same for a town or city, none elsewhere", _in_towns)}, usual="to_strike"),
)


# ---------------------------------------------------------------- missions


def _how_many_for_superiority(asked: Asked[State]) -> Prompt:
    state, battle = asked.state, battle_of(asked.state)
    ours = {f: n for f, n in battle.air.items() if f in side_of(battle, asked.seat)}
    have = ", ".join(f"{faction_name(state, f)} {n}" for f, n in ours.items() if n)
    least, most = (sum(n for _, n in split) for split in (asked.legal()[0], asked.legal()[-1]))
    return Prompt(
        " How many fly for superiority, in all or by faction?",
        above=f"You have more airgroups over {place_told(asked)} ({have}): {least} of them at least must fly for air "
        f"superiority, up to {most} may; the rest strikes the ground, at most "
        f"{state.numbers.limits.air_strikes_per_faction} of each faction.\n"
        f"In the air each rolls {dice_told(state, state.numbers.airgroup_pips)}.")


def _read_split(asked: Asked[State], typed: Typed, says: Sequence[str]) -> str:
    """`fnla=2 unita=1`, or so many in all; the others strike."""
    splits: tuple[Split, ...] = asked.legal()
    in_all = {sum(n for _, n in split): say for split, say in reversed([*zip(splits, says, strict=True)])}
    counts = dict.fromkeys((f for f, _ in splits[0]), 0)
    names = Names({f: (f,) for f in counts})
    if 0 in in_all and typed.word("none", remark=lambda _: "all of them strike"):
        return in_all[0]
    if (number := typed.number(min(in_all), max(in_all))) is not None:
        return in_all[number]
    while typed.more():
        faction = typed.name(names)
        number = typed.number(0, max(n for split in splits for f, n in split if f == faction)) if faction else None
        if number is None:
            raise typed.refuse_word("type how many airgroups fly for superiority")
        counts[faction] = number
    if (split := tuple(counts.items())) not in splits:
        raise typed.refuse(f"{min(in_all)} at least must fly for superiority", says)
    return spell_missions(split)


def _splits(asked: Asked[State]) -> Names:
    """A number if one faction flies, else one for each."""
    return Names({say: (say.replace("=", " ") if len(split) > 1 else str(split[0][1]),)
                  for say, split in zip(asked.says(), asked.legal(), strict=True)}, sort="number")


def _rest_strikes(asked: Asked[State], say: str) -> str:
    split: Split = asked.legal()[asked.says().index(say)]
    up, total = sum(n for _, n in split), sum(battle_of(asked.state).air[f] for f, _ in split)
    return f"{up} for superiority, {total - up} to strike"


MISSIONS: Choose[State] = Choose(
    rule="9.6.3", noun="number", ask=_how_many_for_superiority, names=_splits, read=_read_split, remark=_rest_strikes,
    pick=lambda asked: asked.legal()[0],  # the fewest for superiority stand first
    standing=Standing("missions", "what airgroups fly that outnumber the enemy's", {
        "strike": best("as few as may be fly superiority, the others strike"),
        "superiority": given("all fly superiority", lambda asked, _: asked.legal()[-1])}),
)


# ---------------------------------------------------------------- strikes


STRIKES: Number[State] = Number(
    rule=("9.7", "ask"), noun="airgroups",
    ask=lambda asked: Prompt(f"How many airgroups strike the ground in {place_told(asked)}?",
                             f" {asked.legal()[-1]} at most; they go home in any case.",
                             f"Each rolls {dice_told(asked.state, asked.state.numbers.airgroup_pips)}."),
    likely=lambda asked: ((n, plural(n * asked.state.numbers.airgroup_pips, "die", "dice") if n else "nobody strikes")
                          for n in reversed(asked.legal())),
    standing=Standing("strikes", "how many airgroups strike", {"all": best("as many as may"), "none": nothing("none")}),
)


def _true(asked: Asked[State]) -> int:
    return announced_strength(_sight(asked).counters(own_force(asked)))


def _legal_truth(asked: Asked[State]) -> int:
    """The true figure; the highest legal one if more is there than everybody thinks possible."""
    return min(_true(asked), int(asked.legal()[-1]))
