"""What a battle card holds, as the page gets it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from xml.etree import ElementTree

from msgspec.structs import replace

from pbem.show.battle import LOST, REDUCED, WHOLE, Battle, Contender, TableRow
from pbem.show.frame import Fight, Frame, Throw
from pbem.show.html.battles import card
from pbem.show.html.tables import Tables
from pbem.show.luck import in_hundred, luck, so_many, this_or_better
from pbem.show.scene import Piece
from pbem.show.svg.battle import battle_cards
from pbem.show.svg.metrics import width
from pbem.show.svg.paint import THEMES
from valley_scenes import skirmish

SVG = "{http://www.w3.org/2000/svg}"
BOARD = skirmish().board
HERE = BOARD.places[0]
RED = BOARD.factions[0]


def pieces(*strengths):
    named = enumerate(strengths)
    return tuple(Piece(name="tank", code="TNK", id=f"t{i}", faction=RED.id, strength=one) for i, one in named)


def fought(*steps):
    before = pieces("3", "3", "3", "2")
    red = Contender(faction=RED.id, name="Red", does="attacks", before=before,
                    after=(before[0], pieces("", "", "", "1")[3]), strength="strength 11")
    blue = Contender(faction="blue", name="Blue", does="defends", before=(), after=())
    return Fight(begun=7, steps=steps, battle=Battle(
        title="Battle of the ford", place=HERE.id, rule="9.3", sides=(red, blue), result="Blue holds",
        meaning="It stays"))


def test_counters_of_one_kind_and_fate_stand_together():
    tables = Tables()
    title, _, begun, rule, (red, blue), steps, result, meaning, lucky = card(tables, BOARD, fought())
    texts = tables.texts.take()
    assert [texts[i] for i in (title, rule, result, meaning)] == ["Battle of the ford", "9.3", "Blue holds", "It stays"]
    assert (begun, steps, texts[lucky]) == (7, [], "")
    assert [texts[i] for i in red[:4]] == [RED.id, "Red", "attacks", "strength 11"]
    assert [(fate, many) for _, fate, many in red[4]] == [(WHOLE, 1), (LOST, 2), (REDUCED, 1)]
    assert blue[4] == []


def test_dice_and_tables_keep_their_order():
    row = TableRow(rule="9.4", cells=("1-1", "2-1"), first=0, last=1, result="retreat", better=(15, 36))
    die = Throw(rule="9.2", values=(3,), sides=6, reading="three")
    tables = Tables()
    steps = card(tables, BOARD, fought(die, row))[5]
    texts, rows = tables.texts.take(), tables.rows.take()
    assert texts[steps[0][6]] == "three"
    rule, entered, cells, first, last, result, chance = steps[1]["row"]
    assert (texts[rule], texts[entered], first, last, texts[result]) == ("9.4", "", 0, 1, "retreat")
    assert texts[chance] == "This or better for Red in 42 of 100 such throws"
    assert [texts[cell] for cell in rows[cells]] == ["1-1", "2-1"]


def test_luck_counts_hits_of_each_side_under_each_rule():
    shots = [Throw(rule="9.2", side=RED.id, values=(1, 5), sides=6, hits=((1, 2, 3), (1, 2))),
             Throw(rule="9.2", side=RED.id, values=(2,), sides=6, hits=((1, 2),)),
             Throw(rule="9.3", values=(6,), sides=6)]
    assert luck(BOARD, shots) == f"{RED.name} 2 of 3 hit, 1.2 expected, so many or more in 33 of 100 (9.2)"
    assert luck(BOARD, shots[2:]) == ""
    missed = Throw(rule="9.2", side=RED.id, values=(6, 6), sides=6, hits=((1, 2, 3), (1, 2)))
    assert luck(BOARD, [missed]) == f"{RED.name} 0 of 2 hit, 0.8 expected, none in 33 of 100 (9.2)"


def test_luck_names_what_dice_decide_and_adds_those_of_no_two_names():
    shots = [Throw(rule="9.7", side=RED.id, values=(6,), sides=6, hits=((6,),), decides="air strike"),
             Throw(rule="9.7", side=RED.id, values=(6, 1), sides=6, hits=((6,), (6,)), decides="missiles")]
    assert luck(BOARD, shots).split("; ") == [
        f"{RED.name} air strike 1 of 1 hit, 0.2 expected, so many or more in 17 of 100 (9.7)",
        f"{RED.name} missiles 1 of 2 hit, 0.3 expected, so many or more in 31 of 100 (9.7)"]


def test_a_result_that_no_throw_falls_below_is_no_luck():
    row = TableRow(rule="9.4", cells=("1-1",), first=0, last=0, result="retreat")
    fight = fought(row)
    assert this_or_better(fight, row) == ""
    assert this_or_better(fight, replace(row, better=(6, 6))) == "No such throw is worse for Red"


def test_chances_of_hits_are_exact_and_rounded_only_in_words():
    """Of three dice that hit on 3, 2 and 2 faces: counted out."""
    throws = list(product(range(1, 7), repeat=3))
    for least in range(4):
        ways = sum((a <= 3) + (b <= 2) + (c <= 2) >= least for a, b, c in throws)
        assert so_many([Fraction(3, 6), Fraction(2, 6), Fraction(2, 6)], least) == Fraction(ways, len(throws))
    found = [in_hundred(Fraction(n, 1000)) for n in (0, 1, 4, 515, 514, 999, 1000)]
    assert found == ["0 of 100", "1 of 100", "1 of 100", "52 of 100", "51 of 100", "99 of 100", "100 of 100"]


# ------------------------------------------------------------------ as a picture


def drawn(fights, theme="light", **size):
    frame = Frame(number=9, round=12, kind="roll", scene=replace(skirmish(), turn="3", phase="Combat"), fights=fights)
    return battle_cards(frame, theme=theme, **size)


def test_the_picture_says_what_the_card_says():
    die = Throw(rule="9.2", side=RED.id, values=(1, 5), sides=6, hits=((1, 2, 3), (1, 2)), reading="one hit, one miss")
    row = TableRow(rule="9.4", cells=("1-1", "2-1", "3-1"), first=0, last=2, result="retreat", better=(15, 36))
    page = ElementTree.fromstring(drawn((fought(die, row),)))
    texts = [one.text for one in page.iter(f"{SVG}text")]
    for said in ("Battle of the ford", "Turn 3 \u00b7 Combat \u00b7 rounds 7 to 12", "attacks with strength 11",
                 "one hit, one miss (rule 9.2)", "1-1", "2-1", "3-1", "retreat (9.4)", "Blue holds (9.3)", "It stays",
                 "This or better for Red in 42 of 100 such throws", "x2 lost", "reduced"):
        assert said in texts, said
    assert [one for one in texts if one.startswith("Luck: ")] == [
        f"Luck: {RED.name} 1 of 2 hit, 0.8 expected, so many or more in 67 of 100 (9.2)"]
    crosses = [one for one in page.iter(f"{SVG}path") if one.get("stroke-width") in ("7", "3.6")]
    assert len(crosses) == 2, "one lost kind of counter: a white cross under a black one"


def test_the_picture_has_themes_and_a_width_and_each_battle_of_the_step():
    one, two = fought(), fought()
    looks = {theme: drawn((one,), theme) for theme in THEMES}
    assert len(set(looks.values())) == len(THEMES)
    assert not any("\x1f" in look for look in looks.values())
    high = [float(ElementTree.fromstring(drawn(fights)).get("viewBox").split()[3]) for fights in ((one,), (one, two))]
    assert high[1] > 2 * high[0]
    page = ElementTree.fromstring(drawn((one,), wide=450))
    assert (page.get("width"), page.get("height")) == ("450", str(round(high[0] / 2)))


def test_what_a_picture_has_no_room_for_is_cut_or_goes_on_below():
    """No text leaves the card, whatever a game tells."""
    many = Throw(rule="9.2", values=(6,) * 30, sides=6, reading="a long word after another " * 12)
    row = TableRow(rule="9.4", cells=tuple(f"from {n} to {n + 1} or so" for n in range(14)), first=0, last=13,
                   result="it goes on " * 20, text="entered " * 40)
    told = replace(fought(many, row), battle=replace(fought().battle, meaning="because of it " * 60,
                                                     title="<b>" + "A name & more " * 20))
    page = ElementTree.fromstring(drawn((told,)))
    for text in page.iter(f"{SVG}text"):
        assert width(text.text, float(text.get("font-size"))) < 900, text.text
    assert page.get("viewBox").startswith("0 0 900 ")


def test_whose_dice_they_are_stands_beside_them_and_rounds_stand_apart():
    edge = Throw(rule="9.1", side=RED.id, values=(3,), sides=6, reading="red has the edge")
    fire = [Throw(rule="9.2", side=side.id, values=(5,), sides=6, reading="a miss") for side in BOARD.factions[1::-1]]
    nobody = Throw(rule="9.9", values=(2,), sides=6, reading="rain")
    for rounds in (1, 3):
        page = ElementTree.fromstring(drawn((fought(*([edge, *fire] * rounds), nobody),)))
        texts = [one.text for one in page.iter(f"{SVG}text")]
        beside = list(pairwise(texts))
        assert beside.count((RED.name, "red has the edge (rule 9.1)")) == rounds
        assert beside.count((RED.name, "a miss (rule 9.2)")) == rounds
        assert beside.count((BOARD.factions[1].name, "a miss (rule 9.2)")) == rounds
        assert texts[texts.index("rain (rule 9.9)") - 1] == "a miss (rule 9.2)"
        lines = [(one.get("d"), one.get("stroke-width")) for one in page.iter(f"{SVG}path")]
        assert lines.count(("M0 0H848", "1")) == rounds
