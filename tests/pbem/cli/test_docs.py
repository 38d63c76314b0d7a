"""`pbem docs`: every document that the program names is one that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.cli import docs
from pbem.cli.main import status_of

ROOT = Path(__file__).resolve().parents[3]


def test_all_are_listed_with_their_titles(capsys):
    assert status_of(["docs"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in listed] == sorted(page.stem for page in (ROOT / "docs").glob("*.md"))
    assert "courier: The courier" in listed


@pytest.mark.parametrize("name", ["courier", "courier.md", "docs/courier.md", "Courier"])
def test_one_is_shown_as_it_stands(name, capsys):
    assert status_of(["docs", name]) == 0
    assert capsys.readouterr().out == (ROOT / "docs" / "courier.md").read_text(encoding="utf-8")


def test_where_they_lie(capsys):
    assert status_of(["docs", "--path"]) == 0
    assert status_of(["docs", "guide", "--path"]) == 0
    folder, page = map(Path, capsys.readouterr().out.split("\n")[:2])
    assert page == folder / "guide.md"
    assert page.is_file()


def test_another_name_is_refused_with_those_there_are(capsys):
    assert status_of(["docs", "../README"]) == 2
    assert "there is no document '../README'" in (told := capsys.readouterr().err)
    assert "guide, install, kit, library" in told


def test_a_program_without_its_documents_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(docs, "BESIDE", tmp_path / "docs")
    monkeypatch.setattr(docs, "IN_SOURCES", tmp_path)
    assert status_of(["docs"]) == 8
    assert f"the documents are not in {tmp_path}" in capsys.readouterr().err


def test_what_a_hint_or_a_help_names_is_there():
    shown = {page.stem for page in (ROOT / "docs").glob("*.md")}
    named = set()
    for path in (ROOT / "pbem").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r"pbem docs ([a-z]+)", text)) | set(re.findall(r"docs/([a-z]+)\.md", text))
    assert {"guide", "courier", "ruleset"} <= named <= shown
