"""3 Setting up the game."""

from __future__ import annotations

import pytest
from angola.boards_frame import DRAWN, FREE, HANDS, fresh, snapshot

from pbem.errors import IllegalMove
from pbem.limits import BUCKETS
from pbem.play.playout import SeededDice
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.angola.columns import open_columns
from pbem_games.angola.map import regions_of
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.setup import check_plan, draft, set_up, start_of
from pbem_games.angola.state import State, problems
from pbem_games.angola.words.manifest import MANIFEST_BUCKET, ManifestForm
from pbem_games.angola.words.setup import Place, Plan, PlanForm

# FAPLA: four infantry join the five and the armored car in Luanda; the other five are spread (A5).
LUANDA = "f.inf1 f.inf2 f.inf3 f.inf4 f.inf5 f.inf6 f.inf7 f.inf8 f.inf9 f.car1"
FAPLA = ("a=luanda caxito=f.inf10,f.inf11 gabela=f.inf12,f.inf13,f.inf14", LUANDA, "none", "none", "none")


def drawn(**options) -> tuple[State, Table[None]]:
    """Set-up with the markers dealt as in HANDS: all four plans are awaited."""
    state = fresh(**options)
    table = Table(set_up(state), seats=FACTIONS)
    table.answer(DRAWN)
    return state, table


def plans(table: Table[None], **given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Texts of all seats: those given, else the defaults."""
    items = table.pending.per_seat()
    return {f: given.get(f) or tuple(i.spell(i.default()) for i in items[f]) for f in FACTIONS}


def finished(**given: tuple[str, ...]) -> tuple[State, Table[None]]:
    state, table = drawn()
    table.answer(plans(table, **given))
    table.answer()
    assert table.pending is None
    return state, table


# ---------------------------------------------------------------- the box, and the draw


def test_A2_track_and_tokens_at_the_start():
    state = fresh()
    assert state.track == {"soviet": 20, "western": 20}
    assert all(state.factions[f].tokens == {g: 5 * (f == g) for g in FACTIONS} for f in FACTIONS)


def test_A10_units_on_the_map_at_the_start():
    state = fresh()
    assert [u for u, at in state.factions["fnla"].loose.items() if at.region == "flec_base"] == [
        "n.inf6", "n.inf7", "n.inf8",
    ]
    assert sum(at.region == "cabinda" for at in state.factions["mpla"].loose.values()) == 1
    assert sum(at.region == "maiombe" for at in state.factions["mpla"].loose.values()) == 2
    assert problems(state) == []


def test_3_step_5_eighteen_markers_are_drawn_in_the_open():
    state, table = drawn()
    assert {f: start_of(state, f).markers for f in FACTIONS} == {
        "fapla": tuple(sorted(("luanda", *HANDS["fapla"]))),
        "fnla": tuple(sorted(("maquela", "santo_antonio", *HANDS["fnla"]))),
        "mpla": tuple(sorted(("luso", *HANDS["mpla"]))),
        "unita": tuple(sorted(("pereira_de_eca", *HANDS["unita"]))),
    }
    assert table.story[0].text == "FAPLA draws Caxito, Lobito, Malange, Gabela"


def test_3_step_5_the_draw_comes_from_the_23():
    state = fresh()
    request = Table(set_up(state)).pending
    assert (len(request.pool), request.count) == (23, 18)
    assert not {"luanda", "luso", "maquela", "santo_antonio", "pereira_de_eca"} & set(request.pool)


def test_A8_the_five_left_over_lie_up_and_nobody_holds_them():
    state, _ = finished()
    assert sorted(r for r, m in state.markers.items() if not m.holder) == sorted(FREE)
    assert all(m.up for m in state.markers.values())


# ---------------------------------------------------------------- plans


def test_A5_R13_ten_units_in_the_column_of_luanda():
    state, table = finished(fapla=FAPLA)
    own = state.factions["fapla"]
    assert own.columns["a"].region == "luanda"
    assert len(table.peek(own.columns["a"].sealed)) == 10
    assert regions_of(state, "fapla") == ["caxito", "gabela", "luanda"]
    assert table.incidents == []
    assert problems(state) == []
    assert state.phase == "planning"


def test_A9_others_see_places_and_loose_units_but_not_what_is_in_a_column():
    state, table = finished(fapla=FAPLA)
    column = state.factions["fapla"].columns["a"]
    assert column.known == []
    assert peek_of(table, "mpla")(column.sealed) is None
    assert "f.inf1" in peek_of(table, "fapla")(column.sealed)
    words = snapshot(state).decode()
    assert [u for u in LUANDA.split() if f'"{u}"' in words] == []
    assert '"f.inf10"' in words  # loose


def test_3_step_8_the_column_opens_to_what_was_sealed():
    state, table = finished(fapla=FAPLA)
    sequel = Table(open_columns(state, "fapla", ["a"], rule="9.5"), secrets=table.secrets)
    sequel.answer()
    assert state.factions["fapla"].columns["a"].known == LUANDA.split()
    assert problems(state) == []


def test_R136_the_default_has_no_columns_and_four_infantry_to_a_marker():
    state, _ = drawn()
    plan = draft(start_of(state, "fapla"))
    assert plan.columns == {}
    assert {r: len(units) for r, units in plan.loose.items()} == {"caxito": 4, "gabela": 4, "lobito": 1, "luanda": 6}


def test_R17_set_up_captures_nothing():
    state, _ = finished(fapla=FAPLA)
    assert all(state.factions[f].tokens[f] == 5 for f in FACTIONS)
    assert state.cabinda_holder == "mpla"


REFUSED = [
    pytest.param("luanda=f.inf1,f.inf2,f.inf3,f.inf4,f.inf5,f.car1 caxito=f.inf6,f.inf7,f.inf8,f.inf9"
                 " gabela=f.inf10,f.inf11,f.inf12,f.inf13", "leaves out", id="A6"),
    pytest.param("luanda=f.inf1,f.inf2,f.inf3,f.inf4,f.inf5,f.car1 caxito=f.inf6,f.inf7,f.inf8,f.inf9,f.inf10"
                 " gabela=f.inf11,f.inf12,f.inf13,f.inf14", "at most 4", id="five-to-a-marker"),
    pytest.param("benguela=f.inf6 luanda=f.inf1", "has no Control Marker there", id="a-free-town"),
    pytest.param("a=benguela luanda=f.inf1", "no Unit of yours can be there", id="a-column-where-nobody-is"),
    pytest.param("caxito=f.inf1", "begins in luanda", id="A7-on-map-units-stay"),
    pytest.param("a=caxito luanda=f.inf1", "neither loose nor", id="A7-nobody-leaves-luanda"),
    pytest.param("luanda=f.tank1", "no part in the set-up", id="a-tank"),
    pytest.param("a=luanda:10 luanda=f.inf1", "not told", id="R28-a-size"),
    pytest.param("luanda=f.inf6 caxito=f.inf6", "in one place", id="twice"),
    pytest.param("a=malange b=malange c=malange d=malange luanda=f.inf1,f.inf2,f.inf3,f.inf4,f.inf5,f.car1"
                 " caxito=f.inf6,f.inf7,f.inf8,f.inf9 gabela=f.inf10,f.inf11,f.inf12 lobito=f.inf13", "too few",
                 id="more-columns-than-units"),
]


@pytest.mark.parametrize(("say", "because"), REFUSED)
def test_3_steps_6_and_7_what_a_plan_may_not_say(say, because):
    state, _ = drawn()
    start = start_of(state, "fapla")
    plan = PlanForm(state.numbers, "fapla").parse(say)
    before = snapshot(state)
    with pytest.raises(IllegalMove, match=because):
        check_plan(start, plan)
    assert snapshot(state) == before


def test_A6_who_is_on_no_marker_may_be_in_columns_with_room():
    state, _ = drawn()
    say = "a=malange b=luanda luanda=f.car1 caxito=f.inf6,f.inf7,f.inf8,f.inf9 gabela=f.inf10 lobito=f.inf11"
    check_plan(start_of(state, "fapla"), PlanForm(state.numbers, "fapla").parse(say))


def _sealed(plan: str, *manifests: str) -> tuple[str, ...]:
    return (plan, *manifests, *["none"] * (4 - len(manifests)))


REST = "caxito=f.inf10,f.inf11 gabela=f.inf12,f.inf13,f.inf14"
FALSE = [
    pytest.param(_sealed(f"a=luanda {REST}", LUANDA.replace(" f.inf9", "")), "placed once", id="A6-one-is-missing"),
    pytest.param(_sealed(f"a=luanda {REST}", LUANDA.replace(" f.car1", " f.inf10 f.car1")), "placed once",
                 id="A6-one-is-twice"),
    pytest.param(_sealed(f"a=luanda b=malange {REST}", LUANDA.replace(" f.car1", ""), "f.car1"),
                 "Units of its region", id="A7"),
    pytest.param(_sealed(f"a=luanda b=malange {REST}", LUANDA, "none"), "has a Unit", id="R14-an-empty-column"),
    pytest.param(_sealed(f"a=luanda {REST}", LUANDA.replace(" f.car1", ""), "f.car1"), "has a Unit",
                 id="a-column-that-is-not-on-the-map"),
    pytest.param(_sealed("a=luanda b=malange caxito=f.inf10,f.inf11 gabela=f.inf12",
                         LUANDA.replace(" f.car1", " f.inf14 f.car1"), "f.inf13"), "at most 4", id="five-to-a-marker"),
]


@pytest.mark.parametrize(("texts", "claim"), FALSE)
def test_3_what_only_the_owner_knows_is_checked_before_sealing(texts, claim):
    state, table = drawn()
    before = snapshot(state)
    with pytest.raises(IllegalMove) as refused:
        table.answer(plans(table, fapla=texts))
    assert str(refused.value).startswith("fapla claims: FAPLA: ")
    assert claim in str(refused.value)
    assert snapshot(state) == before


def test_R126_a_garbled_plan_counts_as_the_default_and_garbled_manifests_as_none():
    state, table = drawn(false_claim="flag")
    said = plans(table)
    seen = {h: text for f in FACTIONS for h, text in zip(table.handles(f), said[f], strict=True)}
    for handle in table.handles("fapla"):
        seen[handle] = "no.such=thing"
    table.sealed(seen)
    table.opened({h: seen[h] for h in table.pending.sealed.values()})
    assert table.pending is None
    own = state.factions["fapla"]
    assert own.columns == {}
    assert len(own.loose) == 15
    assert problems(state) == []
    assert any("not legal" in incident.text for incident in table.incidents)


def test_R126_an_empty_column_is_found_when_it_is_opened():
    state, table = drawn(false_claim="flag")
    said = {**plans(table), "fapla": _sealed(f"a=luanda {REST}", "none")}
    table.sealed({h: text for f in FACTIONS for h, text in zip(table.handles(f), said[f], strict=True)})
    table.answer()
    assert len(table.incidents) >= 2  # the late checks
    sequel = Table(open_columns(state, "fapla", ["a"], rule="9.5"), secrets=table.secrets)
    sequel.answer()
    assert "a" not in state.factions["fapla"].columns
    assert "claimed what was not true" in sequel.story[-1].text
    assert set(LUANDA.split()) <= set(state.factions["fapla"].reserve)  # nobody can find them any more
    assert problems(state) == []


def test_R28_the_option_makes_sizes_public():
    state, table = drawn(column_size_public=True)
    wrong = (FAPLA[0].replace("a=luanda", "a=luanda:9"), *FAPLA[1:])
    with pytest.raises(IllegalMove, match="as large as was told"):
        table.answer(plans(table, fapla=wrong))
    table.answer(plans(table, fapla=(FAPLA[0].replace("a=luanda", "a=luanda:10"), *FAPLA[1:])))
    table.answer()
    (claim,) = state.factions["fapla"].columns["a"].claims
    assert (claim.kind, claim.number) == ("size", 10)


# ---------------------------------------------------------------- words


def test_8_every_counter_of_a_faction_fits_one_manifest():
    numbers = fresh().numbers
    for faction in FACTIONS:
        form = ManifestForm(numbers, faction)
        units = tuple(c.id for c in numbers.counters.values() if c.faction == faction)
        say = form.spell(units)
        assert len(say) + 12 < MANIFEST_BUCKET
        assert form.parse(say) == units
    assert MANIFEST_BUCKET in BUCKETS


def test_3_the_longest_plan_fits_the_bucket():
    numbers = fresh().numbers
    longest = sorted(numbers.regions, key=len)[-7:]
    for faction in FACTIONS:
        about = numbers.factions[faction]
        units = [c.id for c in numbers.counters.values() if c.faction == faction and c.is_plain][:20]
        regions = [*longest, "flec_base", "maquela", "santo_antonio"]
        loose = {r: tuple(units[i :: len(regions)]) for i, r in enumerate(regions)}
        plan = Plan(loose, {x: Place(longest[-1], 20) for x in about.columns})
        form = PlanForm(numbers, faction)
        say = form.spell(plan)
        assert len(say) + 12 < MANIFEST_BUCKET, (faction, len(say))
        assert form.parse(say) == plan


def test_8_manifests_name_hidden_major_units_by_label_after_the_counters():
    form = ManifestForm(fresh().numbers, "fapla")
    assert form.spell(("f.h10", "f.h2", "f.car1", "f.inf3")) == "f.inf3 f.car1 f.h2 f.h10"
    assert form.parse("none") == ()
    for say in ("u.inf1", "f.h0", "f.inf1 f.inf1", "f.air1"):
        with pytest.raises(IllegalMove, match="manifest"):
            form.parse(say)


@pytest.mark.parametrize("seed", range(3))
def test_3_any_deal_can_be_set_up_by_default(seed):
    state = fresh()
    table = Table(set_up(state), seats=FACTIONS)
    table.answer(SeededDice(seed))
    table.answer(plans(table))
    table.answer()
    assert problems(state) == []
    assert len(table.story) == 4 + 1 + 4
