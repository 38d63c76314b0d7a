"""12.1 Direct foreign aid."""

from __future__ import annotations

import pytest
from angola.boards_recruits import column, empty_map, frozen, hold

from pbem.errors import IllegalMove
from pbem.play.requests import DrawSecret, Open, Roll, SealMany, Write
from pbem.play.table import Table
from pbem_games.angola.aid.direct import direct_foreign_aid
from pbem_games.angola.aid.majors import pool_count
from pbem_games.angola.columns import open_columns
from pbem_games.angola.ending import GameEnds
from pbem_games.angola.reorganization import reorganize
from pbem_games.angola.state import problems
from pbem_games.angola.words.aid_direct import DEPLOYMENT


def beaten(**tokens):
    """An empty map and so many Victory Tokens, of any colours, in front of these factions; another has the rest."""
    state = empty_map()
    for faction in state.factions.values():
        faction.tokens = dict.fromkeys(state.factions, 0)
    left = dict.fromkeys(state.factions, 5)
    for faction, count in tokens.items():
        for colour in left:
            got = min(left[colour], count)
            state.factions[faction].tokens[colour] += got
            left[colour] -= got
            count -= got
    for colour, count in left.items():
        state.factions["mpla" if "mpla" not in tokens else "unita"].tokens[colour] += count
    return state


def refuses(table, state, *answers):
    """Every answer is refused, and nothing changes."""
    before = frozen(state)
    for answer in answers:
        with pytest.raises(IllegalMove):
            table.answer(answer)
        assert frozen(state) == before, answer


def pending(table, kind, seat=None):
    assert isinstance(table.pending, kind), table.pending
    assert seat is None or table.expected() == (seat,)


def unita_with_one_token():
    return beaten(unita=1, fnla=7)


# ---------------------------------------------------------------- what is received


def test_A118_nobody_lost_so_nobody_gets_direct_aid():
    state = beaten(unita=5, fnla=5)
    before = frozen(state)
    assert Table(direct_foreign_aid(state, "")).pending is None
    assert frozen(state) == before


def test_A122_seven_tokens_bring_nothing_one_token_two_major_units_and_a_minor_one():
    state = unita_with_one_token()
    table = Table(direct_foreign_aid(state, "western"))
    pending(table, DrawSecret, "unita")
    assert table.pending.count == 2
    table.answer(("u.foxbat", "u.medium"))
    pending(table, SealMany, "unita")
    table.answer({"unita": ["u.foxbat", "u.medium"]})
    pending(table, Write, "unita")
    assert table.legal() == [(("airgroup", ""), ("u.h1", "south_west_africa"), ("u.h2", "south_west_africa"))]
    refuses(
        table,
        state,
        "none",
        "airgroup u.h1=south_west_africa",
        "u.h1=south_west_africa u.h2=south_west_africa",
        "airgroup engineer=south_west_africa u.h1=south_west_africa u.h2=south_west_africa",
        "tank=south_west_africa u.h1=south_west_africa u.h2=south_west_africa",
        "airgroup u.h1=luanda u.h2=south_west_africa",
        "airgroup=south_west_africa u.h1=south_west_africa u.h2=south_west_africa",
        "engineer u.h1=south_west_africa u.h2=south_west_africa",
        "airgroup u.h2=south_west_africa u.h1=south_west_africa",
    )
    table.answer("engineer=south_west_africa u.h1=south_west_africa u.h2=south_west_africa")
    pending(table, Open, "unita")
    table.answer()
    assert table.pending is None
    own = state.factions["unita"]
    assert {u: where.region for u, where in own.loose.items()} == dict.fromkeys(
        ["u.foxbat", "u.medium", "u.eng1"], "south_west_africa"
    )
    assert own.major_pool == ["u.zulu", "u.eland"]
    assert own.hidden == {}
    assert state.factions["fnla"].loose == {}
    assert any("FNLA holds 7 Victory Tokens: no direct aid" in t.text for t in table.story)
    assert problems(state) == []


@pytest.mark.parametrize(
    ("tokens", "major", "minor"),
    [(0, 3, 0), (1, 2, 1), (2, 2, 0), (3, 1, 1), (4, 1, 0), (5, 0, 1)],
)
def test_12_1_1_the_table_by_tokens(tokens, major, minor):
    state = beaten(unita=tokens, fnla=7)
    table = Table(direct_foreign_aid(state, "western"))
    assert (table.pending.count if isinstance(table.pending, DrawSecret) else 0) == major
    drawn = state.factions["unita"].major_pool[:major]
    if major:
        table.answer(drawn)
        table.answer({"unita": drawn})
    if minor:
        pending(table, Write, "unita")
        assert table.legal()[0][0] == ("airgroup", "")
        table.answer(table.legal()[0])
    if major:
        table.answer()
    assert table.pending is None
    assert len(state.factions["unita"].loose) == major
    assert state.factions["unita"].air_ready == minor
    assert problems(state) == []


def test_R103_tokens_of_all_colours_count():
    state = beaten(unita=1, fnla=7)
    own = state.factions["unita"]
    own.tokens, state.factions["mpla"].tokens = {"fapla": 0, "fnla": 0, "mpla": 3, "unita": 1}, {
        f: n + own.tokens[f] for f, n in state.factions["mpla"].tokens.items()
    }
    table = Table(direct_foreign_aid(state, "western"))
    assert table.pending.count == 1  # four tokens


def test_R104_only_kinds_that_are_in_reserve_and_nothing_if_none_is():
    state = beaten(unita=5, fnla=7)
    own = state.factions["unita"]
    own.air_ready = state.numbers.airgroups("unita")
    own.reserve = [u for u in own.reserve if state.numbers.counters[u].type not in ("armored_car", "artillery")]
    table = Table(direct_foreign_aid(state, "western"))
    assert table.pending is None  # one kind, one place: nobody is asked
    assert list(own.loose) == ["u.eng1"]
    own.reserve = []
    again = Table(direct_foreign_aid(state, "western"))
    assert again.pending is None
    assert list(own.loose) == ["u.eng1"]


def test_12_2_who_is_cut_off_gets_nothing():
    state = beaten(unita=0, fnla=7)
    state.factions["unita"].crisis.cut_off = True
    table = Table(direct_foreign_aid(state, "western"))
    assert table.pending is None
    assert any("cut off" in t.text for t in table.story)


def test_12_1_1_both_losers_draw_and_seal_together():
    state = beaten(unita=4, fnla=4)
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("n.cdo4",))
    table.answer(("u.zulu",))
    assert table.expected() == ("fnla", "unita")
    table.answer({"fnla": ["n.cdo4"], "unita": ["u.zulu"]})
    pending(table, Write, "fnla")
    refuses(table, state, "n.h1=maquela", "none")
    table.answer("n.h1=zaire_east")
    table.answer()
    table.answer()  # UNITA has one place only: its Unit is shown there
    assert table.pending is None
    assert state.factions["fnla"].loose["n.cdo4"].region == "zaire_east"
    assert state.factions["unita"].loose["u.zulu"].region == "south_west_africa"


# ---------------------------------------------------------------- secrets


def test_12_1_1_other_units_than_those_drawn_are_not_signed():
    state = beaten(unita=4, fnla=7)
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("u.zulu",))
    refuses(table, state, {"unita": ["u.eland"]})
    assert table.pending.truth("unita", table.peek) == ("u.zulu",)
    table.answer({"unita": ["u.zulu"]})


def test_A145_A156_others_know_a_number_not_a_name():
    state = beaten(fnla=2, unita=7)
    column(state, "fnla", "b", "zaire_east", "infantry")
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("n.panhard", "n.cdo7"))
    table.answer({"fnla": ["n.panhard", "n.cdo7"]})
    table.answer("n.h1=zaire_east.b n.h2=zaire_east.b")
    assert table.pending is None
    own = state.factions["fnla"]
    assert own.columns["b"].known == ["n.inf1", "n.h1", "n.h2"]
    assert len(own.major_pool) == 4  # which of them are gone nobody can tell
    assert pool_count(state, "fnla") == 2
    told = " ".join(t.text for t in table.story)
    assert "2 Major Units in Zaire Proper (east) (Column B)" in told
    assert "Panhard" not in told
    assert "Panhard" not in frozen(state).decode()
    assert problems(state) == []
    opening = Table(open_columns(state, "fnla", ["b"], rule="9.5"), secrets=table.secrets, first_round=20)
    opening.answer()
    assert opening.pending is None
    assert own.columns["b"].known == ["n.inf1", "n.panhard", "n.cdo7"]
    assert own.major_pool == ["n.cdo4", "n.zmerc"]


def test_12_1_1_the_next_draw_leaves_out_those_that_are_hidden():
    state = beaten(fnla=4, unita=7)
    column(state, "fnla", "b", "zaire_east", "infantry")
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("n.panhard",))
    table.answer({"fnla": ["n.panhard"]})
    table.answer("n.h1=zaire_east.b")
    own = state.factions["fnla"]
    again = Table(direct_foreign_aid(state, "western"), secrets=table.secrets, first_round=20)
    assert again.pending.less == (own.hidden["n.h1"],)
    again.answer(("n.cdo4",))
    again.answer({"fnla": ["n.cdo4"]})
    again.answer("n.h2=zaire_east.b")
    assert own.columns["b"].known == ["n.inf1", "n.h1", "n.h2"]
    with pytest.raises(IllegalMove):  # the labels go along into the sealed Column
        Table(reorganize(state), secrets=again.secrets, first_round=40).answer(
            {"fnla": ["none", "none", "n.inf1 n.h1", "none", "none", "none"]}
        )
    forming = Table(reorganize(state), secrets=again.secrets, first_round=40)
    forming.answer({"fnla": ["none", "none", "n.inf1 n.h1 n.h2", "none", "none", "none"]})
    forming.answer()
    opening = Table(open_columns(state, "fnla", ["b"], rule="9.5"), secrets=forming.secrets, first_round=60)
    opening.answer()
    opening.answer()
    assert own.columns["b"].known == ["n.inf1", "n.panhard", "n.cdo4"]
    assert problems(state) == []


@pytest.mark.parametrize("false_claim", ["flag", "forfeit"])
def test_R126_a_cheater_who_seals_the_same_unit_twice_has_it_once(false_claim):
    state = beaten(unita=2, fnla=7)
    state.options.false_claim = false_claim
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("u.foxbat", "u.medium"))
    table.sealed(dict.fromkeys(table.handles("unita"), "u.zulu"))
    shown = dict.fromkeys(table.to_open("unita"), "u.zulu")
    if false_claim == "forfeit":
        with pytest.raises(GameEnds):
            table.opened(shown)
        return
    table.opened(shown)
    assert table.pending is None
    assert list(state.factions["unita"].loose) == ["u.zulu"]
    assert any("was not in the pool" in t.text for t in table.story)
    assert problems(state) == []


# ---------------------------------------------------------------- where


def test_12_1_2_soviet_aid_stands_in_luanda_if_either_holds_it_up():
    state = beaten(fapla=4, mpla=4, fnla=6, unita=6)
    hold(state, "mpla", "luanda")
    table = Table(direct_foreign_aid(state, "soviet"))
    table.answer(("f.motor",))
    table.answer(("m.guns",))
    table.answer({"fapla": ["f.motor"], "mpla": ["m.guns"]})
    table.answer()
    table.answer()
    assert table.pending is None
    assert state.factions["fapla"].loose["f.motor"].region == "luanda"
    assert state.factions["mpla"].loose["m.guns"].region == "luanda"


def ports(*held, tokens=2):
    state = beaten(fapla=tokens, mpla=8, fnla=5, unita=5)
    hold(state, "fapla", *held)
    hold(state, "mpla", "luanda", up=False)
    hold(state, "fapla", "mocamedes", up=False)
    table = Table(direct_foreign_aid(state, "soviet"))
    return state, table


def test_12_1_2_without_luanda_one_unit_to_each_own_up_port():
    state, table = ports("benguela", "lobito", "novo_redondo", "carmona")
    table.answer(("f.motor", "f.rocket"))
    table.answer({"fapla": ["f.motor", "f.rocket"]})
    assert table.legal() == [(("f.h1", "benguela"), ("f.h2", "lobito"))]
    refuses(table, state, "f.h1=benguela f.h2=benguela", "f.h1=benguela", "f.h1=carmona f.h2=lobito",
            "f.h1=mocamedes f.h2=lobito", "f.h1=luanda f.h2=lobito")
    table.answer("f.h1=novo_redondo f.h2=lobito")
    table.answer()
    assert state.factions["fapla"].loose["f.rocket"].region == "lobito"
    assert problems(state) == []


def test_R105_what_finds_no_port_returns_unseen():
    state, table = ports("benguela")
    table.answer(("f.motor", "f.rocket"))
    table.answer({"fapla": ["f.motor", "f.rocket"]})
    refuses(table, state, "none", "f.h1=benguela f.h2=benguela")
    table.answer("f.h2=benguela")
    table.answer()
    own = state.factions["fapla"]
    assert list(own.loose) == ["f.rocket"]
    assert own.hidden == {}
    assert own.major_pool == ["f.special", "f.motor", "f.armour"]
    assert any("has no place for 1 Major Unit" in t.text for t in table.story)


@pytest.mark.parametrize(
    ("answer", "loose"),
    [
        ("airgroup f.h1=benguela", ["f.motor"]),
        ("f.h1=benguela", ["f.motor"]),
        ("engineer=benguela", ["f.eng1"]),
    ],
)
def test_R105_an_airgroup_fills_no_port_another_minor_unit_does(answer, loose):
    state, table = ports("benguela", tokens=3)
    table.answer(("f.motor",))
    table.answer({"fapla": ["f.motor"]})
    refuses(table, state, "airgroup", "airgroup engineer=benguela", "f.h1=benguela engineer=benguela", "none")
    table.answer(answer)
    if "f.h1" in answer:
        table.answer()
    assert table.pending is None
    assert list(state.factions["fapla"].loose) == loose
    assert state.factions["fapla"].air_ready == ("airgroup" in answer)
    assert problems(state) == []


def test_R105_without_any_place_nothing_is_drawn_but_crises_come():
    state, table = ports(tokens=0)
    assert table.pending is None
    assert len(state.factions["fapla"].major_pool) == 4
    state, _ = ports(tokens=0)
    state.factions["fapla"].dead = ["f.special", "f.motor"]
    state.factions["fapla"].major_pool = ["f.armour", "f.rocket"]
    table = Table(direct_foreign_aid(state, "soviet"))
    pending(table, Roll)


def test_12_1_2_the_flec_base_takes_aid_until_cabinda_falls():
    for fallen in (False, True):
        state = beaten(fnla=4, unita=7)
        state.cabinda_fallen = fallen
        table = Table(direct_foreign_aid(state, "western"))
        table.answer(("n.cdo4",))
        table.answer({"fnla": ["n.cdo4"]})
        if fallen:
            refuses(table, state, "n.h1=flec_base")
        else:
            table.answer("n.h1=flec_base")
            table.answer()
            assert state.factions["fnla"].loose["n.cdo4"].region == "flec_base"


def test_R35_whoever_joins_a_column_ends_its_jungle_markers():
    state = beaten(fnla=4, unita=7)
    column(state, "fnla", "b", "zaire_east", "infantry")
    state.factions["fnla"].columns["b"].plus = 2
    table = Table(direct_foreign_aid(state, "western"))
    table.answer(("n.cdo4",))
    table.answer({"fnla": ["n.cdo4"]})
    table.answer("n.h1=zaire_east.b")
    assert state.factions["fnla"].columns["b"].plus == 0


@pytest.mark.parametrize("say", ["none", "airgroup f.h1=luanda f.h2=luanda.a", "armored_car=luanda"])
def test_12_1_2_deployments_are_written_thing_by_thing(say):
    form = DEPLOYMENT
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize("say", ["f.h1=", "=luanda"])
def test_12_1_2_nonsense_is_refused(say):
    with pytest.raises(IllegalMove):
        DEPLOYMENT.parse(say)
