"""How far a seat may go back (protocol 3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from little import Said, bids, decides, little
from pbem.errors import IllegalMove, NotYourTurn
from pbem.limits import UNDO_LIMIT
from pbem.match.binding import Binding
from pbem.match.match import Match
from pbem.match.steps import Step
from pbem.play.requests import Ask, Checkpoint, DrawSecret, Late, Open, Roll, Tell
from pbem.record import events as ev
from people import Person, agree, exchange, first_line, forge, invite, master, send, settle, whys


def seated(play: Any) -> list[Person]:
    people = invite(ruleset=little(play))
    settle(people)
    return people


async def three(state: Said) -> None:
    """Red decides three times, then green."""
    while (i := len(state.said)) < 3:
        await Checkpoint(state)
        state.note(i, await decides("red"))
        await Tell(rule="1", text=f"red has decided {i}")
    state.note(await decides("green"))


def test_3_5_a_seat_goes_back_over_its_own_answers():
    people = seated(three)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "stay")
    red.undo(0, 2)
    assert (red.state.said, red.rounds.r) == (["0 go"], 5)
    red.answer(0, "go")
    assert red.state.said == ["0 go", "1 go"]
    exchange(people)
    agree(people)
    assert people[1].match.binding.undone == [(4, 2)]


def test_3_5_back_to_the_start():
    people = seated(three)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "go")
    red.undo(0, 1)
    assert red.state.said == []
    assert red.binding.undo_floor(0) == 1


def test_3_5_an_undo_can_be_undone():
    people = seated(three)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "stay")
    red.undo(0, 1)
    red.undo(0, 3)
    assert red.state.said == ["0 go", "1 stay"]
    red.answer(0, "go")
    assert red.state.said == ["0 go", "1 stay", "2 go"]
    exchange(people)
    agree(people)


def test_3_5_the_story_and_the_state_digest_are_those_of_the_position_gone_back_to():
    people = seated(three)
    red = people[0].match
    at_first = red.binding.checkpoint
    red.answer(0, "go")
    second = red.binding.checkpoint
    assert [t.text for t in red.binding.table.story] == ["red has decided 0"]
    red.answer(0, "stay")
    red.undo(0, 1)
    assert (red.binding.table.story, red.binding.checkpoint) == ([], at_first)
    again = red.answer(0, "go")
    assert (again.msg.st, red.binding.checkpoint) == (at_first, second)
    exchange(people)
    assert people[1].match.binding.disagreements == []


@pytest.mark.parametrize(("to", "why"), [(3, "the last closed round is 3"), (7, "the last closed round is 3")])
def test_3_5_there_must_be_something_to_go_back_over(to, why):
    people = seated(three)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "go")
    with pytest.raises(IllegalMove, match=why):
        red.undo(0, to)
    assert red.rounds.r == 4


async def ended_by(state: Said, request: Any) -> None:
    """Red seals, something happens, red decides twice."""
    pace = (await bids("red"))["red"]
    match request:
        case "dice":
            await Roll(rule="2")
        case "opening":
            await Open(rule="2", sealed={0: pace})
        case "green":
            await decides("green", rule="2")
        case "draw":
            await DrawSecret(rule="2", seat="red", pool=("a", "b"))
    state.note(await decides("red"))
    state.note(await decides("red"))


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("dice", "dice were rolled"),
        ("opening", "something was opened"),
        ("green", "another seat acted"),
        ("draw", "a secret draw was begun"),
    ],
)
def test_3_5_a_die_an_opening_or_another_seat_ends_it(what, why):
    async def play(state: Said) -> None:
        await ended_by(state, what)

    people = seated(play)
    red = people[0].match
    red.seal(0, ["1"])
    exchange(people)
    if what == "green":
        people[1].match.answer(1, "go")
    settle(people)
    position = red.rounds.r - 1
    red.answer(0, "go")
    with pytest.raises(IllegalMove) as refused:
        red.undo(0, 1)
    assert str(refused.value).startswith("red goes back to round 1\n  taking back: in round ")
    assert why in str(refused.value)
    assert "takeback" in str(refused.value)
    assert red.binding.undo_floor(0) == position
    red.undo(0, position)
    assert red.state.said == []


def test_3_5_a_seal_of_several_seats_ends_it():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        await bids("red", "green")
        state.note(await decides("red"))
        state.note(await decides("red"))

    people = seated(play)
    red, green = people[0].match, people[1].match
    red.answer(0, "go")
    exchange(people)
    red.seal(0, ["1"])
    green.seal(1, ["2"])
    exchange(people)
    red.answer(0, "go")
    assert red.binding.undo_floor(0) == 3
    with pytest.raises(IllegalMove, match="in round 3 several seats sealed at once"):
        red.undo(0, 2)
    red.undo(0, 3)


def test_3_5_what_ended_one_seats_stretch_is_not_what_stands_in_the_others_way():
    async def play(state: Said) -> None:
        state.note(await decides("green"))
        await Roll(rule="2")
        state.note(await decides("red"))
        state.note(await decides("green"))

    people = seated(play)
    people[1].match.answer(1, "go")
    exchange(people)
    settle(people)
    people[0].match.answer(0, "go")
    exchange(people)
    with pytest.raises(IllegalMove, match="in round 4 another seat acted"):
        people[1].match.undo(1, 3)


def test_3_5_such_an_undo_is_void_if_a_tool_signs_it_all_the_same():
    async def play(state: Said) -> None:
        await ended_by(state, "dice")

    people = seated(play)
    red = people[0].match
    red.seal(0, ["1"])
    exchange(people)
    settle(people)
    send(people, forge(red, 0, ev.Act, ev.Undo(to=1)))
    assert "dice were rolled" in whys(people)[-1]
    assert [d.name for d in people[1].match.owing()] == ["red"]


def test_3_5_only_the_seat_that_is_asked_goes_back():
    people = seated(three)
    red = people[0].match
    for _ in range(3):
        red.answer(0, "go")
    exchange(people)
    with pytest.raises(NotYourTurn, match="red is not asked"):
        red.undo(0, 2)
    with pytest.raises(IllegalMove, match="another seat acted"):
        people[1].match.undo(1, 2)
    with pytest.raises(NotYourTurn, match="not held here"):
        red.undo(1, 2)


def test_3_5_nobody_goes_back_while_several_seats_are_asked():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        state.note(await decides("red"))
        await bids("red", "green")

    people = seated(play)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "go")
    with pytest.raises(IllegalMove, match="only the one seat that is asked"):
        red.undo(0, 2)
    exchange(people)
    send(people, forge(red, 0, ev.Act, ev.Undo(to=2)))
    (why,) = whys(people)
    assert "only the one seat that is asked for a decision may go back" in why


def test_3_5_a_seat_goes_back_while_its_own_seal_is_pending():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        state.note(await decides("red"))
        sealed = await bids("red")
        state.kept.append(sealed["red"])
        state.note(await decides("red"))

    people = seated(play)
    red = people[0].match
    red.answer(0, "go")
    red.answer(0, "go")
    red.undo(0, 2)
    assert red.state.said == ["go"]


def test_3_5_slots_sealed_since_are_dead():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        sealed = await bids("red")
        state.kept.append(sealed["red"])
        state.note(await decides("red"))
        state.note(await Open(rule="4", sealed={0: sealed["red"]}))

    people = seated(play)
    red = people[0].match
    red.answer(0, "go")
    red.seal(0, ["1"])
    dead = red.state.kept[0]
    red.undo(0, 2)
    assert (red.state.kept, red.binding.table.peek(dead)) == ([], None)
    red.seal(0, ["2"])
    (alive,) = red.state.kept
    assert (dead.slot, alive.slot) == ("r3/9.2/0", "r5/9.2/0")
    red.answer(0, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert people[1].match.state.said == ["go", "go", "{0: 2}"]


def test_3_5_a_claim_that_was_taken_back_is_no_claim():
    async def play(state: Said) -> None:
        pace = (await bids("red"))["red"]
        late = lambda n: [Late("3", "enough", (pace,), lambda p: p >= n)]  # noqa: E731
        state.note(await Ask(rule="3", seat="red", legal=lambda: range(3), late=late))
        state.note(await decides("red"))
        await Open(rule="4", sealed={0: pace})

    people = seated(play)
    red = people[0].match
    red.seal(0, ["1"])
    red.answer(0, "1")
    red.undo(0, 2)
    red.answer(0, "0")
    red.answer(0, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert [p.match.binding.table.incidents for p in people] == [[], []]
    assert people[1].match.state.said == ["0", "go"]


def test_3_5_a_match_with_many_undos_reads_alike_for_a_stranger():
    people = seated(three)
    red = people[0].match
    for to in (1, 2, 1, 4, 3):
        red.answer(0, "go")
        red.undo(0, min(to, red.rounds.r - 2))
    exchange(people)
    agree(people)
    stranger = Person(people[0].log[0], {}, people[0].ruleset)
    stranger.receive(people[0].log[1:])
    agree([*people, stranger])


# ------------------------------------------------------------------ how often


async def without_end(state: Said) -> None:
    """Red decides, and after every seven answers green."""
    while True:
        seat = "green" if len(state.said) % 8 == 7 else "red"
        state.note(await decides(seat))


def test_3_5_32_undos_count_in_one_stretch_and_more_are_not_even_signed():
    people = seated(without_end)
    red = people[0].match
    for _ in range(UNDO_LIMIT):
        red.answer(0, "go")
        red.undo(0, 1)
    red.answer(0, "go")
    written, why = len(people[0].log), "32 undos since round 1 are all that count: decide now"
    with pytest.raises(IllegalMove, match=why):
        red.undo(0, 1)
    assert (len(people[0].log), red.state.said) == (written, ["go"])
    exchange(people)
    send(people, forge(red, 0, ev.Act, ev.Undo(to=1)))
    assert whys(people) == [f"red goes back to round 1\n  taking back: {why}"]
    red.answer(0, "stay")  # still owed, and answered with the next n
    exchange(people)
    agree(people)
    assert people[1].match.state.said == ["go", "stay"]
    assert len(people[1].match.binding.undone) == UNDO_LIMIT


def test_3_5_another_seats_decision_begins_a_new_stretch():
    people = seated(without_end)
    red, green = people[0].match, people[1].match
    for _ in range(UNDO_LIMIT):
        red.answer(0, "go")
        red.undo(0, 1)
    for _ in range(7):
        red.answer(0, "go")
    exchange(people)
    green.answer(1, "stay")
    exchange(people)
    red.answer(0, "go")
    with pytest.raises(IllegalMove, match="another seat acted"):
        red.undo(0, red.rounds.r - 3)
    red.undo(0, red.rounds.r - 2)
    exchange(people)
    agree(people)
    assert len(green.binding.undone) == UNDO_LIMIT + 1
    assert green.state.said == ["go"] * 7 + ["stay"]


# ------------------------------------------------------------------ from the last checkpoint


@pytest.fixture
def applied(monkeypatch):
    """The rounds of the steps that were handed to the table of the watched match, again and again."""
    seen: dict[Binding, list[int]] = {}
    plain = Binding._apply

    def counted(self: Binding, step: Step) -> None:
        seen.setdefault(self, []).append(step.round)
        plain(self, step)

    monkeypatch.setattr(Binding, "_apply", counted)
    return lambda match: seen.setdefault(match.binding, [])


async def tens(state: Said) -> None:
    """Red decides for ever; play can restart after every ten answers."""
    while True:
        if len(state.said) % 10 == 0:
            await Checkpoint(state)
        state.note(len(state.said), await decides("red"))


def rounds_again(match: Match, applied: Any, to: int) -> list[int]:
    """The rounds whose steps are applied once more when red goes back."""
    applied(match).clear()
    match.undo(0, to)
    assert match.state.said == [f"{i} go" for i in range(to - 1)]
    return applied(match)


@pytest.mark.parametrize("long", [30, 120])
@pytest.mark.parametrize("back", [1, 4, 9, 10, 13])
def test_3_5_an_undo_begins_at_the_last_checkpoint_however_long_the_match(applied, long, back):
    """After `long` answers, in round `long` + 1, there is a checkpoint: only what came after the one before the target
    is done again."""
    red = seated(tens)[0].match
    for _ in range(long + 3):
        red.answer(0, "go")
    to = long + 4 - back - 1
    checkpoint = (to - 1) // 10 * 10 + 1
    assert rounds_again(red, applied, to) == list(range(checkpoint + 1, to + 1))


def test_3_5_without_a_checkpoint_an_undo_begins_at_the_start(applied):
    red = seated(without_end)[0].match
    for _ in range(5):
        red.answer(0, "go")
    applied(red).clear()
    red.undo(0, 4)
    assert applied(red) == [2, 3, 4]


def test_3_5_undos_and_answers_in_turn_cost_the_same_each_time(applied):
    red = seated(tens)[0].match
    for _ in range(25):
        red.answer(0, "go")
    to = red.rounds.r - 2
    costs = []
    for _ in range(UNDO_LIMIT):
        red.answer(0, "stay")
        applied(red).clear()
        red.undo(0, to)
        costs.append(len(applied(red)))
    assert costs == [4] * UNDO_LIMIT


def test_3_3_dice_that_were_at_hand_at_a_checkpoint_are_so_again():
    async def play(state: Said) -> None:
        if not state.said:
            state.note(await decides("red"))
            state.note(await Roll(rule="2", dice=3, sides=1000))
        await Checkpoint(state)
        state.note(await Roll(rule="2", dice=3, sides=1000))  # the same entropy, under its second label
        state.note(await decides("red"))
        state.note(await decides("red"))

    people = seated(play)
    red = people[0].match
    red.answer(0, "go")
    exchange(people)
    settle(people)
    rolled = list(red.state.said)
    assert len(set(rolled)) == 3
    for _ in range(3):
        red.answer(0, "go")
        red.undo(0, 3)
        assert red.state.said == rolled
    red.answer(0, "stay")
    exchange(people)
    agree(people)


def test_3_5_a_table_that_begins_again_has_told_what_came_before_and_tells_the_rest_alike():
    async def play(state: Said) -> None:
        if not state.said:
            await Tell(rule="1", text="the game begins")
        while True:
            await Checkpoint(state)
            await Tell(rule="1", text=f"{len(state.said)} were said")
            state.note(await decides("red"))
            state.note(await decides("red"))
            state.note(await decides("red"))
            await Tell(rule="2", text="a turn ends", headline=True)

    red = seated(play)[0].match
    for _ in range(4):
        red.answer(0, "go")
    told = list(red.binding.table.story)
    assert [(t.round, t.text) for t in told] == [
        (2, "the game begins"), (2, "0 were said"), (4, "a turn ends"), (4, "3 were said")
    ]  # fmt: skip
    for _ in range(2):
        red.answer(0, "go")
        red.undo(0, 5)
        assert red.binding.table.story == told


def test_3_5_a_table_that_begins_again_knows_the_secrets_and_claims_from_before():
    async def play(state: Said) -> None:
        def claims(text: str) -> Any:
            return lambda _: [Late("4", text, (state.kept[0],), lambda pace: pace > 1)]

        if not state.kept:
            state.kept += [(await bids("red"))["red"], await DrawSecret(rule="3", seat="red", pool=("a", "b", "c"))]
            state.note(await Ask(rule="4", seat="red", legal=lambda: ("no", "yes"), late=claims("at first")))
        await Checkpoint(state)
        for text in ("then", "at last"):
            state.note(await Ask(rule="4", seat="red", legal=lambda: ("no", "yes"), late=claims(text)))
        await Open(rule="5", sealed=dict(enumerate(state.kept)))
        state.note("open")

    people = seated(play)
    red, green = people[0].match, people[1].match
    red.seal(0, ["2"])
    settle(people)
    red.answer(0, "yes")
    pace, drawn = red.state.kept
    exchange(people)

    def known(match: Match) -> tuple[Any, ...]:
        secrets = match.binding.table.secrets
        return [secrets.peek(h) for h in (pace, drawn)], [late.claim for late in secrets.open_claims()]

    knew = known(red), known(green)
    assert knew[0][0][0] == 2
    assert knew[0][0][1] in [("a",), ("b",), ("c",)]
    assert knew[1] == ([None, None], ["at first"])
    for _ in range(3):
        red.answer(0, "yes")
        red.undo(0, red.rounds.r - 2)
        exchange(people)
        agree(people)
        assert (known(red), known(green)) == knew
    red.answer(0, "yes")
    red.answer(0, "no")
    exchange(people)
    settle(people)
    agree(people)
    assert known(green) == known(red) == (knew[0][0], [])
    tallies = [m.binding.table.secrets.tallies() for m in (red, green)]
    assert tallies[0] == tallies[1]
    assert [(t.made, t.judged, t.false) for t in tallies[1].values()] == [(3, 3, 0)]


def test_rules_that_cannot_restart_from_their_checkpoint_are_told_so():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        await Checkpoint(state)
        state.note(await decides("red"))
        state.note(await decides("red"))

    red = seated(play)[0].match
    for _ in range(2):
        red.answer(0, "go")
    with pytest.raises(AssertionError, match="rules cannot restart from the state of a Checkpoint: they ask Ask"):
        red.undo(0, 2)


def test_3_5_nothing_older_than_the_stretch_is_kept():
    people = seated(without_end)
    red, green = people[0].match, people[1].match
    for _ in range(7):
        red.answer(0, "go")
    assert sorted(red.binding._positions) == list(range(1, 9))
    exchange(people)
    green.answer(1, "go")
    exchange(people)
    assert sorted(red.binding._positions) == [8, 9]


def test_3_5_no_step_before_the_last_checkpoint_is_kept():
    red = seated(tens)[0].match
    for _ in range(25):
        red.answer(0, "go")
    steps, step = [], red.binding._last
    while step is not None:
        steps.append(step.round)
        step = step.before
    assert steps == [26, 25, 24, 23, 22, 21]


def test_3_5_what_was_sealed_with_others_says_why_it_stands():
    async def play(state: Said) -> None:
        state.note(await bids("red", "green"))
        state.note(await decides("red"))

    ruleset = little(play)
    people = [Person(first_line(ruleset=ruleset), {i: master(i)}, ruleset) for i in range(2)]
    settle(people)
    red, green = (p.match for p in people)
    red.seal(0, ["1"])
    with pytest.raises(NotYourTurn) as refused:
        red.undo(0, 1)
    assert str(refused.value) == (
        "red has signed its seal for round 2, where several seats answer at once: that cannot be taken back "
        "(protocol 3.5)"
    )
    assert refused.value.hint == "awaited: green; tell them with pbem note"
    exchange(people)
    green.seal(1, ["1"])
    exchange(people)
    with pytest.raises(IllegalMove, match="in round 2 several seats sealed at once: ask the others for a takeback"):
        red.undo(0, 1)
    with pytest.raises(NotYourTurn, match="green is not asked for anything now: only the one seat that is asked"):
        green.undo(1, 1)
