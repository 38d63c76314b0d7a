"""Blocks in texts that mail programs, phones and people have been at: whole, or refused."""

from __future__ import annotations

import base64
import html
import itertools
import random
import re
import textwrap
import tracemalloc
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costs import takes
from pbem.errors import BadRecord, PbemError
from pbem.limits import MAX_BLOCKS
from pbem.post.armor import Block, armor, dearmor, digest_of
from pbem.post.mime import parts, strip_html

PAYLOAD = random.Random(1).randbytes(700)
LABEL = ("angola-17", "3", "mpla")
BLOCK = armor(PAYLOAD, *LABEL)
WANT = (Block(LABEL, PAYLOAD),)


def through_mail(text: str, subtype: str = "plain", cte: str | None = None, **params: str) -> str:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "a@pbem.test", "b@pbem.test", "x"
    mail.set_content(text, subtype=subtype, cte=cte, params=params)
    return "".join(part.text or "" for part in parts(mail.as_bytes()))


def flow(text: str) -> str:
    out = []
    for line in text.splitlines():
        pieces = textwrap.wrap(line, 66, break_long_words=False, break_on_hyphens=False) or [""]
        out += [piece + " " for piece in pieces[:-1]] + [pieces[-1]]
    return "\n".join((" " + x) if x.startswith((" ", ">", "From ")) else x for x in out) + "\n"


def hard_wrap(text: str, width: int) -> str:
    rows = (line[at:at + width] for line in text.splitlines() for at in range(0, max(len(line), 1), width))
    return "\n".join(rows) + "\n"


def gmail(text: str) -> str:
    rows = "".join(f"<div>{html.escape(x).replace('  ', '&nbsp; ') or '<br>'}</div>" for x in text.splitlines())
    return through_mail(f'<div dir="ltr">{rows}</div>', subtype="html")


def outlook(text: str) -> str:
    rows = "".join(f"<p class=MsoNormal><span lang=EN-US>{html.escape(x)}<o:p></o:p></span></p>\r\n"
                   for x in text.splitlines())
    style = "<!--[if gte mso 9]><xml>[x]</xml><![endif]--><style>p[x]{margin:0}</style>"
    return through_mail(f"<html><head>{style}</head><body>{rows}</body></html>", subtype="html")


def smart(text: str) -> str:
    text = text.replace("...", "\u2026").replace("->", "\u2192").replace("--", "\u2014").replace("'", "\u2019")
    return re.sub(r'"(\w)', "\u201c\\1", text).replace('"', "\u201d")


def quote(text: str, mark: str = "> ") -> str:
    return "".join(mark + x + "\n" for x in text.splitlines())


MANGLERS: dict[str, Callable[[str], str]] = {
    "none": lambda t: t,
    "crlf": lambda t: t.replace("\n", "\r\n"),
    "quoted-printable": lambda t: through_mail(t, cte="quoted-printable"),
    "base64 body": lambda t: through_mail(t, cte="base64"),
    "format=flowed": lambda t: through_mail(flow(t), format="flowed"),
    "gmail html only": gmail,
    "outlook html only": outlook,
    "smart punctuation": smart,
    "trailing spaces": lambda t: t.replace("\n", "   \n"),
    "indented": lambda t: textwrap.indent(t, "    "),
    "double spaced": lambda t: t.replace("\n", "\n\n"),
    "no-break spaces": lambda t: t.replace(" ", "\xa0"),
    "zero-width spaces": lambda t: re.sub(r"(\S{30})", "\\1\u200b", t),
    "direction marks": lambda t: "".join(f"\u202a{x}\u202c\n" for x in t.splitlines()),
    "bom": lambda t: "\ufeff" + t,
    "list footer": lambda t: t + "\n_______________\nGames mailing list\nhttps://lists.example.org/\n",
    "signature": lambda t: t + "\n-- \nAlice\nSent from my phone\n",
    "top-posted": lambda t: t + "\nOn Tue, 3 Nov 2026 Judge wrote:\n" + quote("begin other-1\nmove bad\nend\n"),
    "chat before": lambda t: "Hi Bob,\nhere is my turn - begin reading!\n\n" + t,
    "quoted once": quote,
    "quoted 3 deep": lambda t: quote(t, ">>> "),
    "quoted, then wrapped": lambda t: hard_wrap(quote(t), 40),
    "wrapped at 72": lambda t: hard_wrap(t, 72),
    "wrapped at 19": lambda t: hard_wrap(t, 19),
    "line breaks removed": lambda t: t.replace("\n", " "),
}


def _without(text: str, row: int) -> str:
    return "\n".join(x for i, x in enumerate(text.splitlines()) if i != row)


def _swapped(text: str) -> str:
    rows = text.splitlines()
    return "\n".join([*rows[:2], rows[3], rows[2], *rows[4:]])


FATAL: dict[str, tuple[Callable[[str], str], str]] = {
    "cut off": (lambda t: t[: len(t) * 2 // 3], "its end is missing"),
    "lower case": (str.lower, "does not fit the digest"),
    "a line lost": (lambda t: _without(t, 3), "does not fit the digest"),
    "two lines swapped": (_swapped, "does not fit the digest"),
    "one letter changed": (lambda t: t[:70] + ("A" if t[70] != "A" else "B") + t[71:], "does not fit the digest"),
}
HOSTILE = {
    "opens": "[PBEM:x]" * 50_000, "spaces": "[PBEM:" + " " * 500_000, "no end": "[PBEM:x] " + "A " * 500_000,
    "brackets": "[" * 500_000, "ends": "[/PBEM:0123456789abcdef]" * 20_000, "colons": "[PBEM:" + ":" * 500_000,
    "marks": "[PBEM:" * 50_000, "tags": "<" * 200_000, "comments": "<!--" * 50_000, "entities": "&#" + "9" * 500_000,
    "half tags": "<a b=" * 50_000, "ampersands": "&a" * 200_000,
}
TOKENS = ["[PBEM:", "]", "[/PBEM:", "0123456789abcdef", "QUJD", ":", "\n", " ", "[", "<b>", "\u200b"]


def test_a_block_looks_as_the_protocol_says():
    rows = BLOCK.splitlines()
    assert rows[0] == "[PBEM:angola-17:3:mpla]"
    assert rows[-1] == f"[/PBEM:{digest_of(PAYLOAD)}]"
    assert [len(x) for x in rows[1:-2]] == [60] * (len(rows) - 3)
    assert base64.b64decode("".join(rows[1:-1]) + "==") == PAYLOAD


@pytest.mark.parametrize("name", MANGLERS)
def test_a_mangled_block_comes_back_whole(name):
    opened = dearmor(MANGLERS[name](BLOCK))
    assert (opened.blocks, opened.damaged) == (WANT, ())


@pytest.mark.parametrize("first", MANGLERS)
def test_a_twice_mangled_block_comes_back_whole(first):
    once = MANGLERS[first](BLOCK)
    assert [name for name, f in MANGLERS.items() if dearmor(f(once)).blocks != WANT] == []


@pytest.mark.parametrize("name", FATAL)
def test_a_damaged_block_is_refused_and_told(name):
    damage, why = FATAL[name]
    opened = dearmor(damage(BLOCK))
    assert opened.blocks == ()
    assert [why in d.why for d in opened.damaged] == [True]


@pytest.mark.parametrize(("mangler", "name"), list(itertools.product(MANGLERS, FATAL)))
def test_a_damaged_block_is_refused_however_it_travels(mangler, name):
    opened = dearmor(MANGLERS[mangler](FATAL[name][0](BLOCK)))
    assert opened.blocks == ()
    assert len(opened.damaged) == 1


def test_a_damaged_copy_of_a_whole_block_is_no_trouble():
    text = BLOCK + "".join(damage(BLOCK) for name, (damage, _) in FATAL.items() if name != "cut off") + BLOCK[:400]
    assert dearmor(text).blocks == WANT
    assert dearmor(text).damaged == ()


def test_many_blocks_keep_their_order_and_come_once():
    payloads = [b"%d" % n for n in range(20)]
    text = "hello\n".join(armor(p, "g", str(n)) for n, p in enumerate(payloads))
    assert [b.payload for b in dearmor(text + text).blocks] == payloads


def test_an_end_without_a_beginning_is_told():
    opened = dearmor(BLOCK[100:])
    assert [d.why for d in opened.damaged] == ["its beginning is missing"]


def test_an_unreadable_end_is_told():
    opened = dearmor(BLOCK.replace(digest_of(PAYLOAD), "0123"))
    assert [d.why for d in opened.damaged] == ["its end is not readable"]


def test_a_label_is_plain_whatever_was_given():
    block = armor(b"x", "Angola 17 -- [the] \u0142\u00f3d\u017a\n", "a:b", "", "--")
    assert block.splitlines()[0] == "[PBEM:Angola-17-the-d:a-b:x:x]"
    assert dearmor(block).blocks[0].payload == b"x"


def test_no_block_for_nothing():
    with pytest.raises(BadRecord, match="1 byte to one full packet"):
        armor(b"")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_costs_no_time(name):
    opened = dearmor(HOSTILE[name])
    assert opened.blocks == ()
    assert len(opened.damaged) <= MAX_BLOCKS + 1
    assert takes(lambda: (dearmor(HOSTILE[name]), dearmor(strip_html(HOSTILE[name]))), 2)


@settings(max_examples=150)
@given(st.text(max_size=300), st.binary(min_size=1, max_size=200), st.text(max_size=300))
def test_a_block_survives_any_text_around_it(before, payload, after):
    blocks = dearmor(f"{before}\n{armor(payload, 'g')}{after}").blocks
    assert payload in [b.payload for b in blocks] or "PBEM" in before.upper()


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, len(BLOCK)), st.integers(0, 80), st.text(max_size=8)), max_size=4))
def test_edits_never_change_what_comes_out(edits):
    text = BLOCK
    for at, gone, put in edits:
        text = text[:at] + put + text[at + gone:]
    assert {b.payload for b in dearmor(text).blocks} <= {PAYLOAD}


@settings(max_examples=200)
@given(st.lists(st.sampled_from(TOKENS)))
def test_marks_in_any_order_do_no_harm(tokens):
    try:
        opened = dearmor("".join(tokens))
    except PbemError:
        return
    assert opened.blocks == ()


def test_a_large_text_stands_once_beside_itself_while_it_is_read():
    text = "[PBEM:x]\n" + ("A" * 60 + "\n") * 70_000
    tracemalloc.start()
    try:
        dearmor(text)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * len(text)
    finally:
        tracemalloc.stop()
