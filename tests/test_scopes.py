"""Scripts that are joined in one scope: no name is declared at the top level of two of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.show.html import document
from scopes import clashes, declared

FOLDER = Path(document.__file__).with_name("script")
JOINED = {"page": [f"{name}.js" for name in document.SCRIPT],
          "reader": [f"proof/{name}.js" for name in document.READER]}
IMPORT = re.compile(r"^import \{([^}]*)\}", re.M)


@pytest.mark.parametrize("scope", sorted(JOINED))
def test_no_name_stands_at_the_top_of_two_scripts_of_one_scope(scope):
    scripts = {name: (FOLDER / name).read_text(encoding="utf-8") for name in JOINED[scope]}
    assert sum(len(declared(text)) for text in scripts.values()) > 100
    assert clashes(scripts) == {}
    for name, text in scripts.items():  # what is imported is the thing itself: under another name it would be lost
        assert [one for one in IMPORT.findall(text) if re.search(r"\bas\b", one)] == [], name


FIRST = """import {far} from "./far.js";
/* const hidden = 1; */
const one = {two: [1, 2]}, [three, {four: five, six = 7}, ...rest] = list,
  step = (a, b = 2) => { const inner = a; return inner; };
export async function told(inner) { let seven = `${`const eight = ${inner}`} function nine() {}`; return seven; }
for (const ten of /[/"]const twelve;/.exec(one / 2) || []) { var eleven = 'const thirteen'; }
export class Kind { method() { return 1; } }
function* many() { yield 1; }
"""


def test_what_is_declared_at_the_top_is_found_and_nothing_else():
    assert declared(FIRST) == ["one", "three", "five", "six", "rest", "step", "told", "Kind", "many"]


@pytest.mark.parametrize(("second", "name"), [
    ("function told() {}", "told"), ("const other = 1, three = 2;", "three"), ("let {a: five} = b;", "five"),
    ("class Kind {}", "Kind"), ("const [, rest] = b;", "rest"), ("export async function many() {}", "many"),
    ("const {...step} = b;", "step"), ("const x = /'/, six = 1;", "six"),
])  # fmt: skip
def test_a_clash_is_found(second, name):
    assert clashes({"first": FIRST, "second": second}) == {name: ["first", "second"]}


@pytest.mark.parametrize("second", ["{ const one = 1; }", "const x = {one: 2, told() {}};",
                                    "const {one: y} = x;", "told(one);"])
def test_what_is_no_clash_is_none(second):
    assert clashes({"first": FIRST, "second": second}) == {}


def test_a_declaration_that_cannot_be_read_is_told():
    with pytest.raises(ValueError, match="without a semicolon"):
        declared("const one = 1\nconst two = 2;")
