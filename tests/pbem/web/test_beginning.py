"""From nothing to a match on the page: an identity, people, a match alone or with others, a seat in another's match."""

from __future__ import annotations

import pytest

from desks import CHEAP
from pbem.desk.desk import Desk
from pbem.home import Home, folder
from pbem.ruleset import find
from sat_down import BYTES, Visitor, post

FOUR = ("fapla", "fnla", "mpla", "unita")


@pytest.fixture
def nobody(tmp_path, monkeypatch):
    """Two tables of homes where nobody is yet."""
    made = Home.create
    monkeypatch.setattr(folder.Home, "create", lambda *a, **k: made(*a, **{"cost": CHEAP} | k))
    return Visitor(tmp_path / "ana"), Visitor(tmp_path / "bo")


def test_from_nothing_to_the_first_question(nobody):
    ana, _ = nobody
    before = ana.ask("GET", "/api/me").data
    assert before["name"] == ""
    assert post(ana, "/api/new", game="fallujah").data["error"] == "you are nobody here yet"
    words = post(ana, "/api/identity", name="Ana", passphrase="long enough").data["words"]
    assert len(words) == 24
    assert Home(ana.room.desk.home.root).needs_passphrase
    assert post(ana, "/api/identity", name="Eve").status == 400
    me = ana.ask("GET", "/api/me").data
    assert me["name"] == "Ana"
    assert {game["name"] for game in me["games"]} == {"anaconda", "angola", "enduring_freedom", "fallujah"}
    begun = post(ana, "/api/new", game="fallujah").data
    assert begun["seats"] == ["coalition"]
    assert begun["packets"] == []
    assert ana.state(begun["game"])["questions"][0]["rule"] == "7.1"


def test_who_is_awaited_is_called_as_on_the_board(nobody):
    ana, bo = nobody
    for visitor, name in zip(nobody, ("Ana", "Bo"), strict=True):
        assert post(visitor, "/api/identity", name=name).status == 200
    assert ana.ask("POST", "/drop", bo.ask("GET", "/api/me").data["card"].encode(), headers=BYTES).status == 200
    (person,) = ana.ask("GET", "/api/me").data["people"]
    seats = {"fapla": "me", "mpla": "me", "fnla": person["id"], "unita": person["id"]}
    begun = post(ana, "/api/new", game="angola", people=seats, options={}).data
    state = ana.ask("GET", f"/api/m/{begun['game']}?page=1").data
    assert state["awaited"][0] == "awaited: FNLA, UNITA: to take the seat"
    (entry,) = ana.ask("GET", "/api/matches").data
    assert (entry["state"], entry["line"]) == ("waits", "awaited: FNLA, UNITA: to take the seat")
    packet = ana.ask("GET", f"/api/m/{begun['game']}/packet/{begun['packets'][0]}").body
    taken = bo.ask("POST", "/join/drop", packet, headers=BYTES).data
    (entry,) = bo.ask("GET", "/api/matches").data
    assert (entry["state"], entry["line"]) == ("waits", "awaited: FAPLA, MPLA: dice")
    back = bo.ask("GET", f"/api/m/{begun['game']}/packet/{taken['packets'][0]}").body
    assert ana.ask("POST", "/drop", back, headers=BYTES).data["faults"] == []
    (entry,) = ana.ask("GET", "/api/matches").data
    assert (entry["state"], entry["line"]) == ("move", "FAPLA, MPLA: where your Units stand at the start (rule 3)")


def test_two_people_begin_a_match_by_dropping_cards_and_packets(nobody):
    ana, bo = nobody
    for visitor, name in zip(nobody, ("Ana", "Bo"), strict=True):
        assert post(visitor, "/api/identity", name=name).status == 200
    card = bo.ask("GET", "/api/me").data["card"]
    assert ana.ask("POST", "/drop", card.encode(), headers=BYTES).data["told"] == ["added Bo, no address"]
    (person,) = ana.ask("GET", "/api/me").data["people"]
    seats = {"coalition": "me", "al_qaeda": person["id"]}
    begun = post(ana, "/api/new", game="anaconda", people=seats, options={}).data
    assert begun["seats"] == ["coalition"]
    awaited = ana.ask("GET", f"/api/m/{begun['game']}?page=1").data["awaited"]
    assert awaited[0].startswith("awaited: Al Qaeda: ")  # as people write it
    assert (begun["others"], begun["folders"]) == (["Bo (Al Qaeda)"], [])
    packet = ana.ask("GET", f"/api/m/{begun['game']}/packet/{begun['packets'][0]}").body
    asked = bo.ask("POST", "/drop", packet, headers=BYTES).data
    assert asked["invitation"] == "somebody unknown to you invites you to Operation Anaconda, as Al Qaeda"
    assert bo.ask("GET", "/api/matches").data == [], "nothing is half done"
    joined = bo.ask("POST", "/join/drop", packet, headers=BYTES).data
    assert (joined["game"], joined["seats"]) == (begun["game"], ["al_qaeda"])
    assert joined["others"] == ["whoever plays Coalition"], "whoever is not known is told by the seat"
    back = bo.ask("GET", f"/api/m/{joined['game']}/packet/{joined['packets'][0]}").body
    assert ana.ask("POST", "/drop", back, headers=BYTES).data["faults"] == []
    assert all(not one["asked"] or one["id"] for one in ana.state(begun["game"])["seats"])


def test_the_page_knows_that_it_has_to_ask_who_one_is_first(nobody):
    ana, _ = nobody
    assert b'<body data-who="nobody">' in ana.ask("GET", "/").body
    fault = ana.ask("POST", "/drop", b"hello", headers=BYTES).data
    assert (fault["error"], fault["hint"]) == ("you are nobody here yet", "say your name first, then bring it again")
    post(ana, "/api/identity", name="Ana")
    assert b'<body data-who="">' in ana.ask("GET", "/").body


def test_recovery_words_bring_somebody_back(nobody):
    ana, bo = nobody
    words = post(ana, "/api/identity", name="Ana").data["words"]
    spoiled = post(bo, "/api/identity", name="Ana", words=" ".join(words[:-1]))
    assert spoiled.status == 400
    assert "24" in spoiled.data["error"]
    assert not bo.room.desk.home.exists
    assert post(bo, "/api/identity", name="Ana", words=" ".join(words)).data["words"] == []
    assert bo.room.desk.home.card().id == ana.room.desk.home.card().id
    assert bo.ask("GET", "/api/me").data["name"] == "Ana"


def test_who_was_brought_back_plays_on_in_a_match_of_before_once_he_says_that_nothing_newer_was_signed(nobody):
    ana, bo = nobody
    words = [post(one, "/api/identity", name=name).data["words"] for one, name in ((ana, "Ana"), (bo, "Bo"))][1]
    ana.ask("POST", "/drop", bo.ask("GET", "/api/card").body, headers=BYTES)
    (person,) = ana.ask("GET", "/api/me").data["people"]
    begun = post(ana, "/api/new", game="anaconda", people={"coalition": "me", "al_qaeda": person["id"]}).data
    game = begun["game"]
    packet = ana.ask("GET", f"/api/m/{game}/packet/{begun['packets'][0]}").body
    joined = bo.ask("POST", "/join/drop", packet, headers=BYTES).data
    back = bo.ask("GET", f"/api/m/{game}/packet/{joined['packets'][0]}").body
    ana.ask("POST", "/drop", back, headers=BYTES)
    record = ana.ask("GET", f"/m/{game}/paper/game.pbem?seat=").body
    again = Visitor(bo.room.desk.home.root.with_name("again"))
    post(again, "/api/identity", name="Bo", words=" ".join(words))
    told = again.ask("POST", "/drop", record, headers=BYTES).data["invitation"]
    assert told == "a record of a match in which you have played before: Operation Anaconda, as Al Qaeda"
    taken = again.ask("POST", "/join/drop", record, headers=BYTES)
    assert (taken.status, taken.data["seats"]) == (200, []), "the seat was taken before"
    held = again.state(game)
    assert (held["adopts"], held["questions"]) == (True, [])
    assert "pbem" not in held["stopped"]
    assert again.post(game, "adopt").data["told"][0] == "played on here: al_qaeda"
    now = again.state(game)
    assert (now["adopts"], now["stopped"], [one["rule"] for one in now["questions"]]) == (False, "", ["3.4"])
    assert not bo.state(game)["adopts"]


def test_the_seats_of_a_match_are_taken_on_its_page_if_the_table_ended_while_it_was_begun(nobody):
    ana, bo = nobody
    for one, name in ((ana, "Ana"), (bo, "Bo")):
        post(one, "/api/identity", name=name)
    ana.ask("POST", "/drop", bo.ask("GET", "/api/card").body, headers=BYTES)
    desk, people = ana.room.desk, {"coalition": ana.room.desk.home.card().id, "al_qaeda": bo.room.desk.home.card().id}
    game = desk.new_match(find("anaconda"), people, {}, desk.home.root / "matches" / "one", policy="mover+others").id
    (listed,) = ana.ask("GET", "/api/matches").data
    assert (listed["state"], listed["line"]) == ("move", "Coalition: take your seat")
    state = ana.state(game)
    assert (state["joins"], state["questions"], state["stopped"]) == (True, [], "")
    done = ana.post(game, "join").data
    assert done["told"][0] == "taken: Coalition"
    assert not ana.state(game)["joins"]
    packet = ana.ask("GET", f"/api/m/{game}/packet/{done['packets'][0]}").body
    joined = bo.ask("POST", "/join/drop", packet, headers=BYTES)
    assert (joined.status, joined.data["seats"]) == (200, ["al_qaeda"])
    assert ana.post(game, "join").data["told"][0] == "taken: no seat that was free"
    assert desk.home.games.joined(game, 0)


def test_seats_are_named_as_people_call_them_under_the_options_that_are_chosen(nobody):
    ana, _ = nobody
    games = {game["name"]: game for game in ana.ask("GET", "/api/me").data["games"]}
    assert games["anaconda"]["seats"][1] == {"id": "al_qaeda", "name": "Al Qaeda"}
    (scenario,) = games["fallujah"]["scenarios"]
    assert scenario["called"][0] == "Vigilant Resolve (April 2004)"
    assert len(scenario["called"]) == len(scenario["choices"])
    team = post(ana, "/api/seats", game="fallujah", options={"team": "two_by_service"}).data
    assert [one["name"] for one in team] == ["Player 1", "Player 2"]
    assert post(ana, "/api/seats", game="fallujah", options={"team": "nine"}).status == 400


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "angola"}, "who plays fapla"),
        ({"game": "angola", "people": dict.fromkeys(FOUR, "x" * 43)}, "nobody here knows"),
        ({"game": "fallujah", "options": {"none": "x"}}, "none"),
        ({"game": "fallujah", "options": {"scenario": "x"}}, "x"),
    ],
)
def test_a_match_that_cannot_be_made_leaves_nothing_behind(nobody, body, said):
    ana, _ = nobody
    post(ana, "/api/identity", name="Ana")
    answer = post(ana, "/api/new", **body)
    assert answer.status in (400, 409)
    assert said in answer.data["error"]
    assert ana.ask("GET", "/api/matches").data == []
    assert not (ana.room.desk.home.root / "matches").exists()


def test_the_card_is_a_file_once_somebody_is_here(nobody):
    ana, bo = nobody
    refused = ana.ask("GET", "/api/card")
    assert (refused.status, refused.data["error"]) == (400, "you are nobody here yet")
    post(ana, "/api/identity", name="Ana")
    given = ana.ask("GET", "/api/card")
    assert given.headers["content-disposition"] == 'attachment; filename="me.card"'
    post(bo, "/api/identity", name="Bo")
    assert bo.ask("POST", "/drop", given.body, headers=BYTES).data["told"] == ["added Ana, no address"]


def test_a_folder_that_is_shared_is_named_with_what_is_to_be_sent(nobody, tmp_path):
    ana, bo = nobody
    for visitor, name in zip(nobody, ("Ana", "Bo"), strict=True):
        post(visitor, "/api/identity", name=name)
    ana.ask("POST", "/drop", bo.ask("GET", "/api/card").body, headers=BYTES)
    (tmp_path / "shared").mkdir()
    post(ana, "/api/post/keep", folder=str(tmp_path / "shared"))
    (person,) = ana.ask("GET", "/api/me").data["people"]
    begun = post(ana, "/api/new", game="anaconda", people={"coalition": "me", "al_qaeda": person["id"]}).data
    assert begun["folders"] == [str(tmp_path / "shared")]


@pytest.mark.parametrize("content", [b"", b"hello", b"PBEM", b"\x89PBEM1\r\n\x1a\nxx"])
def test_what_is_no_invitation_is_said_to_be_none(nobody, content):
    ana, _ = nobody
    post(ana, "/api/identity", name="Ana")
    answer = ana.ask("POST", "/join/drop", content, headers=BYTES)
    assert answer.status == 409 or answer.status == 400
    assert answer.data["error"]
    assert ana.ask("GET", "/api/matches").data == []


def test_a_locked_home_is_not_opened_by_asking(tmp_path):
    home = Home(tmp_path / "home")
    home.create("Ana", "", "long enough", cost=CHEAP)
    visitor = Visitor(tmp_path / "home", "long enough")
    visitor.room.desk = Desk(home, None)
    assert post(visitor, "/api/new", game="fallujah").data["error"] == "the identity of Ana is locked"


def test_what_stops_a_beginner_is_said_in_a_line_with_what_to_do_and_nothing_is_half_done(nobody):
    ana, bo = nobody
    for visitor, name in zip(nobody, ("Ana", "Bo"), strict=True):
        post(visitor, "/api/identity", name=name)

    def dropped(visitor, content):
        answer = visitor.ask("POST", "/drop", content, headers=BYTES)
        return answer.data if answer.status != 200 else next(iter(answer.data["faults"]), answer.data)

    assert post(ana, "/api/identity", name="Eve").data["error"] == "you are Ana here already"
    card = bo.ask("GET", "/api/me").data["card"].encode()
    for spoiled in (card[:60] + b"X" + card[61:], card[:90]):
        fault = dropped(ana, spoiled)
        assert fault["error"].startswith("no card: ")
        assert "ask its owner for it again" in fault["hint"]
    assert dropped(ana, ana.ask("GET", "/api/me").data["card"].encode())["told"][0].startswith("this is your own card")
    assert ana.ask("GET", "/api/me").data["people"] == []
    assert dropped(ana, b"hello")["error"] == "what was dropped: no packet, log or block in it"
    dropped(ana, card)
    (person,) = ana.ask("GET", "/api/me").data["people"]
    begun = post(ana, "/api/new", game="anaconda", people=dict.fromkeys(("coalition", "al_qaeda"), "me")).data
    assert begun["packets"] == []
    begun = post(ana, "/api/new", game="anaconda", people={"coalition": "me", "al_qaeda": person["id"]}).data
    packet = ana.ask("GET", f"/api/m/{begun['game']}/packet/{begun['packets'][0]}").body
    eve = Visitor(ana.room.desk.home.root.with_name("eve"))
    post(eve, "/api/identity", name="Eve")
    fault = dropped(eve, packet)
    assert fault["error"] == "that match is not known here, and no seat of it is yours"
    assert "without your card: send it" in fault["hint"]
    assert eve.ask("POST", "/join/drop", packet, headers=BYTES).data["error"] == "no seat of this match is yours"
    assert dropped(bo, packet[:-20])["error"] == "what was dropped: the packet is cut off"
    joined = bo.ask("POST", "/join/drop", packet, headers=BYTES).data["seats"]
    again = bo.ask("POST", "/join/drop", packet, headers=BYTES)
    assert (joined, again.status, again.data["seats"]) == (["al_qaeda"], 200, [])
    for visitor, matches in ((ana, 2), (bo, 1), (eve, 0)):
        assert len(visitor.ask("GET", "/api/matches").data) == matches


def test_each_choice_of_an_option_can_be_chosen_and_it_says_with_which_other_it_matters(nobody):
    ana, _ = nobody
    games = {one["name"]: {it["name"]: it for it in one["options"]} for one in ana.ask("GET", "/api/me").data["games"]}
    assert not [it["name"] for those in games.values() for it in those.values() if "..." in it["choices"]]
    fallujah = games["fallujah"]
    assert (fallujah["bases"]["choices"], fallujah["bases"]["signs"]) == ([], ["1", "2", "3", "4"])
    assert fallujah["bases"]["things"] == ["North Base", "South Base", "East Base", "West Base"]
    assert fallujah["commands"]["only_with"] == {"team": ["by_commands"]}
    assert "none" not in fallujah["team_victory"]["only_with"]["team"]
    assert fallujah["team"]["only_with"] == {}
    assert games["anaconda"]["reaction"]["only_with"] == {"mode": ["plan"]}
