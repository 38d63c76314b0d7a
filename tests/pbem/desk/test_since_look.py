"""What a person was not told yet: looks, lines that were answered for him, notices."""

from __future__ import annotations

from pbem.desk.since_look import LOOKED, TOLD, SinceLook, keep_told, note_look, note_told, since_look, untold
from pbem.limits import MAX_REPORT, MAX_TOLD_LINE

GAME = "G" * 43


def test_who_looks_twice_while_nothing_happens_is_told_the_same_twice(tmp_path):
    assert since_look(tmp_path, GAME, 4) == SinceLook(4, ())
    keep_told(tmp_path, GAME, ["dice for you"])
    assert since_look(tmp_path, GAME, 9) == SinceLook(4, ("dice for you",))
    assert since_look(tmp_path, GAME, 9) == SinceLook(4, ("dice for you",))
    assert since_look(tmp_path, GAME, 11) == SinceLook(9, ())
    assert since_look(tmp_path, "H" * 43, 11) == SinceLook(11, ())  # another match


def test_who_does_something_was_told_all_by_that(tmp_path):
    since_look(tmp_path, GAME, 4)
    keep_told(tmp_path, GAME, ["one"])
    note_look(tmp_path, GAME, 9)
    assert since_look(tmp_path, GAME, 9) == SinceLook(9, ())
    keep_told(tmp_path, GAME, ["two"])
    assert since_look(tmp_path, GAME, 9) == SinceLook(9, ("two",))


def test_a_line_is_kept_once_until_a_notice_has_told_it(tmp_path):
    keep_told(tmp_path, GAME, ["one", "two", "one"])
    keep_told(tmp_path, GAME, ["two", "three"])
    assert untold(tmp_path, GAME) == ("one", "two", "three")
    note_told(tmp_path, GAME)
    assert untold(tmp_path, GAME) == ()
    keep_told(tmp_path, GAME, ["two"])
    assert untold(tmp_path, GAME) == ("two",)


def test_what_is_kept_is_bounded_and_the_newest(tmp_path):
    lines = [f"{n} " + "x" * 2 * MAX_TOLD_LINE for n in range(3 * MAX_REPORT)]
    for line in lines:
        keep_told(tmp_path, GAME, [line])
    assert untold(tmp_path, GAME) == tuple(line[:MAX_TOLD_LINE] for line in lines[-MAX_REPORT:])
    note_told(tmp_path, GAME)
    keep_told(tmp_path, GAME, ["new"])
    assert untold(tmp_path, GAME) == ("new",)


def test_spoiled_files_count_as_none(tmp_path):
    keep_told(tmp_path, GAME, ["one"])
    since_look(tmp_path, GAME, 4)
    for name in (TOLD, LOOKED):
        (tmp_path / name).write_text("rubbish")
    assert since_look(tmp_path, GAME, 7) == SinceLook(7, ())
    assert untold(tmp_path, GAME) == ()


def test_a_folder_that_cannot_be_written_hides_nothing(tmp_path):
    nowhere = tmp_path / "file" / "folder"
    (tmp_path / "file").write_text("")
    assert since_look(nowhere, GAME, 7) == SinceLook(7, ())
