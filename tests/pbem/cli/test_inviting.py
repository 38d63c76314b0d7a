"""`pbem invite`, `accept` and `decline` by hand: files travel, and every text tells what to type."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from desks import Desks
from pbem.desk import gathering
from pbem.home import Home

NOBODY = {"PBEM_PASSPHRASE": ""}


@pytest.fixture
def club(tmp_path) -> Desks:
    """One person with an identity, and three who have nothing yet."""
    desks = Desks(tmp_path)
    for who in ("ana", "bo", "cy", "dora", "eve"):
        (tmp_path / who).mkdir()
    run(desks, "ana", "id", "new", "ana", "--address", "ana@example.org", "--no-passphrase")
    return desks


def run(desks: Desks, who: str, *words: object, status: int = 0, stdin: str = ""):
    done = desks.run(who, *words, at=desks.root / who, stdin=stdin)
    assert done.status == status, done.err
    return done


def invited(desks: Desks, *more: str) -> str:
    done = run(desks, "ana", "invite", "angola", "fapla=me", "mpla=cy@example.org", "fnla=bo@example.org",
               "unita=dora@example.org", "--title", "Autumn cup", "--out", "out", *more)
    return re.search(r"invitation ([0-9a-f]{8});", done.err)[1]


def test_who_has_accepted_sees_for_what_he_waits_and_who_has_nothing_yet_how_one_begins(club):
    invited(club)
    run(club, "bo", "id", "new", "bo", "--no-passphrase")
    for command in ("next", "status"):
        done = run(club, "bo", command, status=2)
        assert done.complaint == "pbem: error: this home plays in no match"
        assert "answer an invitation with pbem accept FILE" in done.err
    shutil.copy(club.root / "ana" / "out" / "invitation-bo.txt", club.root / "bo" / "came.txt")
    run(club, "bo", "accept", "came.txt")
    for command in ("next", "status"):
        told = " ".join(run(club, "bo", command).out.split())
        assert told.startswith("accepted: Autumn cup, as fnla; it begins in ")
        assert "its host is ana, <ana@example.org>" in told


def answer(desks: Desks, who: str, *, command: str = "accept", seat_of: str = "") -> None:
    """Accepts, or declines, an invitation that came, and brings the answer back."""
    there = desks.root / who
    shutil.copy(desks.root / "ana" / "out" / f"invitation-{seat_of or who}.txt", there / "came.txt")
    more = ["--name", who, "--no-passphrase"] if command == "accept" else []
    run(desks, who, command, "came.txt", *more)
    shutil.copy(there / "answer-ana.txt", desks.root / "ana" / f"{who}.txt")


def test_a_guest_whose_card_was_not_kept_as_the_program_was_killed_is_known_when_the_match_is_made(club, monkeypatch):
    run(club, "ana", "invite", "anaconda", "coalition=me", "al_qaeda=bo@example.org", "--out", "out")
    answer(club, "bo")

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(gathering, "_learn", killed)
        assert club.run("ana", "in", "bo.txt", at=club.root / "ana").status == 130
    home = Home(club.home("ana"))
    assert not home.people.all()
    assert "the match is made" in run(club, "ana", "in", "bo.txt").err
    (bo,) = home.people.all().values()
    assert (bo.name, bo.address) == ("bo", "bo@example.org")


def test_four_people_by_hand_from_nothing_to_the_match(club):
    id = invited(club)
    for who in ("bo", "cy"):
        answer(club, who)
    answer(club, "dora", command="decline")
    told = run(club, "ana", "in", "bo.txt", "cy.txt", "dora.txt").err
    assert re.search(r"Autumn cup: fnla: bo, key \S{12}, <bo@example.org> comes\n", told)
    said = re.sub(r"\s+", " ", told)
    assert "unita: dora@example.org does not come as unita, says an answer that is not proved to be his" in said
    assert f"until you name another: pbem invite {id} unita=ADDRESS" in said
    listed = re.sub(r"\n {4}", " ", run(club, "ana", "invite", "--list").out)
    assert f"{id}  Autumn cup (angola/1): waits\n" in listed
    assert ("  unita: dora@example.org does not come, says somebody who did not prove to be him; it stays open; name "
            f"another: pbem invite {id} unita=ADDRESS\n") in listed
    assert "inviting to Autumn cup: 2 of 3 come" in run(club, "ana", "status").out
    run(club, "ana", "invite", id, "unita=eve@example.org", "--out", "out")
    answer(club, "eve")
    told = run(club, "ana", "in", "eve.txt").err
    assert "send this to the others, for their pbem join: angola/out/match-angola.txt\n" in told
    for who in ("bo", "cy", "eve"):
        shutil.copy(club.root / "ana" / "angola" / "out" / "match-angola.txt", club.root / who / "match.txt")
        assert "the match is in angola\n" in run(club, who, "join", "match.txt").err
    people = run(club, "bo", "id", "show").out
    assert [f"{who}@example.org" in people for who in ("ana", "cy", "eve", "dora")] == [True, True, True, False]
    told = run(club, "bo", "next", "-C", "angola").out.splitlines()
    assert told[1] == "Autumn cup; with ana (fapla), cy (mpla), eve (unita)"
    whole = run(club, "bo", "status").out.splitlines()
    assert whole[0].startswith("angola: Autumn cup, with ana (fapla), cy (mpla), eve (unita); Angola!, turn 1 of 10, ")
    assert len(whole) <= 3
    assert not any("accepted" in line for line in whole)
    data = json.loads(run(club, "bo", "status", "--json").out)["matches"][0]
    assert (data["called"], len(data["people"])) == ("Autumn cup", 4)
    assert json.loads(run(club, "ana", "invite", "--list", "--json").out)[0]["game"] == data["game"]


def test_who_has_no_identity_is_told_how_to_make_one(club):
    invited(club)
    shutil.copy(club.root / "ana" / "out" / "invitation-bo.eml", club.root / "bo")
    done = run(club, "bo", "accept", "invitation-bo.eml", status=2)
    assert done.complaint == "pbem: error: you have no identity here yet"
    assert "pbem id new YOURNAME --address bo@example.org; or in the same breath: --name YOURNAME" in done.err
    text = (club.root / "ana" / "out" / "invitation-bo.txt").read_text()
    told = run(club, "bo", "accept", "-", "--name", "bo", "--no-passphrase", stdin=text).err
    assert "Autumn cup: Angola!, you play fnla; the host is ana, key " in told
    assert "send your answer to ana <ana@example.org>: answer-ana.txt" in told
    assert "bo <bo@example.org>" in run(club, "bo", "id", "show").out


def test_somebody_else_in_his_place_is_shown_and_waits_for_the_host(club):
    id = invited(club)
    run(club, "eve", "id", "new", "eve", "--address", "eve@example.org", "--no-passphrase")
    shutil.copy(club.root / "ana" / "out" / "invitation-bo.txt", club.root / "eve" / "came.txt")
    told = run(club, "eve", "accept", "came.txt").err
    assert "this was sent to bo@example.org, and your card has eve@example.org" in told
    shutil.copy(club.root / "eve" / "answer-ana.txt", club.root / "ana" / "eve.txt")
    told = " ".join(run(club, "ana", "in", "eve.txt").err.split())
    assert "<eve@example.org> accepts in place of bo@example.org; the card has another address" in told
    assert f"pbem invite {id} --take fnla" in told
    assert "eve" not in run(club, "ana", "id", "show").out
    assert "eve comes as fnla" in run(club, "ana", "invite", id, "--take", "fnla").err
    answer(club, "bo")
    done = run(club, "ana", "in", "bo.txt", status=4)
    assert "fnla is taken already" in done.err


def test_an_altered_answer_and_one_to_another_invitation_change_nothing(club):
    invited(club)
    answer(club, "bo")
    text = (club.root / "ana" / "bo.txt").read_text()
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("[PBEM:")) + 3
    lines[at] = lines[at][::-1]
    (club.root / "ana" / "bo.txt").write_text("\n".join(lines))
    assert run(club, "ana", "in", "bo.txt", status=4).complaint.startswith("pbem: error: bo.txt: a block is damaged")
    assert "bo@example.org has not answered" in run(club, "ana", "invite", "--list").out
    run(club, "cy", "id", "new", "cy", "--no-passphrase", "--address", "cy@example.org")
    (club.root / "cy" / "bo.txt").write_text(text)
    assert "it answers no invitation of this home" in run(club, "cy", "in", "bo.txt", status=4).err


@pytest.mark.parametrize(("words", "said"), [
    (["angola", "fapla=me"], "who plays fnla, mpla, unita?"),
    (["angola", "fapla=me", "fnla=me", "mpla=me", "unita=me"], "nobody is to be invited by address"),
    (["angola", "fnla=bo@example.org", "mpla=bo@example.org", "unita=bo@example.org", "fapla=bo@example.org"],
     "the host plays too"),
    (["angola", "fapla=me", "fnla=bo@example.org", "mpla=bo@", "unita=x@example.org"], "not a mail address"),
    (["angola", "fapla=me", "fnla=bo@example.org", f"mpla={'a' * 300}@example.org", "unita=x@example.org"], "address"),
    (["angola", "fapla=me", "fnla=bo@example.org", "mpla=nobody", "unita=x@example.org"], "nobody called nobody"),
    (["angola", "fapla=me", "fapla=bo@example.org"], "the seat fapla is named twice"),
    (["angola", "fapla"], "'fapla' names no player"),
    (["nonesuch", "fapla=me"], "ruleset nonesuch is not installed"),
])
def test_what_cannot_be_invited_to(club, words, said):
    done = club.run("ana", "invite", *words, "--out", "out", at=club.root / "ana")
    assert done.status in (2, 8)
    assert said in done.complaint
    assert not (club.root / "ana" / "out").exists()


def test_without_a_way_the_files_are_named_and_hostile_titles_are_refused(club):
    words = ["angola", "fapla=me", "fnla=bo@example.org", "mpla=bo@example.org", "unita=bo@example.org"]
    done = run(club, "ana", "invite", *words, status=2)
    assert "write them as files with --out FOLDER" in done.err
    for title in ("a\x1b[31mb", "\u202etitle", "x" * 81, " x"):
        done = run(club, "ana", "invite", *words, "--out", "out", "--title", title, status=2)
        assert "a title has 1 to 80 printable characters" in done.complaint


def test_two_guests_of_one_name_get_an_invitation_each(club):
    run(club, "ana", "invite", "angola", "fapla=me", "mpla=bo@example.net", "fnla=bo@example.org",
        "unita=Bo@example.com", "--out", "out")
    there = club.root / "ana" / "out"
    for name, seat in (("bo", "mpla"), ("bo-2", "fnla"), ("Bo-3", "unita")):
        file = f"invitation-{name}.txt"
        text = (there / file).read_text()
        assert f"You would play {seat}." in text
        assert f"pbem accept {file}" in text


def test_an_invitation_is_no_match_and_a_match_no_invitation(club):
    invited(club)
    run(club, "bo", "id", "new", "bo", "--no-passphrase")
    shutil.copy(club.root / "ana" / "out" / "invitation-bo.txt", club.root / "bo")
    done = run(club, "bo", "join", "invitation-bo.txt", status=4)
    assert "the match is not made yet" in done.complaint
    assert "pbem accept invitation-bo.txt" in done.err
    assert "asks whether you come: pbem accept FILE" in run(club, "bo", "in", "invitation-bo.txt").err
    run(club, "bo", "new", "fallujah", "-C", "game")
    done = run(club, "bo", "accept", "game/game.pbem", status=4)
    assert "no invitation in it" in done.complaint
    assert "pbem join FILE" in done.err


def test_whoever_has_no_seat_is_told_to_send_a_card(club):
    run(club, "bo", "id", "new", "bo", "--no-passphrase")
    card = run(club, "bo", "id", "card").out
    (club.root / "ana" / "bo.card").write_text(card)
    run(club, "ana", "new", "angola", "fapla=me", "mpla=me", "fnla=bo.card", "unita=bo.card", "-C", "game", "--title",
        "Duel")
    (packet,) = (club.root / "ana" / "game" / "out").glob("*.pbem")
    run(club, "dora", "id", "new", "dora", "--no-passphrase")
    done = run(club, "dora", "join", packet, status=3)
    assert done.complaint == "pbem: error: no seat of this match is yours"
    assert "send your card to the host" in done.err
    assert "pbem id card > me.card" in done.err
    assert "Duel; with bo (fnla, unita)" in run(club, "ana", "next", "-C", "game").out


def test_twenty_matches_stand_on_one_screen_and_a_few_in_three_lines_each(club):
    for number in range(7):
        run(club, "ana", "new", "fallujah", "-C", f"g{number}", "--title", f"Night {number}")
    lines = run(club, "ana", "status").out.splitlines()
    assert sum(not line.startswith(" ") for line in lines) == 7
    assert len(lines) <= 21
    run(club, "ana", "new", "fallujah", "-C", "h")
    lines = run(club, "ana", "status").out.splitlines()
    assert len(lines) == 8
    assert all(line.startswith(("* g", "* h")) and len(line) <= 100 for line in lines)
    assert any("Night 3: coalition decides (rule 7.1)" in line for line in lines)
