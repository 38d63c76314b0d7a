"""People gathered for a match by address: who is invited to what, and who is invited anew when others are named."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from orders import ORDERS
from pbem.desk.desk import Desk
from pbem.desk.gathering import Plan, gather, make, name_others
from pbem.errors import WrongUse
from pbem.home import Home
from pbem.lab import demo

NOW = 1_767_225_600
BO, CY, DORA = "Bo@pbem.test", "cy@pbem.test", "dora@pbem.test"


@pytest.fixture
def eva(tmp_path, monkeypatch):
    """Eva, who hosts the game of orders."""
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ORDERS)
    home = Home(tmp_path / "home")
    return Desk(home, home.create("eva", "", "", no_passphrase=True, cost=demo.QUICK), clock=lambda: NOW)


def invited(eva, tmp_path, addresses):
    mine = {seat: eva.home.card().id for seat in ORDERS.seats if seat not in addresses}
    return gather(eva, Plan(ORDERS, {}, tmp_path / "game"), mine, addresses, NOW)


def test_each_guest_is_known_by_his_address_and_the_seats_that_he_is_invited_to(eva, tmp_path):
    _, gathering = invited(eva, tmp_path, {"green": BO, "blue": BO.lower()})
    assert [(guest.address, guest.seats, guest.time) for guest in gathering.guests] == [(BO, ("green", "blue"), NOW)]
    assert gathering.guests[0].expires == NOW + 30 * 86_400


def test_only_who_is_named_now_is_invited_when_another_is_named_for_a_seat(eva, tmp_path):
    id, before = invited(eva, tmp_path, {"green": BO, "blue": CY})
    after, fresh = name_others(eva, id, {}, {"blue": DORA}, NOW, by_hand=False)
    assert [guest.address for guest in fresh] == [DORA]
    assert [guest.address for guest in after.guests] == [BO, DORA]
    assert after.guests[0] == before.guests[0]


def test_who_has_not_come_yet_is_named_alone(eva, tmp_path):
    id, gathering = invited(eva, tmp_path, {"green": BO, "blue": CY})
    bo, cy = gathering.guests
    eva.home.gatherings.put(id, replace(gathering, guests=(replace(bo, state="came"), cy)))
    with pytest.raises(WrongUse, match=r"^not all have come yet: cy@pbem.test \(blue\)\n?$") as refused:
        make(eva, id, NOW)
    assert refused.value.hint == "see: pbem invite --list"


def test_who_was_invited_to_two_seats_together_is_replaced_in_both(eva, tmp_path):
    id, before = invited(eva, tmp_path, {"green": BO, "blue": BO})
    with pytest.raises(WrongUse, match="was invited to green, blue together") as refused:
        name_others(eva, id, {}, {"blue": DORA}, NOW, by_hand=False)
    assert refused.value.hint == "name somebody for green too"
    assert eva.home.gatherings.get(id) == before
