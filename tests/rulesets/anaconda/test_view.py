"""18.1, 18.2, e What each viewer sees of a position, and what must not be in it."""

from __future__ import annotations

from typing import Any

import msgspec
from anaconda.boards import act, hide, put, quiet, secrets_of

from names_told import spells
from pbem.play.requests import Peek
from pbem.play.sight import PUBLIC
from pbem.show.scene import Box, Piece, Scene
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, DATA, Numbers
from pbem_games.anaconda.state import DEAD, DELAY, READY, USED, State
from pbem_games.anaconda.view import codes_of, scene


def nobody(_secret: Any) -> None:
    return None


def owner(state: State) -> Peek:
    return secrets_of(state).get


def ambush() -> State:
    """A stack under a helicopter in the valley, three tokens on Takur Ghar, one of them turned up, one pinned."""
    state = quiet()
    put(state, "2017", "r_1_87_c1", "r_1_87_mtr")
    put(state, "2017", "h_ch47_1")
    hide(state, "2218", "a_mtr_1")
    hide(state, "2218", "a_frt_1", up=True)
    hide(state, "2218", "a_inf_1", pinned=True)
    act(state, "tfr", "combat")
    return state


def at(scene: Scene, hex: str) -> tuple[Piece, ...]:
    return next(stack.pieces for stack in scene.stacks if stack.place == hex)


def box(scene: Scene, name: str, faction: str = COALITION) -> list[str]:
    return [p.name for one in scene.boxes if one.name == name and one.faction == faction for p in one.pieces]


def test_t3_18_2_the_coalition_sees_of_a_face_down_counter_its_number_and_pin_alone() -> None:
    state = ambush()
    fort, mortar, infantry = at(scene(state, COALITION, nobody), "2218")  # 9.7: the fortification on top
    assert (fort.name, fort.face) == ("A Fortification 1 (token 2)", "up")
    assert mortar == Piece(name="token 1", code="1", id="t1", faction=AL_QAEDA, face="down")
    assert infantry == Piece(name="token 3", code="3", id="t3", faction=AL_QAEDA, face="down", states=("pinned",))


def test_18_1_the_coalition_lies_face_up_on_the_map_and_in_its_bases() -> None:
    state = ambush()
    pages = {seat: scene(state, seat, nobody) for seat in (AL_QAEDA, COALITION)}
    assert all(piece.face != "down" for page in pages.values() for piece in at(page, "2017"))
    assert at(pages[AL_QAEDA], "2017") == at(pages[COALITION], "2017")
    assert box(pages[AL_QAEDA], "Gardez") == box(pages[COALITION], "Gardez") != []


def test_18_2_its_owner_sees_what_it_is_and_that_it_is_hidden() -> None:
    state = ambush()
    _, mortar, _ = at(scene(state, AL_QAEDA, owner(state)), "2218")
    assert (mortar.name, mortar.face, mortar.strength, mortar.symbol) == ("1 A Mortar 1", "down", "3 8+ 2", "mortar")


def test_e_a_scene_is_the_same_whatever_lies_face_down() -> None:
    one, other = ambush(), ambush()
    for handle, face in {"a_mtr_1": "b_hvt_1", "a_inf_1": "c_civ_2"}.items():
        secrets = secrets_of(other)
        slot = next(h for h, known in secrets.items() if known == handle)
        secrets[slot] = face
    pages = [msgspec.json.encode(scene(state, COALITION, nobody)) for state in (one, other)]
    assert pages[0] == pages[1]
    assert b"Mortar 1" not in pages[0].replace(b"1-87 Mortars", b"")
    owners = [scene(state, AL_QAEDA, owner(state)) for state in (one, other)]
    assert owners[0] != owners[1]


def test_15_1_a_helicopter_over_a_hex_is_in_flight_and_one_in_a_base_has_landed() -> None:
    state = ambush()
    flying = next(p for p in at(scene(state, COALITION, nobody), "2017") if p.id == "h_ch47_1")
    assert flying.states == ("in flight",)
    landed = next(p for b in scene(state, COALITION, nobody).boxes for p in b.pieces if p.id == "h_ch47_2")
    assert landed.states == ()


def test_9_7_stacks_are_shown_from_the_top() -> None:
    assert [p.id for p in at(scene(ambush(), COALITION, nobody), "2017")][:2] == ["r_1_87_c1", "r_1_87_mtr"]


def test_2_12_boxes_tracks_and_pools_beside_the_map() -> None:
    state = ambush()
    state.units["a_b52"].place = READY
    state.units["h_ch47_2"].place = USED
    state.units["d_zia_1"].place = DEAD
    state.units["d_zia_2"].place, state.units["d_zia_2"].returns = DELAY, 5
    state.tokens["t1"].place = DEAD
    state.reserve = 30
    shown = scene(state, COALITION, nobody)
    assert box(shown, "Air Available") == ["B52"]
    assert box(shown, "Air Utilized") == ["CH-47 2"]
    assert box(shown, "Deadpile") == ["AMF Zia 1"]
    assert box(shown, "Deadpile", AL_QAEDA) == ["token 1"]  # T115
    assert "ODA 372" in box(shown, "Gardez")
    assert "TF Rakkasan" in box(shown, "Drawn this turn", "")
    (reserve,) = (b.pieces[0] for b in shown.boxes if b.name == "Al Qaeda Reinforcement Pool")
    assert (reserve.count, reserve.face, reserve.name) == (30, "down", "")
    (track,) = shown.tracks
    assert {(mark.name, mark.value) for mark in track.marks} == {("now", 1), ("AMF Zia 2", 5)}
    assert (track.first, track.last) == (1, 18)
    assert track.note == "a box is a day; beyond 9 the Coalition may go on, and pays for it; units return in their turn"


def test_r21_what_the_pool_held_is_named_at_the_end_if_every_token_is_known() -> None:
    state = quiet()
    mobile = list(state.numbers.mobile_of(state.options.osama))
    for face in mobile[:5]:
        hide(state, "1710", face, up=True)
    state.reserve = len(mobile) - 5

    def pool() -> Box:
        return next(b for b in scene(state, PUBLIC, nobody).boxes if b.name == "Al Qaeda Reinforcement Pool")

    assert [piece.face for piece in pool().pieces] == ["down"]
    assert "Jihad" in pool().note
    state.phase = "end"
    assert [piece.name for piece in pool().pieces] == [state.numbers.units[id].name for id in mobile[5:]]
    assert {piece.face for piece in pool().pieces} == {"up"}
    state.reserve -= 1  # a pool of another size than was declared: nobody can say which
    assert [piece.face for piece in pool().pieces] == ["down"]
    state.reserve += 1
    hide(state, "1711", mobile[5])
    assert [piece.face for piece in pool().pieces] == ["down"]


def test_4_2_the_phase_is_named_and_the_attacked_hex_marked() -> None:
    state = ambush()
    assert state.operations is not None
    state.operations.attacked = ["2218"]
    shown = scene(state, COALITION, nobody)
    assert (shown.turn, shown.phase) == ("1 of 9, 2 March 2002", "TF Rakkasan, Combat")
    assert [(h.kind, h.place) for h in shown.highlights] == [("target", "2218")]


def test_every_counter_has_a_code_of_its_own_of_four_signs_at_most() -> None:
    codes = codes_of(quiet().numbers)
    assert len(set(codes.values())) == len(codes) == 192
    assert max(map(len, codes.values())) <= 4


def test_a_code_is_made_of_beginnings_of_the_name() -> None:
    numbers = quiet().numbers
    assert [unit.name for id, unit in numbers.units.items() if not spells(codes_of(numbers)[id], unit.name)] == []


def test_a_counter_that_the_data_do_not_draw_has_the_beginning_of_its_name() -> None:

    files = DATA.files()
    bare = [{k: v for k, v in unit.items() if k != "draw"} for unit in files["units.toml"]["unit"]]
    numbers = Numbers(files | {"units.toml": files["units.toml"] | {"unit": bare}})
    assert codes_of(numbers)["r_1_87_c1"] == "1-8"


def test_23_2_notes_say_which_objectives_are_held_and_how_much_lies_hidden() -> None:
    state = ambush()
    put(state, "1808", "r_1_187_a1")
    notes = scene(state, COALITION, nobody).notes
    assert notes[:2] == (
        "Objectives held by the Coalition: 1808 (Zerki Kale)", "2 counters of Al Qaeda lie face down on the map")
