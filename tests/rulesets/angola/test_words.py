"""What people type and read: every decision of whole games has a form, offers that can be typed, ways to go on."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from angola.boards_forms import Desk
from angola.boards_operations import column, empty_map
from angola.boards_operations import run as run_table

from pbem.kit.bots import decided
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.angola import RULESET
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.forms import FORMS
from pbem_games.angola.operations import column_card
from pbem_games.angola.planning import create_packs
from pbem_games.angola.setup import set_up
from pbem_games.angola.state import Battle, State

OFTEN = 8  # a rule is looked at so often, then no more


class Reader:
    """Tries the forms for every seat that is asked for a decision now."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seen: Counter[tuple[str, str]] = Counter()

    def look(self, table: Table[object]) -> None:
        request = table.pending
        if not isinstance(request, Ask | Write | Seal | SealMany):
            return
        for seat in table.expected():
            key = type(request).__name__, request.rule
            if decided(request, seat, peek_of(table, seat)) is None and self.seen[key] < OFTEN:
                self.seen[key] += 1
                self._try(Desk(table, self.state, seat))

    def _try(self, desk: Desk) -> None:
        request = desk.request
        assert FORMS.has(request), f"no form for {request.rule} {type(request)}"
        told = desk.prompt()
        assert "`" in told or "Type" in told, f"{request.rule} does not say what can be typed: {told}"
        offers = desk.offers()
        assert offers, request.rule
        desk.types(offers[0].upper())
        assert desk.dead_ends("") == [], request.rule


@pytest.mark.parametrize(("bot", "seed"), [("random", 3), ("sensible", 4)])
def test_every_decision_of_a_game_has_a_form_whose_offers_are_legal_and_whose_menus_lead_on(bot, seed):
    state = RULESET.new_state("july_1975", RULESET.full_options({}), RULESET.data_files(None))
    table = Table(RULESET.play(state), seats=RULESET.seats)
    rng, reader = random.Random(seed), Reader(state)
    bots = {seat: RULESET.bots[bot](seat) for seat in RULESET.seats}
    choosers = {s: (lambda request, peek, b=b: b.choose(state, request, peek, rng)) for s, b in bots.items()}
    play_out(table, choosers, seed=seed, check=reader.look)
    assert len(reader.seen) >= 15


# ---------------------------------------------------------------- 3 set-up


def fapla() -> Desk:
    """FAPLA sets up with Caxito and Malange besides what is printed."""
    state = RULESET.new_state("july_1975", {}, RULESET.data_files(None))
    table = Table(set_up(state))
    pool = [r for r in state.numbers.marked if state.numbers.regions[r].marker == "pool"]
    table.answer(sorted(pool, key=lambda r: r not in ("caxito", "malange"))[:18])
    return Desk(table, state, "fapla")


def test_3_a_set_up_is_typed_as_columns_and_loose_units():
    plan, *manifests = fapla().types("a luanda 5inf car1 3inf; caxito 4inf; malange inf13 inf14; loose").split("; ")
    assert plan.startswith("a=luanda caxito=f.inf9,f.inf10,f.inf11,f.inf12 malange=f.inf13,f.inf14")
    assert manifests[0].startswith("f.inf1 f.inf2 f.inf3 f.inf4 f.inf5")
    assert manifests[1:] == ["none", "none", "none"]


def test_8_what_lies_under_columns_is_told_to_its_owner_by_letter_and_in_words():
    desk = fapla()
    says = desk.types("a luanda 9inf car1; b ambriz 4inf; loose").split("; ")
    told = [RULESET.decided(desk.state, "3", "fapla", str(i), say) for i, say in enumerate(says)]
    assert told == ["Column A in Luanda; Column B in Ambriz; infantry in Ambrizete",
                    "Column A 9 infantry, armored car", "Column B 4 infantry", "", ""]
    major = RULESET.decided(desk.state, "8.1-3", "fapla", "3", "f.inf1 f.h1")
    assert major == "Column C infantry, Major Unit h1"
    assert RULESET.decided(desk.state, "12.4.2", "fapla", "1", "f.inf1") == ""
    desk.state.options.columns_until_clean_up = True  # R30: then only some letters may be sealed
    assert RULESET.decided(desk.state, "8.1-3", "fapla", "1", says[1]) == "9 infantry, armored car"


def test_3_a_set_up_that_forgets_infantry_says_how_many():
    assert "infantry are not placed" in fapla().refusal("a luanda 5inf 3inf")


def test_3_what_is_left_of_the_infantry_can_be_placed_by_itself():
    plan = fapla().types("a caxito 3inf; loose").split("; ")[0]
    assert plan.startswith("a=caxito ambriz=f.inf9,f.inf10,f.inf11,f.inf12 ")  # four at most
    assert plan.endswith("luanda=f.inf1,f.inf2,f.inf3,f.inf4,f.inf5,f.car1")


# ---------------------------------------------------------------- 7.2 marches


def march() -> Desk:
    state = empty_map()
    column(state, "fapla", "a", "luanda", "inf1", "inf2", "inf3")
    return Desk(run_table(column_card(state, "fapla", "a")), state)


@pytest.mark.parametrize("text", ["detach 2inf go lua cat", "leave inf1, inf2 go catete", "DETACH INF1 INF2 GO CAT"])
def test_7_2_regions_are_typed_by_map_code_and_units_by_count(text):
    assert march().types(text.replace("lua ", "")) == "detach f.inf1 f.inf2 go catete"


@pytest.mark.parametrize("text", ["go", "march", "detach inf1 go"])
def test_7_2_to_go_without_a_place_is_no_way_to_stay(text):
    desk = march()
    assert "say where it goes, or `stay`" in desk.refusal(text)
    assert desk.types("stay") == "stay"


def test_R38_artillery_alone_is_offered_no_attack_and_told_why():
    state = empty_map()
    column(state, "fapla", "a", "luanda", "art1")
    column(state, "fnla", "b", "catete", "inf1")
    desk = Desk(run_table(column_card(state, "fapla", "a")), state)
    assert "go catete" not in desk.offers()
    assert "these Units may not attack" in desk.refusal("go catete")


# ---------------------------------------------------------------- 9.12 stragglers


def test_9_12_a_kind_that_is_no_type_is_not_offered_as_a_number_of_units():
    """Of Commando Battalions there are two, and none is of a type by their name: each is named."""
    state = empty_map()
    column(state, "fnla", "a", "catete", "inf1", "inf2", "cdo4", "cdo7")
    state.battle = Battle("fnla", "a", "luanda", "catete", ["fapla"])
    desk = Desk(run_table(straggle(state, state.battle)), state)
    assert desk.next_words("") == ["inf1", "inf2", "cdo4", "cdo7", "inf"]
    assert desk.dead_ends("") == []
    assert "cdo may be more than one" in desk.refusal("cdo")
    assert desk.types("cdo7") == "n.cdo7"


# ---------------------------------------------------------------- 5.1 packs


@pytest.mark.parametrize(("columns", "remark"), [
    ((), "the first cards of your deck"), (("a",), "Columns on the map first"),
])
def test_5_1_what_is_said_of_a_pack_is_true_of_the_map(columns, remark):
    state = empty_map()
    for letter in columns:
        column(state, "fapla", letter, "luanda", "inf1")
    desk = Desk(Table(create_packs(state), seats=RULESET.seats), state, "fapla")
    first, *_ = FORMS.examples(state, desk.request, "fapla", desk.peek)
    assert first.endswith(f"  # {remark}")
