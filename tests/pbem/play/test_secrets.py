"""What one table can see, what it may imagine, and what becomes of claims (protocol 3.1, 3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from listening import Rolls
from little import Labels
from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice
from pbem.play.requests import Ask, Draw, DrawSecret, Late, Listed, Open, Roll, Seal, Sealed, SealMany
from pbem.play.secrets import Secrets, Tally, slot_order
from pbem.play.table import Table

NUMBERS = Listed((1, 2, 3))
DRAW = DrawSecret(rule="1", seat="red", pool=("a", "b", "c"))
PACE = Sealed("red", "r2/3.1/bie/0")


def holding(*handles: Sealed[Any], kind: Any = NUMBERS, public: bool = False) -> Secrets:
    """Slots that this table cannot see into, unless they are public."""
    secrets = Secrets()
    for handle in handles:
        secrets.take([handle], [kind], public=public)
    return secrets


def at_least(pace: Sealed[int], steps: int, **more: Any) -> Late:
    return Late("3.1", f"at least {steps}", (pace,), lambda p: p >= steps, **more)


# ------------------------------------------------------------------ slots


def test_3_1_slots_of_one_stem_are_numbered_on_by_seat():
    secrets = Secrets()
    first = secrets.handles("red", "r2/1", 2)
    assert [h.slot for h in first] == ["r2/1/0", "r2/1/1"]
    assert secrets.handles("red", "r2/1", 2) == first  # nothing is taken yet
    secrets.take(first, [NUMBERS] * 2, public=False)
    assert [h.slot for h in secrets.handles("red", "r2/1", 1)] == ["r2/1/2"]
    assert [h.slot for h in secrets.handles("green", "r2/1", 1)] == ["r2/1/0"]
    assert [h.slot for h in secrets.handles("red", "r2/2", 1)] == ["r2/2/0"]


def test_3_slots_stand_by_round_then_rule_and_about_then_item():
    slots = ["r10/1/0", "r2/1/bie/10", "r2/1/bie/9", "r2/1/0", "r2/1/huambo/0", "r9/9/0"]
    ordered = [h.slot for h in sorted((Sealed("red", s) for s in slots), key=slot_order)]
    assert ordered == ["r2/1/0", "r2/1/bie/9", "r2/1/bie/10", "r2/1/huambo/0", "r9/9/0", "r10/1/0"]


def test_what_is_hidden_is_there_and_not_seen():
    secrets = holding(PACE)
    absent = Sealed("red", "r9/9/0")
    assert secrets.hidden() == {PACE: NUMBERS}
    assert [secrets.is_hidden(h) for h in (PACE, absent)] == [True, False]
    assert [(secrets.peek(h), secrets.is_seen(h), secrets.is_public(h)) for h in (PACE, absent)] == [
        (None, False, False), (None, False, False),
    ]
    secrets.see(PACE, "2", 3)
    assert (secrets.hidden(), secrets.is_hidden(PACE), secrets.is_seen(PACE), secrets.is_public(PACE)) == (
        {}, False, True, False,
    )
    assert (secrets.peek(PACE), secrets.spelled(PACE)) == (2, "2")
    secrets.publish(PACE, "2", 4)
    assert secrets.is_public(PACE)


def test_3_2_the_one_legal_answer_of_a_seat_that_was_not_asked_is_public():
    secrets = holding(PACE, kind=Listed((7,)), public=True)
    assert (secrets.peek(PACE), secrets.is_public(PACE), secrets.hidden()) == (7, True, {})


def test_what_one_copy_learns_the_other_does_not():
    secrets = holding(PACE)
    secrets.claim([at_least(PACE, 3)], 2, "red")
    copy = secrets.copy()
    copy.see(PACE, "1", 3)
    copy.claim([at_least(PACE, 2)], 3, "red")
    copy.take(copy.handles("red", "r2/3.1/bie", 1), [NUMBERS], public=False)
    assert (secrets.peek(PACE), secrets.incidents, len(secrets.open_claims())) == (None, [], 1)
    assert secrets.tallies() == {("red", "3.1"): Tally(1, 0, 0)}
    assert [h.slot for h in secrets.handles("red", "r2/3.1/bie", 1)] == ["r2/3.1/bie/1"]
    assert len(copy.incidents) == 2
    assert copy.tallies() == {("red", "3.1"): Tally(2, 2, 2)}
    secrets.see(PACE, "3", 3)
    assert (secrets.incidents, secrets.open_claims()) == ([], [])


def test_only_a_draw_is_a_draw():
    drawn = Sealed("red", "r3/1/0")
    secrets = holding(PACE)
    secrets.take([drawn], [DRAW], public=False)
    assert (secrets.is_draw(drawn), secrets.is_draw(PACE)) == (True, False)


def test_3_3_a_draw_opens_with_those_before_it_or_after_them():
    first, second = Sealed("red", "r2/1/0"), Sealed("red", "r3/1/0")
    secrets = holding(first, kind=DRAW)
    later = DrawSecret(rule="1", seat="red", pool=("a", "b", "c"), less=(first,))
    secrets.take([second], [later], public=False)
    assert secrets.can_open(first, [])
    assert not secrets.can_open(second, [second])
    assert secrets.can_open(second, [first, second])
    secrets.publish(first, Labels(), 4)
    assert secrets.can_open(second, [second])
    assert secrets.publish(second, Labels(), 5) == ("b",)  # what the first drew is gone


def test_3_3_what_was_sealed_is_gone_from_the_pool_like_what_was_drawn():
    chosen, drawn = Sealed("red", "r2/1/0"), Sealed("red", "r3/1/0")
    secrets = holding(chosen, kind=Listed(("a", "b")))
    later = DrawSecret(rule="1", seat="red", pool=("c", "b", "a"), count=2, less=(chosen,))
    secrets.take([drawn], [later], public=False)
    secrets.see(chosen, "a", 4)
    secrets.see(drawn, Labels(), 4)
    assert secrets.peek(drawn) == secrets.dealt(drawn) == ("b", "c")


def test_3_3_a_draw_gives_what_is_left_if_a_false_claim_has_asked_for_more():
    chosen, drawn = Sealed("red", "r2/1/0"), Sealed("red", "r3/1/0")
    secrets = holding(chosen, kind=Listed(("a", "b")))
    later = DrawSecret(rule="1", seat="red", pool=("a", "b", "c"), count=3, less=(chosen,))
    secrets.take([drawn], [later], public=False)
    secrets.see(chosen, "a", 4)
    secrets.see(drawn, SeededDice(1), 4)
    assert sorted(secrets.peek(drawn)) == ["b", "c"]


# ------------------------------------------------------------------ incidents


def test_3_2_a_text_that_is_not_legal_is_told_once_with_what_was_said():
    secrets = holding(PACE)
    secrets.see(PACE, "9", 3)
    assert secrets.publish(PACE, "9", 5) == 1
    (incident,) = secrets.incidents
    assert (incident.round, incident.rule, incident.seat) == (3, "3.1", "red")
    assert (incident.text, incident.about, incident.said) == (
        "what is sealed in r2/3.1/bie/0 is not legal", (PACE,), "9",
    )


def test_3_2_what_holds_no_text_is_an_incident_without_words():
    secrets = holding(PACE)
    assert secrets.publish(PACE, None, 5) == 1
    (incident,) = secrets.incidents
    assert (incident.round, incident.said) == (5, "")
    assert incident.text == "the text sealed in r2/3.1/bie/0 is not legal; the default counts"
    assert (secrets.is_seen(PACE), secrets.is_public(PACE)) == (True, True)


def test_what_is_seen_already_is_not_read_again():
    secrets = holding(PACE)
    secrets.see(PACE, "2", 3)
    secrets.see(PACE, "9", 4)
    assert (secrets.peek(PACE), secrets.incidents) == (2, [])


# ------------------------------------------------------------------ what if


def test_what_is_imagined_is_seen_and_only_what_is_legal_can_be():
    secrets = holding(PACE)
    with pytest.raises(IllegalMove, match=r"r2/3\.1/bie/0: '9'\n  rule 3\.1: that is not among the legal answers"):
        secrets.imagine({PACE: 9})
    assert secrets.is_hidden(PACE)
    secrets.imagine({PACE: 3})
    assert (secrets.peek(PACE), secrets.is_public(PACE), secrets.hidden()) == (3, False, {})
    with pytest.raises(AssertionError, match="nothing is to be imagined"):
        secrets.imagine({PACE: 2})


def test_a_draw_may_be_imagined_as_anything():
    drawn = Sealed("red", "r2/1/0")
    secrets = holding(drawn, kind=DRAW)
    secrets.imagine({drawn: ("c",)})
    assert secrets.peek(drawn) == ("c",)


def test_claims_of_others_still_wait_where_something_else_is_imagined():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    secrets.claim([at_least(PACE, 3), at_least(other, 3)], 2, "")
    secrets.imagine({PACE: 1})
    assert [late.needs for late in secrets.open_claims()] == [(other,)]
    secrets.see(other, "1", 4)
    assert [i.seat for i in secrets.incidents] == ["green"]


# ------------------------------------------------------------------ claims


def test_3_2_a_false_claim_says_what_was_claimed_and_what_is_true():
    secrets = holding(PACE)
    secrets.claim([at_least(PACE, 3, shows=lambda p: f"it is {p}")], 2, "red")
    secrets.claim([at_least(PACE, 3)], 4, "red")
    secrets.claim([at_least(PACE, 1)], 5, "red")
    secrets.see(PACE, "2", 9)
    assert [(i.round, i.rule, i.seat, i.text, i.about, i.claimed, i.shown, i.said) for i in secrets.incidents] == [
        (2, "3.1", "red", "false claim: at least 3", (PACE,), "at least 3", "it is 2", ""),
        (4, "3.1", "red", "false claim: at least 3", (PACE,), "at least 3", "", ""),
    ]
    assert secrets.tallies() == {("red", "3.1"): Tally(made=3, judged=3, false=2)}


def test_3_2_values_reach_a_claim_in_the_order_of_its_needs():
    handles = [Sealed("red", f"r2/1/{i}") for i in range(3)]
    secrets = holding(*handles)
    given: list[Any] = []
    late = Late("1", "in order", tuple(handles), lambda *values: given.append(values) or False, lambda *v: str(v))
    secrets.claim([late], 2, "red")
    for handle, say in zip(handles, "312", strict=True):
        secrets.see(handle, say, 3)
    assert given == [(3, 1, 2)]
    assert secrets.incidents[0].shown == "(3, 1, 2)"


def test_3_2_a_claim_waits_for_what_cannot_be_seen_alone():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    secrets.see(PACE, "3", 3)
    secrets.claim([Late("3.1", "red is faster", (PACE, other), lambda mine, theirs: mine > theirs)], 4, "red")
    assert (len(secrets.open_claims()), secrets.tallies()) == (1, {("red", "3.1"): Tally(1, 0, 0)})
    secrets.see(other, "3", 5)
    assert (secrets.open_claims(), secrets.tallies()) == ([], {("red", "3.1"): Tally(1, 1, 1)})
    assert len(secrets.incidents) == 1


def test_3_2_false_claims_are_told_in_the_order_in_which_they_were_made():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    first = Late("3.1", "first", (PACE, other), lambda mine, theirs: mine > theirs)
    second = Late("3.1", "second", (other, PACE), lambda theirs, mine: mine > theirs)
    secrets.claim([first, second], 2, "red")
    secrets.see(other, "3", 3)
    assert [late.claim for late in secrets.open_claims()] == ["first", "second"]
    secrets.see(PACE, "1", 3)
    assert [incident.claimed for incident in secrets.incidents] == ["first", "second"]


def test_3_2_a_claim_is_judged_once_all_is_seen_though_a_seat_left_meanwhile():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    secrets.claim([Late("3.1", "red is faster", (PACE, other), lambda mine, theirs: mine > theirs)], 2, "red")
    secrets.forfeit(other, 4)
    assert len(secrets.open_claims()) == 1
    secrets.see(PACE, "1", 3)
    assert ([i.claimed for i in secrets.incidents], secrets.open_claims()) == (["red is faster"], [])


class Looking(Secrets):
    """Counts how often it was looked at whether something can be seen."""

    looked = 0

    def is_seen(self, handle: Sealed[Any]) -> bool:
        self.looked += 1
        return super().is_seen(handle)


def test_3_2_a_claim_about_many_secrets_waits_at_one_of_them():
    handles = tuple(Sealed("red", f"r2/3.1/bie/{i}") for i in range(40))
    secrets = Looking()
    secrets.take(handles, [NUMBERS] * 40, public=False)
    secrets.claim([Late("3.1", f"claim {i}", handles, lambda *_: True) for i in range(100)], 2, "red")
    assert (len(secrets.open_claims()), secrets.looked) == (100, 100)
    for handle in handles:
        secrets.see(handle, "1", 3)
    assert secrets.open_claims() == []
    assert secrets.looked <= 100 + 100 * 40  # one look at each secret of each claim, when the last can be seen


def test_3_2_claims_are_counted_by_seat_and_rule():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    secrets.claim([at_least(PACE, 2), at_least(other, 2)], 2, "")  # of a seal: each speaks of its own seat
    secrets.claim([Late("5", "always", (), lambda: True)], 2, "red")
    secrets.claim([Late("5", "nobody's", (), lambda: True)], 2, "")
    secrets.see(PACE, "1", 3)
    assert secrets.tallies() == {
        ("red", "3.1"): Tally(1, 1, 1), ("green", "3.1"): Tally(1, 0, 0), ("red", "5"): Tally(1, 1, 0),
        ("", "5"): Tally(1, 1, 0),
    }
    assert [late.needs for late in secrets.open_claims()] == [(other,)]


def test_3_2_a_text_that_was_not_legal_is_no_false_claim():
    secrets = holding(PACE)
    secrets.claim([at_least(PACE, 1)], 2, "red")
    secrets.see(PACE, "9", 3)
    assert secrets.tallies() == {("red", "3.1"): Tally(1, 1, 0)}


def test_3_2_before_signing_only_what_can_be_seen_is_judged():
    other = Sealed("green", "r2/3.1/bie/0")
    secrets = holding(PACE, other)
    both = Late("3.1", "red is faster", (PACE, other), lambda mine, theirs: mine > theirs)
    secrets.refuse_false([both, at_least(other, 3)], "red", {PACE: 1})
    secrets.see(other, "2", 3)
    with pytest.raises(IllegalMove) as refused:
        secrets.refuse_false([both], "red", {PACE: 1})
    assert str(refused.value) == "red claims: red is faster\n  rule 3.1: what is sealed says otherwise"
    shown = Late("3.1", "faster", (PACE, other), lambda mine, theirs: mine > theirs, lambda m, t: f"{m} to {t}")
    with pytest.raises(IllegalMove, match="what is sealed says otherwise: 1 to 2"):
        secrets.refuse_false([shown], "red", {PACE: 1})
    secrets.refuse_false([both], "red", {PACE: 3})
    assert (secrets.incidents, secrets.tallies()) == ([], {})


# ------------------------------------------------------------------ at a table


def test_2_12_buckets_may_differ_by_seat_and_item():
    request: SealMany[int] = SealMany(
        rule="2", bucket={"red": (128, 512), "green": (8192,)}, items={"red": [NUMBERS] * 2, "green": [NUMBERS]}
    )
    assert [request.bucket_of(s, i) for s, i in (("red", 0), ("red", 1), ("green", 0))] == [128, 512, 8192]
    assert SealMany(rule="2", bucket=512, items={"red": [NUMBERS]}).bucket_of("red", 0) == 512
    assert Seal(rule="2", bucket=2048, items={"red": NUMBERS}).bucket_of("red", 0) == 2048

    async def play() -> None:
        await request

    table = Table(play())
    table.answer({"red": (1, 2), "green": (3,)})
    assert table.pending is None


def test_whoever_wants_to_know_is_told_of_every_roll():
    async def play() -> None:
        await Roll(rule="1", dice=2)
        await Roll(rule="2")

    told: list[tuple[str, tuple[Any, ...]]] = []
    table = Table(play(), listeners=[Rolls(lambda request, values: told.append((request.rule, values)))])
    table.rolled(Labels())
    assert told == [("1", (1, 1)), ("2", (1,))]


def test_a_roll_is_one_die_of_six_faces_that_is_nobodys_unless_it_says_otherwise():
    roll = Roll(rule="1")
    assert (roll.dice, roll.sides, roll.hits, roll.side, roll.about) == (1, 6, (), "", "")
    assert roll.reads((3,)) == ""


def test_3_seats_stand_in_the_order_of_the_match_or_else_by_name():
    async def play() -> None:
        await Open(rule="2", sealed=await Seal(rule="1", bucket=128, items=dict.fromkeys("bca", NUMBERS)))

    by_match, by_name = Table(play(), seats=("c", "a", "b")), Table(play())
    assert (by_match.expected(), by_name.expected()) == (("c", "a", "b"), ("a", "b", "c"))
    for table in (by_match, by_name):
        table.answer({"a": 1, "b": 2, "c": 3})
    assert (by_match.expected(), by_name.expected()) == (("c", "a", "b"), ("a", "b", "c"))


def test_3_2_claims_of_an_answer_that_nobody_was_asked_for_are_judged_too():
    async def play() -> None:
        pace = (await Seal(rule="1", bucket=128, items={"red": NUMBERS}))["red"]
        await Ask(rule="3.1", seat="red", legal=lambda: (3,), late=lambda n: [at_least(pace, n)])

    table = Table(play())
    table.sealed({table.handles("red")[0]: "2"})
    assert table.pending is None
    assert [(i.seat, i.claimed) for i in table.incidents] == [("red", "at least 3")]


def test_3_2_claims_about_a_seal_that_nobody_was_asked_for_are_judged_too():
    async def play() -> None:
        await Seal(
            rule="3.1", bucket=128, items={"red": Listed((2,))}, late=lambda given: [at_least(given["red"], 3)]
        )

    table = Table(play())
    assert table.pending is None
    assert [(i.seat, i.round) for i in table.incidents] == [("red", 2)]


def test_3_3_a_roll_by_hand_serves_that_roll_alone():
    async def play() -> list[tuple[int, ...]]:
        return [await Roll(rule="1"), await Roll(rule="1", dice=2)]

    table = Table(play())
    table.answer((4,))
    assert isinstance(table.pending, Roll)
    with pytest.raises(AssertionError, match="wants 2 dice"):
        table.answer((4,))
    table.answer((5, 6))
    assert table.result == [(4,), (5, 6)]
    assert table.round == 4


@pytest.mark.parametrize("values", [(0,), (7,)])
def test_no_hand_gives_a_face_that_a_die_has_not(values):
    async def play() -> None:
        await Roll(rule="1")

    with pytest.raises(AssertionError):
        Table(play()).answer(values)


@pytest.mark.parametrize("value", range(1, 7))
def test_any_face_of_a_die_may_be_given_by_hand(value):
    async def play() -> tuple[int, ...]:
        return await Roll(rule="1")

    table = Table(play())
    table.answer((value,))
    assert table.result == (value,)


def test_draws_given_by_hand_come_from_the_pool_and_may_be_all_of_it():
    async def play() -> tuple[str, ...]:
        return await Draw(rule="1", pool=("a", "b"), count=2)

    for wrong, why in ((("a",), "wants 2"), (("a", "c"), "draws from")):
        with pytest.raises(AssertionError, match=why):
            Table(play()).answer(wrong)
    table = Table(play())
    table.answer(("b", "a"))
    assert table.result == ("b", "a")


def test_whoever_has_returned_takes_no_answer():
    async def play() -> int:
        return 7

    table = Table(play())
    assert (table.pending, table.expected(), table.result) == (None, (), 7)
    with pytest.raises(AssertionError, match="nothing is pending"):
        table.answer(1)
    assert table.round == 2
