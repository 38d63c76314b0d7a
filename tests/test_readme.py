"""What README.md and docs say is so: their sessions are run, links lead somewhere, tables are those of the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from pbem import errors
from pbem.audit.findings.finding import UNCHECKED
from pbem.cli.main import status_of
from tiers import thorough
from typed import Shell

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/guide.md", "docs/director.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
README, GUIDE, DIRECTOR = TEXTS.values()
LINKED = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "logs/README.md"]
LINKED += sorted(p.relative_to(ROOT).as_posix() for tree in ("docs", "rulesets") for p in (ROOT / tree).rglob("*.md"))
ANYTHING = "..."
BY_MAIL = "README.md: By mail"  # needs mail servers: tests/pbem/cli/test_by_mail.py


def blocks(text: str, language: str) -> list[str]:
    """What stands between fences of that language, "" for those of none."""
    fences = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M)
    return [fence[2] for fence in fences if fence[1] == language]


def sessions() -> list[object]:
    """Every console block of every page, named by the heading above it, but for the one that needs mail servers."""
    found = []
    for page, text in TEXTS.items():
        heading = ""
        for part in re.finditer(r"^#+ ([^\n]*)$|^```(\w*)\n(.*?)^```$", text, re.S | re.M):
            heading = part[1] or heading
            if part[2] == "console" and f"{page}: {heading}" != BY_MAIL:
                found.append(pytest.param(part[3], id=f"{page}: {heading}"))
    return found


def session(block: str) -> list[tuple[str, list[str]]]:
    """Each command, with the lines shown after it."""
    steps: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        else:
            steps[-1][1].append(line)
    return steps


def is_shown(line: str, told: list[str]) -> bool:
    """Whether a line of the page, in which `...` stands for anything, is one of those that were printed."""
    pattern = re.compile(".*".join(re.escape(part) for part in line.split(ANYTHING)))
    return any(pattern.fullmatch(one) for one in told)


@pytest.mark.parametrize("apart", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["here", "apart"])
@pytest.mark.parametrize("block", sessions())
def test_the_session_goes_as_shown(tmp_path, block, apart):
    program = tmp_path / "bin" / "pbem"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom pbem.cli.main import run\nrun()\n")
    program.chmod(0o755)
    place = tmp_path / "play"
    place.mkdir()
    for folder in ("logs", "rulesets"):
        (place / folder).symlink_to(ROOT / folder)
    shell = Shell(place, program, apart, {"PYTHONPATH": str(ROOT), "COLUMNS": "100"})
    steps = session(block)
    assert len(steps) <= 20
    for command, shown in steps:
        if setting := re.fullmatch(r"export (\w+)=(\S+)", command):
            shell.environ[setting[1]] = setting[2]
            continue
        status, told = shell.run(command)
        refused = any(line.startswith("pbem: error:") for line in shown)
        assert (status != 0) == refused, (command, told)
        assert [line for line in shown if not is_shown(line, told)] == [], (command, told)


def test_the_readme_is_short_and_leads_to_every_page():
    assert len(README.splitlines()) <= 150
    assert README.index("](examples/pictures/") < README.index("\n## ")
    pages = {p.name for p in (ROOT / "docs").glob("*.md")}
    assert pages == set(re.findall(r"\]\(docs/(\w+\.md)\)", README))


@pytest.mark.parametrize("page", LINKED)
def test_every_link_leads_to_a_file(page):
    text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.S | re.M)
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", link)]
    assert [link for link in links if not ((ROOT / page).parent / link.partition("#")[0]).exists()] == []


def test_the_map_shown_is_one_that_show_draws():
    (map,) = (b for b in blocks(GUIDE, "") if "LUAc#F" in b)
    assert max(len(line) for line in map.splitlines()) <= 100


def test_the_wrong_game_is_found_as_shown(capsys):
    shown = next(b for b in blocks(DIRECTOR, "") if "wrong_on_purpose" in b).splitlines()
    assert status_of(["audit", str(ROOT / shown[0].split()[-1])]) == 4
    told = capsys.readouterr().out.splitlines()
    assert [line for line in shown[1:] if line not in told] == ["..."]


def test_a_wargamer_reads_of_the_table_before_any_command_but_one():
    section = README[README.index("\n## At the table\n") : README.index("\n## Two commands")]
    assert "```" not in README[: README.index("\n## Two commands")]
    assert [one for one in re.findall(r"`([^`]+)`", section) if "pbem" in one] == [
        "python3 -m venv .venv && .venv/bin/pip install '.[web]' && .venv/bin/pbem table"
    ]
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", section)
    assert len(pictures) == 2
    assert all((ROOT / one).is_file() for one in pictures)


def test_the_two_commands_are_there_and_ci_uses_the_second():
    first, second = blocks(README, "sh")[0].splitlines()
    assert first.endswith("&& .venv/bin/pbem demo")
    ci = (ROOT / ".ci" / "run").read_text().replace('"', "").replace("$venv", ".venv").replace(" -q ", " ")
    for step in second.split(" && "):
        assert step in ci.splitlines()


def test_the_environment_is_activated_before_a_command_needs_it():
    assert README.index("`. .venv/bin/activate`") < README.index("```console")


def test_the_table_of_exit_status_is_that_of_the_code():
    kinds = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, errors.PbemError)]
    by_number = {int(s) for s in re.findall(r"^\| (\d+) \|", GUIDE, re.M)}
    assert {e.status for e in kinds} | {0, UNCHECKED, 130} == by_number
    assert {int(s) for s in re.findall(r"^\| (\d+) \|", DIRECTOR, re.M)} < by_number


@pytest.mark.parametrize("page", LINKED)
def test_files_that_are_named_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:examples|rulesets|tests|pbem)/[a-z_/]+\.py)`", text)
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_command_is_named():
    from pbem.cli.commands import whole_app

    named = next(line for line in GUIDE.splitlines() if line.startswith("`demo games")).split("`")[1].split()
    app = whole_app()
    registered = [c.name or c.callback.__name__ for c in app.registered_commands]
    assert sorted(named) == sorted([*registered, *(group.name for group in app.registered_groups)])


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_that_are_named_exist(page):
    """`pbem COMMAND ... --option` anywhere on a page: the command has that option."""
    from typer.main import get_command

    from pbem.cli.commands import whole_app

    commands = {" ".join(words): command for words, command in every_command(get_command(whole_app()))}
    text = TEXTS[page].replace("\n", " ")
    for said in re.findall(r"`pbem ([^`]*)`", text) + [c for b in blocks(TEXTS[page], "console") for c in calls(b)]:
        words = said.split()
        name = next((n for n in (" ".join(words[:2]), words[0]) if n in commands), None)
        if name is None:
            assert words[0] in ("COMMAND",), said
            continue
        options = {o for param in commands[name].params for o in [*param.opts, *param.secondary_opts]}
        assert set(re.findall(r"(?<=\s)--?[A-Za-z][\w-]*", said)) <= options, said


def every_command(group, words=()):
    """(words, command) of a group and of all in it."""
    for name, command in getattr(group, "commands", {}).items():
        yield (*words, name), command
        yield from every_command(command, (*words, name))


def calls(block: str) -> list[str]:
    """What follows each word `pbem` in the commands of a session, up to the end of that command; no quoted words."""
    lines = [re.sub(r"\"[^\"]*\"|'[^']*'", "", command) for command, _ in session(block)]
    return [said for line in lines for said in re.findall(r"(?<![\w.*/])pbem ([^;&|<>]*)", line)]


@pytest.mark.parametrize("case", [
    "fallujah/april_won", "enduring_freedom/operational_victory", thorough("anaconda/neither"),
    thorough("angola/western_decisive"),
])  # fmt: skip
def test_the_linked_replays_are_those_of_recorded_games(tmp_path, case):
    page = (ROOT / "examples" / "replays" / f"{case.replace('/', '_')}.html").read_bytes()
    fresh = tmp_path / "page.html"
    assert status_of(["export", "html", str(ROOT / "logs" / case), "--public", "--proof", "-o", str(fresh)]) == 0
    assert page == fresh.read_bytes(), f"draw it anew: pbem export html logs/{case} --public --proof -o examples/..."


@pytest.mark.parametrize(("case", "before", "share"), [
    ("anaconda_neither", 1_649_866, 1), ("angola_western_decisive", 2_017_064, 1.2),
    ("enduring_freedom_operational_victory", 620_234, 1.2), ("fallujah_april_won", 554_149, 1.2),
])  # fmt: skip
def test_no_linked_replay_outgrows_what_it_was_before_themes_cards_and_graphs(case, before, share):
    assert (ROOT / "examples" / "replays" / f"{case}.html").stat().st_size <= share * before


@pytest.mark.parametrize(
    ("game", "case", "at"),
    [thorough("angola", "turn_ten", 807), ("fallujah", "november_won", 200),
     thorough("enduring_freedom", "operational_victory", 150), ("anaconda", "coalition_wins", 600)],
)
def test_the_pictures_shown_are_those_that_export_draws(tmp_path, game, case, at):
    images = pytest.importorskip("PIL.Image")
    fresh = tmp_path / "fresh.png"
    command = ["export", "png", str(ROOT / "logs" / game / case), "--at", str(at), "--public", "--width", "900"]
    assert status_of([*command, "-o", str(fresh)]) == 0
    drawn, stored = (images.open(p).convert("L") for p in (fresh, ROOT / "examples" / "pictures" / f"{game}.png"))
    assert drawn.size == stored.size
    differing = sum(abs(a - b) > 24 for a, b in zip(drawn.tobytes(), stored.tobytes(), strict=True))
    assert differing * 1000 < drawn.size[0] * drawn.size[1], "draw it anew, with the command of the guide"
