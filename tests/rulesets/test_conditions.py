"""The conditions and moments of every game: each is read and answered in the first position, and asks only its own."""

from __future__ import annotations

import contextlib
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.desk.early import cannot_come, check_early, read_early
from pbem.errors import IllegalMove, PbemError, WrongUse
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
        "morale": "morale >= medium", "vp": "vp >= -5", "nodes": "nodes <= 20", "control": "control souk",
        "have": "have netwar >= 1", "lost": "lost <= 0", "uprising": "uprising",
        "node": "node souk", "at": "at 2-7 souk", "alive": "alive 2-7", "whole": "whole 2-7",
    },
    "enduring_freedom": {
        "no enemy": "no enemy kabul", "enemy": "enemy kabul", "enemies": "enemies kabul <= 2",
        "control": "control kabul", "own": "own kabul", "alliance": "alliance kabul", "ready": "ready uav >= 1",
        "lost": "lost <= 0",
        "score": "score >= 9", "np": "np >= 5", "jihad": "jihad <= 9", "turn": "turn 1",
        "at": "at tf sword kabul", "alive": "alive tf sword", "in play": "in play tf sword",
    },
    "anaconda": {
        "no enemy": "no enemy 1710", "enemy": "enemy 1710", "enemy near": "enemy near 1710", "held": "held 1710",
        "at": "at mako 31 1710", "alive": "alive mako 31", "pinned": "pinned mako 31", "turn": "turn 1",
        "drawn": "drawn >= 0", "enemies": "enemies 1710 <= 2", "near": "near mako 31 1710", "left": "left panic",
        "acting": "acting tf rakkasan", "gunships": "gunships >= 2", "air": "air >= 1", "lost": "lost <= 0",
        "helicopters lost": "helicopters lost <= 0", "killed": "killed >= 1", "lead": "lead >= -3",
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
    from pbem_games.angola.state import Column, Loose
    from pbem_games.angola.words.operations import Card, Order

    _, state = start("angola")
    ruleset = find("angola")
    infantry = [u for u in state.factions["fapla"].reserve if ".inf" in u][:4]
    state.factions["fapla"].columns["a"] = Column("luanda", known=infantry)
    enemy = next(u for u in state.factions["unita"].reserve if ".inf" in u)
    state.factions["unita"].loose[enemy] = Loose("lucala")

    def holds(words, order):
        (asked,) = read_conditions(ruleset.conditions, state, words, rule="5.2")
        return asked.holds(Case(state, "fapla", lambda _: None, "5.2", "fapla/a", order, Card("a")))

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


def whole_lines(log):
    """The lines of a log that can be read; one of them is wrong on purpose."""
    for line in log.read_bytes().splitlines(keepends=True):
        with contextlib.suppress(PbemError):
            CODEC.decode(line)
            yield line


def answers_of(game):
    """Every answer in the recorded games, by seat and rule: canonical words."""
    found = {}
    for log in (Path(__file__).parents[2] / "logs" / game).glob("*/game.pbem"):
        lines = log.read_bytes().splitlines(keepends=True)
        names = [seat.name for seat in CODEC.decode(lines[0]).msg.body.seats]
        for line in lines:
            with contextlib.suppress(PbemError):  # one of them is wrong on purpose
                event = CODEC.decode(line).msg
                if isinstance(getattr(event, "body", None), Answer):
                    found.setdefault((names[event.seat], event.body.rule), set()).add(event.body.say)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_recorded_game_could_have_been_filed_for(game):
    """By the options of that game: its rule asks the seat, and may ask about this."""
    ruleset, asked, rules = find(game), 0, import_module(f"pbem_games.{game}.forms").FORMS.rules()
    for log in (Path(__file__).parents[2] / "logs" / game).glob("*/game.pbem"):
        events = [CODEC.decode(line).msg for line in whole_lines(log)]
        names, options = [seat.name for seat in events[0].body.seats], events[0].body.options
        state = ruleset.new_state(str(options["scenario"]), options, ruleset.data_files(None))
        known = {seat: ruleset.moments(state, seat) for seat in ruleset.seats_of(options)}
        for event in events:
            if isinstance(getattr(event, "body", None), Answer) and event.body.rule in rules:
                seat, asked = names[event.seat], asked + 1
                assert event.body.rule in known[seat], (log.parent.name, seat, event.body.rule)
                abouts = known[seat][event.body.rule].abouts
                assert not abouts or event.body.about in abouts, (log.parent.name, seat, event.body)
    assert asked > 100


@pytest.mark.parametrize(("mode", "seat", "order", "why"), [
    ("plan", "coalition", "8.1-p/a/0: pass", "never asks coalition about a/0"),
    ("plan", "al_qaeda", "8.1-p/tfr/0: pass", "never asks al_qaeda about tfr/0"),
    ("plan", "coalition", "8.1/tfr: pass", "rule 8.1 never asks coalition"),
    ("step", "coalition", "8.1-p/tfr/0: pass", "rule 8.1-p never asks coalition"),
    ("plan", "al_qaeda", "24.3/isr: pass", "rule 24.3 never asks al_qaeda"),
    ("plan", "coalition", "4.2/turn19: draw", "never asks coalition about turn19"),
])
def test_5_2_a_moment_of_anaconda_is_that_of_ones_own_marker_mode_and_options(mode, seat, order, why):
    ruleset = find("anaconda")
    options = ruleset.full_options({"mode": mode})
    state = ruleset.new_state(str(options["scenario"]), options, ruleset.data_files(None))
    with pytest.raises(WrongUse, match=why):
        check_early(SimpleNamespace(ruleset=ruleset, state=state, request=None), read_early(order, seat))


def test_6_2_5_a_marker_of_anaconda_that_is_out_of_the_game_and_a_turn_that_is_over_are_told():
    ruleset, state = start("anaconda")
    state.gone, state.turn, state.phase = ["jihad"], 3, "operations"
    match = SimpleNamespace(ruleset=ruleset, state=state, request=None)

    def why(order, seat="al_qaeda"):
        return cannot_come(match, read_early(order, seat))

    assert why("8.1-p/jihad/0: pass") == "the marker Jihad! is out of the game"
    assert why("4.2/turn2: draw") == "it is turn 3"
    assert why("r110/turn2/0: pass") == "it is turn 3"
    assert why("3.4: pass") == "the set-up is over"
    assert (why("4.2/turn3: draw"), why("8.1-p/a/0: pass"), why("22.3/turn9: end", "coalition")) == ("", "", "")


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_recorded_answer_is_refused_before_it_is_asked(game):
    ruleset, state = start(game)
    moments = {(seat, rule): moment for seat in ruleset.seats for rule, moment in ruleset.moments(state, seat).items()}
    answers = answers_of(game)
    assert sum(map(len, answers.values())) > 100
    unknown = {(*asked, moments[asked].words.unknown(say)) for asked, says in answers.items() for say in says
               if asked in moments}
    assert {one for one in unknown if one[2]} == set()


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


def asks(game, state, seat=""):
    """A function: whether a condition holds for a seat."""
    ruleset = find(game)

    def holds(words):
        (asked,) = read_conditions(ruleset.conditions, state, words, rule="1")
        return asked.holds(Case(state, seat or ruleset.seats[0], lambda _: None))

    return holds


def test_9_2_6_1_of_fallujah_the_indexes_go_below_zero_and_morale_is_a_scale():
    _, state = start("fallujah")
    state.kia, state.morale = -3, "medium"
    holds = asks("fallujah", state)
    assert [holds(f"kia {bound}") for bound in ("-3", "<= -3", ">=-2", "<= 0")] == [True, True, False, True]
    assert [holds(f"morale {bound}") for bound in ("medium", "<= high", ">= high", "low")] == [True, True, False, False]
    with pytest.raises(IllegalMove, match="glum is not understood here\n  legal: low, medium, high, fanatic"):
        holds("morale >= glum")
    with pytest.raises(IllegalMove, match="-1 is not understood here"):
        holds("ops >= -1")


def test_5_0_6_1_of_fallujah_what_is_held_at_hand_and_lost():
    from pbem_games.fallujah.state import ELIMINATED
    from pbem_games.fallujah.victory import points

    _, state = start("fallujah")
    holds = asks("fallujah", state)
    assert (holds("control souk"), holds("have netwar >= 2"), holds("lost 0"), holds("uprising")) == (
        False, False, True, False)
    souk = next(id for id, space in state.numbers.spaces.items() if "Souk" in space.name)
    state.units["usa_2_7"].place, state.available["netwar"], state.uprising = souk, 2, True
    state.units["usa_2_2"].place = ELIMINATED
    assert (holds("control souk"), holds("have netwar >= 2"), holds("lost 1"), holds("uprising")) == (
        True, True, True, True)
    assert holds(f"vp {points(state)}")
    assert holds(f"nodes {len(state.nodes)}")


def test_3_7_8_6_5_0_of_enduring_freedom_who_holds_a_zone_what_is_ready_and_the_score():
    from pbem_games.enduring_freedom.state import ELIMINATED, READY, Counter
    from pbem_games.enduring_freedom.victory import awards

    _, state = start("enduring_freedom")
    holds = asks("enduring_freedom", state)
    count = len(state.islamists["kabul"])
    assert count
    assert (holds(f"enemies kabul {count}"), holds("control kabul"), holds("own kabul")) == (True, False, False)
    unit = next(iter(state.numbers.ground))
    state.islamists["kabul"], state.units[unit].place = [], "kabul"
    assert (holds("enemies kabul 0"), holds("control kabul"), holds("own kabul")) == (True, True, True)
    assert holds(f"score {state.np + sum(np for _, np in awards(state))}")
    state.north["kabul"] = [Counter(id="anybody")]
    assert holds("alliance kabul")
    state.units["uav_1"].place, state.units["uav_2"].place = READY, ELIMINATED
    assert (holds("ready uav 1"), holds("ready cruise missiles 0"), holds("lost 1")) == (True, True, True)


def test_10_28_7_3_23_2_of_anaconda_markers_losses_and_tokens_by_number():
    from pbem_games.anaconda.state import DEAD, READY, Counter, Operations

    _, state = start("anaconda")
    with pytest.raises(IllegalMove, match="t7 is not understood here"):
        asks("anaconda", state)("at t7 1710")
    state.tokens = {"t7": Counter(place="1710", pinned=True), "t8": Counter(place=DEAD)}
    for seat in ("coalition", "al_qaeda"):  # what lies face down is told to neither
        holds = asks("anaconda", state, seat)
        asked = ("at t7 1710", "at token 7 1711", "near t7 1711", "pinned t7", "alive t8")
        assert [holds(words) for words in asked] == [True, False, True, True, False]
        assert holds("killed 1")
    assert asks("anaconda", state, "coalition")("enemies 1710 1")
    assert asks("anaconda", state, "al_qaeda")("enemies 1710 0")
    assert (holds("left panic"), holds("left tf commando"), holds("acting tfr"), holds("lost 0"), holds("air 0")) == (
        True, False, False, True, True)
    state.command_pool.remove("panic")
    state.operations = Operations("coalition", "tfr", ["tfr"])
    helicopter = next(id for id in state.units if state.numbers.is_helicopter(id))
    airstrike = next(id for id in state.units if state.numbers.is_air(id))
    state.units[helicopter].place, state.units[airstrike].place = DEAD, READY
    ready = sum(asks("anaconda", state)(f"gunships >= {n}") for n in range(1, 9))
    assert (holds("left panic"), holds("acting tfr"), holds("lost 1"), holds("helicopters lost 1"), holds("air 1")) == (
        False, True, True, True, True)
    assert holds(f"gunships {ready}")


def test_23_2_of_anaconda_the_lead_is_that_of_the_scene_and_counts_nothing_face_down():
    from pbem_games.anaconda.state import DEAD, FIRE, Counter, Loss

    def lead(scene):
        ours, theirs = [score.value for score in scene.scores if not score.sides]
        return ours - theirs

    ruleset, state = start("anaconda")
    hidden = next(iter_sealed())
    state.phase = "operations"
    state.tokens = {"t7": Counter(place=DEAD, sealed=hidden, loss=Loss(FIRE))}
    for seat in ruleset.seats:
        assert lead(ruleset.scene(state, seat, lambda _: None)) == 0
        assert asks("anaconda", state, seat)("lead 0")
    helicopter = next(id for id in state.units if state.numbers.is_helicopter(id))
    state.units[helicopter].place, state.units[helicopter].loss = DEAD, Loss(FIRE)
    now = lead(ruleset.scene(state, "coalition", lambda _: None))
    assert now < 0
    assert asks("anaconda", state)(f"lead {now}")


def test_what_one_side_of_anaconda_alone_is_asked_can_be_filed_by_it_alone():
    """17.1 only the Coalition flies; 19.1 only it sends recon; 14.9, 20.4, 24.3 are Al Qaeda's, 22.3, 24.2 are not."""
    ruleset, state = start("anaconda")
    state.options.leaders = True
    coalition, al_qaeda = (set(ruleset.moments(state, seat)) for seat in ("coalition", "al_qaeda"))
    assert {"17.1", "17.1-s", "14.9", "20.4", "24.3"} <= al_qaeda - coalition
    assert {"15.2", "19.1-p", "22.3", "24.2"} <= coalition - al_qaeda
