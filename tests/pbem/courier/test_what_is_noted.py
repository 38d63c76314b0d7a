"""What each line of a journal changes, and nothing else: of whom what is known, and what was done already."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

from pbem.courier.entries import (
    HOUR,
    LOST,
    Bounced,
    Called,
    Dropped,
    Handed,
    Has,
    HeardFrom,
    JournalState,
    LastMail,
    Left,
    LetGo,
    LetterAccepted,
    LetterWritten,
    Noticed,
    Read,
    Round,
    Serves,
    Spares,
    highest,
)
from pbem.courier.journal import Journal, _address_sum, is_within
from pbem.limits import MAX_ANSWERED, MAX_CALLED, MAX_POSTED

GAME, OTHER = "A" * 43, "B" * 42 + "A"
BEN, CY, DI = (letter * 42 + "A" for letter in "BCD")
ID = "<a.pbem@x.test>"


@dataclass
class Noted:
    """A journal; `changes` are the fields of its state that are not as ever."""

    journal: Journal

    @property
    def changes(self):
        plain, state = msgspec.structs.asdict(JournalState()), msgspec.structs.asdict(self.journal.state)
        assert msgspec.structs.asdict(Journal(self.journal.path.parent).state) == state  # it is the same read again
        return {name: value for name, value in state.items() if value != plain[name]}

    def after(self, *entries):
        self.journal.note(*entries)
        return self.changes


@pytest.fixture
def noted(tmp_path):
    return Noted(Journal(tmp_path))


def letter(kind="turn", **fields):
    return LetterWritten(**{"id": ID, "game": GAME, "way": "a@x.test", "kind": kind, "to": ("Ben@x.test",), "time": 100,
                            "round": 7} | fields)


def written(one):
    return {"open": {one.id: one}, "posted": {one.id: one.game}, "recipients": {one.id: (_address_sum("ben@x.test"),)}}


def test_a_turn_is_the_last_mail_and_what_went_with_it_is_assumed(noted):
    one = letter(heads={"0": 3}, people=(BEN,), supposed=(CY,), cards={DI: 5})
    has = Has(assumed={"0": 3}, sent=100)
    assert noted.after(one) == written(one) | {
        "last": {GAME: ID}, "has": {GAME: {BEN: has, CY: has}}, "cards": {BEN: {DI: 5}}, "told": {GAME: {BEN: 7}},
        "relay": {GAME: ()}}
    assert noted.after(letter(id="<b@x>", people=(BEN,), cards={CY: 6}))["cards"] == {BEN: {DI: 5, CY: 6}}


def test_a_letter_without_records_tells_nothing(noted):
    one = letter(people=(BEN,))
    assert noted.after(one) == written(one) | {"last": {GAME: ID}, "has": {GAME: {}}, "cards": {BEN: {}}}


@pytest.mark.parametrize(("kind", "more", "change"), [
    ("reminder", {"seats": ("1", "2")}, {"reminded": {GAME: {"1": 100, "2": 100}}}),
    ("turn", {"seats": ("1",)}, {}),
    ("lost", {"people": (BEN,)}, {"asked": {GAME: {BEN: 100}}, "cards": {BEN: {}}}),
    ("again", {}, {"again": {GAME: {"Ben@x.test": 100}}}),
    ("again", {"because": "<q@x>"}, {"again": {GAME: {"Ben@x.test": 100}}, "answered": ("<q@x>",)}),
])
def test_a_letter_is_counted_by_its_kind(noted, kind, more, change):
    one = letter(kind, **more)
    assert noted.after(one) == written(one) | {"last": {GAME: ID}, "has": {GAME: {}}} | change


def test_a_notice_is_the_mail_of_no_match_and_one_about_an_invitation_notes_no_round(noted):
    one = letter("notice", people=(BEN,))
    assert noted.after(one) == written(one) | {"noticed": {GAME: 7}}
    two = letter("notice", id="<b@x>", round=0, game=OTHER)
    assert noted.after(two)["noticed"] == {GAME: 7}
    assert [one.is_of_invitation, two.is_of_invitation] == [False, True]


@pytest.mark.parametrize("kind", ["invitation", "answer"])
def test_an_invitation_or_an_answer_is_called_once(noted, kind):
    one = letter(kind, people=(BEN,))
    assert noted.after(one) == written(one) | {"called": (GAME,)}
    assert one.is_of_invitation
    assert noted.after(Called(id=OTHER))["called"] == (GAME, OTHER)


def test_what_is_remembered_of_letters_is_bounded(noted):
    journal = noted.journal
    journal.note(*(letter(id=f"<{n}@x>", because=f"<q{n}@x>") for n in range(MAX_POSTED + 2)))
    state = journal.state
    assert list(state.posted) == list(state.recipients) == [f"<{n}@x>" for n in range(2, MAX_POSTED + 2)]
    state.answered = tuple(f"<q{n}@x>" for n in range(MAX_ANSWERED + 1))
    journal.note(letter(because="<last@x>"))
    assert (len(state.answered), state.answered[0], state.answered[-1]) == (MAX_ANSWERED + 1, "<q1@x>", "<last@x>")
    journal.note(*(Called(id=f"{n:043}") for n in range(MAX_CALLED + 5)))
    assert state.called[0] == f"{4:043}"
    assert len(state.called) == MAX_CALLED + 1


def test_letters_of_the_last_hour_are_those_that_count(noted):
    times = (1, 1 + HOUR, 2 + HOUR, 5)
    assert noted.after(*(Handed(id=f"<{n}@x>", time=time) for n, time in enumerate(times)))["sent"] == (
        1 + HOUR, 2 + HOUR, 5)
    assert noted.journal.state.handed == {"<0@x>": 1, "<1@x>": 1 + HOUR, "<2@x>": 2 + HOUR, "<3@x>": 5}


def test_a_letter_is_open_until_the_server_has_it_for_all(noted):
    noted.journal.note(letter(to=("b@x.test", "c@x.test")), Handed(id=ID, time=1))
    state = noted.journal.state
    noted.journal.note(LetterAccepted(id=ID, time=2, left=("c@x.test",)))
    assert (state.open[ID].to, state.handed) == (("c@x.test",), {ID: 1})
    noted.journal.note(LetterAccepted(id="<other@x>", time=2, left=("c@x.test",)))
    assert list(state.open) == [ID]
    noted.journal.note(LetterAccepted(id=ID, time=3))
    assert (state.open, state.handed) == ({}, {})
    noted.journal.note(letter(), Handed(id=ID, time=1), Dropped(id=ID, time=2))
    assert (state.open, state.handed) == ({}, {})
    noted.journal.note(Dropped(id=ID, time=2))  # twice does no harm


def test_who_takes_a_letter_needs_nothing_passed_on_any_more(noted):
    noted.journal.note(HeardFrom(game=GAME, who=BEN, time=9, heads={}, reach=(), relay=(CY, DI, CY)))
    assert noted.journal.state.relay == {GAME: (CY, DI)}
    noted.journal.note(letter(people=(CY,)))  # it brought nothing
    assert noted.journal.state.relay == {GAME: (CY, DI)}
    noted.journal.note(letter(id="<b@x>", people=(CY,), heads={"0": 1}))
    assert noted.journal.state.relay == {GAME: (DI,)}


def test_what_somebody_says_counts_if_it_is_newer_and_whoever_has_the_same_is_assumed_to(noted):
    said = HeardFrom(game=GAME, who=BEN, time=9, heads={"0": 2}, reach=(CY,), alike=(DI,))
    assert noted.after(said) == {
        "has": {GAME: {BEN: Has({"0": 2}, 9, {"0": 2}, 0, (CY,)), DI: Has(assumed={"0": 2}, sent=9)}},
        "relay": {GAME: ()}}
    noted.journal.note(HeardFrom(game=GAME, who=BEN, time=9, heads={"0": 1}, reach=()))
    assert noted.journal.state.has[GAME][BEN].sure == {"0": 2}
    noted.journal.note(HeardFrom(game=GAME, who=BEN, time=10, heads={"0": 1}, reach=(), relay=(DI,)))
    assert noted.journal.state.has[GAME][BEN].sure == {"0": 1}
    assert noted.journal.state.has[GAME][DI] == Has(assumed={}, sent=9)  # it did not come through


def test_what_was_sent_long_ago_and_is_not_there_is_lost():
    has = Has(assumed={"0": 5}, sent=100)

    def said(time, **fields):
        return has.and_said(HeardFrom(game=GAME, who=BEN, time=time, heads={"0": 2, "1": 1}, reach=(CY,), **fields))

    assert said(100 + LOST) == Has({"0": 2, "1": 1}, 100 + LOST, {"0": 5, "1": 1}, 100, (CY,))
    assert said(101 + LOST).assumed == {"0": 2, "1": 1}
    assert said(1, is_lost=True).assumed == {"0": 2, "1": 1}
    assert has.and_sent({"1": 0}, 200) == Has(assumed={"0": 5, "1": 0}, sent=200)
    assert highest({"0": 1, "2": -1}, {"0": 0, "1": 0}) == {"0": 1, "1": 0, "2": -1}


def test_a_letter_that_came_back_makes_nothing_assumed_of_whom_it_went_to(noted):
    for game in (GAME, OTHER):
        noted.journal.note(letter(id=f"<{game}@x>", game=game, people=(BEN, CY), heads={"0": 1}))
    noted.journal.note(Bounced(address="ben@x.test", who=BEN, time=9, why="full"))
    state = noted.journal.state
    assert (state.bounced, state.whys) == ({"ben@x.test": 9}, {"ben@x.test": "full"})
    assert [state.has[game][who].assumed for game in (GAME, OTHER) for who in (BEN, CY)] == [{}, {"0": 1}] * 2


def test_where_ways_were_read_to_is_forgotten_when_there_is_more_to_look_for(noted):
    journal, state = noted.journal, noted.journal.state
    journal.note(Serves(games=(GAME, OTHER)), Read(way="a", place="7:1"))
    journal.note(Serves(games=(GAME,)))
    assert (state.places, state.games) == ({"a": "7:1"}, (GAME,))
    journal.note(Serves(games=(GAME, OTHER)))
    assert state.places == {}
    journal.note(Read(way="a", place="7:1"), LetGo(game=GAME, seats=("1",)), LetGo(game=GAME, seats=("1", "2")))
    assert (state.places, state.let_go) == ({"a": "7:1"}, {GAME: ("1", "2")})
    journal.note(LetGo(game=GAME, seats=("2",)))
    assert (state.places, state.let_go) == ({}, {GAME: ("2",)})
    journal.note(Read(way="a", place="7:1"), LetGo(game=GAME, seats=()))
    assert (state.places, state.let_go) == ({}, {})


def test_the_other_lines_note_one_thing_each(noted):
    lines = (Left(game=GAME, way="/srv", heads={"0": 2}), Noticed(game=GAME, round=3), LastMail(game=GAME, id=ID),
             Round(game=OTHER, round=4, time=5))
    assert noted.after(*lines) == {
        "heads": {"/srv": {GAME: {"0": 2}}}, "noticed": {GAME: 3}, "last": {GAME: ID}, "rounds": {OTHER: (4, 5)}}


def test_who_wants_no_reminders_and_who_wants_them_again(noted):
    noted.journal.note(Spares(game=GAME, who=CY, wanted=False, n=3), Spares(game=GAME, who=BEN, wanted=False, n=1))
    state = noted.journal.state
    assert (state.spared, state.wished) == ({GAME: (BEN, CY)}, {GAME: {CY: 3, BEN: 1}})
    noted.journal.note(Spares(game=GAME, who=CY, wanted=True, n=4))
    assert (state.spared, state.wished) == ({GAME: (BEN,)}, {GAME: {CY: 4, BEN: 1}})
    noted.journal.note(Spares(game=GAME, address="di@x.test", wanted=False, n=0))
    assert state.spared == {GAME: (BEN, "di@x.test")}


def test_a_note_of_nothing_is_no_damage(noted):
    noted.journal.note(Noticed(game=GAME, round=3))
    noted.journal.note()
    assert noted.after(Noticed(game=GAME, round=4)) == {"noticed": {GAME: 4}}


@pytest.mark.parametrize(("time", "is_so"), [(10, True), (6, True), (5, False), (14, True), (15, False)])
def test_a_time_is_within_a_span_on_either_side(time, is_so):
    assert is_within(5, time, 10) == is_so


def test_an_address_is_known_in_upper_and_lower_case_and_by_a_short_sum(noted):
    noted.journal.note(letter())
    assert noted.journal.went_to(ID, "BEN@X.test")
    assert not noted.journal.went_to(ID, "ben@y.test")
    assert not noted.journal.went_to("<none@x>", "ben@x.test")
    assert len(_address_sum("x")) == 16
