"""Hidden belongings: tokens in commitments of their own, claims about them, containers with a manifest."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import caves
from caves import HIDER, SEEKER, STEPS, Caves, Fighter
from pbem.errors import IllegalMove
from pbem.kit.hidden import (
    Act,
    Claims,
    Container,
    Contents,
    Token,
    all_different,
    as_drawn,
    closed,
    face_of,
    is_empty,
    seen,
    take_out,
    turn_up,
)
from pbem.play.giving import Scripted
from pbem.play.requests import Ask, Open, Sealed, SealMany
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.ruleset import Result

DRAWN = ("guard", "chief", "mule", "post")


def begin(state: Caves, *faces: str, sees: bool = True) -> Table[Result]:
    """A table after the tokens were sealed; the seeker's own sees nothing of them."""
    table = Table(caves.play(state))
    table.drawn(None, Scripted(DRAWN) if sees else None)
    table.round += 1
    table.sealed(dict(zip(table.handles(HIDER), faces, strict=True)) if sees else None)
    table.round += 1
    return table


def contents(table: Table[Result], faces: dict[str, str], tokens: dict[str, Fighter]) -> dict[Sealed[Any], str]:
    """What the hider sends to open the tokens that are asked for."""
    handles = {t.sealed: faces[n] for n, t in tokens.items() if t.sealed is not None}
    return {h: handles[h] for h in table.to_open(HIDER)}


# ---------------------------------------------------------------- the game of caves


def test_each_token_opens_alone_and_the_others_stay_hidden_from_the_opponent():
    state = Caves()
    table = begin(state, *DRAWN, sees=False)
    table.answer("t2.4")
    table.answer("t1")
    assert isinstance(table.pending, Open)
    assert [h.slot for h in table.to_open(HIDER)] == ["r3/1.1/tokens/0"]
    table.opened({table.to_open(HIDER)[0]: "guard"})
    assert {n: t.face for n, t in state.tokens.items()} == {"t1": "guard", "t2": "", "t3": "", "t4": ""}
    assert [table.peek(h) for h in closed({n: t.sealed for n, t in state.tokens.items()}).values()] == [None] * 3
    assert (table.incidents, state.tokens["t2"].acts) == ([], [Act("2", "marched", 4)])


def test_an_honest_game_goes_to_its_end_and_everything_is_shown_and_true():
    state = Caves()
    table = begin(state, *DRAWN)
    for say in ("t2.4", "t1"):
        table.answer(say)
    table.answer()
    for say in ("t1.3", "none"):  # 2: everybody knows the guard, who goes three steps at most
        table.answer(say)
    table.answer()
    assert table.result == Result((HIDER,), "hider wins", "4")
    assert [t.face for t in state.tokens.values()] == list(DRAWN)
    assert all(t.sealed is None and not t.acts for t in state.tokens.values())
    assert (table.incidents, table.secrets.open_claims()) == ([], [])


def test_what_lies_face_up_is_checked_by_legality_alone():
    table = begin(Caves(), *DRAWN)
    table.answer("stay")
    table.answer("t3")
    table.answer()
    with pytest.raises(IllegalMove):
        table.check("t3.2")  # it is the mule, as all can see
    assert table.check("t4.5") == "t4.5"  # nobody else knows what it is


def test_the_owners_own_tool_does_not_sign_a_march_that_is_too_long():
    state = Caves()
    table = begin(state, *DRAWN)
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalMove, match="token t3 marches 2"):
        table.check_claims("t3.2")
    assert msgspec.json.encode(state) == before
    table.check_claims("t3.1")


@pytest.mark.parametrize("opened", ["t3", "none"])
def test_a_false_march_is_found_when_the_token_opens_there_and_then_or_at_the_end(opened):
    state = Caves(turns=1)
    table = begin(state, *DRAWN, sees=False)
    table.answered("t3.2")  # 2: with a tool that lets it
    table.answered(opened)
    faces = dict(zip(caves.NAMES, DRAWN, strict=True))
    table.opened(contents(table, faces, state.tokens))
    assert table.result == Result((SEEKER,), "t3 marches 2", "3")
    assert [(i.rule, i.seat, i.claimed) for i in table.incidents] == [("2", HIDER, "token t3 marches 2")]
    assert [(t.rule, t.text) for t in table.story] == [("2", "t3 marches 2")]


def test_all_that_a_token_did_is_judged_not_the_last_of_it():
    state = Caves()
    table = begin(state, *DRAWN, sees=False)
    for say in ("t3.2", "none", "t3.1", "t3"):
        table.answered(say)
    table.opened(contents(table, dict(zip(caves.NAMES, DRAWN, strict=True)), state.tokens))
    assert table.result == Result((SEEKER,), "t3 marches 2", "3")


def test_no_fighter_can_be_two_tokens_and_all_must_have_been_drawn():
    table = Table(caves.play(Caves()))
    table.answer(DRAWN)
    for faces, claim in (
        (("guard", "guard", "mule", "post"), "the tokens are the fighters drawn"),
        (("guard", "chief", "mule", "scout"), "the tokens are the fighters drawn"),
    ):
        with pytest.raises(IllegalMove, match=claim):
            table.check_seal(HIDER, faces)
    table.check_seal(HIDER, tuple(reversed(DRAWN)))  # which is which is the hider's choice


def test_a_fighter_seen_twice_is_an_offence_of_the_token_opened_later():
    state = Caves()
    table = begin(state, "guard", "guard", "mule", "post", sees=False)
    for say in ("stay", "t2"):
        table.answered(say)
    table.opened({table.to_open(HIDER)[0]: "guard"})
    for say in ("stay", "t1"):
        table.answered(say)
    table.opened({table.to_open(HIDER)[0]: "guard"})
    assert table.result == Result((SEEKER,), "t1 is guard, as t2 was", "3")
    assert table.incidents == []  # the claims about all four wait for the other two


def test_a_text_that_makes_no_sense_opens_as_the_first_legal_face():
    state = Caves()
    table = begin(state, *DRAWN, sees=False)
    for say in ("stay", "t1"):
        table.answered(say)
    table.opened({table.to_open(HIDER)[0]: "a tank"})
    assert state.tokens["t1"].face == min(STEPS)
    assert [i.said for i in table.incidents] == ["a tank"]


def test_only_the_owner_sees_under_his_tokens():
    state = Caves()
    table = begin(state, *DRAWN)

    def faces(viewer: str) -> list[str]:
        return [face_of(t.face, t.sealed, peek_of(table, viewer)) for t in state.tokens.values()]

    assert faces(HIDER) == list(DRAWN)
    assert faces(SEEKER) == ["", "", "", ""]
    handles = [t.sealed for t in state.tokens.values() if t.sealed is not None]
    assert seen(handles, peek_of(table, HIDER)) == DRAWN
    assert seen([*handles[:1]], peek_of(table, SEEKER)) is None
    assert seen([], peek_of(table, SEEKER)) == ()


def test_play_goes_on_from_the_state_alone_and_still_judges_what_was_done_before():
    table = begin(Caves(), *DRAWN, sees=False)
    for say in ("t3.2", "none"):
        table.answered(say)
    assert table.restart is not None
    state = msgspec.json.decode(table.restart.state, type=Caves)
    later = Table(caves.play(state), secrets=table.restart.secrets, first_round=table.round)
    for say in ("stay", "t3"):
        later.answered(say)
    later.opened({later.to_open(HIDER)[0]: "mule"})
    assert later.result == Result((SEEKER,), "t3 marches 2", "3")


# ---------------------------------------------------------------- sealing and opening by themselves


def test_tokens_are_sealed_in_one_event_with_a_slot_each():
    table = Table(caves.play(Caves()))
    table.answer(DRAWN)
    assert isinstance(table.pending, SealMany)
    assert [h.slot for h in table.handles(HIDER)] == [f"r3/1.1/tokens/{i}" for i in range(4)]


def test_turning_up_what_lies_face_up_asks_nobody_and_accuses_nobody():
    token = Token(face="guard", acts=[Act("2", "marched", 9)])

    async def play() -> list[Any]:
        return list(await turn_up({"t1": token}, ["t1"], caves.ACTS, rule="3"))

    assert Table(play()).result == []


# ---------------------------------------------------------------- claims


class Size(Act):
    """How many things a box holds."""


SIZES = Claims[tuple[str, ...], Size]({"size": ("holds {number} {word}", lambda things, c: len(things) == c.number)})


def test_a_claim_is_the_same_as_a_late_check_and_in_the_state():
    handle = Sealed[Any]("red", "r2/1/0")
    claim = Size("1", "size", 2, "balls")
    late = SIZES.late("the box", claim, [handle], lambda manifest: manifest)
    assert (late.rule, late.claim, late.needs) == ("1", "the box holds 2 balls", (handle,))
    for things in (("a",), ("a", "b")):
        assert late.holds(things) is (SIZES.false([claim], lambda _claim, things=things: things) == [])
    claim.number = 1  # what the state holds may change later; what was claimed may not
    assert late.holds(("a", "b"))
    assert not late.holds(("a",))


def test_late_checks_show_what_is_true_if_the_ruleset_can_say_it():
    late = SIZES.late("the box", Size("1", "size", 2), [], lambda: ("a",), shows=lambda: "a ball is there")
    assert late.shows is not None
    assert late.shows() == "a ball is there"


def test_no_two_are_the_same_among_those_that_count():
    late = all_different("1", "no two rooks", [Sealed("red", f"r2/1/{i}") for i in range(3)], among=lambda v: v != "-")
    assert late.holds("-", "a1", "-")
    assert not late.holds("a1", "-", "a1")


def test_what_was_not_drawn_and_what_was_left_out_are_told_apart():
    late = as_drawn("1", "as drawn", Sealed("red", "r2/1/0"), [Sealed("red", "r3/1/0")])
    assert late.shows is not None
    assert late.shows(("a", "b"), "a", "c") == "not drawn: c; drawn, and left out: b"
    assert late.shows(("a", "b"), "b", "a") == "they are in another order than drawn"


@pytest.mark.parametrize("in_order", [True, False])
def test_tokens_are_what_was_drawn_in_its_order_or_in_any(in_order):
    late = as_drawn("1", "as drawn", Sealed("red", "r2/1/0"), [Sealed("red", "r3/1/0")], in_order=in_order)
    assert late.needs == (Sealed("red", "r2/1/0"), Sealed("red", "r3/1/0"))
    assert late.holds(("a", "b"), "a", "b")
    assert late.holds(("a", "b"), "b", "a") is not in_order
    assert not late.holds(("a", "b"), "a", "a")
    assert not late.holds(("a", "b"), "a")


# ---------------------------------------------------------------- containers


class Box(msgspec.Struct):
    known: list[str] = []
    gone: list[str] = []
    sealed: Sealed[tuple[str, ...]] | None = None


MANIFEST, FACE = Sealed[Any]("red", "r2/1/0"), Sealed[Any]("red", "r2/2/0")
INSIDE = Contents(known=("a", "h1"), gone=("c",), labels=("h2",), needs=(MANIFEST, FACE), named=(("h1", "x"),))


def test_contents_are_what_is_known_and_what_is_left_of_the_manifest():
    assert INSIDE.tokens(("b", "c", "h2"), "y") == ("a", "h1", "b", "h2")
    assert INSIDE.faces(("b", "c", "h2"), "y") == {"a": "a", "h1": "x", "b": "b", "h2": "y"}


def test_contents_after_some_have_left():
    left = INSIDE.less(["a", "b"])
    assert left.tokens(("b", "c", "h2"), "y") == ("h1", "h2")
    assert INSIDE.tokens(("b",), "y") == ("a", "h1", "b")  # a copy


def test_who_asks_for_tokens_alone_needs_no_faces():
    assert INSIDE.without_labels().needs == (MANIFEST,)
    assert INSIDE.without_labels().tokens(("h2",)) == ("a", "h1", "h2")


def test_contents_are_seen_as_a_whole_or_not_at_all():
    values: dict[Sealed[Any], Any] = {MANIFEST: ()}
    assert INSIDE.seen(values.get) is None
    values[FACE] = "y"
    assert INSIDE.seen(values.get) == ((), "y")


def test_tokens_leave_a_container_by_name():
    box: Container = Box(known=["a", "b"], sealed=MANIFEST)
    take_out(box, ["a", "c"])
    assert (box.known, box.gone) == (["b"], ["c"])
    assert not is_empty(box)
    assert is_empty(Box())
    assert not is_empty(Box(sealed=MANIFEST))


def test_a_table_rests_while_a_token_is_to_be_opened():
    table = begin(Caves(), *DRAWN)
    assert isinstance(table.pending, Ask)
    table.answer("stay")
    table.answer("t1")
    assert table.expected() == (HIDER,)
