"""12.4 Covert foreign aid."""

from __future__ import annotations

import pytest
from angola.boards_recruits import column, empty_map, frozen, hold, put

from pbem.errors import IllegalMove
from pbem.play.requests import Listed, SealMany
from pbem.play.table import Table
from pbem_games.angola.aid.covert import bid, covert_foreign_aid, deploy, draw_cards, gains, legal_bids, propaganda
from pbem_games.angola.aid.entries import piece_limits
from pbem_games.angola.equipment import FIELD, region_of
from pbem_games.angola.state import Marker, Piece, problems
from pbem_games.angola.words.aid_covert import DELIVERY


def takes(state, faction, gained, delivery, entries=None):
    """Deploys and gives the table, the seal answered where there is one."""
    table = Table(deploy(state, faction, gained))
    table.answer(delivery)
    if isinstance(table.pending, SealMany):
        table.answer({faction: entries or [item.default() for item in table.pending.items[faction]]})
    assert table.pending is None
    assert problems(state) == []
    return table


def refuses(state, faction, gained, *deliveries):
    table = Table(deploy(state, faction, gained))
    before = frozen(state)
    for delivery in deliveries:
        with pytest.raises(IllegalMove):
            table.answer(delivery)
        assert frozen(state) == before, delivery


def refuses_entries(state, faction, gained, delivery, *entries):
    table = Table(deploy(state, faction, gained))
    table.answer(delivery)
    before = frozen(state)
    for answer in entries:
        with pytest.raises(IllegalMove):
            table.answer({faction: list(answer)})
        assert frozen(state) == before, answer


def entries_of(table, state, faction):
    return {p: table.peek(piece.entry) for p, piece in state.factions[faction].equipment.items() if piece.entry}


# ---------------------------------------------------------------- 12.4.1


def test_12_4_1_bids_are_sealed_by_all_and_opened_together():
    state = empty_map()
    table = Table(bid(state))
    assert table.expected() == ("fapla", "fnla", "mpla", "unita")
    before = frozen(state)
    with pytest.raises(IllegalMove):
        table.answer({"fapla": 6, "fnla": 0, "mpla": 0, "unita": 0})
    assert frozen(state) == before
    table.answer({"fapla": 2, "fnla": 5, "mpla": 3, "unita": 4})
    assert table.expected() == ("fapla", "fnla", "mpla", "unita")
    table.answer()
    assert table.result == {"fapla": 2, "fnla": 5, "mpla": 3, "unita": 4}
    assert table.story[0].text == "Bids for covert foreign aid: FAPLA 2, FNLA 5, MPLA 3, UNITA 4"


def test_A144_a_bid_is_opened_as_it_was_sealed():
    table = Table(bid(empty_map()))
    table.sealed()  # by four seats whose texts this table cannot read
    table.opened({h: "9" if h.seat == "unita" else "2" for h in table.pending.sealed.values()})
    assert table.result["unita"] == 0  # what is not legal counts as the default
    assert any("unita" in incident.seat for incident in table.incidents)


def test_A149_who_is_cut_off_bids_nothing():
    state = empty_map()
    state.factions["mpla"].crisis.cut_off = True
    table = Table(bid(state))
    assert list(legal_bids(state, "mpla")) == [0]
    assert table.expected() == ("fapla", "fnla", "unita")
    table.answer({"fapla": 0, "fnla": 0, "mpla": 5, "unita": 0})
    table.answer()
    assert table.result["mpla"] == 0


def test_12_4_1_r117_a_penalty_lowers_cards_not_the_bid():
    state = empty_map()
    state.factions["fnla"].crisis.card_penalty = 3
    assert max(legal_bids(state, "fnla")) == 5
    state.first_player = "unita"
    table = Table(draw_cards(state, {"fapla": 5, "fnla": 4, "mpla": 0, "unita": 2}))
    assert table.pending.about == "unita"
    table.answer(("r05", "r04"))
    assert len(table.pending.pool) == 18
    table.answer(("r01", "r02", "r03", "r06", "r07"))
    assert table.pending.about == "fnla"
    assert table.pending.count == 1
    with pytest.raises(AssertionError):
        table.answer(("r01",))  # drawn already
    table.answer(("r20",))
    assert table.result == {
        "unita": ("r05", "r04"), "fapla": ("r01", "r02", "r03", "r06", "r07"), "fnla": ("r20",), "mpla": (),
    }


def test_12_4_1_all_draws_share_one_round():
    class Fixed:
        def __init__(self):
            self.labels = []

        def sample(self, label, pool, count):
            self.labels.append(label)
            return tuple(sorted(pool)[:count])

        roll = None

    table = Table(draw_cards(empty_map(), {"fapla": 1, "fnla": 2, "mpla": 0, "unita": 5}))
    roller = Fixed()
    table.answer(roller)
    assert table.pending is None
    assert roller.labels == ["12.4.1/fapla/0", "12.4.1/fnla/0", "12.4.1/unita/0"]


@pytest.mark.parametrize(
    ("faction", "card", "turn", "gained"),
    [
        ("fapla", "Armored cars", 2, {"armored_car": 1}),
        ("fapla", "Armored cars", 3, {"armored_car": 2}),
        ("unita", "Mines", 1, {"mine": 2}),
        *[(faction, card, turn, {item: more if turn == 4 else 1})
          for card, item in (("Tanks", "tank"), ("Artillery", "artillery"), ("Aircraft", "airgroup"))
          for faction, more in (("fapla", 2), ("mpla", 2), ("fnla", 1), ("unita", 1)) for turn in (3, 4)],
        ("unita", "Foreign volunteers", 4, {"mercenary": 2}),
        ("mpla", "Foreign volunteers", 3, {"infantry": 2}),
        ("fnla", "Anti-aircraft missiles", 10, {"aa": 3}),
    ],
)
def test_12_4_1_what_a_card_brings_grows_with_the_turns(faction, card, turn, gained):
    state = empty_map()
    state.turn = turn
    drawn = next(id for id, c in state.numbers.reinforcement_cards.items() if c.title == card)
    assert gains(state, faction, (drawn,)) == gained


# ---------------------------------------------------------------- 12.4.2


def test_12_4_2_deliveries_are_written_item_by_item():
    form = DELIVERY
    assert form.parse("aa:2 tank:luanda.a:1") == (("aa", "", 2), ("tank", "luanda.a", 1))
    assert form.spell((("tank", "luanda.a", 1), ("aa", "", 2))) == "aa:2 tank:luanda.a:1"
    assert form.spell(form.parse("none")) == "none"
    for nonsense in ("aa", "aa:x", ":2", "tank:luanda:"):
        with pytest.raises(IllegalMove):
            form.parse(nonsense)


@pytest.mark.parametrize(
    ("faction", "place", "legal"),
    [
        pytest.param("fnla", "flec_base", True, id="12.4.2 fnla base"),
        pytest.param("fnla", "zaire_east", True, id="12.4.2 fnla zaire"),
        pytest.param("fnla", "maquela", False, id="12.4.2 fnla elsewhere"),
        pytest.param("unita", "south_west_africa", True, id="12.4.2 unita base"),
        pytest.param("unita", "lobito", False, id="12.4.2 ports are for the other side"),
        pytest.param("fapla", "luanda", True, id="12.4.2 luanda of the ally"),
        pytest.param("mpla", "luanda.a", False, id="r114 no column there"),
        pytest.param("fapla", "benguela", False, id="12.4.2 the marker of the ally"),
    ],
)
def test_12_4_2_where_units_may_land(faction, place, legal):
    state = empty_map()
    hold(state, "mpla", "luanda", "benguela")
    hold(state, "unita", "lobito")
    put(state, "unita", "lobito", "infantry")
    put(state, "fapla", "benguela", "infantry")
    put(state, "fnla", "maquela", "infantry")
    if legal:
        takes(state, faction, {"tank": 1}, f"tank:{place}:1")
        assert [u.region for t, u in state.factions[faction].loose.items() if ".tank" in t] == [place]
    else:
        refuses(state, faction, {"tank": 1}, f"tank:{place}:1")


def test_12_4_2_luanda_face_down_is_no_base():
    state = empty_map()
    hold(state, "fapla", "luanda", up=False)
    put(state, "fapla", "luanda", "infantry")
    assert Table(deploy(state, "fapla", {"tank": 2})).pending is None
    refuses(state, "fapla", {"aa": 2}, "aa:2")
    takes(state, "fapla", {"aa": 2}, "aa:1")


def test_A136_mpla_in_benguela_places_two_missiles_and_a_tank():
    state = empty_map()
    hold(state, "mpla", "benguela")
    put(state, "mpla", "benguela", "infantry")
    gained = {"aa": 3, "tank": 2}
    refuses(state, "mpla", gained, "aa:3", "tank:benguela:2", "aa:2 tank:luanda:1")
    table = takes(state, "mpla", gained, "aa:2 tank:benguela:1")
    assert entries_of(table, state, "mpla") == {"aa1": "benguela", "aa2": "benguela"}


@pytest.mark.parametrize("up", [True, False])
def test_12_4_2_r120_a_port_needs_its_marker_up_and_an_own_unit(up):
    state = empty_map()
    hold(state, "fapla", "lobito", up=up)
    hold(state, "fapla", "benguela")
    put(state, "fapla", "novo_redondo", "infantry")
    assert Table(deploy(state, "fapla", {"tank": 1})).pending is None
    put(state, "fapla", "lobito", "infantry")
    if up:
        takes(state, "fapla", {"tank": 1}, "tank:lobito:1")
    else:
        assert Table(deploy(state, "fapla", {"tank": 1})).pending is None


def test_A117_one_piece_in_cabinda():
    state = empty_map()
    put(state, "mpla", "cabinda", "infantry")
    refuses(state, "mpla", {"at": 2}, "at:2")
    table = takes(state, "mpla", {"at": 2}, "at:1")
    assert entries_of(table, state, "mpla") == {"at1": "cabinda"}


def test_12_4_2_r99_nothing_for_cabinda_once_it_fell():
    state = empty_map()
    put(state, "mpla", "cabinda", "infantry")
    state.cabinda_fallen = True
    assert Table(deploy(state, "mpla", {"at": 2})).pending is None


def test_A160_equipment_in_luanda_needs_a_unit_of_ones_own():
    state = empty_map()
    hold(state, "fapla", "luanda")
    put(state, "fapla", "luanda", "infantry")
    assert Table(deploy(state, "mpla", {"aa": 1})).pending is None
    refuses(state, "mpla", {"aa": 1, "tank": 1}, "aa:1")
    table = takes(state, "mpla", {"aa": 1, "tank": 1}, "aa:1 tank:luanda:1")
    assert entries_of(table, state, "mpla") == {"aa1": "luanda"}


def test_A116_equipment_limits_by_region_are_claims_about_sealed_entries():
    state = empty_map()
    hold(state, "unita", "lobito", "silva_porto")
    put(state, "unita", "silva_porto", "infantry")
    put(state, "unita", "andulo", "infantry")
    column(state, "unita", "a", "lobito", "infantry")
    assert piece_limits(state, "unita") == {"andulo": 1, "lobito": 2, "silva_porto": 2}
    gained = {"aa": 3, "at": 3}
    refuses(state, "unita", gained, "aa:3 at:3")
    delivery = "aa:2 at:2"
    refuses_entries(
        state,
        "unita",
        gained,
        delivery,
        ("andulo", "andulo", "a", "a"),
        ("a", "lobito", "a", "silva_porto"),
        ("b", "a", "silva_porto", "silva_porto"),
        ("luanda", "a", "silva_porto", "silva_porto"),
    )


def test_12_4_2_entries_within_the_limits_are_sealed():
    state = empty_map()
    hold(state, "unita", "lobito", "silva_porto")
    put(state, "unita", "silva_porto", "infantry")
    column(state, "unita", "a", "lobito", "infantry")
    gained = {"aa": 2, "mine": 2}
    table = takes(state, "unita", gained, "aa:2 mine:2", ["a", "silva_porto", "lobito", "silva_porto"])
    assert list(entries_of(table, state, "unita").values()) == ["a", "silva_porto", "lobito", "silva_porto"]
    assert not any(piece.public for piece in state.factions["unita"].equipment.values())


def test_12_4_2_r119_the_base_takes_any_amount():
    state = empty_map()
    takes(state, "fnla", {"aa": 9, "tank": 1}, "aa:9 tank:zaire_west:1")
    assert len(state.factions["fnla"].equipment) == 9


def test_12_4_2_old_pieces_are_sealed_anew_and_stay_in_their_region():
    state = empty_map()
    hold(state, "unita", "lobito")
    put(state, "unita", "lobito", "infantry")
    put(state, "unita", "andulo", "infantry")
    column(state, "unita", "a", "lobito", "infantry")
    table = Table(deploy(state, "unita", {"aa": 2}))
    table.answer("aa:2")
    table.answer({"unita": ["lobito", "andulo"]})
    own = state.factions["unita"]
    own.columns["b"] = own.columns.pop("a")
    own.carriers = {"a": "b"}
    again = Table(deploy(state, "unita", {"mine": 1}), secrets=table.secrets, first_round=9)
    again.answer("mine:1")
    before = frozen(state)
    for entries in (["andulo", "andulo", "b"], ["a", "andulo", "b"], ["b", "b", "b"]):
        with pytest.raises(IllegalMove):
            again.answer({"unita": entries})
        assert frozen(state) == before
    again.answer({"unita": ["b", "andulo", "lobito"]})
    assert own.carriers == {}
    assert {p: region_of(own, again.peek(piece.entry)) for p, piece in own.equipment.items()} == {
        "aa1": "lobito", "aa2": "andulo", "mine1": "lobito",
    }


def test_12_4_2_a_public_minefield_is_left_as_it_is():
    state = empty_map()
    put(state, "fnla", "zaire_west", "infantry")
    state.equipment_pool.remove("mine1")
    state.factions["fnla"].equipment["mine1"] = Piece("mine", public=FIELD + "maquela")
    takes(state, "fnla", {"mine": 1}, "mine:1")
    assert state.factions["fnla"].equipment["mine1"] == Piece("mine", public=FIELD + "maquela")
    assert state.factions["fnla"].equipment["mine2"].entry is not None


def test_12_4_2_r105_airgroups_need_some_place_for_a_unit():
    state = empty_map()
    assert Table(deploy(state, "fapla", {"airgroup": 2})).pending is None
    assert state.factions["fapla"].air_ready == 0
    hold(state, "mpla", "luanda")
    Table(deploy(state, "fapla", {"airgroup": 2}))
    assert state.factions["fapla"].air_ready == 2
    Table(deploy(state, "fnla", {"airgroup": 9}))
    assert state.factions["fnla"].air_ready == 5  # 16


def test_12_4_2_r115_what_has_no_counter_is_not_received():
    state = empty_map()
    put(state, "unita", "south_west_africa", "tank", "tank")
    assert Table(deploy(state, "unita", {"tank": 2})).pending is None
    state.equipment_pool = [p for p in state.equipment_pool if p in ("aa1", "at1")]
    refuses(state, "unita", {"aa": 3}, "aa:2")
    table = Table(deploy(state, "unita", {"aa": 3}))
    table.answer("aa:1")
    assert state.equipment_pool == ["at1"]


def test_12_4_2_r121_things_may_be_left_unreceived():
    state = empty_map()
    takes(state, "fnla", {"tank": 1, "aa": 2}, "none")
    assert state.factions["fnla"].equipment == {}
    assert state.factions["fnla"].loose == {}


@pytest.mark.parametrize(
    ("faction", "delivery"),
    [("fnla", "aa:2 tank:flec_base:1"), ("unita", "aa:2 tank:south_west_africa:1"), ("mpla", "none")],
)
def test_12_4_2_r136_the_default_takes_everything_in_the_base(faction, delivery):
    state = empty_map()
    hold(state, "mpla", "lobito")
    put(state, "mpla", "lobito", "infantry")
    table = Table(deploy(state, faction, {"aa": 2, "tank": 1}))
    assert DELIVERY.spell(table.legal()[0]) == delivery


def test_12_4_2_r136_any_part_of_the_base_with_own_units_takes_equipment_by_default():
    state = empty_map()
    put(state, "fnla", "zaire_west", "infantry")  # nobody in the FLEC Base, the first by id
    table = Table(deploy(state, "fnla", {"aa": 2}))
    assert DELIVERY.spell(table.legal()[0]) == "aa:2"


def test_12_4_2_r114_units_may_join_an_own_column_in_the_base():
    state = empty_map()
    column(state, "unita", "c", "south_west_africa", "infantry")
    refuses(state, "unita", {"tank": 2}, "tank:south_west_africa.a:1", "tank:south_west_africa.c:3", "aa:1", "tank:2")
    takes(state, "unita", {"tank": 2}, "tank:south_west_africa:1 tank:south_west_africa.c:1")
    assert state.factions["unita"].columns["c"].known == ["u.inf1", "u.tank2"]


# ---------------------------------------------------------------- 12.4.3


@pytest.mark.parametrize(
    ("bids", "track"),
    [
        pytest.param((2, 5, 3, 4), {"soviet": 19, "western": 20}, id="A133"),
        pytest.param((5, 4, 5, 1), {"soviet": 20, "western": 19}, id="allies level"),
        pytest.param((5, 5, 0, 0), {"soviet": 20, "western": 20}, id="enemies level"),
        pytest.param((0, 0, 0, 0), {"soviet": 20, "western": 20}, id="R118 all nothing"),
    ],
)
def test_12_4_3_propaganda(bids, track):
    state = empty_map()
    table = Table(propaganda(state, dict(zip(("fapla", "fnla", "mpla", "unita"), bids, strict=True))))
    assert state.track == track
    (told,) = table.story
    names = {a: about.name for a, about in state.numbers.alliances.items()}
    winner = next((a for a in track if track[a] < 20), "")
    if not winner:
        assert (told.text, told.headline) == ("Both sides bid alike: nobody wins the propaganda war", False)
        return
    (other,) = names.keys() - {winner}
    assert told.headline
    assert told.text == (f"{names[other]} bid the most for covert aid, so {names[winner]} wins the propaganda war: its "
                         "marker goes down 1 space and stands on 19")


def test_12_4_the_whole_step():
    state = empty_map()
    hold(state, "fapla", "luanda")
    table = Table(covert_foreign_aid(state))
    table.answer({"fapla": 1, "fnla": 2, "mpla": 0, "unita": 0})
    table.answer()
    table.answer(("r04",))
    table.answer(("r12", "r08"))
    asked = []
    while table.pending is not None:
        asked.append((table.expected()[0], type(table.pending).__name__))
        options = getattr(table.pending, "items", None)
        seat = table.expected()[0]
        table.answer({seat: [i.default() for i in options[seat]]} if options else table.legal()[0])
    assert asked == [("fapla", "Write"), ("fnla", "Write")]
    assert state.track == {"soviet": 19, "western": 20}
    assert list(state.factions["fnla"].equipment) == ["aa1", "aa2"]
    assert problems(state) == []


def test_12_4_2_entries_are_chosen_from_a_list():
    state = empty_map()
    put(state, "unita", "andulo", "infantry")
    put(state, "unita", "cela", "infantry")
    state.markers["cela"] = Marker("unita")
    table = Table(deploy(state, "unita", {"aa": 1}))
    table.answer("aa:1")
    (item,) = table.pending.items["unita"]
    assert isinstance(item, Listed)
    assert item.says() == ("andulo", "cela")
