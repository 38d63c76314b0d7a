"""Drafts by their numbers: one is taken back or said otherwise, and what follows it is judged again."""

from __future__ import annotations

import pytest

import orders
from orders import ORDERS
from pbem.desk.drafting import Drafting, send_drafts, take_orders
from pbem.desk.drafts import keep_drafts, keep_sent, kept_drafts, kept_sent
from pbem.desk.redrafting import replace_draft, take_back_draft
from pbem.errors import FalseClaim, IllegalMove, NotYourTurn, WrongUse
from seated import people, said


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)


class Ana:
    """Ana at her desk, with four drafts of red: strength 2, a claim of 1, a path of two steps, and no die."""

    def __init__(self, root, seats):
        desks = people(root, seats)
        self.desk, self.folder = desks["ana"], root / "ana" / "game"

    def do(self, act):
        with self.desk.game(self.folder) as game:
            return act(game)

    def draft(self, *lines):
        return self.do(lambda game: take_orders(game, list(lines)))

    @property
    def kept(self):
        return self.do(lambda game: [f"{one.rule} {one.text}" for one in kept_drafts(self.folder, game.gid)])

    def standing(self):
        """How many drafts stand, and how many do not."""
        def count(game):
            drafting = Drafting(game.match, self.folder)
            drafting.leave()
            return len(drafting.drafts), len(drafting.unfit)

        return self.do(count)


@pytest.fixture
def ana(tmp_path):
    one = Ana(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})
    for words in ("2", "1", "1-2", "yes"):
        one.draft(words)
    return one


def test_what_follows_a_draft_that_is_taken_back_is_judged_again_and_told(ana):
    found = ana.do(lambda game: take_back_draft(game, number=3))
    assert (found.gone.text, [(one.rule, why) for one, why in found.dropped]) == (
        "1-2", [("1.4", "red is not asked for 1.4 red now")])
    assert ana.kept == ["1.1 2", "1.2 1"]
    assert ana.standing() == (2, 0)


def test_a_draft_is_said_otherwise_and_those_behind_it_stand(ana):
    found = ana.do(lambda game: replace_draft(game, 2, "2"))
    assert (found.gone.text, found.given.text, found.dropped) == ("1", "2", [])
    assert ana.kept == ["1.1 2", "1.2 2", "1.3 1-2", "1.4 yes"]
    assert ana.do(send_drafts) == 4
    assert said(ana.folder, ana.desk, "red") == [["2"], ["2"], ["1-2"], ["yes"]]


def test_what_an_answer_makes_illegal_is_dropped_with_why_and_so_is_what_follows(ana):
    found = ana.do(lambda game: replace_draft(game, 2, "0"))  # with a claim of 0 red goes one step
    assert [(one.rule, why.partition("; ")[0]) for one, why in found.dropped] == [
        ("1.3", "red goes (1, 2)"), ("1.4", "red is not asked for 1.4 red now")]
    assert "each step goes to a neighbour" in found.dropped[0][1]
    assert ana.kept == ["1.1 2", "1.2 0"]
    assert ana.standing() == (2, 0)


def test_a_claim_that_an_other_secret_belies_is_dropped(ana):
    found = ana.do(lambda game: replace_draft(game, 1, "0"))
    assert [one.rule for one, _ in found.dropped] == ["1.2", "1.3", "1.4"]
    assert ana.kept == ["1.1 0"]


@pytest.mark.parametrize(("words", "error"), [("7", IllegalMove), ("3", FalseClaim), ("", IllegalMove)])
def test_what_cannot_be_said_there_changes_nothing(ana, words, error):
    before = ana.kept
    with pytest.raises(error):
        ana.do(lambda game: replace_draft(game, 2, words))
    assert ana.kept == before
    assert ana.standing() == (4, 0)


@pytest.mark.parametrize(
    ("number", "seat", "why"),
    [(5, None, "there is no draft 5: 4 drafts are kept"), (0, None, "there is no draft 0"),
     (1, "green", "draft 1 is one of red: 2"), (None, "green", "green has no draft")],
)
def test_a_draft_that_there_is_not_is_told(ana, number, seat, why):
    with pytest.raises(WrongUse, match=why):
        ana.do(lambda game: take_back_draft(game, seat, number))
    if number is not None:
        with pytest.raises(WrongUse, match=why):
            ana.do(lambda game: replace_draft(game, number, "1", seat))
    assert len(ana.kept) == 4


def spoil(ana, at, words):
    """A draft that something has overtaken."""
    import msgspec

    def act(game):
        kept = kept_drafts(ana.folder, game.gid)
        kept[at] = msgspec.structs.replace(kept[at], says=(words,))
        keep_drafts(ana.folder, game.gid, kept)

    ana.do(act)


def test_what_something_else_has_overtaken_is_kept_until_it_is_named(ana):
    spoil(ana, 1, "3")  # red's strength belies it
    assert ana.standing() == (1, 3)
    with pytest.raises(NotYourTurn) as refused:
        ana.do(send_drafts)
    assert "this one with: pbem undo 2" in refused.value.hint
    found = ana.do(lambda game: take_back_draft(game))
    assert (found.gone.rule, found.dropped) == ("1.4", [])
    with pytest.raises(WrongUse, match="draft 3 stands behind one that does not stand any more"):
        ana.do(lambda game: replace_draft(game, 3, "1"))
    assert ana.kept == ["1.1 2", "1.2 3", "1.3 1-2"]
    ana.do(lambda game: replace_draft(game, 2, "1"))
    assert ana.kept == ["1.1 2", "1.2 1", "1.3 1-2"]
    assert ana.standing() == (3, 0)


def test_of_what_was_sent_and_held_back_only_what_stands_before_the_change_stays_sent(ana):
    ana.do(lambda game: keep_sent(ana.folder, game.gid, 4))
    ana.do(lambda game: replace_draft(game, 3, "1"))
    assert ana.do(lambda game: kept_sent(ana.folder, game.gid)) == 2
    ana.do(lambda game: take_back_draft(game, number=1))
    assert ana.do(lambda game: kept_sent(ana.folder, game.gid)) == 0


def test_alone_an_answer_that_a_die_follows_then_is_signed(tmp_path):
    ana = Ana(tmp_path, dict.fromkeys(orders.SEATS, "ana"))
    ana.draft("2", "1", "1-2")
    found = ana.do(lambda game: replace_draft(game, 3, "1"))
    assert (found.signed, ana.kept) == (0, ["1.1 2", "1.2 1", "1.3 1"])
    ana.draft("no")
    assert ana.kept == []
