"""The conditions and moments of every game: each is read and answered in the first position, and asks only its own."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.kit.conditions import Case, read_conditions
from pbem.record.events import Answer
from pbem.record.wire import CODEC
from pbem.ruleset import find

GAMES = ("angola", "fallujah", "enduring_freedom", "anaconda")
SPOKEN = {
    "angola": {
        "no enemy": "no enemy nova lisboa", "enemy": "enemy luanda", "odds": "odds 2:1 luanda",
        "control": "control luanda",
        "at": "at a luanda", "alive": "alive b", "turn": "turn 1", "air": "air >= 0", "aid": "aid >= 1",
        "round": "round <= 0", "track": "track <= 20",
    },
    "fallujah": {
        "ops": "ops >= 1", "kia": "kia <= 3", "turn": "turn <= 9", "round": "round <= 2", "enemies": "enemies <= 2",
        "node": "node souk", "at": "at 2-7 souk", "alive": "alive 2-7", "whole": "whole 2-7",
    },
    "enduring_freedom": {
        "no enemy": "no enemy kabul", "enemy": "enemy kabul", "np": "np >= 5", "jihad": "jihad <= 9", "turn": "turn 1",
        "at": "at tf sword kabul", "alive": "alive tf sword", "in play": "in play tf sword",
    },
    "anaconda": {
        "no enemy": "no enemy 1710", "enemy": "enemy 1710", "enemy near": "enemy near 1710", "held": "held 1710",
        "at": "at mako 31 1710", "alive": "alive mako 31", "pinned": "pinned mako 31", "turn": "turn 1",
        "drawn": "drawn >= 0",
    },
}  # fmt: skip


def start(game):
    ruleset = find(game)
    options = ruleset.full_options({})
    return ruleset, ruleset.new_state(str(options["scenario"]), options, ruleset.data_files(None))


@pytest.mark.parametrize("game", GAMES)
def test_every_condition_is_read_answered_and_said(game):
    ruleset, state = start(game)
    assert set(SPOKEN[game]) == set(ruleset.conditions)
    for name, words in SPOKEN[game].items():
        assert ruleset.conditions[name].usage.startswith(name)
        for seat in ruleset.seats:
            (plain,) = read_conditions(ruleset.conditions, state, words, rule="1")
            (turned,) = read_conditions(ruleset.conditions, state, f"not {words}", rule="1")
            case = Case(state, seat, lambda _: None)
            assert plain.holds(case) is not turned.holds(case)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_that_ask_are_moments(game):
    ruleset, state = start(game)
    for seat in ruleset.seats:
        moments = ruleset.moments(state, seat)
        assert len(moments) > 8
        assert all(set(moment.gone) - {""} <= set(moment.abouts) for moment in moments.values())


def test_odds_are_of_the_force_that_the_answer_sends_and_never_so_against_a_hidden_column():
    from rulesets.angola.state import Column, Loose
    from rulesets.angola.words.operations import Order

    _, state = start("angola")
    ruleset = find("angola")
    infantry = [u for u in state.factions["fapla"].reserve if ".inf" in u][:4]
    state.factions["fapla"].columns["a"] = Column("luanda", known=infantry)
    enemy = next(u for u in state.factions["unita"].reserve if ".inf" in u)
    state.factions["unita"].loose[enemy] = Loose("lucala")

    def holds(words, order):
        (asked,) = read_conditions(ruleset.conditions, state, words, rule="5.2")
        return asked.holds(Case(state, "fapla", lambda _: None, "5.2", "fapla/a", order))

    go, fewer = Order((), ("catete", "lucala")), Order(tuple(infantry[:3]), ("lucala",))
    assert (holds("odds 2:1", go), holds("odds 4:1", go), holds("odds 5:1", go)) == (True, True, False)
    assert (holds("odds 1:1", fewer), holds("odds 2:1", fewer)) == (True, False)  # three stay behind
    assert holds("odds 9:1", Order((), ("catete",)))  # nobody stands there
    assert not holds("odds 1:9", Order())  # nobody goes anywhere
    assert holds("odds 4:1 lucala", go)
    assert (holds("at a luanda", go), holds("alive b", go), holds("enemy lucala", go)) == (True, False, True)
    state.factions["unita"].columns["c"] = Column("lucala", sealed=next(iter_sealed()))
    assert not holds("odds 1:9", go)


def iter_sealed():
    from pbem.play.requests import Sealed

    yield Sealed("unita", "r3/8.1-3/0")


def answers_of(game):
    """Every answer in the recorded games, by rule: canonical words."""
    found = {}
    for log in (Path(__file__).parents[2] / "logs" / game).glob("*/game.pbem"):
        for line in log.read_bytes().splitlines(keepends=True):
            with contextlib.suppress(PbemError):  # one of them is wrong on purpose
                body = getattr(CODEC.decode(line).msg, "body", None)
                if isinstance(body, Answer):
                    found.setdefault(body.rule, set()).add(body.say)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_recorded_answer_is_refused_before_it_is_asked(game):
    ruleset, state = start(game)
    moments = {rule: moment for seat in ruleset.seats for rule, moment in ruleset.moments(state, seat).items()}
    answers = answers_of(game)
    assert sum(map(len, answers.values())) > 100
    unknown = {(rule, moments[rule].words.unknown(say)) for rule, says in answers.items() for say in says
               if rule in moments}
    assert {one for one in unknown if one[1]} == set()


@pytest.mark.parametrize(("game", "rule", "words", "unknown", "near"), [
    ("angola", "5.2", "go luso luzo", "luzo", "Luso"),
    ("angola", "5.2", "goo luso", "goo", "go"),
    ("angola", "5.2", "detach 2inf xart3 go nova lisboa", "xart3", ""),
    ("angola", "9.4", "luanda", "luanda", ""),
    ("angola", "5.4", "a comand blank", "comand", "command"),
    ("anaconda", "8.1-p", "muve mako 31 1710", "muve", "move"),
    ("fallujah", "16.1", "2-7 inteligence", "inteligence", "intel"),
    ("enduring_freedom", "16.0", "drive na_armor_1 kabull", "kabull", "Kabul"),
])  # fmt: skip
def test_a_word_that_means_nothing_is_told_with_what_is_near(game, rule, words, unknown, near):
    ruleset, state = start(game)
    lexicon = ruleset.moments(state, ruleset.seats[0])[rule].words
    assert lexicon.unknown(words) == unknown
    assert not near or near in lexicon.near(unknown)


def test_12_1_1_r103_aid_is_counted_by_tokens_of_both_colours():
    ruleset, state = start("angola")
    state.factions["mpla"].tokens, state.factions["unita"].tokens = {"mpla": 2, "unita": 1}, {}

    def holds(words, seat):
        (asked,) = read_conditions(ruleset.conditions, state, words, rule="12.4.1")
        return asked.holds(Case(state, seat, lambda _: None))

    assert [holds(f"aid {bound}", "mpla") for bound in ("3", ">= 3", ">= 4", "<= 2")] == [True, True, False, False]
    assert holds("aid 0", "unita")


def test_what_one_side_of_anaconda_alone_is_asked_can_be_filed_by_it_alone():
    """17.1 only the Coalition flies; 19.1 only it sends recon; 14.9, 20.4, 24.3 are Al Qaeda's, 22.3, 24.2 are not."""
    ruleset, state = start("anaconda")
    coalition, al_qaeda = (set(ruleset.moments(state, seat)) for seat in ("coalition", "al_qaeda"))
    assert {"17.1", "17.1-s", "14.9", "20.4", "24.3"} <= al_qaeda - coalition
    assert {"15.2", "19.1", "19.1-p", "22.3", "24.2"} <= coalition - al_qaeda
