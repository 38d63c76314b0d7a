"""The figure: hand-overs counted from the record of a game, by hand, with couriers, standing and filed orders."""

from __future__ import annotations

import dataclasses

import pytest

from pbem.desk.letters import by_turn, letters
from pbem.errors import WrongUse
from pbem.kit.conditions import Condition, is_so, read_bound
from pbem.kit.filing import Filed
from pbem.kit.policies import Choice, Policy, spelled
from pbem.lab import demo
from pbem.lab.figure import figure_of
from tiny import TINY, RandomBot


class Timid(RandomBot):
    """Boasts of nothing and packs two rests, so that what it does is known beforehand."""

    def choose(self, state, request, peek, rng):
        if request.rule == "3.3":
            return 1
        return ["rest", "rest"] if request.rule == "2.1" else super().choose(state, request, peek, rng)

    def file_ahead(self, state, peek, rng):
        yield Filed("3.3", "", "1" if self.seat == "red" else f"1 if turn {state.turn}")


TURN = Condition("turn N: it is that turn", read_bound(0, 9), lambda case, bound: is_so(case.state.turn, bound))
GAME = dataclasses.replace(TINY, bots={"timid": Timid}, conditions={"turn": TURN})
BOAST = Policy(
    name="boast", title="what is claimed", rules=("3.3",), usual="little", choices={"little": Choice("one")},
    answer=lambda asked, setting: spelled(asked, 1),
)
WRONG = dataclasses.replace(BOAST, answer=lambda asked, setting: "2")


def played(tmp_path, monkeypatch, game, **more):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: game)
    report = demo.play(tmp_path, game, seed=4, **more)
    return report, figure_of(report.folders[0] / "game.pbem")


def test_by_hand_it_is_what_the_desks_counted(tmp_path, monkeypatch):
    report, figure = played(tmp_path, monkeypatch, TINY)
    assert (figure.all, figure.human) == (report.handovers, report.human_handovers)
    assert figure.human_courier <= figure.human
    assert figure.human_standing == figure.human_unconditional == figure.human_filed == figure.human_courier


def test_decisions_are_those_that_no_secret_makes(tmp_path, monkeypatch):
    _, figure = played(tmp_path, monkeypatch, GAME)
    assert {rule: one.decisions for rule, one in figure.by_rule.items()} == {"1.3": 3, "2.1": 6, "3.3": 12}
    assert figure.typed == 21 - sum(one.filed for one in figure.by_rule.values())


def test_one_person_is_fetched_once(tmp_path, monkeypatch):
    _, figure = played(tmp_path, monkeypatch, GAME, holders=dict.fromkeys(GAME.seats, "one"), policy="mover")
    assert (figure.all, figure.human, figure.human_courier, figure.human_filed) == (1, 1, 1, 1)


def test_standing_orders_count_if_they_give_the_words_of_the_record(tmp_path, monkeypatch):
    _, figure = played(tmp_path / "right", monkeypatch, dataclasses.replace(GAME, policies=(BOAST,)))
    assert figure.by_rule["3.3"].standing == 12
    assert figure.human_standing == 7  # 1.3, 2.1, 2.1: nine seals, two by him who still sat there
    _, figure = played(tmp_path / "wrong", monkeypatch, dataclasses.replace(GAME, policies=(WRONG,)))
    assert figure.by_rule["3.3"].standing == 0
    assert figure.human_standing == figure.human_courier


def test_orders_filed_ahead_count_if_they_are_meant_when_their_moment_comes(tmp_path, monkeypatch):
    _, figure = played(tmp_path, monkeypatch, GAME)
    assert figure.by_rule["3.3"].filed == figure.filed_alike
    assert 0 < figure.by_rule["3.3"].filed < 12  # filed once each time its owner leaves, and he is asked twice a turn
    assert figure.human_filed < figure.human_unconditional < figure.human_standing
    assert figure.by_rule["3.3"].filed + figure.by_rule["3.3"].asked == 12


def test_letters_are_those_of_the_record_that_no_order_answers(tmp_path, monkeypatch):
    report, figure = played(tmp_path / "all", monkeypatch, TINY)
    counted = {turn: sum(post.typed for post in posts.values())
               for turn, posts in by_turn(letters(report.folders[0] / "game.pbem")).items()}
    assert figure.letters == {"": {turn: count for turn, count in counted.items() if count}}
    helped = dataclasses.replace(GAME, policies=(BOAST,))
    report, figure = played(tmp_path / "helped", monkeypatch, helped)
    assert sum(figure.letters[""].values()) == 9 - 1  # two rounds of seals by three, one of them in one letter
    assert figure.typed == 9


def test_an_order_whose_condition_fails_is_not_given(tmp_path, monkeypatch):
    class Wary(Timid):
        def file_ahead(self, state, peek, rng):
            yield Filed("3.3", "", "1 if turn 9")

    _, figure = played(tmp_path, monkeypatch, dataclasses.replace(GAME, bots={"wary": Wary}))
    assert figure.by_rule["3.3"].filed == 0
    assert figure.human_filed == figure.human_standing


def test_an_order_that_is_not_legal_any_more_is_not_given(tmp_path, monkeypatch):
    class Wild(Timid):
        def file_ahead(self, state, peek, rng):
            yield Filed("3.3", "", "nine")

    _, figure = played(tmp_path, monkeypatch, dataclasses.replace(GAME, bots={"wild": Wild}))
    assert figure.by_rule["3.3"].filed == 0


def test_an_unfinished_game_is_refused(tmp_path, monkeypatch):
    report, _ = played(tmp_path, monkeypatch, GAME)
    log = report.folders[0] / "game.pbem"
    lines = log.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.pbem"
    cut.write_bytes(b"".join(lines[:-3]))
    with pytest.raises(WrongUse, match="when a game is over"):
        figure_of(cut)
