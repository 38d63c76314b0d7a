"""The page around the data: head, controls, empty places that the script fills.

Belongs here: the HTML, and the policy that lets nothing in but the script and style that stand there, by their hashes.
Must not be here: data (`parts`), behaviour (`script/`), looks (`replay.css`).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from importlib.resources import files
from zlib import compress

from pbem.show.clean import clean
from pbem.show.frame import Frame
from pbem.show.html.parts import Match, parts

_IMPORT = re.compile(r'^import [^;]*;\n', re.M)
_EXPORT = re.compile(r"^export (?!\{)", re.M)
_RENAMED = re.compile(r"export\{(\w+) as (\w+)\};")
Control = tuple[str, str, str]
"""Id, what it does (with its key), the `d` of its sign in a square of 24."""
BACK: tuple[Control, ...] = (
    ("first", "To the beginning (Home)", "M6 5V19M19 5L9 12L19 19Z"),
    ("headline-back", "To the headline before (,)", "M12 5L3 12L12 19ZM15 7H21M15 12H21M15 17H21"),
    ("turn-back", "A turn back (Page Up)", "M7 5V19M13 5L8 12L13 19ZM20 5L15 12L20 19Z"),
    ("phase-back", "A phase back (arrow up)", "M12 5L5 12L12 19ZM20 5L13 12L20 19Z"),
    ("event-back", "A step back (arrow left)", "M16 5L7 12L16 19Z"),
)
ON: tuple[Control, ...] = (
    ("event-on", "A step on (arrow right)", "M8 5L17 12L8 19Z"),
    ("phase-on", "A phase on (arrow down)", "M4 5L11 12L4 19ZM12 5L19 12L12 19Z"),
    ("turn-on", "A turn on (Page Down)", "M4 5L9 12L4 19ZM11 5L16 12L11 19ZM17 5V19"),
    ("headline-on", "To the next headline (.)", "M12 5L21 12L12 19ZM3 7H9M3 12H9M3 17H9"),
    ("last", "To the end (End)", "M5 5L15 12L5 19ZM18 5V19"),
)
WORDS = {
    "first": "begin", "headline-back": "head", "turn-back": "turn", "phase-back": "phase", "event-back": "step",
    "play": "play", "event-on": "step", "phase-on": "phase", "turn-on": "turn", "headline-on": "head", "last": "end",
}  # fmt: skip
"""What stands under the sign of a button, where there is room."""
PLAY: Control = ("play", "Play or stop (space)", "M7 4L19 12L7 20Z")
ZOOM: tuple[Control, ...] = (
    ("zoom-out", "Smaller (-)", "M5 12H19"),
    ("zoom-fit", "The whole board, or as large as one can read it (0)", "M5 9V5H9M15 5H19V9M19 15V19H15M9 19H5V15"),
    ("zoom-in", "Larger (+)", "M5 12H19M12 5V19"),
)
SMALL: Control = ("small-map", "The small map (m)", "M3 5H21V19H3ZM13 8H18V13H13Z")
TITLE: Control = ("show-title", "The title card: the whole board, the sides and what they want (t)",
                  "M3 5H21V19H3ZM7 9H17M7 12H17M7 15H13")
FOLD: Control = ("fold", "More room for the board (f)", "M4 5H20V19H4ZM14 5V19")
SCRIPT = (
    "elements", "shown", "tables", "data", "scores", "standing", "eyes", "paints", "board", "camera", "overview",
    "places", "step", "battle", "beside", "story", "lately", "charts", "summary", "following", "graphs", "ends",
    "naming", "lighting", "fans", "motion", "going", "comments", "proving", "title", "page",
)  # fmt: skip
"""The modules of the script in their order: each uses those before it, and when the page runs also those after it."""
TABS = (("summary", "Summary"), ("story", "Story"), ("beside", "Beside"), ("legend", "Legend"), ("proof", "Proof"))
READER = (
    "vendor/chacha", "bytes", "keys", "forms", "lines", "feeds", "seals", "rounds", "numbers", "verdict", "check",
    "worker",
)  # fmt: skip
"""The modules of the page's reader of the record in their order: each uses those before it alone."""
SPEEDS = ("0.5", "1", "2", "5", "10", "25")


def page(frames: Iterable[Frame], match: Match, log: bytes | None = None, other: Iterable[Frame] = ()) -> str:
    """The whole page; `frames` are those of one viewer, in order; `log` is put into it, for it to check by itself.

    `other` are the same steps as another viewer saw them: the page can be switched to these.
    """
    head, play, after, seen = parts(frames, match, other)
    behaviour, style = script(), _file("replay.css")
    allowed = f"script-src {_hash(behaviour)}; style-src {_hash(style)}"
    policy = f"default-src 'none'; {allowed}; worker-src blob:; base-uri 'none'; form-action 'none'"
    return "\n".join((
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(clean(match.title))}</title>",
        f"<style>{style}</style>\n</head>\n<body>",
        _body(match),
        f'<script type="application/json" id="match">{head}</script>',
        f'<script type="application/json" id="data-play">{play}</script>',
        f'<script type="application/json" id="data-after">{after}</script>',
        *([f'<script type="application/json" id="data-other">{seen}</script>'] if seen else []),
        f'<script type="text/plain" id="reader">{reader()}</script>',
        *([] if log is None else [f'<script type="text/plain" id="log">{_packed(log)}</script>']),
        f"<script>{behaviour}</script>\n</body>\n</html>\n",
    ))


def script() -> str:
    """The behaviour of the page: all its modules in one closed scope."""
    return '"use strict";\n(() => {\n' + "\n".join(_scoped(_file(f"script/{name}.js")) for name in SCRIPT) + "})();\n"


def reader() -> str:
    """The page's reader of the record, as a worker runs it: its modules in one closed scope."""
    return f'"use strict";\n(() => {{\n{modules(READER)}}})();\n'


def modules(names: Iterable[str]) -> str:
    """Modules of the reader as they stand in one scope, each behind those that it uses."""
    return "\n".join(_scoped(_file(f"script/proof/{name}.js")) for name in names)


def _scoped(module: str) -> str:
    """A module without what it asks of the others and gives them: they stand in one scope."""
    module = _IMPORT.sub("", module)
    return _RENAMED.sub(r"const \2 = \1;", _EXPORT.sub("", module))


def _packed(log: bytes) -> str:
    return b64encode(compress(log, 9)).decode()


def _file(name: str) -> str:
    return (files("pbem.show.html") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _button(control: Control) -> str:
    id, title, sign = control
    drawn = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg>'
    word = f"<span>{WORDS[id]}</span>" if id in WORDS else ""
    return f'<button type="button" id="{id}" title="{title}" aria-label="{title}">{drawn}{word}</button>'


def _buttons(controls: tuple[Control, ...]) -> str:
    return "".join(map(_button, controls))


def _body(match: Match) -> str:
    speeds = "".join(f'<option value="{s}"{" selected" if s == "1" else ""}>\u00d7{s}</option>' for s in SPEEDS)
    seats = "".join(f'<option value="{escape(clean(s))}">{escape(clean(s))}</option>' for s in match.seats)
    tabs = "".join(
        f'<button type="button" role="tab" id="tab-{id}" aria-controls="{id}">{name}</button>' for id, name in TABS
    )
    panels = "\n".join(
        f'<section id="{id}" role="tabpanel" tabindex="0" aria-labelledby="tab-{id}"></section>' for id, _ in TABS
    )
    return f"""<noscript><p>This page needs its script; it stands in it, and asks nothing of the network.</p></noscript>
<main>
<section id="map" aria-label="Board">
<div id="view"></div>
<div id="overview" title="The whole board: press where to look"></div>
<div id="zoom">{_button(TITLE)}{_button(SMALL)}{_buttons(ZOOM)}{_button(FOLD)}</div>
</section>
<div id="panel">
<div id="head">
<h1>{escape(clean(match.title))}</h1>
<p id="when"></p>
<ul id="standing" aria-label="How it stands"></ul>
<p id="viewer"></p>
<button type="button" id="eyes" title="The same steps as others saw them (v)" hidden></button>
<button type="button" id="theme" title="Light, dark or high contrast"
 aria-label="Light, dark or high contrast"><svg viewBox="0 0 24 24"
 aria-hidden="true"><path d="M12 3A9 9 0 1 0 12 21Z"/><circle cx="12" cy="12" r="9"/></svg></button>
</div>
<section id="title" aria-label="Title card"></section>
<nav id="controls" aria-label="Steps">
<div class="row"><input id="slider" type="range" min="0" max="0" value="0" aria-label="Step"
 title="Any step"><output id="count"></output></div>
<div class="row"><span class="keys">{_buttons(BACK)}{_button(PLAY)}{_buttons(ON)}</span></div>
<div class="row"><button type="button" id="motion" title="Walk what moves, flash what is lost" aria-pressed="true">Moves
</button><label title="How fast it plays: at \u00d71 each step stays as long as one reads it">
<select id="speed" aria-label="Speed">{speeds}</select></label>
<label title="To the beginning of a turn or a battle"><span>Go to</span>
<select id="turns" aria-label="Go to"></select></label>
<span class="since"><button type="button" id="since"></button>
<label title="Whose last move"><span>of</span>
<select id="seat" aria-label="Of whom">{seats}</select></label></span></div>
</nav>
<section id="now" aria-label="This step" aria-live="polite" tabindex="0"></section>
<div id="tabs" role="tablist" aria-label="About the game">{tabs}</div>
{panels}
</div>
</main>"""
