"""`as last time`: what a seat sealed last for the same rule, once more; its own tool alone knows what that was."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest
from people import Person, exchange, invite, settle
from tiny import TINY

from pbem.desk.early import check_early, read_early
from pbem.desk.orders import examples_of, give_orders
from pbem.desk.standing import carry_out_standing, set_standing
from pbem.errors import IllegalMove
from pbem.kit.forms import Form, Forms
from pbem.kit.policies import Choice, Policy
from pbem.kit.typed import AGAIN
from pbem.match.match import Match


@dataclasses.dataclass
class Folder:
    """A game folder that is open, as far as orders use it."""

    path: Path
    match: Match

    def flush(self) -> None:
        """Nothing is on disk here."""


class Pack(Form):
    """Two cards; who has been raiding may not repeat that in the last turn."""

    def read(self, asked, typed):
        return [typed.word("rest", "march", "raid") or typed.stop("which card?") for _ in range(2)]

    def again(self, asked, last, typed):
        if "raid" in last and asked.state.turn == asked.state.turns:
            typed.stop("raid: nobody raids in the last turn")
        return last


FORMS = Forms({"2.1": Pack()})
PACK = Policy(name="pack", title="what is packed", rules=("2.1",), choices={"same": Choice("as last time")},
              answer=lambda asked, setting: AGAIN)
GAME = dataclasses.replace(TINY, policies=(PACK,), read_orders=FORMS.read_orders, again=FORMS.again)


def packing(turn: int, cards: str = "rest march") -> list[Person]:
    """A match of three people that rests where all pack for this turn, each the same cards in every turn before."""
    people = invite(ruleset=GAME)
    rng = random.Random(3)
    settle(people)
    while people[0].match.state.turn < turn or people[0].match.request.rule != "2.1":
        made = [event for person in people for event in person.match.run_mechanical()]
        for person in people:
            duties = [] if made else [d for d in person.match.mine() if not d.is_mechanical]
            if duties and person.match.request.rule == "2.1":
                person.match.seal(duties[0].seat, cards.split())
            elif duties:
                person.carry_out(duties[0], rng)
        exchange(people)
    return people


def test_the_words_seal_what_the_same_seat_sealed_last(tmp_path):
    person = packing(2)[1]
    (given,) = give_orders(Folder(tmp_path, person.match), ["As  last time"])
    assert (given.rule, given.text) == ("2.1", "rest; march")
    assert not any(b"last" in line for line in person.match.feeds.lines())


def test_they_are_offered_with_what_they_come_to(tmp_path):
    match = packing(2)[1].match
    assert examples_of(match, match.request, "green")[-1] == "as last time  # rest; march"
    give_orders(Folder(tmp_path, match), [examples_of(match, match.request, "green")[-1]])
    match = packing(1)[1].match
    assert not any(AGAIN in example for example in examples_of(match, match.request, "green"))


@pytest.mark.parametrize(
    ("turn", "cards", "why"),
    [(1, "rest march", "you have sealed nothing for this before"),
     (2, "rest raid", "raid: nobody raids in the last turn")],
)
def test_what_cannot_be_repeated_is_told_and_nothing_is_signed(tmp_path, turn, cards, why):
    match = packing(turn, cards)[1].match
    before = list(match.feeds.lines())
    with pytest.raises(IllegalMove, match=why):
        give_orders(Folder(tmp_path, match), [AGAIN])
    assert list(match.feeds.lines()) == before


def test_a_game_without_such_forms_repeats_nothing():
    match = packing(2)[1].match
    with pytest.raises(IllegalMove, match="anew each time"):
        TINY.repeated(match.state, match.binding.table, match.request, "green")


def test_a_standing_order_repeats_and_says_what_it_gave(tmp_path):
    match = packing(2)[1].match
    set_standing(tmp_path, match, "green", "pack", "same")
    assert carry_out_standing(Folder(tmp_path, match)) == ["standing order pack (same): green: rest; march"]
    match = packing(1)[1].match
    (told,) = carry_out_standing(Folder(tmp_path, match))
    assert "you are asked" in told
    assert "you have sealed nothing for this before" in told


def test_they_may_be_filed_before_they_are_asked_for():
    match = packing(2)[1].match
    check_early(match, read_early(f"2.1: {AGAIN}", "green"))
