"""How answers are written: canonical words, both ways, and what is refused."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem_games.fallujah.numbers import DATA
from pbem_games.fallujah.wordings import orders, purchase, stands, strikes, ways_on

NUMBERS = DATA.numbers()
ORDERS = [
    "j1", "j1 north=usmc_1_5,usmc_2_1 r3p05=usmc_mp buy=air4*2,netwar*1 leader=ldr_1:usmc_1_5",
    "j2 netwar:r3p05 intel:r2p04 netwar:r3p05", "j3 ground usmc_1_5 path=r3p02,r3p03 infiltrate",
    "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r1p05", "j3 leap usmc_fr to=r2p12",
    "j3 air hel_t1 carry=hel_t1:usmc_mp to=r3p05 land", "j3 air hel_g1,hel_g2 to=r3p05 aloft",
    "j3 transfer usmc_1_5 to=west", "j3 interdict r3p05 air4*2,soa*1",
    "j3 network netwar ; ground usmc_1_5 path=r3p02 ; air hel_g1 to=r3p02 land", "j4 refit north", "j4 repair main",
    "j4 build r3p05", "j5 netwar*2,intel*1", "end", "stand_down", "pass",
]  # fmt: skip
OTHERS = [
    (purchase(NUMBERS, "setup"), "setup west=ig_36c"), (ways_on(NUMBERS), "stop"),
    (ways_on(NUMBERS), "path=r3p04,north"), (ways_on(NUMBERS), "path=r3p04 infiltrate"),
    (ways_on(NUMBERS), "to=r3p05 aloft"), (strikes(NUMBERS), "none"), (strikes(NUMBERS), "air4*1,art2*3"),
    (stands(NUMBERS), "continue"), (stands(NUMBERS), "withdraw usmc_1_5,usmc_fr to=r3p04"),
    (stands(NUMBERS), "withdraw usmc_1_5 to=north fly=hel_t1:usmc_mp:west"),
    (stands(NUMBERS), "withdraw fly=hel_t1:usmc_mp:north,hel_t2:usmc_fr:south"),
]
WRONG = [
    "", "j9", "j1 moon=usmc_1_5", "j1 north=usmc_9_9", "j1 north=usmc_1_5,usmc_1_5", "j1 buy=air4*0",
    "j1 buy=air4*99999999999999999999", "j1 leader=ldr_9:usmc_1_5", "j2", "j2 air4:r3p05", "j2 netwar", "j3",
    "j3 ground", "j3 ground usmc_1_5", "j3 ground usmc_1_5 to=r3p02", "j3 leap usmc_fr path=r2p12",
    "j3 air hel_t1 to=r3p05", "j3 network netwar ground usmc_1_5 path=r3p02", "j3 network netwar ; transfer usmc_1_5",
    "j3 interdict north air4*1", "j4 refit", "j4 repair tower", "j5", "j5 tanks*2", "end now", "j3 swim usmc_1_5",
]  # fmt: skip


@pytest.mark.parametrize("say", ORDERS)
def test_every_order_is_spelled_as_it_was_read(say):
    form = orders(NUMBERS)
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize(("form", "say"), OTHERS, ids=[say for _, say in OTHERS])
def test_every_other_answer_is_spelled_as_it_was_read(form, say):
    assert form.spell(form.parse(say)) == say


@pytest.mark.parametrize("say", WRONG)
def test_what_is_no_order_is_refused_by_name(say):
    with pytest.raises(IllegalMove):
        orders(NUMBERS).parse(say)


@pytest.mark.parametrize("form", [purchase(NUMBERS), ways_on(NUMBERS), strikes(NUMBERS), stands(NUMBERS)])
def test_garbage_is_refused_by_every_form(form):
    with pytest.raises(IllegalMove):
        form.parse("fly me to=the=moon:x*y,;")


def test_units_are_written_in_the_order_of_the_data():
    form = orders(NUMBERS)
    typed = form.parse("j3 transfer usmc_2_1,usmc_1_5 to=west")
    assert form.spell(typed) == "j3 transfer usmc_1_5,usmc_2_1 to=west"
