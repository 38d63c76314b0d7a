"""A ruleset that fails is named with its rule and the author's line, in one line; a bug of ours stays a traceback."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faulty import SOUND, State, playing

from pbem.author.blame import authors_fault
from pbem.cli.following import complete
from pbem.cli.main import status_of
from pbem.errors import BadRules
from pbem.play.requests import Ask, Peek, Request
from pbem.play.table import Table
from pbem.ruleset import Result, Ruleset

HERE = Path(__file__).name


async def _divides(state: State) -> None:
    """4.2 Shares the coins among nobody."""
    await Ask(rule="4", seat="left", about="coins", legal=lambda: ("a", "b"))
    state.coins["left"] //= 0


async def _sleeps(state: State) -> None:
    """4.3 Waits for no request."""
    await asyncio.sleep(0)


async def _counts(state: State) -> None:
    """4.4 Awaits a number."""
    await 5  # type: ignore[misc]


async def _asks_for_nothing(state: State) -> None:
    """4.5 Leaves no answer."""
    await Ask(rule="4.5", seat="left", legal=lambda: ())


async def _lists(state: State) -> None:
    """4.6 Fails in the list of what is legal."""
    await Ask(rule="4.7", seat="left", legal=lambda: [state.goods["none"]])


def _prompt(state: State, request: Request[Any], seat: str, peek: Peek) -> str:
    raise LookupError("no words")


AT_ONCE = {
    "sleeps": (playing(_sleeps), "4.3", "rules may await requests only, not None", "_sleeps"),
    "counts": (playing(_counts), "4.4", "TypeError object int can't be used in 'await' expression", "_counts"),
    "nothing_legal": (playing(_asks_for_nothing), "4.5", "nothing is legal at 4.5 for left", "_asks_for_nothing"),
    "legal": (playing(_lists), "4.7", "KeyError 'none'", "<lambda>"),
}
Install = Callable[[Ruleset], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Makes a faulty game known as `market`, and somebody with a home to play it."""

    def known(ruleset: Ruleset) -> None:
        monkeypatch.setattr(sys.modules[__name__], "RULESET", ruleset, raising=False)

    record = tmp_path / "site" / "market-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: market\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(f"[pbem.rulesets]\nmarket = {__name__}:RULESET\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert status_of(["id", "new", "eva", "--no-passphrase"]) == 0
    return known


@pytest.fixture
def error_of(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command that ends with 1 says: one line, and the hint."""

    def said(*command: str) -> str:
        capsys.readouterr()
        assert status_of([*command]) == 1
        lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith(("pbem: ", "Traceback"))]
        assert lines[1:] == [
            "pbem: hint: tell its author; more: pbem ruleset check market; the whole traceback: PBEM_TRACEBACK=1"]
        return lines[0]

    return said


@pytest.mark.parametrize("name", AT_ONCE)
@pytest.mark.parametrize("command", [("new", "market", "all=me", "-C", "game"), ("demo", "market", "-C", "game")],
                         ids=["new", "demo"])
def test_rules_that_fail_at_once(install, error_of, name, command):
    ruleset, rule, what, where = AT_ONCE[name]
    install(ruleset)
    line = error_of(*command)
    assert line.startswith(f"pbem: error: the ruleset market fails in rule {rule}: {what} ({HERE}:")
    assert line.endswith(f", in {where})")


def test_rules_that_fail_upon_an_answer(install, error_of, monkeypatch):
    install(playing(_divides))
    assert status_of(["new", "market", "all=me", "-C", "game"]) == 0
    monkeypatch.chdir("game")
    before = Path("game.pbem").read_bytes()
    said = "pbem: error: the ruleset market fails in rule 4.2: ZeroDivisionError integer division or modulo by zero ("
    assert error_of("do", "--send", "a").startswith(f"{said}{HERE}:")
    assert Path("game.pbem").read_bytes().startswith(before)


def test_words_and_scenes_that_fail(install, error_of, monkeypatch):
    install(playing(_divides))
    assert status_of(["new", "market", "all=me", "-C", "game"]) == 0
    monkeypatch.chdir("game")
    install(replace(playing(_divides), prompt=_prompt))
    assert error_of("next").startswith(
        f"pbem: error: the ruleset market fails in rule 4: LookupError no words ({HERE}:")
    monkeypatch.setenv("PBEM_TRACEBACK", "1")
    with pytest.raises(LookupError, match="no words"):
        status_of(["next"])


def test_packets_for_a_match_whose_rules_fail_now(install, error_of, monkeypatch, capsys):
    install(SOUND)
    assert status_of(["new", "market", "all=me", "-C", "game"]) == 0
    install(playing(_asks_for_nothing))
    Path("game/game.cache").unlink(missing_ok=True)
    monkeypatch.chdir("game")
    assert error_of("in", "game.pbem").startswith(
        "pbem: error: the ruleset market fails in rule 4.5: nothing is legal at 4.5 for left (")


def test_a_bug_of_ours_stays_a_traceback(install, monkeypatch):
    install(SOUND)
    monkeypatch.setattr("pbem.match.match.make_pop", None)
    with pytest.raises(TypeError, match="'NoneType' object is not callable"):
        status_of(["new", "market", "all=me", "-C", "game"])


def test_our_code_called_wrongly_by_ours_accuses_nobody():
    with pytest.raises(BadRules) as raised:
        Table(5)  # type: ignore[arg-type]
    assert authors_fault(raised.value) is None


@pytest.mark.parametrize("written", ["1/0", "import sys; sys.exit('bye')", "def f(:", "RULESET = 5"])
def test_a_shell_completes_beside_a_package_that_cannot_be_imported(install, tmp_path, monkeypatch, written):
    install(SOUND)
    assert status_of(["new", "fallujah", "-C", "game"]) == 0
    (tmp_path / "site" / "broken_rules.py").write_text(written)
    record = tmp_path / "site" / "broken-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text("[pbem.rulesets]\nbroken = broken_rules:RULESET\n")
    monkeypatch.chdir("game")
    assert complete("setup n") != []


def test_a_shell_completes_nothing_where_the_ruleset_itself_fails(install, monkeypatch):
    install(playing(_divides))
    assert status_of(["new", "market", "all=me", "-C", "game"]) == 0
    monkeypatch.chdir("game")

    def follow(*arguments: Any) -> Any:
        raise LookupError("no words")

    install(replace(playing(_divides), follow=follow))
    assert complete("a") == []


def test_a_play_that_is_no_coroutine(install):
    with pytest.raises(BadRules, match="rules give Result: they are to be an `async def`"):
        Table(Result((), "", ""))  # type: ignore[arg-type]
