"""The odds that people are told: against counting every throw of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.kit.chances import hits
from pbem_games.enduring_freedom import odds
from pbem_games.enduring_freedom.odds import Gun
from pbem_games.enduring_freedom.odds_battle import Foe, Own, battle

DICE = range(1, 7)
SUCCESS, BLOWBACK = (1, 2, 3), (6,)


def counted(values):
    """How often each value comes, among equally likely ones."""
    listed = list(values)
    return {v: Fraction(listed.count(v), len(listed)) for v in sorted(set(listed))}


@pytest.mark.parametrize("factors", [(), (1,), (0, 2), (1, 2, 3), (5, 5, 1), (6, 7)])
def test_24_1_hits_are_those_of_every_throw(factors):
    throws = product(DICE, repeat=len(factors))
    assert hits(factors) == counted(sum(d <= f for d, f in zip(t, factors, strict=True)) for t in throws)


def test_25_3_surplus_hits_vanish():
    assert odds.capped(hits((6, 6, 6)), 2) == {2: Fraction(1)}


@pytest.mark.parametrize(("level", "assets"), [(9, 1), (12, 1), (12, 2), (1, 2), (5, 3)])
def test_14_1_14_2_the_jihad_level_after_infowar(level, assets):
    def after(throw):
        at = level
        for die in throw:
            at = min(12, max(1, at - (die in SUCCESS) + (die in BLOWBACK)))
        return at

    found = odds.infowar(level, assets, success=SUCCESS, blowback=BLOWBACK, least=1, most=12)
    assert found == counted(after(t) for t in product(DICE, repeat=assets))


def test_28_2_a_check_against_two_dice():
    assert odds.two_dice_within(12) == 1
    assert odds.two_dice_within(9) == Fraction(30, 36)
    assert odds.two_dice_within(1) == 0


@pytest.mark.parametrize("lead", range(-3, 4))
@pytest.mark.parametrize("wins_ties", [True, False])
def test_23_4_the_edge(lead, wins_ties):
    throws = [a + lead - b for a in DICE for b in DICE]
    expected = Fraction(sum(x > 0 or (wins_ties and x == 0) for x in throws), 36)
    assert odds.edge_chance(lead, wins_ties=wins_ties) == expected


def test_22_3_a_strike_takes_the_weakest_first_and_of_equals_the_most_valuable():
    found = odds.strike([Gun(6), Gun(6)], [(3, 1400), (1, 100), (1, 200)])
    assert found.kills == {2: 1}
    assert found.gained == 3


def test_22_2_a_six_costs_a_point_and_in_a_city_a_five_too():
    assert odds.strike([Gun(3, 6), Gun(2, 6)], [(1, 100)]).lost == Fraction(2, 6)
    assert odds.strike([Gun(3, 5)], [(1, 100)]).lost == Fraction(2, 6)


# ---------------------------------------------------------------- battles


def fought(ours, theirs, edge, cas=(), order=None):
    """The same by every throw of the dice: chances of (kills, steps lost), and NP on average."""
    theirs = sorted(theirs, key=lambda foe: (foe.factor, -foe.worth))
    found, np = {}, Fraction(0)
    for is_first, chance in ((True, edge), (False, 1 - edge)):
        if not chance:
            continue
        for kills, lost, gain, part in exchange(list(ours), list(theirs), list(cas), order, is_first):
            found[kills, lost] = found.get((kills, lost), 0) + chance * part
            np += chance * part * gain
    return found, np


def exchange(ours, theirs, cas, order, is_first):
    """Every throw of one exchange, as people would play it."""
    queue = order or [i for i, own in enumerate(ours) for _ in own.factors]

    def our_fire(hit):
        """Who is left when the first so many of the queue were hit."""
        left = [own.factors[queue[:hit].count(i):] for i, own in enumerate(ours)]
        return [Gun(f[0], own.harms_from) for f, own in zip(left, ours, strict=True) if f and f[0]] + cas

    def throws(guns):
        for dice in product(DICE, repeat=len(guns)):
            hits = sum(d <= g.factor for d, g in zip(dice, guns, strict=True))
            yield hits, sum(g.harm for d, g in zip(dice, guns, strict=True) if d >= g.harms_from), Fraction(
                1, 6 ** len(guns))

    def their_guns(foes):
        return [Gun(f.factor, f.harms_from) for f in foes if f.factor]

    steps = [ours[i].losses[queue[:n].count(i)] for n, i in enumerate(queue)]
    for hits1, harm1, p1 in throws(our_fire(0) if is_first else their_guns(theirs)):
        taken = min(hits1, len(theirs) if is_first else len(steps))
        back = their_guns(theirs[taken:]) if is_first else our_fire(taken)
        for hits2, harm2, p2 in throws(back):
            kills = taken if is_first else min(hits2, len(theirs))
            lost = min(hits2, len(steps)) if is_first else taken
            ours_harm, theirs_harm = (harm1, harm2) if is_first else (harm2, harm1)
            worth = sum(f.worth for f in theirs[:kills]) + sum(f.worth for f in theirs[kills:] if f.dies_anyway)
            gain = Fraction(worth - sum(steps[:lost]), 100) + theirs_harm - ours_harm
            yield kills, lost, gain, p1 * p2


BATTALION = Own((3, 2), (200, 600))
SOF = Own((1, 0), (100, 200))
MILITIA = Own((1,), (100,))
ARMOUR = Own((4, 2), (200, 600), 5)
LEVY, JIHADI = Foe(1, 100), Foe(3, 100)
LEADER = Foe(4, 700)
BATTLES = [
    ([SOF], [LEVY], Fraction(1, 2), [], None),
    ([BATTALION, MILITIA], [LEVY, JIHADI], Fraction(21, 36), [], None),
    ([MILITIA, ARMOUR], [Foe(3, 100, 5), LEADER], Fraction(15, 36), [], [1, 0, 1]),
    ([SOF, MILITIA], [JIHADI, Foe(3, 100, dies_anyway=True)], Fraction(0), [Gun(5, 6, 2)], [0, 1, 0]),
    ([BATTALION], [LEADER], Fraction(1), [Gun(3, 5, 2)], None),
]


@pytest.mark.parametrize("case", range(len(BATTLES)))
def test_23_4_a_battle_is_that_of_every_throw(case):
    ours, theirs, edge, cas, order = BATTLES[case]
    expected, np = fought(ours, theirs, edge, cas, order)
    found = battle(ours, theirs, edge, cas, order=order)
    steps = sum(len(own.factors) for own in ours)
    assert sum(found.kills.values()) == 1
    for kills, chance in found.kills.items():
        assert chance == sum(p for (k, _), p in expected.items() if k == kills)
    for lost, chance in found.hits.items():
        assert chance == sum(p for (_, h), p in expected.items() if h == lost)
    assert found.np == np
    assert found.lost == sum(p for (_, h), p in expected.items() if h == steps)
    weakest_first = sorted(theirs, key=lambda foe: (foe.factor, -foe.worth))
    assert found.won == sum(p for (k, h), p in expected.items()
                            if h < steps and all(foe.dies_anyway for foe in weakest_first[k:]))


def test_26_0_a_battle_that_neither_can_lose_is_a_draw():
    found = battle([BATTALION], [Foe(0, 100)], Fraction(1, 2))
    assert found.lost == 0
    assert found.won == Fraction(1, 2)
    assert found.hits == {0: 1}
