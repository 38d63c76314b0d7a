"""What if at the table: what `pbem replay --what-if` says, in its own time, as one seat knows the match."""

from __future__ import annotations

import time

import pytest

from desks import Desks, copied, set_up
from pbem.limits import MOST_WAYS_ON
from sat_down import Visitor, alone

SETUP = "setup north 2-7cav 2-2inf jsotf"
NOTHING = {"runs": False, "seed": "", "count": 0, "played": 0, "answers": 0, "heading": "", "lines": [], "shares": [],
           "notes": [], "why": []}  # fmt: skip


@pytest.fixture(scope="module")
def eva(tmp_path_factory):
    """Eva alone at Fallujah, one order sent."""
    desks, visitor, game = alone(tmp_path_factory.mktemp("trying"))
    desks.must("eva", "do", "--send", SETUP)
    return desks, visitor, game


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """Four people at Angola!, each asked for the set-up."""
    return set_up(tmp_path_factory.mktemp("four"))


@pytest.fixture
def ana(four, tmp_path):
    """Ana at her table, with FAPLA alone."""
    desks = copied(four, tmp_path)
    visitor = Visitor(desks.home("ana"))
    yield desks, visitor, visitor.ask("GET", "/api/matches").data[0]["game"]
    visitor.room.trying.end()


def ended(visitor: Visitor, game: str, seat: str = "") -> dict:
    """What came of a what-if, once it is at its end."""
    for _ in range(2400):
        told = visitor.ask("GET", f"/api/m/{game}/whatif?seat={seat}").data
        if not told["runs"]:
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def by_command(desks: Desks, who: str, *more: object) -> tuple[str, str]:
    """What the command writes and what it says beside, each as one line."""
    done = desks.must(who, "replay", "--what-if", *more)
    return " ".join(done.out.split()), " ".join(done.err.split())


def as_written(told: dict) -> str:
    lines = [f"{number} {line}" for number, line in enumerate(told["lines"], 1)]
    return " ".join(" ".join([*lines, *told["shares"], *told["notes"]]).split())


def test_the_same_seed_gives_what_the_command_says(eva):
    desks, visitor, game = eva
    begun = visitor.post(game, "whatif/begin", n=2, text="7")
    assert (begun.status, begun.data["runs"], begun.data["count"]) == (200, True, 2)
    told, round = ended(visitor, game), visitor.state(game)["round"] - 1
    assert (told["played"], told["why"]) == (2, [])
    written, beside = by_command(desks, "eva", 2, "--seed", 7, "--at", round, "--as", "coalition")
    assert as_written(told) == written
    assert told["heading"] == f"after round {round}, seed 7, 2 games played on by bots; nothing of it is in the record"
    assert told["heading"] in beside
    visitor.post(game, "whatif/begin", n=2, text="8")
    assert ended(visitor, game)["lines"] != told["lines"]


def test_drafts_count_for_nothing_and_nothing_is_written(eva):
    desks, visitor, game = eva
    visitor.post(game, "draft", text=visitor.state(game)["questions"][0]["ready"][0]["words"])
    before, state = desks.bytes_of("eva"), visitor.state(game)
    visitor.post(game, "whatif/begin", n=1)
    assert f"after round {state['round'] - 1}, seed 1, 1 game played" in ended(visitor, game)["heading"]
    assert desks.bytes_of("eva") == before
    assert visitor.state(game)["at"] == state["at"]
    visitor.post(game, "undo")


@pytest.mark.parametrize(
    ("asked", "status", "why"),
    [
        ({"n": 0}, 400, "how many games? 0"),
        ({"n": MOST_WAYS_ON + 1}, 400, "how many games? 41"),
        ({"n": 1, "text": "two words"}, 400, "a seed is a word of 64 letters"),
        ({"n": 1, "text": "x" * 65}, 400, "a seed is a word of 64 letters"),
        ({"n": 1, "seat": "opfor"}, 400, "the seat opfor is not yours"),
        ({"n": 1, "at": "1.0.nonsense"}, 409, "the position has changed"),
        ({"n": "1"}, 400, "not what this page asks"),
        ({"n": 1, "more": 1}, 400, "not what this page asks"),
    ],
)
def test_what_is_asked_amiss_is_refused_in_a_line(eva, asked, status, why):
    _, visitor, game = eva
    answer = visitor.post(game, "whatif/begin", **asked)
    assert answer.status == status
    assert answer.data["error"].startswith(why)
    assert len(answer.data["error"].splitlines()) == 1


@pytest.mark.thorough
def test_a_seat_plays_on_with_what_it_knows_and_says_whose_secrets_it_guessed(tmp_path):
    desks, visitor, game = alone(tmp_path, "angola", "fapla", "mpla", "fnla", "unita")
    for _ in range(2):  # they set up, then pack their cards, of which few are shown by then
        for seat in {one["seat"]: 0 for one in visitor.state(game)["questions"]}:
            (question,) = [one for one in visitor.state(game, seat=seat)["questions"] if one["seat"] == seat]
            assert visitor.post(game, "draft", seat=seat, text=question["ready"][0]["words"]).status == 200
    visitor.post(game, "whatif/begin", n=1, text="3", seat="fapla")
    told, round = ended(visitor, game, "fapla"), visitor.state(game)["round"] - 1
    assert as_written(told) == by_command(desks, "eva", 1, "--seed", 3, "--at", round, "--as", "fapla")[0]
    assert told["notes"][0].startswith("guessed in each game anew: what fnla, mpla, unita had sealed, which fapla")


def test_one_at_a_time_which_can_be_stopped_and_only_its_own_seat_sees(ana):
    _, visitor, game = ana
    assert visitor.ask("GET", f"/api/m/{game}/whatif?seat=fapla").data == NOTHING
    assert visitor.post(game, "whatif/stop").data["error"] == "no what-if of this seat is under way"
    visitor.post(game, "whatif/begin", n=MOST_WAYS_ON)
    second = visitor.post(game, "whatif/begin", n=1)
    assert (second.status, second.data["error"]) == (400, "another what-if of this table is under way")
    assert visitor.post(game, "follow").status == 200  # the page goes on
    stopped = visitor.post(game, "whatif/stop").data
    assert (stopped["runs"], stopped["why"]) == (False, ["it was stopped"])
    assert stopped["played"] < MOST_WAYS_ON
    assert ended(visitor, game) == stopped
    assert visitor.post(game, "whatif/begin", n=1).status == 200
    assert visitor.ask("GET", f"/api/m/{game}/whatif?seat=unita").status == 400


def test_whoever_locks_the_identity_ends_it_and_forgets_it(ana):
    _, visitor, game = ana
    visitor.post(game, "whatif/begin", n=MOST_WAYS_ON)
    room = visitor.room
    running = room.trying._try
    room.sit(room.desk.identity)
    assert running is not None
    assert not running.runs
    assert visitor.ask("GET", f"/api/m/{game}/whatif").data == NOTHING


def test_of_two_seats_of_one_person_each_has_its_own(tmp_path):
    _, visitor, game = alone(tmp_path, "angola", "fapla", "mpla", "fnla", "unita")
    visitor.post(game, "whatif/begin", n=1, seat="mpla")
    assert visitor.ask("GET", f"/api/m/{game}/whatif?seat=fapla").data == NOTHING
    assert ended(visitor, game, "mpla")["played"] == 1
    assert visitor.ask("GET", f"/api/m/{game}/whatif?seat=fapla").data == NOTHING


def test_a_secret_that_nobody_can_guess_ends_it_in_a_line(tmp_path):
    _, visitor, game = alone(tmp_path, "anaconda", "coalition", "al_qaeda")
    visitor.post(game, "whatif/begin", n=2, seat="coalition")
    told = ended(visitor, game, "coalition")
    assert (told["played"], told["lines"]) == (0, [])
    assert len(told["why"]) == 1
    assert "which coalition does not know" in told["why"][0]


def test_after_the_end_nothing_is_left_to_try(tmp_path):
    _, visitor, game = alone(tmp_path)
    visitor.post(game, "resign", text="resign")
    answer = visitor.post(game, "whatif/begin", n=1)
    assert answer.status == 409
    assert answer.data["error"].startswith("the match has ended")
