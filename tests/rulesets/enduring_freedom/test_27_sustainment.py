"""27 Sustainment."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    HEAVY,
    HQ,
    IRAN,
    NATO,
    SOF,
    answer,
    done,
    foes,
    hidden,
    is_sound,
    north,
    put,
    quiet,
    refused,
    run,
)

from pbem_games.enduring_freedom.points import GameEnds
from pbem_games.enduring_freedom.sustainment import payable, sustainment_phase, unsustained


def test_27_1_A121_beside_a_base_without_islamists():
    state = put(put(quiet("4"), "kandahar", "us_fob_1"), "lashkargam", BATTALION)
    assert unsustained(state) == []
    hidden(state, "kandahar")
    assert unsustained(state) == [BATTALION]


def test_27_1_in_the_zone_of_the_base_enemies_do_not_matter():
    state = foes(put(quiet("4"), "kandahar", "us_fob_1", BATTALION), "kandahar", "tal_inf1_1")
    assert unsustained(state) == []


def test_27_1_A122_R68_a_fob_without_airbase_sustains_nobody_else():
    state = put(put(quiet("4"), "ghazni", "us_fob_1"), "spin_boldak", BATTALION)
    assert unsustained(state) == [BATTALION]


def test_27_1_R68_staging_areas_sustain_only_who_is_in_them():
    state = put(put(quiet("4"), "pakistan", NATO), "khyber", BATTALION)
    assert unsustained(state) == [BATTALION]


def test_9_5_A35_bases_of_any_contingent():
    state = put(put(quiet("4"), "kandahar", "us_fob_1"), "spin_boldak", NATO)
    assert unsustained(state) == []


def test_27_1_special_forces_and_headquarters_need_nothing():
    assert unsustained(put(quiet("4"), "zaranj", SOF, HQ, "us_fob_1")) == []


def test_27_2_A123_two_for_heavy_one_for_light():
    state = put(quiet("4"), "zaranj", HEAVY, BATTALION)
    done(sustainment_phase(state), f"pay {HEAVY},{BATTALION}")
    assert state.booked == {"sustainment": -3}


def test_27_2_the_draft_pays_for_as_many_as_it_can():
    state = put(quiet("4", np=3), "zaranj", BATTALION, HEAVY, "us_lar")
    assert payable(state) == (BATTALION, "us_lar")
    state.np = 1
    assert payable(state) == ()


def test_27_2_A124_who_is_not_paid_for_loses_a_step():
    state = put(quiet("4"), "zaranj", BATTALION)
    done(sustainment_phase(state), "none")
    assert (state.units[BATTALION].reduced, state.np) == (True, 48)
    assert is_sound(state)


def test_27_2_only_who_needs_it():
    state = put(put(quiet("4"), "zaranj", BATTALION), "pakistan", NATO)
    table = run(sustainment_phase(state))
    refused(table, f"pay {NATO}", state, rule="27.2", because="needs no sustainment")
    answer(table, f"pay {BATTALION}")


def test_27_3_A125_north_iran_need_nothing():
    state = north(put(quiet("4"), "zaranj", IRAN), "zaranj", "na_fahim")
    assert unsustained(state) == []
    assert run(sustainment_phase(state)).pending is None


def test_27_2_R7_without_np_a_step_is_lost_unasked():
    with pytest.raises(GameEnds):
        run(sustainment_phase(put(quiet("4", np=1), "zaranj", "us_cjmp")))


def test_27_2_nobody_is_paid_for_twice():
    state = put(quiet("4"), "zaranj", BATTALION, NATO)
    table = run(sustainment_phase(state))
    refused(table, f"pay {BATTALION} ; pay {NATO},{BATTALION}", state, because=f"{BATTALION} is paid for twice")
    answer(table, f"pay {BATTALION} ; pay {NATO}")
    assert (table.pending, state.np) == (None, 48)
