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
from pbem.errors import BadRules, IllegalMove, NotYourTurn, WrongUse
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
    monkeypatch.setattr("pbem.match.making.make_pop", None)
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


async def _says_wrong_use(state: State) -> None:
    """4.8 Fails as if a person had typed something wrong."""
    raise WrongUse("there is no place of that name", "name another")


async def _forbids(state: State) -> None:
    """4.9 Fails as if a move were not legal."""
    raise IllegalMove("left", "4.9", "the state is not as expected")


async def _reads_a_file(state: State) -> None:
    """4.10 Fails as if the disk were at fault."""
    Path("no such table").read_bytes()


async def _lists_wrongly(state: State) -> None:
    """4.11 Fails in a list, as if a person were at fault."""
    await Ask(rule="4.11", seat="left", legal=lambda: [_stop()])


def _stop() -> str:
    raise NotYourTurn("left is not asked")


DISGUISED = {
    "wrong_use": (_says_wrong_use, "4.8", "WrongUse there is no place of that name", "_says_wrong_use"),
    "illegal_move": (_forbids, "4.9", "IllegalMove left rule 4.9: the state is not as expected", "_forbids"),
    "os_error": (_reads_a_file, "4.10", "FileNotFoundError [Errno 2] No such file or directory: 'no such table'", ""),
    "in_a_list": (_lists_wrongly, "4.11", "NotYourTurn left is not asked", "_stop"),
}


@pytest.mark.parametrize("name", DISGUISED)
def test_rules_that_raise_what_is_a_persons_error_elsewhere(install, error_of, name):
    """Whoever plays has typed nothing wrong: the fault is the author's, with the rule and his line."""
    change, rule, what, where = DISGUISED[name]
    install(playing(change))
    line = error_of("new", "market", "all=me", "-C", "game")
    assert line.startswith(f"pbem: error: the ruleset market fails in rule {rule}: {what} (")
    assert line.endswith(f", in {where})" if where else ")")


def test_a_scene_that_reads_a_file_that_is_not_there(install, error_of, monkeypatch):
    install(SOUND)
    assert status_of(["new", "market", "all=me", "-C", "game"]) == 0
    monkeypatch.chdir("game")

    def scene(*arguments: Any) -> Any:
        with open("no such picture") as file:
            return file.read()

    install(replace(SOUND, scene=scene))
    assert "the ruleset market fails: FileNotFoundError [Errno 2]" in error_of("show")


def test_what_a_disk_refuses_us_is_no_authors_fault(install, capsys):
    install(SOUND)
    Path("game").write_text("a file, no folder")
    capsys.readouterr()
    assert status_of(["new", "market", "all=me", "-C", "game"]) != 0
    assert "the ruleset" not in capsys.readouterr().err
