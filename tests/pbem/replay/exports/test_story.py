"""The report as one page: the same text, pictures inside, nothing of what others wrote becomes HTML."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import msgspec
import pytest

from pbem.replay.exports.document import match_record
from pbem.replay.exports.report import report
from pbem.replay.exports.story import report_page, report_text
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.html.plain import inline, plain_page
from pbem.show.svg.part import around_svg

LOGS = Path(__file__).resolve().parents[4] / "logs"
HOSTILE = "</pre><script>alert(1)</script> ![x](point-1) **b** `c` | \\ <img src=x onerror=y> \u202e&amp; https://a.example"


@pytest.fixture(scope="module")
def small() -> Reel:
    return open_reel(LOGS / "fallujah" / "april_lost" / "game.pbem")


def words(html: str) -> list[str]:
    """All words that one reads on a page."""
    body = html.partition("<main>")[2].partition("</main>")[0]
    return unescape(re.sub("<[^>]*>", " ", re.sub("<figcaption>.*?</figcaption>", "", body))).split()


def test_a_page_says_the_same_as_the_markdown_and_holds_its_pictures(small):
    frames = list(small)
    html = report_page(small, frames, {}).decode()
    text = report_text(small, frames, {})
    plain = re.sub(r"\\(.)", r"\1", re.sub(r"(?m)^(#+|-|>|\| ---.*) ?|(?<!\\)(\*\*|\*|`|\|)", " ", text))
    assert words(html) == plain.split()
    assert html.count('src="data:image/svg+xml;base64,') == 2 * 3, "of each turning point the board and the card"
    assert not re.search(r"<script|href=|src=\"(?!data:image)", html)
    assert html.encode() == report_page(small, list(small), {})


def test_hostile_titles_names_and_notes_are_text(raid):
    frames = [
        msgspec.structs.replace(f, remarks=tuple(msgspec.structs.replace(r, text=HOSTILE) for r in f.remarks))
        for f in Reel(raid)
    ]
    match = msgspec.structs.replace(match_record(raid), title=HOSTILE, about=HOSTILE, scenario=HOSTILE)
    text = report(match, frames, chosen={"x": HOSTILE}, names=lambda _: HOSTILE, looking_back=(HOSTILE,))
    html = plain_page(text, {"point-1": "<svg/>"})
    assert "<script" not in html
    assert "<img" not in html
    assert "\u202e" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 7
    assert not [line for line in text.splitlines() if re.match(r"\s{0,3}<|!\[x", line)]


def test_what_is_escaped_is_a_plain_sign_and_what_is_open_is_closed():
    assert inline("a \\*b\\* **c *d* f** `e\\`f` <i>") == (
        "a *b* <strong>c <em>d</em> f</strong> <code>e`f</code> &lt;i&gt;"
    )
    assert inline("<b> \\* &") == "&lt;b&gt; * &amp;"
    assert inline("**a *b") == "<strong>a <em>b</em></strong>"


def test_what_may_be_wider_than_the_page_scrolls_by_itself_and_by_keys():
    html = plain_page("# A\n\n| | lost \\| <b> |\n|---|---|\n| x | y |\n\n    1 2 3\n    4", {})
    assert '<div class="scroll" tabindex="0" role="group" aria-label="lost | &lt;b&gt;"><table>\n' in html
    assert "<tr><td>x</td><td>y</td></tr>\n</table></div>" in html
    assert '<pre tabindex="0">\n1 2 3\n4\n</pre>' in html


def test_a_picture_that_is_not_there_is_text():
    html = plain_page("# A\n\n![b](point-1)\n\n![c](point-2)", {"point-2": "<svg/>"})
    assert "<p>![b](point-1)</p>" in html
    assert '<img alt="c" src="data:image/svg+xml;base64,PHN2Zy8+">' in html


def test_a_game_looks_back_only_when_it_is_over(small, monkeypatch):
    frames = list(small)
    assert "Looking back:" in report_text(small, frames, {})
    monkeypatch.setattr(small.match.binding, "is_over", False)
    assert "Looking back:" not in report_text(small, frames, {})


def test_a_part_of_the_board_has_its_place_in_it_and_the_board_has_no_other_place(small):
    scene = next(iter(small)).scene
    ids = {place.id: place for place in scene.board.places}
    boxes = {around_svg(scene, id).partition('viewBox="')[2].partition('"')[0] for id in list(ids)[:12]}
    assert len(boxes) > 3
    for box in boxes:
        left, top, wide, high = map(float, box.split())
        assert left >= 0 <= top
        assert (wide, high) == (640, 420)
    a_place = next(iter(ids))
    assert around_svg(scene, a_place).count("#ff4fa3") > around_svg(scene, "nowhere").count("#ff4fa3")
    whole = around_svg(scene, "nowhere")
    assert whole.partition('viewBox="')[2].startswith("0 0 1200 ")


def test_the_public_is_told_nothing_that_was_sealed_and_the_auditor_is():
    log = LOGS / "anaconda" / "neither" / "game.pbem"
    for viewer, is_told in (("public", False), ("coalition", False), ("auditor", True)):
        reel = open_reel(log, viewer)
        text = report_text(reel, [frame for _, frame in zip(range(12), reel, strict=False)], {})
        assert ("48 counters hidden at 16 places" in text) is is_told
