"""`pbem id`, `pbem games`, `pbem new`, `pbem join`."""

from __future__ import annotations

import json
import shutil

import pytest

from desks import NAMES, SEATS, Desks
from pbem.home import Home


@pytest.fixture
def alone(tmp_path) -> Desks:
    """A machine where nobody has an identity yet."""
    return Desks(tmp_path)


def test_an_identity_is_made_shown_and_put_back(alone):
    made = alone.must("zoe", "id", "new", "zoe", "--address", "zoe@example.org", "--no-passphrase", PBEM_PASSPHRASE="")
    assert json.loads(made.out)["name"] == "zoe"
    assert made.out == alone.must("zoe", "id", "card").out
    assert alone.must("zoe", "id", "show").out.startswith("zoe <zoe@example.org>  ")
    words = alone.must("zoe", "id", "backup").out
    assert len(words.split()) == 24
    (alone.root / "words").write_text(words)
    shutil.rmtree(alone.home("zoe"))
    back = alone.must("zoe", "id", "restore", "zoe", "--address", "zoe@example.org", "--words", alone.root / "words",
                      "--no-passphrase", PBEM_PASSPHRASE="")
    assert "pbem join --adopt" in back.err
    assert alone.must("zoe", "id", "card").out == made.out


def test_a_second_identity_is_refused(desks):
    done = desks.run("ana", "id", "new", "ana")
    assert done.status == 2
    assert done.complaint.startswith("pbem: error: there is an identity in ")


def test_without_terminal_and_passphrase_nothing_is_made(alone, monkeypatch):
    monkeypatch.delenv("PBEM_PASSPHRASE", raising=False)
    monkeypatch.setattr(alone, "environment", lambda who: {"PBEM_HOME": str(alone.home(who))})
    done = alone.run("zoe", "id", "new", "zoe")
    assert (done.status, done.complaint) == (2, "pbem: error: there is no terminal to ask for a passphrase")
    assert "pbem: hint: set PBEM_PASSPHRASE" in done.err
    assert not alone.home("zoe").exists()


def test_without_an_identity_the_way_to_one_is_named(alone):
    for command in (["id", "show"], ["id", "card"], ["in", "x"], ["new", "angola", "fapla=me", "-C", "game"]):
        done = alone.run("zoe", *command)
        assert done.status == 2
        assert "pbem: hint: if yours is elsewhere, set PBEM_HOME to it; else make one with: pbem id new" in done.err


def test_cards_go_into_the_address_book(desks):
    assert "added bo" in desks.must("ana", "id", "add", desks.root / "bo.card").err or "bo" in desks.must(
        "ana", "id", "show").out
    people = json.loads(desks.must("ana", "id", "show", "--json").out)["people"]
    assert sorted(p["name"] for p in people.values()) == ["bo", "carl", "dee"]
    bad = desks.root / "bad.card"
    bad.write_text((desks.root / "bo.card").read_text().replace("bo@", "ba@"))
    done = desks.run("ana", "id", "add", bad)
    assert (done.status, done.complaint) == (
        4, f"pbem: error: {bad}: no card: its check digits do not fit: it was changed on the way",
    )


def test_games_lists_scenarios_options_and_seats(desks):
    told = desks.must("ana", "games").out
    assert "\nangola  Angola! (version 1), seats: fapla, fnla, mpla, unita\n" in f"\n{told}"
    assert "  Two alliances fight for the towns and cities of Angola" in told
    assert "option column_size_public = false (default) | true" in told
    assert "sealed cannot be played yet" in told
    listed = {game["name"]: game for game in json.loads(desks.must("ana", "games", "--json").out)}
    assert listed["angola"]["seats"] == list(SEATS.values())
    assert "Victory Tokens" in listed["angola"]["about"]
    assert desks.run("ana", "games", "chess").status == 8


def test_new_wants_a_person_for_every_seat(desks):
    new = ("new", "angola", "-C", desks.root / "second")
    bad = {
        ("fapla=me",): "who plays fnla, mpla, unita?",
        ("fapla=me", "fapla=bo"): "the seat fapla is named twice",
        ("fapla",): "'fapla' names no player",
        ("fapla=me", "fnla=bo", "mpla=carl", "unita=dee", "swapo=bo"): "angola has no seat swapo",
        ("fapla=me", "fnla=bo", "mpla=carl", "unita=nobody"): "nobody called nobody is in the address book",
    }
    for players, complaint in bad.items():
        done = desks.run("ana", *new, *players)
        assert (done.status, done.complaint) == (2, f"pbem: error: {complaint}")
    everybody = ("fapla=me", "fnla=bo", "mpla=carl", "unita=dee")
    assert desks.run("ana", *new, *everybody, "--option", "deal=maybe").status == 2
    assert desks.run("ana", *new, *everybody, "--option", "deal=sealed").status == 8
    assert desks.run("ana", *new, *everybody, "--scenario", "august").status == 2
    assert desks.run("ana", *new, *everybody, "--dice", "me").status == 2
    assert not (desks.root / "second").exists()
    assert "joined: fapla" in desks.must("ana", *new, *everybody).err


@pytest.mark.parametrize(("named", "fault"), [
    ("bo2.card", "there is no such file"), ("cards/bo", "there is no such file"), ("cards", "it is no file"),
])
def test_new_names_the_card_that_is_not_there(desks, named, fault):
    if named == "cards":
        (desks.root / "cards").mkdir()
    done = desks.run("ana", "new", "angola", "all=me", f"fnla={named}", "-C", desks.root / "second", at=desks.root)
    assert (done.status, done.complaint) == (2, f"pbem: error: no card can be read from {named}: {fault}")
    assert "pbem: hint: ask that person for the card (pbem id card > NAME.card), save it, and name the file" in done.err
    assert not (desks.root / "second").exists()


def test_a_person_may_be_called_like_a_file(desks):
    home = Home(desks.root / "jr" / "home")
    home.create("j.r", "", "", no_passphrase=True)
    card = desks.root / "odd"
    card.write_text(desks.must("jr", "id", "card", at=desks.root).out)
    desks.must("ana", "id", "add", card)
    desks.must("ana", "new", "angola", "all=me", "fnla=J.R", "-C", desks.root / "second")


def test_the_seats_wanted_are_those_of_the_options(patrol):
    new = ("new", "patrol", "-C", patrol.root / "game", "-o", "mode=team", "-o", "players=2")
    done = patrol.run("ana", *new, "coalition=me")
    assert done.complaint == "pbem: error: patrol has no seat coalition with these options"
    assert "pbem: hint: its seats: player_1, player_2" in done.err
    done = patrol.run("ana", *new, "player_1=me")
    assert done.complaint == "pbem: error: who plays player_2?"
    assert "like player_1=me player_2=anna" in done.err
    done = patrol.run("ana", "new", "patrol", "player_1=me", "-o", "mode=team", "-C", patrol.root / "game")
    assert done.complaint == "pbem: error: a team has two players or three"
    assert not (patrol.root / "game").exists()
    patrol.must("ana", *new, "player_1=me", f"player_2={patrol.root / 'bo.card'}")


def test_games_says_how_seats_change(patrol):
    told = patrol.must("ana", "games", "patrol").out
    assert told.startswith("patrol  Patrol (version 1), seats: coalition\n")
    assert "  with mode=team players=3 the seats are player_1, player_2, player_3\n" in told
    (listed,) = json.loads(patrol.must("ana", "games", "patrol", "--json").out)
    team = {"seats": ["player_1", "player_2"], "options": {"mode": "team", "players": 2}}
    assert listed["other_seats"][0] == team


def test_a_demo_plays_the_seats_of_its_options(patrol):
    for persons in ("1", "2"):
        done = patrol.must("ana", "demo", "patrol", "-o", "mode=team", "-o", "players=3", "--persons", persons,
                           "-C", patrol.root / persons, "--json")
        assert len(json.loads(done.out)["folders"]) == int(persons)
    assert json.loads(patrol.must("ana", "demo", "patrol", "-C", patrol.root / "one", "--json").out)["packets"] == 0


def test_one_person_may_hold_two_seats(desks):
    players = ("fapla=me", "fnla=bo", "mpla=ana", "unita=bo")
    desks.must("ana", "new", "angola", *players, "-C", desks.root / "second")
    packet = next((desks.root / "second" / "out").glob("*.pbem"))
    done = desks.must("bo", "join", packet, "-C", desks.root / "there")
    assert "joined: fnla, unita" in done.err


def test_a_match_is_joined_once(desks):
    again = desks.must("bo", "join", desks.log("ana"), "-C", desks.game("bo"))
    assert "joined: nothing new" in again.err
    done = desks.run("bo", "join", desks.log("ana"), "-C", desks.root / "elsewhere")
    assert desks.log("bo").exists()
    assert done.status in (0, 2)
    assert "joined: fnla" not in done.err


def test_who_was_not_invited_cannot_join(desks):
    Home(desks.home("zoe")).create("zoe", "", "", no_passphrase=True)
    done = desks.run("zoe", "join", desks.log("ana"), "-C", desks.root / "zoe" / "game")
    assert (done.status, done.complaint) == (3, "pbem: error: no seat of this match is yours")
    assert not (desks.root / "zoe" / "game").exists()


def test_a_home_put_back_from_a_backup_signs_on_when_told_to(desks):
    words = desks.root / "words"
    words.write_text(desks.must("bo", "id", "backup").out)
    shutil.rmtree(desks.home("bo"))
    desks.must("bo", "id", "restore", "bo", "--words", words, "--no-passphrase", PBEM_PASSPHRASE="")
    refused = desks.run("bo", "do", "--send", "loose")
    assert refused.status == 5
    assert "pbem join --adopt" in refused.err
    assert "signs on from this log: fnla" in desks.must("bo", "join", "--adopt").err
    desks.must("bo", "do", "--send", "loose")


def test_a_data_folder_travels_with_its_match(desks):
    overlay = desks.root / "corrected"
    overlay.mkdir()
    (overlay / "none.toml").write_text("x = 1\n")
    done = desks.run("ana", "new", "angola", *(f"{SEATS[who]}={'me' if who == 'ana' else who}" for who in NAMES),
                     "--data", overlay, "-C", desks.root / "second")
    assert done.status in (2, 4)
    assert "none.toml" in done.complaint
    assert not (desks.root / "second" / "game.pbem").exists()


def test_only_the_seats_that_are_named_are_taken(desks):
    cards = [f"{seat}={desks.root / who}.card" for seat, who in (("fnla", "bo"), ("mpla", "bo"), ("unita", "carl"))]
    desks.must("ana", "new", "angola", "fapla=me", *cards, "-C", desks.root / "new")
    (invitation,) = (desks.root / "new" / "out").glob("*.pbem")
    folder = desks.root / "two"
    done = desks.must("bo", "join", invitation, "--seat", "mpla", "-C", folder)
    assert done.err.startswith("joined: mpla; ")
    told = json.loads(desks.must("bo", "next", folder, "--json").out)
    assert (told["yours"], told["asked"]) == (["fnla", "mpla"], [{"seat": "fnla", "kind": "join"}])
    assert [seat["seat"] for seat in told["awaited"]] == ["fnla", "unita"]
    assert desks.must("bo", "join", "--seat", "mpla", "-C", folder).err.startswith("joined: nothing new; ")
    assert desks.must("bo", "join", "-C", folder).err.startswith("joined: fnla; ")


def test_a_new_identity_says_where_its_card_went(alone):
    told = alone.must("zoe", "id", "new", "zoe", "--no-passphrase", PBEM_PASSPHRASE="").err
    assert "your card, for whoever makes a match, went to standard output" in told
    assert "line above" not in told  # it stands in a file, perhaps


@pytest.mark.parametrize("command", [("id", "new", "zoe", "--no-passphrase"), ("id", "change")])
def test_what_no_letter_can_be_sent_to_is_no_address(alone, desks, command):
    who, people = ("zoe", alone) if "new" in command else ("bo", desks)
    refused = people.run(who, *command, "--address", "foo")
    assert (refused.status, "foo: not a mail address" in refused.complaint) == (2, True)


def test_a_changed_card_says_what_changed_and_is_signed_anew(desks):
    card = desks.must("bo", "id", "card").out
    before = Home(desks.home("bo")).signed_card()
    done = desks.must("bo", "id", "change", "--address", "new@example.org")
    assert "  address was " in done.err
    assert ", is new@example.org" in done.err
    after = Home(desks.home("bo")).signed_card()
    assert (after.address, after.id, after.time > before.time) == ("new@example.org", before.id, True)
    for name, text in (("old", card), ("new", desks.must("bo", "id", "card").out)):
        (desks.root / name).write_text(text)
        said = desks.must("ana", "id", "add", desks.root / name).err
    assert "knew bo" in said
    assert ", is new@example.org" in said
    assert desks.run("bo", "id", "change").status == 2


@pytest.mark.parametrize("name", ["Angola", "ANGOLA", "Enduring Freedom", "enduring-freedom", "Angola/1"])
def test_a_game_is_found_as_its_title_is_written(desks, name):
    told = desks.must("ana", "games", name).out
    assert told.startswith(name.lower().replace(" ", "_").replace("-", "_").partition("/")[0])
    done = desks.must("ana", "new", name, "all=me", "-C", desks.root / "second")
    assert "joined: " in done.err


def test_who_has_no_address_is_shown_with_none(desks):
    home = Home(desks.root / "jo" / "home")
    home.create("jo", "", "", no_passphrase=True)
    assert desks.must("jo", "id", "show", at=desks.root).out.startswith("jo (no address)  ")
    assert desks.must("ana", "id", "show").out.startswith("ana <ana@")
