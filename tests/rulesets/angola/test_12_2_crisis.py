"""12.2 Crises."""

from __future__ import annotations

import pytest
from angola.boards_aid import sealed_columns
from angola.boards_recruits import column, empty_map, frozen, hold, put

from pbem.errors import IllegalMove
from pbem.play.requests import Open, Roll, Seal, Write
from pbem.play.table import Table
from pbem_games.angola.aid.crisis import crisis_rolls, honest, recall_of, true_places, withdraw
from pbem_games.angola.aid.direct import direct_foreign_aid
from pbem_games.angola.columns import open_columns
from pbem_games.angola.state import Loose, Piece, problems
from pbem_games.angola.words.aid_direct import WithdrawalForm


def major(state, faction, unit, region, letter=""):
    """A Major Unit that everybody knows stands on the map."""
    own = state.factions[faction]
    own.major_pool.remove(unit)
    if letter:
        own.columns[letter].known.append(unit)
    else:
        own.loose[unit] = Loose(region)


def rolls(state, *dice, faction="fapla", secrets=None):
    """The dice are thrown; the table rests at the first decision, or at the next die."""
    table = Table(crisis_rolls(state, faction, len(dice)), secrets=secrets, first_round=10)
    for die in dice:
        assert isinstance(table.pending, Roll), table.pending
        table.answer((die,))
    return table


def experienced(state, faction="fapla"):
    state.factions[faction].crisis.has_rolled = True
    return state


def refuses(table, state, *answers):
    """Every answer is refused before signing, and nothing changes."""
    before = frozen(state)
    for answer in answers:
        with pytest.raises(IllegalMove):
            table.check_claims(answer)
        assert frozen(state) == before, answer


# ---------------------------------------------------------------- the roll


def test_A124_the_first_roll_has_two_more_the_second_none():
    state = empty_map()
    hold(state, "fapla", "luanda")
    table = Table(crisis_rolls(state, "fapla", 2))
    table.answer((6,))
    assert isinstance(table.pending, Seal)  # score 8: one of the pool, in the one place that there is
    table.answer({"fapla": "f.rocket"})
    table.answer()
    assert list(state.factions["fapla"].loose) == ["f.rocket"]
    table.answer((6,))
    assert table.pending is None
    assert [t.text.partition(": ")[2] for t in table.story if "rolls" in t.text] == [
        "1 Major Unit to be received", "no effect"
    ]
    assert problems(state) == []


@pytest.mark.parametrize(
    ("die", "penalty", "attack", "move", "cut_off"),
    [(1, 99, False, False, True), (2, 2, False, True, False), (3, 1, True, False, False), (4, 0, False, False, False),
     (5, 0, False, False, False), (6, 0, False, False, False)],
)
def test_12_2_lasting_effects(die, penalty, attack, move, cut_off):
    state = experienced(empty_map())
    assert rolls(state, die).pending is None
    crisis = state.factions["fapla"].crisis
    assert crisis.card_penalty == penalty
    assert (crisis.majors_may_not_attack, crisis.majors_may_not_move, crisis.cut_off) == (attack, move, cut_off)


def test_R109_effects_add_up():
    state = experienced(empty_map())
    rolls(state, 3, 2, 3)
    crisis = state.factions["fapla"].crisis
    assert crisis.card_penalty == 4
    assert crisis.majors_may_not_attack
    assert crisis.majors_may_not_move


# ---------------------------------------------------------------- a score of eight


def eight(**places):
    state = empty_map()
    for letter, region in places.items():
        column(state, "fapla", letter, region, "infantry")
    hold(state, "fapla", "luanda")
    return state, Table(crisis_rolls(state, "fapla", 1))


def test_R107_an_eliminated_major_unit_may_come_back():
    state, table = eight()
    own = state.factions["fapla"]
    own.dead, own.major_pool = ["f.motor", "f.armour"], ["f.special", "f.rocket"]
    table.answer((6,))
    assert table.legal() == ["pool=luanda", "f.motor=luanda", "f.armour=luanda"]
    refuses(table, state, "f.special=luanda", "none", "f.motor=carmona")
    table.answer("f.motor=luanda")
    assert table.pending is None
    assert own.loose["f.motor"].region == "luanda"
    assert own.dead == ["f.armour"]
    assert problems(state) == []


def test_R107_none_left_is_no_effect():
    state, table = eight()
    own = state.factions["fapla"]
    for unit in list(own.major_pool):
        major(state, "fapla", unit, "luanda")
    table.answer((6,))
    assert table.pending is None
    assert any("can receive no Major Unit" in t.text for t in table.story)


def test_R107_the_last_of_the_pool_goes_to_the_only_place_unasked():
    state, table = eight()
    own = state.factions["fapla"]
    for unit in own.major_pool[:3]:
        major(state, "fapla", unit, "luanda")
    table.answer((6,))
    assert table.pending is None
    assert len(own.loose) == 4
    assert own.major_pool == []
    assert own.hidden == {}


def test_D26_out_of_the_pool_into_a_column_stays_secret():
    state, table = eight(a="luanda")
    own = state.factions["fapla"]
    table.answer((6,))
    table.answer("pool=luanda.a")
    assert isinstance(table.pending, Seal)
    table.answer({"fapla": "f.armour"})
    assert table.pending is None
    assert own.columns["a"].known == ["f.inf1", "f.h1"]
    assert len(own.major_pool) == 4
    own.crisis.has_rolled = False
    again = Table(crisis_rolls(state, "fapla", 1), secrets=table.secrets, first_round=20)
    again.answer((6,))
    again.answer("pool=luanda")
    refused = frozen(state)
    with pytest.raises(IllegalMove):  # it is on the map already
        again.answer({"fapla": "f.armour"})
    assert frozen(state) == refused
    again.answer({"fapla": "f.rocket"})
    again.answer()
    assert list(own.loose) == ["f.rocket"]
    assert problems(state) == []


def test_R109_who_was_cut_off_receives_nothing():
    state, table = eight()
    state.factions["fapla"].crisis.cut_off = True
    table.answer((6,))
    assert table.pending is None
    assert state.factions["fapla"].loose == {}


def test_R105_a_major_unit_received_needs_a_port_that_is_not_taken():
    state = empty_map()
    hold(state, "fapla", "benguela", "lobito")
    table = Table(crisis_rolls(state, "fapla", 1, taken=["benguela"]))
    table.answer((6,))
    assert table.pending.rule == "12.2"
    assert isinstance(table.pending, Seal)  # Lobito alone is left: only which one is asked
    full = Table(crisis_rolls(state, "fapla", 1, taken=["benguela", "lobito"]))
    state.factions["fapla"].crisis.has_rolled = False
    full.answer((6,))
    assert full.pending is None


# ---------------------------------------------------------------- withdrawal


def test_A125_without_major_units_two_that_are_no_infantry_go():
    state = experienced(empty_map())
    units = put(state, "fapla", "luanda", "infantry", "armored_car", "tank", "artillery")
    own = state.factions["fapla"]
    own.air_ready = 2
    table = rolls(state, 4)
    assert isinstance(table.pending, Write)
    refuses(table, state, "none", "f.car1", "f.car1 f.inf1", "f.car1 f.car1", "f.car1 f.special", "air:3",
            "f.car1 f.art1 f.tank1", "f.car1/a f.art1", "f.tank1 f.car1", "f.car1 f.tank1 empty/a")
    table.answer("f.tank1 air:1")
    assert table.pending is None
    assert sorted(own.loose) == sorted(u for u in units if u != "f.tank1")
    assert "f.tank1" in own.reserve
    assert own.air_ready == 1
    assert any("withdraws tank, 1 airgroup" in t.text for t in table.story)
    assert problems(state) == []


def test_R108_what_there_is_goes_unasked_if_it_is_not_enough():
    state = experienced(empty_map())
    put(state, "fapla", "luanda", "infantry", "armored_car")
    table = rolls(state, 2)
    assert table.pending is None
    assert list(state.factions["fapla"].loose) == ["f.inf1"]
    assert problems(state) == []


def test_R108_each_missing_major_unit_costs_two_others():
    state = experienced(empty_map())
    put(state, "fapla", "luanda", "armored_car", "tank", "artillery")
    major(state, "fapla", "f.motor", "luanda")
    table = rolls(state, 2)
    refuses(table, state, "f.art1 f.car1 f.tank1", "f.art1 f.motor")
    table.answer("f.art1 f.car1 f.motor")
    assert table.pending is None
    own = state.factions["fapla"]
    assert list(own.loose) == ["f.tank1"]
    assert sorted(own.major_pool) == ["f.armour", "f.motor", "f.rocket", "f.special"]


def test_R108_all_means_all_and_two_others_if_there_is_none():
    state = experienced(empty_map())
    put(state, "fapla", "luanda", "armored_car", "tank", "artillery")
    major(state, "fapla", "f.motor", "luanda")
    major(state, "fapla", "f.rocket", "luanda")
    table = rolls(state, 1, 4)
    assert isinstance(table.pending, Write)  # the first took both, without a question
    assert sorted(state.factions["fapla"].loose) == ["f.art1", "f.car1", "f.tank1"]
    state = experienced(empty_map())
    put(state, "fapla", "luanda", "armored_car", "tank", "artillery")
    table = rolls(state, 1)
    table.answer("f.art1 f.car1")
    assert table.pending is None
    assert list(state.factions["fapla"].loose) == ["f.tank1"]


def test_D25_the_owner_chooses_among_several_and_columns_are_named():
    state = experienced(empty_map())
    column(state, "fapla", "a", "luanda", "infantry")
    column(state, "fapla", "b", "catete")
    major(state, "fapla", "f.motor", "luanda", "a")
    major(state, "fapla", "f.rocket", "catete", "b")
    table = rolls(state, 5)
    refuses(table, state, "f.motor", "f.motor/b", "f.motor/a f.rocket/b", "f.rocket/b empty/b")
    table.answer("f.rocket/b")
    assert table.pending is None
    own = state.factions["fapla"]
    assert own.major_pool == ["f.special", "f.armour", "f.rocket"]
    assert list(own.columns) == ["a"]  # 8.1: nothing is left under the other marker
    assert problems(state) == []


def test_A158_a_unit_deployed_in_this_step_can_be_withdrawn():
    state = empty_map()
    own = state.factions["fapla"]
    own.crisis.has_rolled = True
    own.dead, own.major_pool = ["f.special", "f.motor", "f.armour"], ["f.rocket"]
    for faction in state.factions.values():
        faction.tokens = dict.fromkeys(state.factions, 0)
    own.tokens["fapla"] = 2
    state.factions["mpla"].tokens["mpla"] = 7
    hold(state, "fapla", "luanda")
    table = Table(direct_foreign_aid(state, "soviet"))
    table.answer(("f.rocket",))
    assert isinstance(table.pending, Roll)  # one candidate, one place: nobody had to say anything
    assert list(own.loose) == ["f.rocket"]
    table.answer((4,))
    assert table.pending is None
    assert own.loose == {}
    assert own.major_pool == ["f.rocket"]


# ---------------------------------------------------------------- withdrawal out of sealed Columns


def hidden_in_a_column():
    """Columns A (an infantry, a car, a hidden Major Unit) and B (a named one, alone), both sealed."""
    state = experienced(empty_map())
    own = state.factions["fapla"]
    hold(state, "fapla", "luanda")
    column(state, "fapla", "a", "luanda", "infantry", "armored_car")
    state.factions["fapla"].crisis.has_rolled = False
    table = Table(crisis_rolls(state, "fapla", 1))
    table.answer((6,))
    table.answer("pool=luanda.a")
    table.answer({"fapla": "f.armour"})
    own.major_pool.remove("f.motor")
    secrets = sealed_columns(
        state, "fapla", table.secrets, a=("luanda", ["f.inf1", "f.car1", "f.h1"]), b=("catete", ["f.motor"])
    )
    assert problems(state) == []
    return state, secrets


def test_D25_a_hidden_unit_is_named_when_it_is_withdrawn():
    state, secrets = hidden_in_a_column()
    own = state.factions["fapla"]
    table = rolls(state, 4, secrets=secrets)
    recall = recall_of(state, "fapla", 1)
    assert recall.major_at == {"f.motor": ("a", "b"), "f.h1": ("a", "b")}
    refuses(table, state, "f.h1", "f.h1/b", "f.motor/a", "f.h1/a empty/a", "f.motor/b", "f.h1/a empty/b", "f.armour/a")
    table.answer("f.h1/a")
    assert isinstance(table.pending, Open)
    table.answer()
    assert table.pending is None
    assert own.hidden == {}
    assert own.major_pool == ["f.special", "f.armour", "f.rocket"]
    assert own.columns["a"].gone == ["f.h1"]
    assert problems(state) == []
    opening = Table(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets, first_round=30)
    opening.answer()
    assert opening.story == []  # nothing that was claimed was false
    assert own.columns["a"].known == ["f.inf1", "f.car1"]
    assert problems(state) == []


def test_R127_the_last_unit_of_a_sealed_column_takes_the_marker_along():
    state, secrets = hidden_in_a_column()
    own = state.factions["fapla"]
    own.equipment["aa1"] = Piece("aa", public="b")
    state.equipment_pool.remove("aa1")
    table = rolls(state, 4, secrets=secrets)
    table.answer("f.motor/b empty/b")
    assert table.pending is None
    assert list(own.columns) == ["a"]
    assert own.equipment == {}  # 2.4.2: nobody is left there to carry it
    assert "aa1" in state.equipment_pool
    assert problems(state) == []


def test_D25_where_everything_must_go_the_tool_answers():
    state, secrets = hidden_in_a_column()
    table = rolls(state, 1, secrets=secrets)
    truth = table.pending.truth(table.peek)
    assert WithdrawalForm().spell(truth) == "f.h1/a f.motor/b empty/b"
    assert table.pending.truth(lambda handle: None) is None
    table.answer(truth)
    table.answer()
    assert table.pending is None
    assert list(state.factions["fapla"].columns) == ["a"]


def test_12_2_an_honest_answer_can_be_asked_for_by_who_may_look():
    state, secrets = hidden_in_a_column()
    table = rolls(state, 4, secrets=secrets)
    assert table.pending.truth(table.peek) is None  # there is a choice
    recall = recall_of(state, "fapla", 1)
    answer = honest(state, recall, table.peek)
    assert honest(state, recall, lambda handle: None) is None
    assert true_places(state, "fapla", table.peek) == {"f.inf1": "a", "f.car1": "a", "f.h1": "a", "f.motor": "b"}
    table.check_claims(WithdrawalForm().spell(answer))


def test_R126_a_cheater_who_withdraws_what_is_not_there_is_found_when_the_column_is_opened():
    state, secrets = hidden_in_a_column()
    state.options.false_claim = "flag"
    table = rolls(state, 4, secrets=secrets)
    table.answer("f.motor/a")  # it is in B: an honest tool does not sign this
    assert table.pending is None
    opening = Table(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets, first_round=30)
    opening.answer()
    opening.answer()
    assert any("f.motor was in Column A" in t.text for t in opening.story)
    assert problems(state) == []


def test_12_2_nothing_to_withdraw_is_told():
    state = empty_map()
    table = Table(withdraw(state, "fapla", 1))
    assert table.pending is None
    assert any("withdraws nothing" in t.text for t in table.story)


@pytest.mark.parametrize("say", ["none", "f.car1 f.h1/a air:1 empty/a"])
def test_12_2_withdrawals_are_written_unit_by_unit(say):
    assert WithdrawalForm().spell(WithdrawalForm().parse(say)) == say


@pytest.mark.parametrize("say", ["air", "empty", "f.car1/z", "car1"])
def test_12_2_nonsense_is_refused(say):
    with pytest.raises(IllegalMove):
        WithdrawalForm().parse(say)
