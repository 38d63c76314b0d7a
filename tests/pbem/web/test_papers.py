"""Whole matches as files at the table: what the commands write, as a seat held here or as everybody may see it."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from desks import Desks, copied, set_up
from pbem.web.papers import PAPERS
from sat_down import Visitor

SETUP = "setup north 2-7cav 2-2inf jsotf"


@pytest.fixture(scope="module")
def eva(tmp_path_factory):
    """Eva alone at Fallujah, one order sent."""
    desks = Desks(tmp_path_factory.mktemp("papers"))
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=desks.root)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=desks.root)
    desks.must("eva", "do", "--send", SETUP)
    visitor = Visitor(desks.home("eva"))
    return desks, visitor, visitor.ask("GET", "/api/matches").data[0]["game"]


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """Four people at Angola!, each asked for the set-up."""
    return set_up(tmp_path_factory.mktemp("four"))


def paper(visitor, game, name, seat=""):
    return visitor.ask("GET", f"/m/{game}/paper/{name}?seat={seat}")


@pytest.mark.parametrize(
    ("name", "command"),
    [("report.md", "markdown"), ("report.html", "report"), ("game.csv", "csv"), ("game.json", "json"),
     ("replay.html", "html"), ("board.svg", "svg")],
)  # fmt: skip
def test_a_paper_is_what_the_command_writes(eva, name, command):
    desks, visitor, game = eva
    more = ["--proof"] if command == "html" else []
    for seat, viewer in (("coalition", ["--as", "coalition"]), ("", ["--public"])):
        written = desks.must("eva", "export", command, *more, *viewer, "-o", desks.root / name)
        assert written.status == 0
        answer = paper(visitor, game, name, seat)
        assert answer.status == 200
        assert answer.body == (desks.root / name).read_bytes()


def test_the_log_is_told_as_the_command_tells_it(eva):
    desks, visitor, game = eva
    told = paper(visitor, game, "log.txt")
    assert told.body.decode() == desks.must("eva", "log").out
    assert told.headers["content-language"] == "en", "a text cannot say it itself"


def test_the_record_and_its_evidence_are_as_by_the_commands(eva):
    desks, visitor, game = eva
    assert paper(visitor, game, "game.pbem").body == desks.bytes_of("eva")
    desks.run("eva", "evidence", "-o", desks.root / "e.zip")
    made, packed = paper(visitor, game, "evidence.zip").body, (desks.root / "e.zip").read_bytes()
    assert zipfile.ZipFile(BytesIO(made)).namelist() == zipfile.ZipFile(BytesIO(packed)).namelist()
    assert made == packed


def test_a_page_that_replays_reaches_nothing_of_the_table(eva):
    _, visitor, game = eva
    answer = paper(visitor, game, "replay.html")
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts allow-downloads;")
    assert "allow-same-origin" not in answer.headers["content-security-policy"]
    assert answer.headers["content-disposition"].startswith("inline")
    assert paper(visitor, game, "board.svg").headers["content-disposition"].startswith("attachment")
    for name in PAPERS:
        assert paper(visitor, game, name).headers["x-content-type-options"] == "nosniff"


def test_what_a_paper_is_asked_for_amiss_is_said_in_a_line_or_two(eva):
    _, visitor, game = eva
    refused = paper(visitor, game, "nonsuch.txt")
    assert (refused.status, refused.body.startswith(b"there is no such paper")) == (400, True)
    refused = paper(visitor, game, "log.txt", "opfor")
    assert refused.body == b"the seat opfor is not yours\nyours: coalition; or public"
    assert paper(visitor, "0" * 43, "log.txt").status == 404


def test_no_secret_of_another_seat_is_in_a_paper_and_ones_own_only_under_ones_name(four, tmp_path):
    desks = copied(four, tmp_path)
    seat = json.loads(desks.must("ana", "next", "--json").out)["asked"][0]
    words = seat["legal"][0]
    desks.must("ana", "do", "--send", words)
    desks.exchange()
    visitors = {who: Visitor(desks.home(who)) for who in ("ana", "bo")}
    game = visitors["ana"].ask("GET", "/api/matches").data[0]["game"]
    own = paper(visitors["ana"], game, "log.txt", "fapla")
    assert own.status == 200
    assert "-fapla" in own.headers["content-disposition"]
    for name in PAPERS:
        assert paper(visitors["bo"], game, name, "fapla").status == 400
        everybody = paper(visitors["ana"], game, name)
        assert everybody.status == 200
        assert "-fapla" not in everybody.headers["content-disposition"]
        if name in ("log.txt", "board.svg", "game.csv", "game.json"):  # others hold lines as they came, or names
            assert paper(visitors["bo"], game, name).body == everybody.body


def test_packets_are_written_again_and_given_as_text(four, tmp_path):
    desks = copied(four, tmp_path)
    visitor = Visitor(desks.home("ana"))
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    (name,) = visitor.post(game, "out", n=1).data["packets"]
    text = visitor.ask("GET", f"/api/m/{game}/packet/{name}/text").data["text"]
    assert text == desks.must("ana", "out", "--all", "--paste").out
    assert visitor.ask("GET", f"/api/m/{game}/packet/nonsuch.pbem/text").status == 404


def test_who_plays_alone_sends_to_nobody(eva):
    _, visitor, game = eva
    assert visitor.post(game, "out").data["told"] == ["all seats are yours: there is nobody to send to"]
