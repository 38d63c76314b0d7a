"""Invitations, answers, cards and titles are small texts that anybody may write: bounds, signatures, spelling."""

from __future__ import annotations

import base64

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed, public_key
from pbem.desk.door import apart, arrivals
from pbem.errors import BadRecord, WrongUse
from pbem.home.accepted import AcceptedInvitations, Replied
from pbem.home.beside import Titles, read_beside, read_title, sign_title, write_beside, write_title
from pbem.home.cards import SignedCard, signed_card, write_signed
from pbem.home.invitation import Invitation, read_answer, read_invitation, write_answer, write_invitation
from pbem.home.people import PersonCard
from pbem.limits import MAX_CALL, MAX_TITLE
from pbem.post.armor import armor
from pbem.post.contents import FoundSlip, Trouble, items
from pbem.record.events import Clock
from people import master

SEATS = ("fapla", "fnla", "mpla", "unita")
READERS = (read_invitation, read_answer, read_beside)


def seed(number: int) -> bytes:
    return identity_seed(master(number))


def card(number: int, address: str = "ana@pbem.test", name: str = "ana") -> SignedCard:
    id = b64(public_key(seed(number)))
    return signed_card(PersonCard(address=address, id=id, name=name), seed(number), 100)


def invitation(**changed) -> Invitation:
    made = Invitation(
        address="bo@pbem.test", card=write_signed(card(0)), clock=None, dice="mover+others", engine="angola/1",
        expires=1_000, nonce=b64(bytes(16)), options={"scenario": "july_1975"}, own=("fapla",), seats=("fnla",),
        title="Autumn cup")
    return msgspec.structs.replace(made, **changed)


titles = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=MAX_TITLE)


@settings(max_examples=25)
@given(
    title=titles, seats=st.lists(st.sampled_from(SEATS), min_size=1, max_size=4, unique=True),
    expires=st.integers(0, 253_402_300_799), nonce=st.binary(min_size=16, max_size=16),
    clock=st.none() | st.builds(Clock, days=st.integers(1, 90), grace=st.integers(1, 30), leave=st.integers(0, 120)),
    options=st.dictionaries(st.from_regex(r"\A[a-z0-9_]{1,20}\Z"), st.booleans() | st.integers(0, 2**53 - 1) |
                            st.text(st.characters(codec="ascii", categories=("L", "N")), max_size=30), max_size=5),
)
def test_an_invitation_and_its_answer_come_back_as_they_were(title, seats, expires, nonce, clock, options):
    own = tuple(seat for seat in SEATS if seat not in seats)
    made = invitation(title=title, seats=tuple(seats), own=own, expires=expires, nonce=b64(nonce), clock=clock,
                      options=options)
    content = write_invitation(made, seed(0))
    assert read_invitation(content) == made
    assert made.id != msgspec.structs.replace(made, address="cy@pbem.test").id
    mine = card(1, "bo@pbem.test", "bo")
    answer, who = read_answer(write_answer(made, mine, seed(1), accepts=True, time=5))
    assert (answer.invitation, answer.accepts, who) == (made.id, True, mine)


@settings(max_examples=50)
@given(st.integers(0, 2**31), st.integers(1, 255), st.sampled_from(range(2)))
def test_no_byte_of_one_can_be_changed(place, change, which):
    made = invitation()
    content = bytearray(
        (write_invitation(made, seed(0)), write_answer(made, card(1), seed(1), accepts=True, time=5),
         )[which])
    place %= len(content) - 1
    content[place] ^= change
    with pytest.raises(BadRecord):
        READERS[which](bytes(content))


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_whatever_comes_is_read_or_refused_in_one_way(content):
    for reader in READERS:
        for begun in (content, b'{"invitation":' + content, b'{"answer":{' + content, b'{"beside":{' + content):
            with pytest.raises(BadRecord):
                reader(begun)


@pytest.mark.parametrize("changed", [
    {"title": "a\u202eb"}, {"title": "a\nb"}, {"title": "\u200bx"}, {"title": " x"}, {"title": ""},
    {"title": "x" * (MAX_TITLE + 1)}, {"address": "bo@pbem.test, eve@pbem.test"}, {"address": "<bo>"},
    {"seats": ("fapla",)}, {"seats": ("fnla", "fnla")}, {"seats": ()}, {"seats": ("Fnla",)}, {"dice": "MOVER"},
    {"engine": "../angola"}, {"nonce": "x"}, {"expires": -1}, {"card": "x"}, {"card": write_signed(card(1))},
    {"options": {"a" * 65: 1}}, {"options": {f"o{n}": 1 for n in range(65)}},
])
def test_what_an_invitation_may_not_hold(changed):
    with pytest.raises((BadRecord, WrongUse)):
        write_invitation(invitation(**changed), seed(0))


def test_one_that_is_far_too_long_is_not_decoded():
    for reader in READERS:
        with pytest.raises(BadRecord, match="the limit is"):
            reader(b'{"invitation":' + b" " * MAX_CALL)


def test_an_answer_is_bound_to_its_invitation_and_to_its_card():
    one, other = invitation(), invitation(nonce=b64(b"x" * 16))
    content = write_answer(one, card(1), seed(1), accepts=True, time=5)
    with pytest.raises(BadRecord, match="did not sign it"):
        read_answer(content.replace(one.id.encode(), other.id.encode()))
    with pytest.raises(BadRecord, match="did not sign it"):
        read_answer(content.replace(write_signed(card(1)).encode(), write_signed(card(2)).encode()))
    with pytest.raises(BadRecord, match="did not sign it"):
        read_answer(content.replace(b'"accepts":true', b'"accepts":false'))
    unsigned = write_answer(one, None, b"", accepts=False, time=5)
    assert read_answer(unsigned)[1] is None
    with pytest.raises(BadRecord, match="accepts without a card"):
        read_answer(unsigned.replace(b'"accepts":false', b'"accepts":true'))


def test_a_title_counts_if_the_host_of_its_match_signed_it():
    game, host = b64(bytes(32)), b64(public_key(seed(0)))
    word = write_title(sign_title(game, "Autumn cup", seed(0), 5))
    assert read_title(word, host).title == "Autumn cup"
    with pytest.raises(BadRecord, match="did not sign it"):
        read_title(word, b64(public_key(seed(1))))
    with pytest.raises(BadRecord):
        read_title("x" * 2_000, host)
    raw = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)).replace(b"Autumn", b"Spring")
    with pytest.raises(BadRecord, match="did not sign it"):
        read_title(b64(raw), host)
    with pytest.raises(WrongUse):
        sign_title(game, "a\x1b[31mb", seed(0), 5)


def test_they_are_found_in_texts_mails_and_files_and_are_no_records():
    content = write_invitation(invitation(), seed(0))
    text = f"Hello\n\n{armor(content, 'invitation')}\nbye"
    for source in (content, text.encode(), b"Subject: x\r\nFrom: a@b.test\r\n\r\n" + text.encode(),
                   "\n".join(f"> {line}" for line in text.splitlines()).encode()):
        (found,) = items(source, "x")
        assert isinstance(found, FoundSlip)
        assert (found.kind, found.content) == ("invitation", content)
    slips: list[FoundSlip] = []
    assert list(apart(items(text.encode(), "x"), slips)) == []
    came, (trouble,) = arrivals(items(text.encode(), "x"))
    assert (came, len(slips)) == ([], 1)
    assert "pbem accept" in str(trouble.error.hint)
    (long,) = items(b'{"answer":' + b"x" * MAX_CALL, "x")
    assert isinstance(long, Trouble)


def test_only_a_few_of_one_source_are_looked_at():
    many = "\n".join(armor(write_invitation(invitation(expires=n), seed(0)), "x") for n in range(30))
    slips: list[FoundSlip] = []
    assert list(apart(items(many.encode(), "x"), slips)) == []
    assert len(slips) == 10


def test_the_oldest_answers_go_if_there_are_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.home.accepted.MAX_ACCEPTED", 3)
    kept = AcceptedInvitations(tmp_path / "accepted.json")
    for number in range(6):
        kept.put(b64(number.to_bytes(32, "big")), Replied(
            accepts=True, answer="", by_hand=True, expires=1, folder="/x", invitation="", time=number))
    times = [one.time for one in kept.all().values()]
    assert sorted(times) == [3, 4, 5]


def test_what_goes_beside_a_match_comes_back(tmp_path):
    game = b64(bytes(32))
    title = sign_title(game, "Autumn cup", seed(0), 5)
    found = read_beside(write_beside(game, title, [card(0), card(1, "bo@pbem.test", "bo")]))
    assert (found.game, len(found.cards)) == (game, 2)
    assert read_title(found.title, b64(public_key(seed(0)))) == title
    known = Titles(tmp_path / "titles.json")
    assert known.put(title)
    assert not known.put(sign_title(game, "Older", seed(0), 4))
    assert (known.of(game), known.of("x")) == ("Autumn cup", "")
