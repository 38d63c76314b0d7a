"""The words of a match in its letters and notices, and when its person is told."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.courier import asking as asks
from pbem.courier.asking import AskingOnce
from pbem.courier.notice import Notice, notice_of
from pbem.courier.report import decides, name_of, report, subject
from pbem.courier.settings import Settings
from pbem.courier.table import OpenMatch
from pbem.courier.ways import FolderWay, MailWay

# ------------------------------------------------------------------ words


def test_a_match_is_called_by_its_title_its_game_and_its_id(red):
    number = f"match {red.genesis.id[:8]}"
    assert name_of(red, "") == f"Raiders, {number}"
    assert name_of(red, "Raiders") == f"Raiders, {number}"
    assert name_of(red, "Cup") == f"Cup, Raiders, {number}"


def test_the_subject_says_what_is_asked_or_that_nothing_is(red):
    name = name_of(red, "Cup")
    assert subject(red, [], "Cup") == f"[pbem records] {name}"
    asked = red.owing()
    assert subject(red, asked, "Cup") == f"[pbem] {name}: green, blue decide (rule {red.request.rule})"
    assert decides(red, asked[:1]) == f"green decides (rule {red.request.rule})"
    assert decides(SimpleNamespace(request=None), asked[:1]) == "green decides"
    joins = [SimpleNamespace(kind="join", name="green"), SimpleNamespace(kind="join", name="green")]
    assert decides(red, joins) == "green: take your seat"


def ended(match, winners):
    """The same match when it is over."""
    over = SimpleNamespace(**{name: getattr(match, name) for name in ("ruleset", "state", "binding", "genesis")})
    over.result, over.owing = SimpleNamespace(winners=winners, text="the chest is empty"), list
    return over


def test_a_report_tells_what_happened_who_is_awaited_and_how_it_is_read(red, monkeypatch):
    monkeypatch.setattr("pbem.courier.report.waiting_since", lambda match: ["since noon"])
    names = {1: "Gina", 2: "Bob"}
    lines = report(red, red.rounds.r, names).split("\n")
    assert lines == [lines[0], "", "awaited: green, blue: sealed orders", "since noon", "that is: Gina, Bob", "",
                     "A courier of pbem reads this mail by itself; else save it and type: pbem in FILE"]
    assert lines[0].startswith("Raiders")
    assert report(red, red.rounds.r, {}).split("\n") == lines[:4]
    assert report(red, red.rounds.r, {1: "", 2: "Bob"}).split("\n")[4] == "that is: Bob"


@pytest.mark.parametrize(("winners", "who"), [((), "no player has won"), (("red", "blue"), "winners: red, blue")])
def test_a_report_of_the_end_says_who_has_won(red, winners, who):
    lines = report(ended(red, winners), 99, {}).split("\n")
    assert lines[1:] == ["", f"The match has ended: the chest is empty ({who})"]
    assert subject(ended(red, winners), []) == f"[pbem] {name_of(red, '')}: it has ended"


def test_of_very_much_that_happened_the_last_is_told(red, monkeypatch):
    monkeypatch.setattr("pbem.courier.report.MAX_REPORT", 2)
    monkeypatch.setattr("pbem.courier.report.joined", lambda told: [5, 6, 7, 8])
    monkeypatch.setattr("pbem.courier.report.said", lambda told: f"turn {told}")
    assert report(red, 0, {}).split("\n")[1:5] == ["", "(more stand in the log: 2)", "- turn 7", "- turn 8"]
    monkeypatch.setattr("pbem.courier.report.MAX_REPORT", 4)
    assert report(red, 0, {}).split("\n")[1:3] == ["", "- turn 5"]


def test_a_notice_says_what_is_asked_how_to_see_it_and_what_was_answered(red, tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.courier.notice.human_duties", lambda match: match.owing())
    monkeypatch.setattr("pbem.courier.notice.report", lambda match, since, names: f"report from {since}, {names}")
    game = name_of(red, "Cup")
    asked = f"{game}: green, blue decide (rule {red.request.rule})"
    assert notice_of(red, tmp_path, 3, (), "Cup") == Notice(
        f"[pbem] your turn: {asked}", f"{asked}\nsee it with: pbem next -C {tmp_path}\n\nreport from 3, {{}}")
    assert notice_of(red, tmp_path, 3, ("passed", "fired"), "Cup").text == (
        f"{asked}\nsee it with: pbem next -C {tmp_path}\n\nAnswered for you, or passed over:\n- passed\n- fired\n\n"
        "report from 3, {}")
    monkeypatch.setattr("pbem.courier.notice.human_duties", lambda match: [])
    assert notice_of(red, tmp_path, 3, ()) is None


# ------------------------------------------------------------------ when its person is told


@pytest.fixture
def once(desk, monkeypatch):
    """Asks whether its person is told; `heard` is how."""
    heard = []
    monkeypatch.setattr(asks, "notice_of", lambda match, folder, said, told, title: Notice(f"since {said}", "x"))
    monkeypatch.setattr(asks, "show_on_screen", lambda notice: heard.append(notice.subject))
    monkeypatch.setattr(asks, "run_for", lambda command, notice: heard.append((command, notice.subject)))
    monkeypatch.setattr(asks, "keep_told", lambda *given: None)
    monkeypatch.setattr(asks, "note_told", lambda *given: heard.append("noted"))
    monkeypatch.setattr(asks, "untold", lambda *given: [])
    monkeypatch.setattr(OpenMatch, "write_notice", lambda self, way, notice: heard.append((way.name, notice.subject)))
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: True)

    def tell(notify, ways=()):
        heard.clear()
        AskingOnce(desk.journal, Settings(notify=notify)).tell(desk.table, (), ways)
        return list(heard)

    return tell


def account(name):
    return MailWay(SimpleNamespace(address=name, matches=()), None, None)


def test_a_person_is_told_once_a_round_as_he_wants_it(desk, once):
    r, gid = desk.table.match.rounds.r, desk.table.game.gid
    assert once("none") == []
    assert once("desktop") == ["noted", "since 0"]
    assert desk.journal.state.noticed == {gid: r}
    assert once("desktop") == []
    desk.journal.state.noticed[gid] = r - 1
    assert once(("ring", "a bell")) == ["noted", (("ring", "a bell"), f"since {r - 1}")]


def test_a_person_is_told_by_the_first_account_and_by_no_folder(desk, once, tmp_path):
    folder = FolderWay(SimpleNamespace(path=str(tmp_path), matches=()), tmp_path)
    assert once("mail", [folder, account("a@x.test"), account("b@x.test")]) == [("a@x.test", "since 0"), "noted"]
    assert once("mail", [folder]) == []
    assert desk.journal.state.noticed == {}


def test_a_person_of_whom_nothing_is_asked_or_who_cannot_sign_is_not_told(desk, once, monkeypatch):
    monkeypatch.setattr(asks, "notice_of", lambda *given: None)
    assert once("desktop") == []
    monkeypatch.setattr(asks, "notice_of", lambda *given: pytest.fail("nobody can sign"))
    monkeypatch.setattr(type(desk.table.match), "can_sign", lambda self: False)
    assert once("desktop") == []
