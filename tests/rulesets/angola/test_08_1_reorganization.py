"""8.1-3, 13 Reorganization and brigades."""

from __future__ import annotations

import pytest
from angola.boards_aid import luanda_garrison, sealed_columns
from angola.boards_forms import Desk
from angola.boards_recruits import column, empty_map, frozen, put

from pbem.errors import IllegalMove
from pbem.play.table import Table
from pbem_games.angola.columns import make_claim, open_columns
from pbem_games.angola.reorganization import reorganize, spare_columns, unchanged, units_under
from pbem_games.angola.reorganization_plans import before_of, check_plan
from pbem_games.angola.state import JungleSet, Piece, problems
from pbem_games.angola.words.manifest import MANIFEST_BUCKET
from pbem_games.angola.words.reorganization import ReorganizationForm

NONE = "none"


def sealing(state, plan, *manifests, faction="fapla", secrets=None, procedure=reorganize):
    """One faction reorganizes; the missing manifests are `none`. The table rests behind it."""
    letters = len(before_of(state, faction, spare_only=procedure is spare_columns).sealing)
    table = Table(procedure(state), secrets=secrets, first_round=10)
    table.answer({faction: [plan, *manifests, *[NONE] * (letters - len(manifests))]})
    table.answer()
    assert table.pending is None
    assert problems(state) == []
    return table


def refused(state, plan, *manifests, faction="fapla", secrets=None, procedure=reorganize):
    """The seal is refused before signing, and nothing changed."""
    letters = len(before_of(state, faction, spare_only=procedure is spare_columns).sealing)
    table = Table(procedure(state), secrets=secrets, first_round=10)
    before = frozen(state)
    with pytest.raises(IllegalMove) as error:
        table.answer({faction: [plan, *manifests, *[NONE] * (letters - len(manifests))]})
    assert frozen(state) == before
    return str(error.value)


def under(state, table, letter, faction="fapla"):
    return units_under(state, faction, letter, table.peek)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    "say",
    [
        "none",
        "luanda:a,d +inf1,inf2,brig1 brig1=inf3,inf4,inf5",
        "catete:- brig2=inf7,inf8,inf9 luanda:a*,b",
        "catete:a:3 luanda:b:12 +special,rocket",
    ],
)
def test_8_1_plans_are_written_region_by_region(say):
    form = ReorganizationForm(empty_map().numbers, "fapla")
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize(
    "say", ["luanda", "luanda:f", "nowhere:a", "+inf1", "brig1=inf1,inf2,inf3", "luanda:a +f.inf1", "luanda:a +merc1"]
)
def test_8_1_nonsense_is_refused(say):
    with pytest.raises(IllegalMove):
        ReorganizationForm(empty_map().numbers, "fapla").parse(say)


@pytest.mark.parametrize("faction", ["fapla", "fnla", "mpla", "unita"])
def test_8_1_the_longest_plan_fits_its_bucket(faction):
    """Every counter is named, in regions with the longest names, one Column or brigade each, all sizes told."""
    numbers = empty_map().numbers
    code = numbers.factions[faction].code + "."
    units = [c.id.removeprefix(code) for c in numbers.counters.values() if c.faction == faction]
    brigades = [u for u in units if u.startswith("brig")]
    infantry = [u for u in units if u.startswith("inf")]
    letters = numbers.factions[faction].columns
    regions = sorted(numbers.regions, key=len, reverse=True)
    made = [f"{b}={','.join(infantry[-3 * i - 3 : len(infantry) - 3 * i])}" for i, b in enumerate(brigades)]
    used = {u for word in made for u in word.partition("=")[2].split(",")}
    joining = [u for u in units if u not in used]
    share = [joining[i :: len(letters)] for i in range(len(letters))]
    words = [f"{r}:{x}*:10 +{','.join(s)}" for r, x, s in zip(regions, letters, share, strict=False)]
    words += [f"{r}:- {m}" for r, m in zip(regions[len(letters) :], made, strict=False)]
    assert len(" ".join(words)) + len('{"say":""}') < MANIFEST_BUCKET


# ---------------------------------------------------------------- 8.1-3


def test_8_1_3_loose_units_come_under_new_markers_and_the_rest_stays_loose():
    state = luanda_garrison()
    table = sealing(state, "luanda:a,b +inf1,inf2,car1", "f.inf1 f.car1", "f.inf2")
    own = state.factions["fapla"]
    assert {x: c.region for x, c in own.columns.items()} == {"a": "luanda", "b": "luanda"}
    assert under(state, table, "a") == ("f.inf1", "f.car1")
    assert own.columns["a"].known == []
    assert own.columns["a"].sealed is not None
    assert sorted(u for u, where in own.loose.items() if where.region == "luanda") == [
        "f.inf3", "f.inf4", "f.inf5", "f.inf6", "f.tank1"
    ]
    assert any("reorganizes in Luanda: Columns A, B" in told.text for told in table.story)
    assert not any("inf1" in told.text for told in table.story)


def test_A152_a_straggler_may_be_combined_into_a_column():
    state = luanda_garrison()
    table = sealing(state, "luanda:a +tank1", "f.tank1")
    assert under(state, table, "a") == ("f.tank1",)


def test_8_1_3_columns_are_combined_and_the_freed_marker_heads_another():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]), b=("luanda", ["f.car1"]))
    own = state.factions["fapla"]
    own.equipment = {"aa1": Piece("aa", public="b"), "at1": Piece("at", public="catete")}
    state.equipment_pool = [p for p in state.equipment_pool if p not in own.equipment]
    table = sealing(
        state, "catete:b +inf7,inf8 luanda:a", "f.inf1 f.inf2 f.car1", "f.inf7 f.inf8", secrets=secrets
    )
    assert {x: c.region for x, c in own.columns.items()} == {"a": "luanda", "b": "catete"}
    assert under(state, table, "a") == ("f.inf1", "f.inf2", "f.car1")
    assert own.equipment["aa1"].public == "a"  # went with the Units, not with the marker
    assert own.equipment["at1"].public == "b"  # no loose Unit is left to carry it
    assert own.carriers["b"] == "a"


def test_8_1_3_columns_of_one_region_exchange_units_and_nobody_sees_it():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]), b=("luanda", ["f.car1"]))
    table = sealing(state, NONE, "f.inf1", "f.inf2 f.car1", secrets=secrets)
    assert under(state, table, "b") == ("f.inf2", "f.car1")
    assert [t.text for t in table.story] == ["What stands under the Columns of FAPLA is sealed anew"]


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param("luanda:c", id="R29-all-markers-leave"),
        pytest.param("luanda:-", id="R29-dissolved"),
        pytest.param("luanda:a,e +inf3", id="16-no-such-marker"),
        pytest.param("catete:a +inf7 luanda:a,b", id="16-a-marker-twice"),
        pytest.param("luanda:a,b +inf7", id="8.1-from-another-region"),
        pytest.param("luanda:a,b +inf1", id="8.1-not-loose"),
        pytest.param("catete:- +inf7", id="8.1-no-column-to-join"),
        pytest.param("catete:c,d +inf7", id="8.1-too-few-units"),
        pytest.param("luanda:a,b", id="8.1-no-change"),
        pytest.param("luanda:a*,b +inf3", id="7.2-no-markers-to-keep"),
        pytest.param("caxito:c", id="8.1-nobody-there"),
        pytest.param("luanda:a:4,b:1 +inf3", id="R28-sizes-are-secret"),
        pytest.param("luanda:a,b +inf3,inf3", id="named-twice"),
        pytest.param("luanda:b,a +inf3", id="not-canonical"),
    ],
)
def test_8_1_3_illegal_plans_change_nothing(plan):
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]), b=("luanda", ["f.car1"]))
    refused(state, plan, "f.inf1 f.inf2", "f.car1", secrets=secrets)


@pytest.mark.parametrize(
    ("plan", "manifests", "rule"),
    [
        pytest.param(NONE, ("f.inf1", "f.car1"), "8.1-3", id="a-unit-vanishes"),
        pytest.param(NONE, ("f.inf1 f.inf2 f.tank1", "f.car1"), "8.1-3", id="a-unit-appears"),
        pytest.param("luanda:a,b +inf3", ("f.inf1 f.inf2", "f.car1"), "8.1-3", id="who-joins-is-nowhere"),
        pytest.param(NONE, ("f.inf1 f.inf2 f.car1", NONE), "8.1", id="an-empty-column"),
        pytest.param(NONE, ("f.inf1 f.inf2", "f.car1", "f.inf3"), "8.1", id="units-under-a-marker-off-the-map"),
        pytest.param("catete:c +inf7", ("f.inf1", "f.car1", "f.inf2 f.inf7"), "8.1-3", id="from-region-to-region"),
        pytest.param(NONE, ("f.inf1 f.inf2 f.inf15", "f.car1"), "8.1-3", id="out-of-the-reserve"),
    ],
)
def test_8_1_3_false_manifests_are_not_signed(plan, manifests, rule):
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]), b=("luanda", ["f.car1"]))
    assert f"rule {rule}:" in refused(state, plan, *manifests, secrets=secrets)


def test_8_1_3_a_known_column_is_sealed_too_and_false_manifests_are_found_from_known_contents():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "infantry", "tank")
    refused(state, NONE, "f.inf1")
    table = sealing(state, NONE, "f.inf1 f.tank1")
    assert state.factions["fapla"].columns["a"].known == []
    assert under(state, table, "a") == ("f.inf1", "f.tank1")


def test_8_1_3_all_factions_with_units_are_asked_at_once_and_only_they():
    state = luanda_garrison()
    put(state, "unita", "pereira_de_eca", "infantry")
    table = Table(reorganize(state))
    assert table.expected() == ("fapla", "unita")
    table.answer({"fapla": [NONE] * 5, "unita": ["pereira_de_eca:d +inf1", NONE, NONE, NONE, "u.inf1"]})
    assert table.expected() == ("fapla", "unita")
    table.answer()
    assert table.pending is None
    assert problems(state) == []
    assert "d" in state.factions["unita"].columns
    nobody = Table(reorganize(empty_map()))
    assert nobody.pending is None


def test_8_1_3_a_hidden_major_unit_goes_along_by_its_label():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1"]))
    own = state.factions["fapla"]
    own.hidden["f.h1"] = own.columns["a"].sealed  # any handle does: nobody looks into it here
    own.columns["a"].known = ["f.h1"]
    table = sealing(state, "luanda:a,b +inf2", "f.h1", "f.inf1 f.inf2", secrets=secrets)
    assert under(state, table, "a") == ("f.h1",)


def test_R126_garbage_in_a_seal_counts_as_no_change_and_is_found_when_opened():
    state = luanda_garrison()
    state.options.false_claim = "flag"
    column(state, "fapla", "a", "caxito", "infantry")
    secrets = sealed_columns(state, "fapla", b=("luanda", ["f.inf1"]))
    table = Table(reorganize(state), secrets=secrets, first_round=10)
    table.sealed(dict.fromkeys(table.handles("fapla"), "garbage of all kinds"))
    table.opened({table.to_open("fapla")[0]: "garbage of all kinds"})
    assert table.pending is None
    assert {x: c.region for x, c in state.factions["fapla"].columns.items()} == {"a": "caxito", "b": "luanda"}
    assert any("sealed in" in i.text for i in table.incidents)
    opening = Table(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets, first_round=20)
    opening.answer()
    assert opening.pending is None
    assert list(state.factions["fapla"].columns) == ["a"]  # what was public stays, the rest has no Unit
    assert any("Column B has a Unit" in t.text for t in opening.story)


def test_R126_a_unit_sealed_in_two_columns_is_in_one_and_found_when_they_are_opened():
    state = luanda_garrison()
    state.options.false_claim = "flag"
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]), b=("luanda", ["f.inf3"]))
    table = Table(reorganize(state), secrets=secrets, first_round=10)
    texts = ["none", "f.inf1 f.inf2", "f.inf2 f.inf3", "none", "none"]  # an honest tool does not sign this
    table.sealed(dict(zip(table.handles("fapla"), texts, strict=True)))
    table.answer()
    assert any("stay there, all of them" in incident.text for incident in table.incidents)
    opening = Table(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets, first_round=20)
    opening.answer()
    assert state.factions["fapla"].columns["b"].known == ["f.inf3"]
    assert [t.text for t in opening.story] == ["FAPLA claimed what was not true: f.inf2 is in Column B"]
    assert problems(state) == []


# ---------------------------------------------------------------- 13 brigades


def test_A137_three_infantry_become_a_brigade_that_is_one_unit():
    state = luanda_garrison()
    sealing(state, "luanda:- brig1=inf1,inf2,inf3")
    own = state.factions["fapla"]
    assert own.loose["f.brig1"].region == "luanda"
    assert [u for u in own.loose if u in ("f.inf1", "f.inf2", "f.inf3")] == []
    assert {"f.inf1", "f.inf2", "f.inf3"} <= set(own.reserve)
    assert "f.brig1" not in own.reserve


def test_13_infantry_of_a_column_and_loose_infantry_make_a_brigade_under_a_marker():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2", "f.car1"]))
    plan = "luanda:a +brig2 brig2=inf1,inf2,inf3"
    table = sealing(state, plan, "f.brig2 f.car1", secrets=secrets)
    assert under(state, table, "a") == ("f.brig2", "f.car1")
    assert {"f.inf1", "f.inf2", "f.inf3"} <= set(state.factions["fapla"].reserve)
    assert any("forms a brigade in Luanda" in told.text for told in table.story)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param("luanda:a brig1=inf1,inf2,car1", id="13-an-armored-car"),
        pytest.param("luanda:a brig1=inf3,inf4", id="13-two-infantry"),
        pytest.param("luanda:a brig1=inf3,inf4,inf7", id="13-another-region"),
        pytest.param("luanda:a brig1=inf3,inf4,inf5 brig2=inf5,inf6,inf3", id="named-twice"),
        pytest.param("luanda:a brig3=inf3,inf4,inf5", id="16-no-counter-left"),
        pytest.param("luanda:a +inf3 brig1=inf3,inf4,inf5", id="used-and-joining"),
        pytest.param("luanda:a brig1=inf1,inf2,inf9", id="13-out-of-a-column-but-loose"),
        pytest.param("luanda:a +brig1 brig1=inf1,inf2,inf15", id="13-out-of-the-reserve"),
        pytest.param("luanda:a +brig1", id="13-made-of-nothing"),
    ],
)
def test_13_illegal_brigades_change_nothing(plan):
    state = luanda_garrison()
    put(state, "fapla", "luanda", "infantry")  # f.inf9
    own = state.factions["fapla"]
    own.reserve.remove("f.brig3")
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2", "f.inf9", "f.car1"]))
    refused(state, plan, "f.inf1 f.inf2 f.inf9 f.car1", secrets=secrets)


def test_A138_a_mercenary_is_no_part_of_a_brigade():
    state = empty_map()
    put(state, "fnla", "maquela", "infantry", "infantry", "mercenary")
    message = refused(state, "maquela:- brig1=inf1,inf2,merc1", faction="fnla")
    assert "n.merc1 is not plain infantry" in message


def test_13_infantry_that_was_not_in_the_column_is_a_false_claim():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.car1"]), b=("caxito", ["f.inf2", "f.inf9"]))
    message = refused(state, "luanda:a +brig1 brig1=inf1,inf2,inf3", "f.brig1 f.car1", "f.inf9", secrets=secrets)
    assert "rule 8.1-3:" in message


# ---------------------------------------------------------------- jungle markers


def jungle_column():
    state = empty_map()
    put(state, "fapla", "quibaxe", "infantry", "infantry", "infantry", "infantry")
    secrets = sealed_columns(state, "fapla", a=("quibaxe", ["f.inf1", "f.inf2"]), b=("quibaxe", ["f.inf3"]))
    state.factions["fapla"].columns["a"].plus = 2
    return state, secrets


@pytest.mark.parametrize(
    ("plan", "a", "b", "plus"),
    [
        pytest.param(NONE, "f.inf1 f.inf2", "f.inf3", 2, id="no-change"),
        pytest.param(NONE, "f.inf1", "f.inf2 f.inf3", 2, id="a-unit-leaves-in-secret"),
        pytest.param("quibaxe:a*,b +inf4", "f.inf1 f.inf2", "f.inf3 f.inf4", 2, id="joined-the-other"),
        pytest.param("quibaxe:a,b +inf4", "f.inf1 f.inf2 f.inf4", "f.inf3", 0, id="joined"),
        pytest.param("quibaxe:a,b", "f.inf1 f.inf2 f.inf3", "f.inf3", 0, id="exchange"),
        pytest.param("quibaxe:a", "f.inf1 f.inf2 f.inf3", NONE, 0, id="combined"),
    ],
)
def test_R35_a_column_that_somebody_joins_loses_its_jungle_markers(plan, a, b, plus):
    state, secrets = jungle_column()
    if plan == "quibaxe:a,b":
        a, b = "f.inf1 f.inf3", "f.inf2"
    sealing(state, plan, a, b, secrets=secrets)
    assert state.factions["fapla"].columns["a"].plus == plus


@pytest.mark.parametrize(
    ("plan", "a", "b"),
    [(NONE, "f.inf1 f.inf3", "f.inf2"), ("quibaxe:a*,b +inf4", "f.inf1 f.inf2 f.inf4", "f.inf3")],
)
def test_R35_joining_in_secret_is_a_false_claim(plan, a, b):
    state, secrets = jungle_column()
    assert "rule 7.2:" in refused(state, plan, a, b, secrets=secrets)


def test_R35_loose_units_that_leave_a_jungle_set_do_not_end_it():
    state = empty_map()
    put(state, "fapla", "quibaxe", *["infantry"] * 5)
    own = state.factions["fapla"]
    own.jungle = [JungleSet("quibaxe", list(own.loose), 1)]
    sealing(state, "quibaxe:c +inf1 brig1=inf2,inf3,inf4", NONE, NONE, "f.inf1")
    assert own.jungle == [JungleSet("quibaxe", ["f.inf5", "f.brig1"], 1)]


# ---------------------------------------------------------------- options


def test_R28_sizes_are_told_and_judged():
    state = luanda_garrison()
    state.options.column_size_public = True
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]))
    make_claim(state, "fapla", "a", "8.1", "size", 2)
    refused(state, "luanda:a:4 +inf3", "f.inf1 f.inf2 f.inf3", secrets=secrets)
    refused(state, NONE, "f.inf1 f.inf2", secrets=secrets)
    refused(state, "luanda:a:2,b:1 +inf3", "f.inf1", "f.inf2 f.inf3", secrets=secrets)
    table = sealing(state, "luanda:a:1,b:2 +inf3", "f.inf1", "f.inf2 f.inf3", secrets=secrets)
    own = state.factions["fapla"]
    assert [(c.kind, c.number) for x in "ab" for c in own.columns[x].claims] == [("size", 1), ("size", 2)]
    opening = Table(open_columns(state, "fapla", ["a", "b"], rule="9.5"), secrets=table.secrets, first_round=20)
    opening.answer()
    assert opening.story == []


def test_R28_the_draft_tells_the_sizes_as_they_are():
    state = luanda_garrison()
    state.options.column_size_public = True
    column(state, "fapla", "a", "caxito", "infantry", "infantry")
    table = Table(reorganize(state))
    draft = table.pending.per_seat()["fapla"][0].default()
    check_plan(before_of(state, "fapla"), draft)
    assert ReorganizationForm(state.numbers, "fapla").spell(draft) == "caxito:a:2"


def test_R30_with_the_option_spare_markers_come_on_loose_units_once_more():
    state = luanda_garrison()
    assert Table(spare_columns(state)).pending is None
    state.options.columns_until_clean_up = True
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]))
    handle = state.factions["fapla"].columns["a"].sealed
    for plan in ("luanda:b +inf3", "luanda:a +inf3", "luanda:a,b +inf3,inf1", "catete:- brig1=inf4,inf5,inf6"):
        refused(state, plan, "f.inf3", secrets=secrets, procedure=spare_columns)
    refused(state, "luanda:a,b +inf3", "f.inf2", secrets=secrets, procedure=spare_columns)
    table = sealing(state, "luanda:a,b +inf3", "f.inf3", secrets=secrets, procedure=spare_columns)
    assert state.factions["fapla"].columns["a"].sealed == handle
    assert under(state, table, "b") == ("f.inf3",)


def test_R30_no_loose_unit_joins_a_column_that_stands_already():
    state = luanda_garrison()
    state.options.columns_until_clean_up = True
    column(state, "fapla", "a", "luanda", "infantry")
    before = before_of(state, "fapla", spare_only=True)
    plan = ReorganizationForm(state.numbers, "fapla").parse("luanda:a +inf3")
    with pytest.raises(IllegalMove, match="rule R30"):  # by the open plan alone: no secret is needed to see it
        check_plan(before, plan)


def test_8_1_3_what_changes_nothing_can_be_asked_for_by_who_may_look():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", b=("luanda", ["f.inf1", "f.car1"]))
    table = Table(reorganize(state), secrets=secrets, first_round=10)
    quiet = unchanged(state, "fapla", table.peek)
    assert unchanged(state, "fapla", lambda handle: None) is None
    table.answer({"fapla": quiet})
    table.answer()
    assert table.pending is None
    assert under(state, table, "b") == ("f.inf1", "f.car1")


# ---------------------------------------------------------------- as it is typed


def test_8_1_3_whoever_adds_to_a_column_names_all_of_it():
    state = luanda_garrison()
    secrets = sealed_columns(state, "fapla", a=("luanda", ["f.inf1", "f.inf2"]))
    desk = Desk(Table(reorganize(state), secrets=secrets, first_round=10), state, "fapla")
    told = desk.refusal("a luanda inf3")
    assert "name all of Column A's Units: inf1, inf2 would be in no Column" in told
    assert "legal: a Luanda inf1 inf2 inf3" in told
    assert desk.types("a luanda inf1 inf2 inf3").split("; ")[1] == "f.inf1 f.inf2 f.inf3"
    assert desk.types("a luanda inf1 inf3; b luanda inf2").split("; ")[1:3] == ["f.inf1 f.inf3", "f.inf2"]
