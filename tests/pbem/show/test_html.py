"""A replay as one page: its structure, policy and size; the same bytes each time; harmless whatever people wrote."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pages import WORST, before_end, embedded, hostile_frames, scripts, spelled_out
from pbem.replay.films.opening import open_reel
from pbem.show.clean import clean
from pbem.show.html import FORMAT, Match, document, page
from pbem.show.html.document import script
from pbem.show.html.parts import embedded as as_json
from pbem.show.svg.stacks import arrange
from tiers import thorough

LOGS = Path(__file__).parents[3] / "logs" / "angola"
ANGOLA = Match(title="Angola!", id="x", engine="angola/1", seats=("fapla", "fnla", "mpla", "unita"))


@lru_cache
def replay(case: str, viewer: str = "public") -> str:
    return page(open_reel(LOGS / case / "game.pbem", viewer), ANGOLA)


class Elements(HTMLParser):
    """All elements and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_policy_lets_in_only_the_script_and_style_that_stand_there():
    text = replay("wrong_on_purpose")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    (script,), (style,) = scripts(text), re.findall(r"<style>(.*?)</style>", text, re.S)
    for kind, content in (("script", script), ("style", style)):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_page_asks_for_nothing_from_elsewhere():
    elements = Elements(replay("wrong_on_purpose")).found
    names = {name for name, _ in elements}
    assert names.isdisjoint({"link", "img", "iframe", "object", "embed", "form", "base", "audio", "video"})
    for name, attributes in elements:
        assert not {"src", "href", "style"} & set(attributes), name
        assert not any(key.startswith("on") for key in attributes), name
    assert "fetch(" not in scripts(replay("wrong_on_purpose"))[0]


def test_every_button_says_what_it_does():
    buttons = [a for name, a in Elements(replay("wrong_on_purpose")).found if name == "button" and "role" not in a]
    assert len(buttons) >= 13
    assert all(b.get("title") or b["id"] == "since" for b in buttons)


def test_steps_hold_only_what_changed_and_all_that_was_told():
    reel = list(open_reel(LOGS / "wrong_on_purpose" / "game.pbem"))
    text = page(reel, ANGOLA)
    head, play, after = (embedded(text, id) for id in ("match", "data-play", "data-after"))
    assert (head["format"], head["viewer"]) == (FORMAT, "public")
    steps = play["frames"] + after["frames"]
    assert [s["round"] for s in steps] == [f.round for f in reel]
    assert [s["kind"] for s in after["frames"]] == ["disclose"]
    texts = play["tables"]["texts"] + after["tables"]["texts"]
    told = [[texts[said] for said, *_ in step.get("told", ())] for step in steps]
    assert told == [[clean(s.text) for s in f.sentences] for f in reel]
    heads = [i for step, f in zip(steps, reel, strict=True) for i in step.get("heads", ())]
    assert heads == [i for f in reel for i, s in enumerate(f.sentences) if s.headline] != []
    assert sum("board" in step for step in steps) == 1
    assert len(play["tables"]["boards"]) == 1
    assert sum("clusters" in step for step in steps) < len(steps)


def test_a_table_that_is_read_on_gives_every_counter_of_every_step():
    """What the script does, in short: the places of the last step are those of its scene."""
    reel = list(open_reel(LOGS / "wrong_on_purpose" / "game.pbem"))
    text = page(reel, ANGOLA)
    play, after = embedded(text, "data-play"), embedded(text, "data-after")
    texts = play["tables"]["texts"] + after["tables"]["texts"]
    now: dict[str, int] = {}
    for step, frame in zip(play["frames"] + after["frames"], reel, strict=True):
        for place, number in step.get("clusters", ()):
            now[texts[place]] = number
        now = {place: number for place, number in now.items() if number >= 0}
        assert {s.place for s in frame.scene.stacks if s.pieces} <= set(now)


@pytest.mark.parametrize("viewer", ["public", thorough("auditor"), thorough("fapla")])
def test_a_long_game_is_small_and_always_the_same_bytes(viewer):
    case = "turn_ten" if viewer == "auditor" else "wrong_on_purpose"
    text = replay(case, viewer)
    assert len(text.encode()) < (1_250_000 if case == "turn_ten" else 600_000)
    if case != "turn_ten":
        assert text == page(open_reel(LOGS / case / "game.pbem", viewer), ANGOLA)


def test_what_others_wrote_is_harmless():
    text = page(hostile_frames(), WORST)
    assert scripts(text) == [script()]
    assert text.count("</script>") == 5
    assert "<!--" not in text
    assert "alert(&#x27;" not in text.replace("&lt;script&gt;alert(&#x27;", "")
    assert not {"\u202e", "\x1b", "\x00", "\u200b", "\u2028", "\u2029"} & set(text)
    names = [name for name, _ in Elements(text).found]
    assert names.count("script") == 5
    data = embedded(text, "data-play")
    assert any("<script>" in words for words in data["tables"]["texts"])  # as words, whole
    assert all(isinstance(one, int) for board in data["tables"]["boards"] for one in board["svg"])
    for svg in map(spelled_out, data["tables"]["elements"]):
        assert "<script" not in svg
        assert "http" not in svg


def test_data_in_a_page_cannot_end_their_element():
    written = as_json({"a": "</script><!-- & \u2028 \u2029"})
    assert not {"<", ">", "&", "\u2028", "\u2029"} & set(written)
    assert '"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u2028 \\u2029"' in written


def test_a_script_that_parses_no_text_of_others():
    """Only tables of our own painter go through a parser, and only as SVG; all else is textContent."""
    whole = script()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", whole)
    assert whole.count("DOMParser") == 1
    assert re.findall(r"\bparsed\((?!markup)([^)]*)\)", whole) == ["spelledOut(parts"]


def test_counters_stay_where_they_are_as_long_as_they_are_as_many():
    frames = list(open_reel(LOGS / "wrong_on_purpose" / "game.pbem"))
    scenes = [f.scene for f in frames if f.scene.stacks]
    before = {c.place: c for c in arrange(scenes[0])}
    for scene in scenes[1:60]:
        now = {c.place: c for c in arrange(scene, before)}
        alike = [id for id in now if id in before and len(now[id].counters) == len(before[id].counters)
                 and now[id].split == before[id].split]
        assert alike
        assert all(now[id].box == before[id].box for id in alike)
        boxes = [c.box for c in now.values()]
        assert not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])
        before = now


def test_the_end_of_play_stands_before_what_was_disclosed():
    text = replay("wrong_on_purpose")
    assert embedded(before_end(text) + '<script type="application/json" id="data-after">{}</script>', "data-play")


FOLDER = Path(document.__file__).with_name("script")
NAMES = re.compile(r"import \{([^}]*)\} from \"\./(\w+)\.js\";\n")


@pytest.mark.parametrize("name", document.SCRIPT)
def test_a_module_takes_what_another_gives(name):
    text = (FOLDER / f"{name}.js").read_text(encoding="utf-8")
    for names, other in NAMES.findall(text):
        given = (FOLDER / f"{other}.js").read_text(encoding="utf-8")
        for one in re.findall(r"[\w$]+", names):
            exports = rf"^export (?:const|let|function)\b[^\n]*(?<![\w$]){re.escape(one)}(?![\w$])"
            assert re.search(exports, given, re.M), one


def test_the_page_holds_the_modules_joined():
    joined = "\n".join(re.sub(r"^export ", "", NAMES.sub("", (FOLDER / f"{name}.js").read_text("utf-8")), flags=re.M)
                       for name in document.SCRIPT)
    assert script() == '"use strict";\n(() => {\n' + joined + "})();\n"
    assert "import {" not in script()


def test_what_a_live_page_takes_of_the_script_reads_nothing_of_a_replay():
    waiting, found = ["elements", "board", "camera", "places", "beside"], set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [other for _, other in NAMES.findall((FOLDER / f"{name}.js").read_text(encoding="utf-8"))]
    assert found == {"elements", "shown", "tables", "board", "camera", "overview", "places", "beside"}


def test_no_heading_of_a_table_is_empty():
    folder = Path(document.__file__).with_name("script")
    lines = [line for name in document.SCRIPT for line in (folder / f"{name}.js").read_text("utf-8").splitlines()]
    assert [line for line in lines if 'make("th")' in line] == []
