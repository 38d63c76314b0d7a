"""12, 2.4.2, 9.9.1 Forms of aid, recruitment, crises and Equipment's windows."""

from __future__ import annotations

import random

import pytest
from angola.boards_aid import sealed_columns
from angola.boards_forms import Desk
from angola.boards_operations import put, seal_pieces
from angola.boards_operations import run as run_table
from angola.boards_recruits import column, empty_map, frozen, hold

from pbem.play.table import Table
from pbem_games.angola import belongings
from pbem_games.angola.aid.covert import bid, deploy, gains
from pbem_games.angola.aid.crisis import crisis_rolls
from pbem_games.angola.aid.direct import direct_foreign_aid
from pbem_games.angola.aid.recruitment import recruit
from pbem_games.angola.forms import FORMS

# ---------------------------------------------------------------- 12.3


def fnla_recruits():
    """FNLA holds Carmona (a city) and the towns Gabela and Cela, with a Column in Gabela."""
    state = empty_map()
    hold(state, "fnla", "carmona", "gabela", "cela")
    column(state, "fnla", "b", "gabela", "infantry")
    return Desk(Table(recruit(state, "fnla")), state)


def test_12_3_recruitment_says_its_limits():
    told = fnla_recruits().prompt()
    assert "Counters left: " in told
    assert "Set recruitment: 4 in FLEC Base or Zaire Proper (east) or Zaire Proper (west)." in told
    assert "Of those in Zaire the first 2 go to FLEC Base." in told
    assert "Variable recruitment: 2 in all, one each in so many of Carmona, Cela, Gabela." in told
    assert "They may join Column B in Gabela (infantry)." in told


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("gab.b:1", "gabela.b:1"),
        ("gabela b 1, car", "carmona:1 gabela.b:1"),
        ("GABELA.B", "gabela.b:1"),
        ("flec 2 zaire_east=2; cela", "cela:1 flec_base:2 zaire_east:2"),
        ("4 flec base", "flec_base:4"),
        ("zaire proper (east) 1 flec base 2", "flec_base:2 zaire_east:1"),
        ("carmona:1 flec_base:4 gabela.b:1", "carmona:1 flec_base:4 gabela.b:1"),
        ("most", "carmona:1 cela:1 flec_base:4"),
        ("nobody", "none"),
    ],
)
def test_12_3_recruits_are_typed_by_place_and_number(text, say):
    assert fnla_recruits().types(text) == say


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("luanda 1", "nobody may be recruited in Luanda"),
        ("carmona 1 carmona 1", "Carmona takes one recruit"),
        ("carmona cela gabela", "variable recruitment gives 2 in all"),
        ("carmona 2", "Carmona takes one recruit"),
        ("flec 5", "that is more than set recruitment gives"),
        ("zaire_east 3 flec 1", "no more may be recruited in FLEC Base"),
        ("zaire_east 4", "at least 2 of the 4 in Zaire go to the FLEC Base"),
        ("carmona.b", "Column B is not in Carmona"),
        ("carmonna", "did you mean Carmona?"),
        ("", "name places, or `none`"),
    ],
)
def test_12_3_wrong_recruits_are_refused_in_words(text, because):
    desk = fnla_recruits()
    before = frozen(desk.state)
    assert because in desk.refusal(text)
    assert frozen(desk.state) == before


def test_12_3_the_most_is_offered_first_into_columns_where_they_stand():
    assert fnla_recruits().offers() == [
        "carmona:1 cela:1 flec base:4", "none"]
    state = empty_map()
    hold(state, "unita", "luso")
    column(state, "unita", "a", "south_west_africa", "infantry")
    desk = Desk(Table(recruit(state, "unita")), state)
    assert desk.offers()[0].endswith("south-west africa.a:4")
    assert desk.types("south-west africa.a:3") == "south_west_africa.a:3"


def test_12_3_what_follows_a_recruit_is_what_is_left():
    desk = fnla_recruits()
    assert {c.words: c.remark for c in desk.choices("")}["FLEC Base"] == "4 at most"
    after = desk.next_words("carmona 1 cela 1 ")
    assert "Gabela" not in after
    assert "FLEC Base" in after
    assert "b" in desk.next_words("gabela ")
    for text in ("", "carmona ", "carmona 1 cela 1 ", "flec base 4 "):
        assert desk.dead_ends(text) == []


def test_12_3_1_mpla_says_where_its_recruits_stand():
    state = empty_map()
    hold(state, "fapla", "luanda")
    column(state, "mpla", "a", "cabinda", "infantry")
    table = Table(recruit(state, "fapla"))
    table.answer("cabinda:2")
    desk = Desk(table, state)
    assert desk.seat == "mpla"
    assert "loose, or under one of your Columns there (Column A in Cabinda (infantry))" in desk.prompt()
    assert desk.offers() == ["a", "loose"]
    assert desk.types("column a") == desk.types("cabinda.a") == "cabinda.a"
    assert desk.types("cabinda") == "cabinda"


# ---------------------------------------------------------------- 12.4


def test_12_4_1_a_bid_says_what_it_costs():
    state = empty_map()
    state.factions["fnla"].crisis.card_penalty = 1
    desk = Desk(Table(bid(state)), state, "fnla")
    told = desk.prompt()
    assert "0 to 5, in secret: you draw as many, less 1 that your patron keeps" in told
    assert "if your alliance alone has the highest bid, " in told
    assert "gains a space on its Victory Track, now 20" in told
    assert desk.offers() == ["2", "3", "1", "4", "0", "5"]
    assert "6 is no number from 0 to 5" in desk.refusal("6")


def covert(faction="fapla", cards=("r01", "r04"), **more):
    """FAPLA holds Luanda with Column A and Benguela with an infantry."""
    state = empty_map()
    hold(state, "fapla", "luanda", "benguela")
    column(state, "fapla", "a", "luanda", "infantry")
    put(state, "fapla", "benguela", "inf2")
    gained = {**gains(state, faction, cards), **more}
    return Desk(Table(deploy(state, faction, gained, cards)), state)


def test_12_4_2_covert_aid_tells_the_cards_and_what_is_free_where():
    told = covert(aa=3).prompt()
    assert "  Armored cars: 1 armored car" in told
    assert "  Tanks: 1 tank" in told
    assert "To be had, as far as there are counters: 1 armored car, 1 tank, 3 anti" in told
    assert "Units may land in Benguela (a port: 1), Luanda (any number)." in told
    assert "room now: Benguela 2, Luanda any number" in told
    assert "Units may join Column A in Luanda (infantry)." in told


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("aa:2 tank:luanda.a:1", "aa:2 tank:luanda.a:1"),
        ("tank lua, aa", "aa:3 tank:luanda:1"),
        ("2 aa", "aa:2"),
        ("2aa car to benguela", "aa:2 armored_car:benguela:1"),
        ("anti-aircraft missile 1; armored car luanda a", "aa:1 armored_car:luanda.a:1"),
        ("all", "aa:3 armored_car:luanda.a:1 tank:luanda.a:1"),
        ("none", "none"),
    ],
)
def test_12_4_2_a_delivery_is_typed_thing_by_thing(text, say):
    assert covert(aa=3).types(text) == say


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("tank", "say where tank lands"),
        ("tank catete", "no Unit of yours may land in Catete"),
        ("tank benguela car benguela", "Benguela takes 1 Unit"),
        ("mine", "your cards bring no mine"),
        ("aa 4", "3 anti-aircraft missile can be had, not 4"),
        ("tank luanda tank luanda", "no more tank can be had"),
        ("tnak luanda", "did you mean tank"),
    ],
)
def test_12_4_2_a_wrong_delivery_is_refused_in_words(text, because):
    assert because in covert(aa=3).refusal(text)


def test_12_4_2_all_that_has_a_place_is_offered_and_only_that_follows():
    desk = covert(aa=3)
    assert desk.offers()[0] == "aa 3 armored_car luanda.a 1 tank luanda.a 1"
    for text in ("", "tank ", "tank benguela ", "aa ", "aa 3 "):
        assert desk.dead_ends(text) == []
    assert "Benguela" not in desk.next_words("tank benguela armored_car ")


# ---------------------------------------------------------------- 12.1, 12.2


def direct_aid():
    """UNITA, with one Victory Token, has drawn two Major Units and chooses a Minor one; Column A is in its base."""
    state = empty_map()
    for faction in state.factions.values():
        faction.tokens = dict.fromkeys(state.factions, 0)
    state.factions["unita"].tokens["unita"] = 1
    state.factions["fnla"].tokens = dict.fromkeys(state.factions, 5)
    column(state, "unita", "a", "south_west_africa", "infantry")
    table = Table(direct_foreign_aid(state, "western"))
    drawn = tuple(state.factions["unita"].major_pool[:2])
    table.answer(drawn)
    table.answer({"unita": list(drawn)})
    return Desk(table, state)


def test_12_1_2_direct_aid_tells_what_was_drawn_and_where_it_may_stand():
    desk = direct_aid()
    told = desk.prompt()
    names = [desk.state.numbers.counters[u].name for u in desk.state.factions["unita"].major_pool[:2]]
    assert f"2 Major Units (h1: {names[0]}, " in told
    assert "1 Minor Unit of your choice out of airgroup, armored car, engineer, artillery" in told
    assert "Ground Units stand in South-West Africa, any number in each" in told
    assert "They may join Column A in South-West Africa (infantry)." in told
    assert desk.offers()[0] == "airgroup h1 south-west africa.a h2 south-west africa.a"
    assert "engineer south-west africa.a h1 south-west africa.a h2 south-west africa.a" in desk.offers()


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("airgroup h1 sou.a h2 sou", "airgroup u.h1=south_west_africa.a u.h2=south_west_africa"),
        ("u.h1=south_west_africa, u.h2=south_west_africa car south-west africa a",
         "armored_car=south_west_africa.a u.h1=south_west_africa u.h2=south_west_africa"),
    ],
)
def test_12_1_2_direct_aid_is_typed_thing_by_thing(text, say):
    assert direct_aid().types(text) == say


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("h1 luanda", "direct aid does not come to Luanda"),
        ("h1 sou h1 sou", "h1 is named twice"),
        ("airgroup engineer sou", "1 Minor Unit to be received, no more"),
        ("h1 sou", "direct aid is not refused: 3 are received, 1 named"),
        ("h3 sou", "h3 is not understood here"),
    ],
)
def test_12_1_2_wrong_direct_aid_is_refused_in_words(text, because):
    assert because in direct_aid().refusal(text)


def crisis(die=4):
    """A sealed Column A in Luanda (infantry, car, hidden Major Unit), B in Catete (a Major Unit), two airgroups."""
    state = empty_map()
    hold(state, "fapla", "luanda")
    own = state.factions["fapla"]
    column(state, "fapla", "a", "luanda", "infantry", "armored_car")
    table = Table(crisis_rolls(state, "fapla", 1))
    table.answer((6,))
    table.answer("pool=luanda.a")
    table.answer({"fapla": "f.armour"})
    own.major_pool.remove("f.motor")
    secrets = sealed_columns(
        state, "fapla", table.secrets, a=("luanda", ["f.inf1", "f.car1", "f.h1"]), b=("catete", ["f.motor"]))
    own.crisis.has_rolled = True
    own.air_ready = 2
    again = Table(crisis_rolls(state, "fapla", 1), secrets=secrets, first_round=10)
    again.answer((die,))
    return Desk(again, state)


def test_12_2_a_withdrawal_tells_what_must_go_and_where_it_is():
    desk = crisis()
    told = desk.prompt()
    assert "Your patron withdraws 1 Major Unit; you name them" in told
    name = desk.state.numbers.counters["f.armour"].name
    assert f"h1 ({name}, Column A in Luanda)" in told
    assert "Column B in Catete)" in told
    assert sorted(desk.offers()) == ["h1", "motor"]
    assert desk.types("h1") == desk.types("f.h1/a") == desk.types(name) == "f.h1/a"
    assert desk.types("motor") == desk.types("f.motor/b empty/b") == "f.motor/b empty/b"
    assert "1 Major Unit to be withdrawn, no more" in desk.refusal("h1 motor")
    assert "1 Major Unit to be withdrawn, 0 named" in desk.refusal("")
    assert desk.dead_ends("") == []


def test_12_2_who_has_no_major_unit_left_gives_others_or_airgroups():
    state = empty_map()
    state.factions["fapla"].crisis.has_rolled = True
    state.factions["fapla"].air_ready = 1
    put(state, "fapla", "luanda", "car1", "art1", "inf1")
    table = Table(crisis_rolls(state, "fapla", 1))
    table.answer((4,))
    desk = Desk(table, state)
    assert "withdraws 2 other Units that are no infantry" in desk.prompt()
    assert "Others: car1 (loose in Luanda), art1 (loose in Luanda); 1 airgroup (`air`)." in desk.prompt()
    assert desk.types("air car1") == desk.types("car1, 1 airgroup") == desk.types("f.car1 air:1") == "f.car1 air:1"
    assert "2 other Units to be withdrawn, 1 named" in desk.refusal("car1")
    assert "inf1 is not understood here" in desk.refusal("inf1 car1")
    assert desk.offers() == ["art1 car1"]


def test_12_2_a_random_player_withdraws_what_is_really_there():
    desk = crisis()
    for seed in range(20):
        answer = FORMS.propose(desk.state, desk.request, "fapla", desk.peek, random.Random(seed))
        desk.types(desk.request.form.spell(answer))
    desk.types(desk.request.form.spell(FORMS.quiet(desk.state, desk.request, "fapla", desk.peek)))


def test_12_2_a_major_unit_is_received():
    state = empty_map()
    hold(state, "fapla", "luanda")
    column(state, "fapla", "a", "luanda", "infantry")
    own = state.factions["fapla"]
    own.dead, own.major_pool = ["f.motor"], ["f.special", "f.rocket"]
    table = Table(crisis_rolls(state, "fapla", 1))
    table.answer((6,))
    desk = Desk(table, state)
    assert "Lost ones may come back: motor: " in desk.prompt()
    assert desk.offers()[0] == "pool luanda.a"
    assert desk.types("motor luanda") == "f.motor=luanda"
    assert desk.types("pool to luanda a") == desk.types("pool=luanda.a") == "pool=luanda.a"
    table.answer("pool=luanda.a")
    desk = Desk(table, state)
    assert "Which Major Unit comes out of your pool? In secret." in desk.prompt()
    assert {desk.types(x) for x in desk.offers()} == {"f.special", "f.rocket"}
    assert "is not in the pool" in desk.refusal("motor")


# ---------------------------------------------------------------- 2.4.2, 9.9.1


def test_2_4_2_a_window_tells_where_equipment_is():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "infantry")
    put(state, "fapla", "luanda", "inf2")
    secrets = seal_pieces(state, "fapla", {"aa1": "a"})
    desk = Desk(run_table(belongings.offer_with_idle_card(state, "fapla"), secrets=secrets), state)
    told = desk.prompt()
    assert told.startswith("Your card moves nothing: hand Equipment over or lay mines now? "
                           "Now: anti-aircraft missile 1 with Column A.")
    assert desk.offers() == ["nothing", "equip", "watch"]
    assert desk.types("NO") == "nothing"
    assert "watch" in desk.refusal("wach")
    assert "legal: nothing, equip, watch" in " ".join(desk.refusal("unwatch").split())


class Blind(Desk):
    """A desk whose secrets are lost, so that its tool cannot answer by itself."""

    def __init__(self, table, state):
        super().__init__(table, state)
        self.peek = lambda handle: None


def test_2_4_2_lost_equipment_can_be_named_if_the_tool_cannot():
    state = empty_map()
    secrets = seal_pieces(state, "fapla", {"aa1": "luanda", "aa2": "luanda"})
    state.factions["fapla"].carriers["luanda"] = "luanda"
    desk = Blind(Table(belongings.give_up_lost(state, "luanda", factions=["fapla"]), secrets=secrets), state)
    assert "Your Force in Luanda is no more" in desk.prompt()
    assert "anti-aircraft missile 1, anti-aircraft missile 2" in desk.prompt()
    assert desk.types("aa1 and aa2") == "aa1 aa2"
    assert "named twice" in desk.refusal("aa1 aa1")


def test_9_9_1_fields_that_are_seen_can_be_named_if_the_tool_cannot():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda", "mine2": "luanda"})
    desk = Blind(Table(belongings.uncover(state, "fapla", ["luanda"]), secrets=secrets), state)
    assert "name your mines that are minefields there" in desk.prompt()
    assert desk.types("mine1 luanda") == desk.types("mine1.lua") == desk.types("mine1.luanda") == "mine1.luanda"


def test_9_9_1_a_mine_is_one_field_and_a_region_holds_one_and_no_more_is_offered():
    state = empty_map()
    put(state, "fapla", "luanda", "inf1")
    put(state, "fapla", "carmona", "inf2")
    secrets = seal_pieces(state, "fapla", {"mine1": "field.luanda", "mine2": "field.carmona"})
    desk = Blind(Table(belongings.uncover(state, "fapla", ["luanda", "carmona"]), secrets=secrets), state)
    assert {c.words for c in desk.choices("")} == {
        "none", "mine1 Luanda", "mine1 Carmona", "mine2 Luanda", "mine2 Carmona"}
    assert [c.words for c in desk.choices("mine1 luanda ")] == ["mine2 Carmona"]
    assert desk.types("mine1 luanda mine2 carmona") == "mine1.luanda mine2.carmona"
    for words in ("all", "mine1 luanda mine2 luanda", "mine1 luanda mine1 carmona"):
        assert "one minefield a region, and one region a minefield" in desk.refusal(words)
