"""What lies side by side in an answer: slots and rows, noted by a reader, told by `follow`."""

from __future__ import annotations

from pbem.kit.choices import MOST_ROWS, MOST_SLOTS, InSlot, Row, Rows, Slots
from pbem.kit.following import Follow, follow
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed

CARDS = Names({"ace": ("ace",), "fifth": ("5th", "5th column"), "blank": ("blank",)}, labels={"fifth": "5th Column"})


def cards(typed: Typed, count: int = 3) -> None:
    typed.word("pack")
    typed.laid.slots("card", count, 2)
    for _ in range(count):
        if not typed.more() or not (card := typed.name(CARDS)):
            break
        typed.laid.fill(CARDS.shown(card), CARDS.label(card))
    typed.word("now")
    while typed.part():
        typed.word("secretly")


def windows(typed: Typed) -> None:
    typed.word("all")
    typed.laid.rows("window", lambda: [Row(str(n), f"window {n}", (("fire", ""),)) for n in range(1, 4)])
    while typed.part():
        since = typed.at
        if number := typed.number(1, 3):
            typed.laid.row(str(number), since)
            typed.word("fire", "hold") or typed.stop("fire or hold?")
            typed.word("hurt")
        else:
            typed.word("show") or typed.stop("what?")


def of(read, text: str) -> Follow:
    return follow(read, text, lambda words, is_begun: Typed(words, rule="5.4", is_begun=is_begun))


def test_slots_are_laid_out_before_anything_is_named():
    assert of(cards, "").slots == Slots("card", 3, 2)


def test_each_thing_named_lies_in_a_slot_between_what_stands_before_and_behind():
    assert of(cards, "pack 5th column, ace now; secretly").slots == Slots(
        "card", 3, 2, (InSlot("5th", "5th Column"), InSlot("ace", "ace")), "pack", "now; secretly")  # fmt: skip


def test_nothing_is_laid_out_for_one_thing_or_for_very_many():
    for count, is_laid in ((1, False), (2, True), (MOST_SLOTS, True), (MOST_SLOTS + 1, False)):
        assert (of(lambda typed, n=count: cards(typed, n), "ace").slots is not None) is is_laid


def test_slots_that_overflow_are_not_shown():
    def careless(typed: Typed) -> None:
        typed.laid.slots("card", 2)
        while typed.more() and (card := typed.name(CARDS)):
            typed.laid.fill(card)

    assert of(careless, "ace ace").slots is not None
    assert of(careless, "ace ace ace").slots is None


def rows(text: str) -> Rows:
    found = of(windows, text).rows
    assert found is not None
    return found


def test_rows_say_what_the_text_says_of_each():
    found = rows("3 hold hurt; show; 1 fire; 3 fire")
    assert [(row.words, row.says) for row in found.rows] == [("1", ("fire",)), ("2", ()), ("3", ("hold hurt", "fire"))]
    assert (found.before, found.after) == ("", "show")


def test_a_row_says_a_ready_answer_in_the_words_of_that():
    def one(typed: Typed) -> None:
        typed.laid.rows("window", lambda: [Row("1", "window 1", (("fire AH-64 1, T4", ""),))])
        typed.laid.row("1")
        typed.at = len(typed.words)

    for text, says in (("1 fire ah-64 1  t4", "fire AH-64 1, T4"), ("1 fire T4", "fire t4")):
        found = of(one, text).rows
        assert found is not None
        assert found.rows[0].says == (says,)


def test_what_stands_before_the_rows_is_kept_apart():
    found = rows("all; 2 fire; show")
    assert (found.before, found.rows[1].says, found.after) == ("all", ("fire",), "show")


def test_a_row_that_is_only_begun_says_nothing_and_leaves_no_part_behind():
    found = rows("1 fire; 2 ")
    assert [row.says for row in found.rows] == [("fire",), (), ()]
    assert found.after == ""


def test_a_row_ends_where_the_next_begins_in_the_same_part():
    def pieces(typed: Typed) -> None:
        typed.laid.rows("piece", lambda: [Row("aa1", "AA 1"), Row("at2", "AT 2")])
        while typed.more():
            typed.laid.row(typed.peek())
            typed.word("aa1", "at2")
            typed.word("a", "b")

    found = of(pieces, "aa1=a at2=b").rows
    assert found is not None
    assert [row.says for row in found.rows] == [("a",), ("b",)]


def test_rows_and_their_answers_are_bounded_and_made_only_if_shown():
    made = list[int]()

    def many(typed: Typed) -> None:
        def make():
            made.append(1)
            return [Row(str(n), "row", tuple((f"a{i}", "") for i in range(99))) for n in range(999)]

        typed.laid.rows("row", make)
        typed.word("none")

    many(Typed("none", rule="1"))
    assert not made
    found = of(many, "none").rows
    assert found is not None
    assert len(found.rows) == MOST_ROWS
    assert len(found.rows[0].ready) == 8
