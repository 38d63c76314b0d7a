"""What a script of a page declares at its top level, read plainly, for modules that are joined in one scope."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<word>[\w$]+)
  | (?P<sign>=>|\.\.\.|[^\s\w$])
""", re.X | re.S)  # fmt: skip
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_BEFORE_REGEX = {*"(,=:[!&|?{};+-*%<>~^", "=>", "...", "return",
                 "typeof", "case", "in", "of", "void", "delete", "yield", "await"}
_OPENS, _CLOSES = {"(", "[", "{"}, {")", "]", "}"}
_TEXT = '""'


def tokens(script: str) -> list[str]:
    """The words and signs of a script, without comments; a text, template or regular expression is one empty text."""
    found = list[str]()
    _read(script, 0, found, within=False)
    return found


def _read(script: str, at: int, found: list[str], *, within: bool) -> int:
    """Reads on to the end, or behind the brace that ends a part of a template; where it ended."""
    depth = 0
    while at < len(script):
        if script[at] == "`":
            at = _template(script, at + 1)
            found.append(_TEXT)
            continue
        one = _TOKEN.match(script, at)
        assert one is not None
        kind, said = one.lastgroup, one.group()
        if said == "/" and (not found or found[-1] in _BEFORE_REGEX):
            one = _REGEX.match(script, at)
            if one is None:
                raise ValueError(f"no regular expression: {script[at:at + 40]!r}")
            kind = "text"
        at = one.end()
        if kind == "skip":
            continue
        depth += (said in _OPENS) - (said in _CLOSES)
        if within and depth < 0:
            return at
        found.append(_TEXT if kind == "text" else said)
    if within or depth:
        raise ValueError("a brace is not closed")
    return at


def _template(script: str, at: int) -> int:
    """Behind the end of a template that begins here."""
    while script[at] != "`":
        if script.startswith("${", at):
            at = _read(script, at + 2, [], within=True)
        else:
            at += 2 if script[at] == "\\" else 1
    return at + 1


def declared(script: str) -> list[str]:
    """The names that a script declares at its top level, in order, each as often as it does; none that it imports."""
    words, names, at, depth = tokens(script), list[str](), 0, 0
    while at < len(words):
        word = words[at]
        at += 1
        depth += (word in _OPENS) - (word in _CLOSES)
        if depth == 0 and word in ("function", "class"):
            names.append(words[at + 1] if words[at] == "*" else words[at])
        elif depth == 0 and word in ("const", "let", "var"):
            at = _declarators(words, at, names)
    return names


def _declarators(words: list[str], at: int, names: list[str]) -> int:
    """What stands behind const, let or var, to its semicolon."""
    parts, depth = [list[str]()], 0
    while words[at:at + 1] != [";"] or depth:
        if at == len(words) or (not depth and words[at] in ("const", "let", "var", "export", "import")):
            raise ValueError(f"a declaration without a semicolon: {' '.join(parts[0][:8])}")
        depth += (words[at] in _OPENS) - (words[at] in _CLOSES)
        if words[at] == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(words[at])
        at += 1
    for part in parts:
        names += _bound(part)
    return at


def _bound(pattern: list[str]) -> list[str]:
    """The names that a pattern binds, which may have a value behind it."""
    if pattern[:1] == ["..."]:
        return _bound(pattern[1:])
    if pattern[:1] not in (["{"], ["["]):
        return pattern[:1]
    parts, depth = [list[str]()], 0
    for word in pattern[1:]:
        if depth == 0 and word in _CLOSES:
            break
        depth += (word in _OPENS) - (word in _CLOSES)
        if depth == 0 and word == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    return [name for part in parts for name in _bound(part[2:] if part[1:2] == [":"] else part)]


def clashes(scripts: dict[str, str]) -> dict[str, list[str]]:
    """The names declared twice at the top level, in one script or in several, with the scripts in which they stand."""
    where = dict[str, list[str]]()
    for script, text in scripts.items():
        for name in declared(text):
            where.setdefault(name, []).append(script)
    return {name: those for name, those in where.items() if len(those) > 1}
