"""Draft until sent: what is typed is signed by `send` alone, all of it or nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

import orders
from orders import ORDERS
from pbem.desk.ahead import Ahead, signed_words
from pbem.desk.automatic import Automatic, carry_on, stalled
from pbem.desk.desk import Desk
from pbem.desk.drafting import Drafting, drafting_of, forget_drafts_of, send_drafts, take_orders
from pbem.desk.drafts import FILE, Draft, in_short, keep_drafts, kept_drafts, unsent
from pbem.desk.redrafting import take_back_draft
from pbem.disk import whole
from pbem.errors import BadRecord, FalseClaim, IllegalMove, NotYourTurn, WrongUse
from pbem.limits import MAX_DRAFTS
from pbem.post.intake import take
from pbem.record.wire import CODEC
from seated import desk_out, exchange, people, said


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)


@pytest.fixture
def two(tmp_path):
    """Ana holds red and green, Bo holds blue; red is asked for its strength."""
    return tmp_path, people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})


@pytest.fixture
def alone(tmp_path):
    return tmp_path, people(tmp_path, dict.fromkeys(orders.SEATS, "ana"))


def lines_of(folder: Path) -> list[str]:
    return [CODEC.decode(x).kind for x in (folder / "game.pbem").read_bytes().splitlines(keepends=True)]


# ------------------------------------------------------------------ drafting


def test_drafts_follow_one_another_and_nothing_is_signed(two):
    root, desks = two
    folder = root / "ana" / "game"
    before = (folder / "game.pbem").read_bytes()
    for words in ("2", "1", "1", "yes"):  # a seal of one's own, a claim, a path, a confirmation
        with desks["ana"].game(folder) as game:
            taken = take_orders(game, [words])
        assert (len(taken.given), taken.signed) == (1, 0)
        assert (folder / "game.pbem").read_bytes() == before
    assert (folder / FILE).stat().st_mode & 0o077 == 0
    with desks["ana"].game(folder) as game:
        drafting = Drafting(game.match, folder)
        assert [d.rule for d in drafting.drafts] == ["1.1", "1.2", "1.3", "1.4"]
        assert [[t.text for t in told] for told in drafting.told] == [[], [], ["red goes to 1"], []]
        assert drafting.ahead.asked() == []
        with pytest.raises(NotYourTurn, match="nothing more can be drafted: dice must come first"):
            drafting.add("0", None)
    assert (folder / "game.pbem").read_bytes() == before


def test_a_seat_that_may_not_sign_here_is_asked_for_no_draft(two):
    root, desks = two
    with desks["ana"].game(root / "ana" / "game") as game:
        (asked,) = Ahead(game.match).asked()
        game.match.held_back = {asked.seat: NotYourTurn("it signs elsewhere")}
        ahead = Ahead(game.match)
        assert ahead.asked() == []
        assert asked in ahead.awaited()
        ahead.leave()


def draft(desk: Desk, folder: Path, *words: str) -> None:
    with desk.game(folder) as game:
        take_orders(game, list(words))


FOUR = ["2", "1", "-", "yes"]  # the four decisions of one seat; a die follows


def four(desk: Desk, folder: Path) -> list[str]:
    """Drafts all of them, one after the other."""
    for words in FOUR:
        draft(desk, folder, words)
    return FOUR


def test_send_signs_all_in_their_order_and_dice_follow(two):
    root, desks = two
    folder = root / "ana" / "game"
    words = four(desks["ana"], folder)
    with desks["ana"].game(folder) as game:
        assert send_drafts(game) == 4
        carry_on(game)
    assert said(folder, desks["ana"], "red") == [[w] for w in words]
    assert kept_drafts(folder, gid(desks["ana"], folder)) == []
    assert lines_of(folder)[-2:] == ["entropy", "entropy"]  # ana's two seats show theirs, bo's is awaited
    exchange(root, desks)
    assert digest(root, desks, "bo") == digest(root, desks, "ana")


def digest(root: Path, desks: dict[str, Desk], name: str) -> str:
    with desks[name].game(root / name / "game") as game:
        return game.match.rounds.base


def gid(desk: Desk, folder: Path) -> str:
    with desk.game(folder) as game:
        return game.gid


def test_what_is_drafted_leaves_no_trace_when_it_is_taken_back(two):
    root, desks = two
    folder = root / "ana" / "game"
    before = (folder / "game.pbem").read_bytes()
    draft(desks["ana"], folder, "3")
    draft(desks["ana"], folder, "0")
    with desks["ana"].game(folder) as game:
        assert take_back_draft(game).gone.rule == "1.2"
    draft(desks["ana"], folder, "3")
    with desks["ana"].game(folder) as game:
        with pytest.raises(WrongUse, match="green has no draft"):
            take_back_draft(game, "green")
        assert [take_back_draft(game).gone.text for _ in range(2)] == ["3", "3"]
        assert take_back_draft(game) is None
    draft(desks["ana"], folder, "1")
    with desks["ana"].game(folder) as game:
        send_drafts(game)
    assert said(folder, desks["ana"], "red") == [["1"]]
    assert (folder / "game.pbem").read_bytes().startswith(before)
    assert lines_of(folder)[-1] == "seal"
    with desks["ana"].game(folder) as game:
        assert game.match.binding.undone == []


@pytest.mark.parametrize(("says", "short"), [
    (["fire t2", *["pass"] * 26], "fire t2; pass (26 times)"), (["none"] * 5, "none; none; none; none; none"),
    (["a", "b"] * 4, "a; b; a; b; a; b; a; b"), ([*["pass"] * 6, "flip t1"], "pass (6 times); flip t1"),
])
def test_a_long_run_of_one_answer_is_told_once(says, short):
    assert in_short(says) == Draft("", 1, "1.1", tuple(says), "green").short == short


def test_a_false_or_illegal_draft_changes_nothing(two):
    root, desks = two
    folder = root / "ana" / "game"
    draft(desks["ana"], folder, "1")
    kept = (folder / FILE).read_bytes()
    for words in (["2"], ["nonsense"], ["1", "nonsense"]):  # a claim that red's own strength belies; the second of two
        with pytest.raises((IllegalMove, WrongUse)), desks["ana"].game(folder) as game:
            take_orders(game, words)
        assert (folder / FILE).read_bytes() == kept


def test_of_who_gives_up_every_draft_is_forgotten_and_of_others_none(two):
    root, desks = two
    folder = root / "ana" / "game"
    draft(desks["ana"], folder, "2")
    draft(desks["ana"], folder, "1")
    with desks["ana"].game(folder) as game:
        assert forget_drafts_of(game, "green") == 0
        assert len(kept_drafts(folder, game.gid)) == 2
        assert forget_drafts_of(game, "red") == 2
        assert kept_drafts(folder, game.gid) == []


def test_who_has_drafts_is_told_that_nothing_is_answered_for_him_and_how_many_orders_wait():
    ends = "pbem send, or pbem undo"
    assert stalled(1) == f"nothing is answered here while 1 draft is not sent: {ends}"
    assert stalled(2, 1) == (
        f"nothing is answered here while 2 drafts are not sent (1 order waits, filed or standing): {ends}")


def test_a_draft_of_a_seat_that_is_not_held_here_is_not_taken_for_sent(two):
    root, desks = two
    with desks["ana"].game(root / "ana" / "game") as game:
        drafts = [Draft(about="", round=2, rule="1.1", says=("2",), seat=seat) for seat in ("blue", "pink", "red")]
        assert unsent(game.match, drafts) == drafts


def test_nothing_drafted_leaves_in_a_packet(two):
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    held = {p.name: p.read_bytes() for p in desk_out(root, "ana")}
    desks["ana"].send(folder, everything=True)
    new = [p for p in desk_out(root, "ana") if held.get(p.name) != p.read_bytes()]
    for packet in new:
        desks["bo"].take_in(take([str(packet)]), root / "bo" / "game")
    assert "act" not in lines_of(root / "bo" / "game")
    assert "seal" not in lines_of(root / "bo" / "game")


def test_while_something_is_drafted_nothing_is_answered_in_its_persons_place(two):
    from pbem.desk.early import file_early, kept_early, read_early

    root, desks = two
    folder = root / "ana" / "game"
    draft(desks["ana"], folder, "2")
    with desks["ana"].game(folder) as game:
        file_early(folder, game.match, [read_early("1.1: 3", "red")])
        done = carry_on(game)
        assert (done.told, done.drafts) == ([], 1)
        assert len(kept_early(folder, game.match).orders) == 1
        send_drafts(game)
    assert said(folder, desks["ana"], "red") == [["2"]]


def test_a_draft_that_something_has_overtaken_is_told_and_kept(two):
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    kept = kept_drafts(folder, gid(desks["ana"], folder))
    spoiled = [kept[0], msgspec.structs.replace(kept[1], says=("3",)), *kept[2:]]  # what red's strength belies
    keep_drafts(folder, gid(desks["ana"], folder), spoiled)
    before = (folder / "game.pbem").read_bytes()
    with pytest.raises(NotYourTurn) as refused, desks["ana"].game(folder) as game:
        send_drafts(game)
    assert "the draft red: 3 does not stand any more: " in str(refused.value)
    assert "nothing was sent, and all drafts are kept" in refused.value.hint
    assert kept_drafts(folder, gid(desks["ana"], folder)) == spoiled
    assert (folder / "game.pbem").read_bytes() == before
    with desks["ana"].game(folder) as game:
        drafting = Drafting(game.match, folder)
        assert (len(drafting.drafts), drafting.unfit) == (1, spoiled[1:])
        with pytest.raises(NotYourTurn, match="the draft red: 3"):
            drafting.add("0", None)


def test_what_was_drafted_beyond_a_resignation_is_told_and_kept_and_nothing_half_sent(two):
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    kept = kept_drafts(folder, gid(desks["ana"], folder))
    with desks["bo"].game(root / "bo" / "game") as game:
        game.match.resign(2)
    exchange(root, desks)
    before = (folder / "game.pbem").read_bytes()
    with pytest.raises(NotYourTurn, match="blue resigned") as refused, desks["ana"].game(folder) as game:
        send_drafts(game)
    assert "nothing was sent, and all drafts are kept" in refused.value.hint
    assert (folder / "game.pbem").read_bytes() == before
    assert kept_drafts(folder, gid(desks["ana"], folder)) == kept
    for _ in kept[1:]:
        with desks["ana"].game(folder) as game:
            drafting = Drafting(game.match, folder)
            assert drafting.ahead.waits_for() == "what follows the resignation of blue"
            drafting.leave()
            assert take_back_draft(game) is not None
    with pytest.raises(NotYourTurn, match="what follows the resignation of blue must come first"):
        draft(desks["ana"], folder, "1")
    with desks["ana"].game(folder) as game:
        assert send_drafts(game) == 1
        assert game.match.rounds.r == kept[0].round + 1
        assert game.match.result is not None or 2 in game.match.binding.resigned


def test_a_draft_for_another_round_is_not_taken_for_this_one(two):
    root, desks = two
    folder = root / "ana" / "game"
    draft(desks["ana"], folder, "2")
    game_id = gid(desks["ana"], folder)
    (one,) = kept_drafts(folder, game_id)
    keep_drafts(folder, game_id, [msgspec.structs.replace(one, round=one.round + 4)])
    late = pytest.raises(NotYourTurn, match=r"it was drafted for round \d+, and round \d+ is open")
    with late, desks["ana"].game(folder) as game:
        send_drafts(game)


def test_alone_what_a_die_follows_is_signed_at_once(alone):
    root, desks = alone
    folder = root / "ana" / "game"
    before = len(lines_of(folder))
    for words in ("2", "1"):
        draft(desks["ana"], folder, words)
    draft(desks["ana"], folder, "-")
    assert len(lines_of(folder)) == before
    with desks["ana"].game(folder) as game:
        assert take_orders(game, ["yes"]).signed == 4
    assert len(lines_of(folder)) > before + 4
    with desks["ana"].game(folder) as game:
        assert Drafting(game.match, folder).ahead.asked()[0].name == "green"


def test_alone_several_lines_go_on_over_the_dice(alone):
    root, desks = alone
    folder = root / "ana" / "game"
    with desks["ana"].game(folder) as game:
        taken = take_orders(game, ["2", "1", "-", "yes", "3", "0"])
    assert taken.signed == 4
    assert [d.text for d in kept_drafts(folder, gid(desks["ana"], folder))] == ["3", "0"]


def test_what_dice_were_rolled_for_stays_and_the_rest_of_a_refused_line_is_forgotten(alone):
    root, desks = alone
    folder = root / "ana" / "game"
    with pytest.raises((IllegalMove, WrongUse)) as refused, desks["ana"].game(folder) as game:
        take_orders(game, [*FOUR, "3", "nonsense"])
    assert refused.value.hint == "given before it, and signed since dice followed: 2; 1; -; yes"
    assert said(folder, desks["ana"], "red") == [[word] for word in FOUR]
    assert kept_drafts(folder, gid(desks["ana"], folder)) == []


def test_no_more_drafts_than_are_bounded(two, monkeypatch):
    root, desks = two
    folder = root / "ana" / "game"
    monkeypatch.setattr("pbem.desk.drafting.MAX_DRAFTS", 2)
    with pytest.raises(WrongUse, match="2 drafts are not sent yet"):
        draft(desks["ana"], folder, "2", "1", "-")
    one = Draft(about="", round=3, rule="1", says=("x",), seat="red")
    with pytest.raises(WrongUse, match="64 drafts"):
        keep_drafts(folder, "x" * 43, [one] * (MAX_DRAFTS + 1))


@pytest.mark.parametrize("content", [b"{}", b"[]\n", b"\xff", b'{"drafts":[],"game":"x","v":"pbem drafts 1"}\n'])
def test_a_spoiled_file_of_drafts_is_one_clear_error(two, content):
    root, desks = two
    folder = root / "ana" / "game"
    (folder / FILE).write_bytes(content)
    (folder / FILE).chmod(0o600)
    with pytest.raises(BadRecord) as refused, desks["ana"].game(folder) as game:
        send_drafts(game)
    assert "move " in refused.value.hint


def test_a_match_that_is_ahead_signs_nothing_and_takes_nothing_in(two):
    root, desks = two
    with desks["ana"].game(root / "ana" / "game") as game:
        before = msgspec.json.encode(game.match.state)
        ahead = Ahead(game.match)
        ahead.give(ahead.asked()[0], ["2"])
        with pytest.raises(AssertionError):
            game.match.answer(ahead.asked()[0].seat, "1")
        ahead.leave()
        assert msgspec.json.encode(game.match.state) == before
        assert game.match.binding.table.round == game.match.rounds.r


def test_going_back_plays_again_from_the_last_checkpoint_only(two):
    """However many drafts there are, each is played once: putting the table back costs what came since a checkpoint."""
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    with desks["ana"].game(folder) as game:
        told = []
        binding = game.match.binding
        apply = binding._apply
        binding._apply = lambda step: (told.append(step), apply(step))
        for _ in range(3):
            Drafting(game.match, folder).leave()
        assert len(told) <= 3


# ------------------------------------------------------------------ killed


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("at", range(14))
def test_killed_at_any_write_of_send_nothing_is_lost_or_sent_twice(two, monkeypatch, at):
    root, desks = two
    folder = root / "ana" / "game"
    words = four(desks["ana"], folder)
    left = at

    def tick() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    for name in ("write", "replace", "fsync"):
        real = getattr(whole.os, name)
        monkeypatch.setattr(whole.os, name, lambda *given, real=real: (tick(), real(*given))[1])
    def send() -> None:
        with desks["ana"].game(folder) as game:
            send_drafts(game)
            carry_on(game)
            desks["ana"].send_from(game)
        raise Killed  # it came through

    with pytest.raises(Killed):
        send()
    monkeypatch.undo()
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    with desks["ana"].game(folder) as game:  # nothing half applied: all are signed or all are drafts
        on_disk = [w for e in game.match.feeds.by_id.values() if e.seat == 0 and (w := signed_words(game.match, e))]
        drafting = Drafting(game.match, folder)
        assert [*(w[0] for w in on_disk), *(d.text for d in drafting.drafts)] == words
        assert drafting.why is None
        drafting.leave()
        send_drafts(game)
        carry_on(game)
    desks["ana"].send(folder)
    exchange(root, desks)
    assert said(folder, desks["ana"], "red")[:4] == [[w] for w in words]
    for name, desk in desks.items():
        with desk.game(root / name / "game") as game:
            assert not game.match.twins
            assert not game.match.held_back


def test_a_false_draft_is_refused_with_words_that_are_true(two):
    root, desks = two
    folder = root / "ana" / "game"
    draft(desks["ana"], folder, "1")
    with pytest.raises(FalseClaim) as error, desks["ana"].game(folder) as game:
        take_orders(game, ["2"])
    assert error.value.hint == "it must be true, like: 0"
    assert true_words_are_signed(desks["ana"], folder, "0")


def true_words_are_signed(desk: Desk, folder: Path, words: str) -> bool:
    with desk.game(folder) as game:
        return len(take_orders(game, [words]).given) == 1


def test_what_was_played_on_over_is_taken_up_where_it_was_left(two, monkeypatch):
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    with desks["ana"].game(folder) as game:
        drafting, binding = drafting_of(game.match, folder), game.match.binding
        there = msgspec.json.encode(game.match.state)
        drafting.leave()
        here, round = msgspec.json.encode(game.match.state), binding.table.round
        monkeypatch.setattr(binding, "_rebuild", None)  # nothing is played again, neither there nor back
        for _ in range(2):
            assert drafting_of(game.match, folder) is drafting
            assert (msgspec.json.encode(game.match.state), drafting.ahead.depth) == (there, 4)
            drafting.leave()
            assert (msgspec.json.encode(game.match.state), binding.table.round) == (here, round)
        assert there != here


def test_what_was_left_is_played_anew_if_a_draft_or_the_record_is_another(two):
    root, desks = two
    folder = root / "ana" / "game"
    four(desks["ana"], folder)
    with desks["ana"].game(folder) as game:
        drafting = drafting_of(game.match, folder)
        drafting.leave()
        take_back_draft(game)
        fewer = drafting_of(game.match, folder)
        assert (fewer is not drafting, len(fewer.drafts)) == (True, 3)
        fewer.leave()
        game.match.note(0, "the record has grown")
        assert drafting_of(game.match, folder) is not fewer


def test_who_holds_no_seat_sends_nothing():
    nobody = SimpleNamespace(match=SimpleNamespace(keys={}))
    with pytest.raises(NotYourTurn, match=r"^no seat of this match is held here"):
        send_drafts(nobody)


def test_where_nothing_was_done_by_itself_there_is_nothing_to_send_or_tell():
    assert Automatic() == Automatic(made=[], told=[], drafts=0)
    assert [one.is_any for one in (Automatic(), Automatic(drafts=2), Automatic(told=["your order was given"]))] == [
        False, False, True]
