"""Orders in plain words: whose they are, and that canonical words can be typed back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orders import ORDERS
from pbem.desk.desk import Desk
from pbem.desk.drafting import take_orders
from pbem.desk.drafts import kept_drafts
from pbem.desk.early import read_early
from pbem.desk.orders import choose_duty, follow_of, give_order, read_words
from pbem.errors import IllegalMove, MissingRecords, NotYourTurn, Unsupported, WrongUse
from pbem.home import Identity
from pbem.lab import demo
from pbem.limits import MAX_SAY
from pbem.play.requests import Ask, SealMany
from pbem.record.log import LOG_NAME
from pbem.record.wire import CODEC
from seated import people
from tiny import TINY


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: TINY)


class Typist(demo.Player):
    """Types what its bots choose, in canonical words."""

    def _decide(self, game, duty, rng):
        match, request = game.match, game.match.request
        choice = self.bots[duty.name].choose(match.state, request, match.binding.table.peek, rng)
        items = request.per_seat()[duty.name] if duty.kind == "seal" else [match.binding.table.options]
        says = [i.spell(c) for i, c in zip(items, choice if isinstance(request, SealMany) else [choice], strict=True)]
        given = give_order(match, f"{duty.name}: {'; '.join(says)}", None)
        assert (given.seat, list(given.says)) == (duty.name, says)
        return request.rule


def test_a_whole_match_is_played_by_typing_canonical_words(tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "Player", Typist)
    assert demo.play(tmp_path, TINY).result is not None


def test_orders_of_nobody_and_of_others(tmp_path):
    people = demo.play(tmp_path, TINY, holders=dict.fromkeys(TINY.seats, "all"))
    player = people.folders[0].parent
    home = demo.Home(player / "home")
    with Desk(home, home.load()).game(people.folders[0]) as game:
        with pytest.raises(NotYourTurn, match="the match has ended"):
            give_order(game.match, "1", None)
        assert game.match.result is not None


def test_a_packet_finds_its_match_but_for_one_that_a_copy_of_the_home_may_play(tmp_path):
    home = demo.Home(tmp_path / "home")
    desk = Desk(home, home.create("ana", "", "", no_passphrase=True, cost=demo.QUICK))
    gid, folder = "g" * 43, tmp_path / "game"
    with pytest.raises(MissingRecords, match="which is not known here"):
        desk.folder_of(gid, None)
    folder.mkdir()
    (folder / LOG_NAME).write_bytes(b"")
    home.games.put(gid, folder)
    assert desk.folder_of(gid, None) == folder
    home.games.move({})
    with pytest.raises(WrongUse, match=f"this home was adopted since it played in {folder}"):
        desk.folder_of(gid, None)


def test_more_than_one_packet_where_one_cannot_hold_all(tmp_path, monkeypatch):
    report = demo.play(tmp_path, TINY)
    monkeypatch.setattr("pbem.post.packet.MAX_RAW", 20_000)
    home = demo.Home(report.folders[0].parent / "home")
    paths = Desk(home, home.load()).send(report.folders[0], everything=True)
    assert len(paths) > 1
    assert len({p.name for p in paths}) == len(paths)


def test_what_one_person_verified_counts_for_that_person_alone(tmp_path):
    folder = demo.play(tmp_path, TINY).folders[0]
    home = demo.Home(folder.parent / "home")
    desk = Desk(home, home.load())
    with desk.game(folder) as game:
        events = list(game.match.feeds.by_id.values())
    assert desk.cache(folder).path.exists()
    log = [CODEC.decode(line) for line in (folder / "game.pbem").read_bytes().splitlines(keepends=True)]
    assert desk.cache(folder).checked(log) == len(events) + 1
    other = Desk(home, Identity("x", 0, "x", "", bytes(32)))
    assert other.cache(folder).checked(log) == 0
    assert Desk(home, None).cache(folder) is None


@pytest.mark.parametrize("text", ["", "words", ": words", "5 4: words", "no colon"])
def test_what_is_no_order_filed_early(text):
    with pytest.raises(WrongUse, match="is no order filed early"):
        read_early(text, "red")


def test_an_early_order_names_its_moment():
    assert read_early("9.4/luanda:  12 ", "red").line == "red 9.4/luanda: 12"
    assert read_early("5.4: a; b", "red").words == "a; b"


class Asked:
    """A ruleset that counts what it is given to read."""

    def __init__(self):
        self.given = []

    def read_orders(self, state, request, seat, text, peek):
        self.given.append(text)
        raise IllegalMove(text, "1", f"{text} is not understood")


def test_an_order_longer_than_the_record_takes_is_refused_before_any_game_reads_it():
    asked, request = Asked(), Ask(rule="1", seat="left", legal=lambda: ("yes", "no"))
    for length in (MAX_SAY + 1, 20_000, 1_000_000):
        with pytest.raises(WrongUse, match=f"an order of {length:,} characters; the limit is 8,000"):
            read_words(asked, None, request, "left", "x" * length, lambda _: None)
        with pytest.raises(WrongUse, match=f"{length:,} characters"):
            read_early(f"9.4: {'x' * length}", "left")
    assert asked.given == []
    with pytest.raises(IllegalMove) as refused:
        read_words(asked, None, request, "left", "x" * MAX_SAY, lambda _: None)
    assert asked.given == ["x" * MAX_SAY]
    assert len(str(refused.value)) < 1_100
    assert "x ... (8,000 characters)\n" in str(refused.value)


def read_path(state, request, seat, text, peek):
    """A path may be typed in parts between `;`."""
    return ["-".join(part.strip() for part in text.split(";"))]


def plan_of(root, monkeypatch, *lines):
    """What lines come to where a path may be typed in parts: red goes from 0, with a claim of three."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: replace(ORDERS, read_orders=read_path))
    desks = people(root, {"red": "ana", "green": "bo", "blue": "bo"})
    with desks["ana"].game(root / "ana" / "game") as game:
        take_orders(game, ["3", "3"])
        try:
            return [one.says[0] for one in take_orders(game, list(lines)).given]
        finally:
            kept = kept_drafts(game.path, game.gid)
            assert [d.rule for d in kept][:2] == ["1.1", "1.2"]


def test_lines_that_are_one_plan_are_one_answer(tmp_path, monkeypatch):
    assert plan_of(tmp_path, monkeypatch, "1", "2", "3", "yes") == ["1-2-3", "yes"]


def test_lines_that_are_no_plan_together_are_orders_of_their_own(tmp_path, monkeypatch):
    assert plan_of(tmp_path, monkeypatch, "1-2-3", "yes") == ["1-2-3", "yes"]


def test_a_line_that_names_its_seat_begins_an_order_of_its_own(tmp_path, monkeypatch):
    assert plan_of(tmp_path, monkeypatch, "red: 1", "2", "red: no") == ["1-2", "no"]


def test_of_lines_that_make_no_sense_nothing_is_drafted(tmp_path, monkeypatch):
    with pytest.raises(IllegalMove):
        plan_of(tmp_path, monkeypatch, "1", "2", "nonsense")
    desk = Desk(demo.Home(tmp_path / "ana" / "home"), demo.Home(tmp_path / "ana" / "home").load())
    with desk.game(tmp_path / "ana" / "game") as game:
        assert len(kept_drafts(game.path, game.gid)) == 2


def test_a_line_that_adds_nothing_to_a_plan_is_an_order_of_its_own(tmp_path, monkeypatch):
    def read(state, request, seat, text, peek):
        return [text.split(";")[0].strip()]  # `loose; loose` is `loose`

    monkeypatch.setattr("pbem.ruleset._load", lambda name: replace(ORDERS, read_orders=read))
    desk = people(tmp_path, {"red": "ana", "green": "bo", "blue": "bo"})["ana"]
    with desk.game(tmp_path / "ana" / "game") as game:
        assert [one.says[0] for one in take_orders(game, ["1", "1", "1", "yes"]).given] == ["1", "1", "1", "yes"]


@pytest.mark.parametrize(("seat", "error", "hint"), [
    ("pink", "there is no seat pink", "the seats: red, green, blue"),
    ("blue", "the seat blue is not held here", "yours: red, green"),
])
def test_an_order_for_a_seat_that_is_none_or_is_held_elsewhere_says_so(tmp_path, monkeypatch, seat, error, hint):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    desk = people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})["ana"]
    with desk.game(tmp_path / "ana" / "game") as game:
        with pytest.raises((WrongUse, NotYourTurn), match=error) as refused:
            choose_duty(game.match, seat)
        assert refused.value.hint == hint
        assert choose_duty(game.match, "red") == choose_duty(game.match, None)
        with pytest.raises(Unsupported, match="Orders cannot tell what may follow") as untold:
            follow_of(game.match, game.match.request, "red", "")
        assert untold.value.hint == "pbem next shows what may be typed"
