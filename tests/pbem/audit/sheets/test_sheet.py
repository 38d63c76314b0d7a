"""The sheet of a report, as text and as a page: what a director reads first, and nothing that harms."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grounds import grounded, valid
from patrol import PATROL
from pbem.audit.audit import audit
from pbem.audit.counting.counts import ClaimCount, DiceCount, Held
from pbem.audit.findings.finding import SECTIONS, Evidence, Finding, Kind
from pbem.audit.findings.report import Report
from pbem.audit.sheets.advice import ADVICE, JUDGED, NO_EFFECT, to_do
from pbem.audit.sheets.document import document
from pbem.audit.sheets.html import POLICY, to_html
from pbem.audit.sheets.sheet import duration, make_sheet
from pbem.audit.sheets.text import to_text
from pbem.audit.verify import verify
from pbem.limits import MOST_FINDINGS
from people import JUDGE, finish, identity, invite
from records import TINY_ONLY, finished, lines_of, only

WRONG = Path(__file__).resolve().parents[4] / "logs" / "angola" / "wrong_on_purpose" / "game.pbem"
HOSTILE = ("<script>alert(1)</script>", "\x1b[31mred\x07", "\u202elive\u2066", "x" * 10_000, '"><img src=x onerror=y>',
           "two\nlines\r\n# head", "&amp;\u200b\u00ad")
VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """What a browser would make of a page: its tags, its text, and that every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def is_harmless(page: str) -> Reader:
    reader = Reader(page)
    assert reader.open == []
    assert set(reader.tags) <= {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "ul", "li", "p", "strong", "article", "dl", "dt",
        "dd", "details", "summary", "div", "table", "thead", "tbody", "tr", "th", "td", "footer", "code",
    }  # fmt: skip
    assert {name for name, _ in reader.attributes} <= {"class", "lang", "charset", "http-equiv", "content", "name"}
    assert ("content", POLICY) in reader.attributes
    assert "url(" not in page
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]", page)
    return reader


@pytest.fixture(scope="module")
def wrong():
    return audit(WRONG)


def test_the_wrong_game_says_first_what_is_wrong_and_on_what_it_rests(wrong):
    lines = to_text(make_sheet(grounded(wrong))).splitlines()
    assert lines[0] == (
        "FNLA broke rule 3: 7 infantry at Ambriz, 4 are allowed. It had claimed: at most 4 infantry came to a Control "
        "Marker. Nobody else is accused.")
    assert lines[1].startswith("what to do: Decide about this seat by the rules of your event")
    assert any(line.startswith("bad evidence (audit); dice witnessed (mover+others); ") for line in lines)
    claim = "FNLA: at most 4 infantry came to a Control Marker"
    at = lines.index(f"fault: line 12, round 3, FNLA, rule 3: false claim: {claim}")
    assert lines[at + 1] == "  goes by: protocol 3.2, rule 3"
    assert lines[at + 2] == f"  claimed: {claim}"
    assert lines[at + 3] == "  true: 7 infantry at Ambriz, 4 are allowed"
    assert not [line for line in lines if "commitment f-cy" in line]  # folded away
    assert "  evidence: 12 commitments and opened texts: see --json or --html" in lines
    folded = to_html(make_sheet(wrong)).partition("<details>")[2].partition("</details>")[0]
    assert "opened text &quot;n.inf9 n.inf10 n.inf11 n.inf12 n.inf13 n.inf14 n.inf15&quot; (r3/3/1)" in folded
    assert "commitment f-cyyQqS2F_D18b_9_rN4KmMVTHgaToh8NHvBlvwBHE (r3/3/1, line 12)" in folded
    (finding,) = wrong.findings
    com = next(e for e in finding.evidence if e.slot == "r3/3/1" and e.what == "commitment")
    assert f'"com":"{com.value}"'.encode() in WRONG.read_bytes().splitlines()[com.line - 1]
    opened = [e.value for e in finding.evidence if e.what == "opened text"]
    assert "n.inf16" in opened


def test_the_wrong_game_has_its_counts(wrong):
    assert ClaimCount("fnla", "3", 5, 5, 1) in wrong.claims
    assert sum(c.false for c in wrong.claims) == 1
    whole = wrong.dice[-1]
    assert (whole.seat, whole.sides, whole.dice, whole.sum) == ("", 6, 31, 123)
    assert sum(whole.faces) == whole.dice
    text = to_text(make_sheet(wrong))
    assert "172 claims about secrets, 172 judged, 1 false." in text
    assert "A small p never proves cheating, and a large one no honesty" in text
    assert "only all its contributors together could have known it" in " ".join(text.split())
    assert "Times are claims" in text
    assert re.search(r"^  3 +5/5/0 +5/5/1 +5/5/0 +5/5/0$", text, re.M)


def test_every_kind_of_finding_has_a_section():
    assert set(SECTIONS) == set(Kind.__args__)


def test_what_to_do_is_said_in_whole_sentences_without_shouting():
    for text in filter(None, (*ADVICE.values(), JUDGED, NO_EFFECT)):
        assert re.fullmatch(r"[A-Z][a-z]+[ :].*\.", text)
        assert {*re.findall(r"[A-Z]{2,}|  ", text)} <= {"FOLDER", "LOG"}


def test_every_kind_of_fault_says_what_to_do():
    for kind in Kind.__args__:
        finding = Finding("fault", kind, "x", line=1)
        assert bool(to_do(finding)) == (kind not in ("again", "order"))
        assert to_do(finding) in " ".join(to_text(make_sheet(Report(level="full", findings=(finding,)))).split())
    assert to_do(Finding("incident", "incident", "x")).startswith("The rules of the game dealt with it")
    assert to_do(Finding("incident", "void", "x")).startswith("Nothing: it had no effect")


def test_the_document_says_what_the_first_line_says(wrong):
    printed = valid(wrong)
    assert printed["verdict"] == wrong.talk()[0]
    assert (printed["status"], printed["findings"][0]["section"]) == (4, "3.2")
    assert printed["dice"][-1] | {"mean": "3.968", "expected_mean": "3.5", "p": "0.1413"} == printed["dice"][-1]
    assert valid(verify(WRONG, "full"))["level"] == "full"
    assert document(wrong)["format"] == "pbem-report/1"


def test_an_honest_match_has_a_page_without_findings():
    reader = is_harmless(to_html(make_sheet(grounded(audit(finished(), find_ruleset=TINY_ONLY)))))
    assert "None." in reader.text
    assert ("class", "sound") in reader.attributes


def test_the_first_line_names_who_could_know_the_dice():
    people = invite("mover+judge", ruleset=PATROL, judge=JUDGE)
    finish(people, random.Random(3))
    report = grounded(audit(lines_of(people), find_ruleset=only(PATROL)))
    for name in ("dora", *HOSTILE):
        sheet = make_sheet(report, {identity(JUDGE): name})
        assert "dice host-rolled by " in sheet.verdict
        assert len(sheet.verdict) <= 1_000
        is_harmless(to_html(sheet))


def test_dice_that_one_person_could_know_are_told_as_such():
    people = invite("mover", turns=1)
    finish(people, random.Random(3))
    report = audit(lines_of(people), find_ruleset=TINY_ONLY)
    told = " ".join(to_text(make_sheet(report)).split())
    assert 0 < report.unwitnessed <= report.rolls
    assert f"in {report.unwitnessed} of {report.rolls} dice rounds one person held them all, and could know" in told


def test_a_fault_in_the_dice_is_told_beside_their_statistics():
    chain = Finding("fault", "chain", "the anchor is another", 4, 3, 1, "red")
    report = Report(level="audit", findings=(chain,), dice=(DiceCount("red", 6, 1, 1, 1, (1, 0, 0, 0, 0, 0)),))
    assert "But see above: a fault is about numbers of dice." in to_text(make_sheet(report))


# ------------------------------------------------------------------ hostile words


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_are_harmless_text(words):
    evidence = (Evidence("opened text", words, 3, words),)
    report = Report(
        level="audit", game=words, engine=words, policy=words, seats=(words,), result=words, undos={words: 1},
        findings=(
            Finding("fault", "incident", words, 4, 3, 2, words, words, words, words, evidence),
            Finding("note", "again", words),
        ),
        claims=(ClaimCount(words, words, 1, 1, 1),),
        dice=(DiceCount(words, 6, 1, 1, 1, (1, 0, 0, 0, 0, 0)),),
        held=(Held(words, 1, 1, 1, 1),),
    )  # fmt: skip
    sheet = make_sheet(report, {words: words})
    reader = is_harmless(to_html(sheet, title=words))
    assert "script" not in reader.tags
    text = to_text(sheet)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]", text)
    assert max(map(len, text.splitlines())) < 4_000
    assert not any(line.startswith("# head") for line in text.splitlines())


def test_many_findings_are_cut_short_and_counted():
    findings = tuple(Finding("note", "again", f"number {i}") for i in range(MOST_FINDINGS + 7))
    sheet = make_sheet(Report(level="full", findings=findings))
    assert "... and 167 more: use --json" in to_text(sheet, most=40).splitlines()
    assert "And 7 more, in the report as JSON." in is_harmless(to_html(sheet)).text


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3_725, "1 h 2 min"), (86_400 * 3 + 3_600 * 4 + 9, "3 d 4 h"),
     (86_400 + 5, "1 d")],
)  # fmt: skip
def test_durations(seconds, told):
    assert duration(seconds) == told
