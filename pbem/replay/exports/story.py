"""The after-action report of a reel: the Markdown, whose pictures somebody else keeps, and one page with all in it.

Belongs here: what a report is made of. Must not be here: what stands in it (`report`, `tale`), files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.play.sight import AUDITOR
from pbem.replay.exports.document import match_record
from pbem.replay.exports.pages import other_eyes
from pbem.replay.exports.report import report
from pbem.replay.exports.tale import Picture
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame
from pbem.show.html.plain import plain_page
from pbem.show.scene import Scene
from pbem.show.svg.battle import battle_cards
from pbem.show.svg.part import around_svg


def report_text(reel: Reel, frames: Sequence[Frame], names: Mapping[str, str], picture: Picture | None = None) -> str:
    """The report in Markdown; `names` are those of people by their keys."""
    match = reel.match
    record, tells = match_record(match), match.ruleset.report
    chosen = match.ruleset.settle_options(record.options)
    back = tells(match.state, match.binding.table.story) if tells is not None and match.binding.is_over else ()
    return report(
        record, frames, chosen=chosen, names=lambda person: names.get(person, ""), picture=picture, looking_back=back,
        unaware=other_eyes(reel) if reel.viewer == AUDITOR else (),
    )  # fmt: skip


def report_page(reel: Reel, frames: Sequence[Frame], names: Mapping[str, str]) -> bytes:
    """The same as one page, with the pictures of its turning points inside."""
    drawn: dict[str, str] = {}

    def picture(name: str, shown: Scene | Frame, place: str) -> str:
        if not name.startswith("point-"):
            return ""
        drawn[name] = battle_cards(shown) if isinstance(shown, Frame) else around_svg(shown, place)
        return name

    text = report_text(reel, frames, names, picture)
    return plain_page(text, drawn).encode("utf-8")
