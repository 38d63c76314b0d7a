"""The frames of a game as one page that needs nothing else: no network, no other file, no framework.

    page(frames, Match(title=..., id=...))      # text to be written in UTF-8

`tables` number what repeats, `moving` and `beside` say what a scene shows, `steps` what a step told, `parts` is all of
it as data, `document` the page around it; `script/` and `replay.css` are its behaviour and looks.
Belongs here: what other layers call. Must not be here: a rule, a game's words, an import outside `pbem.show`.
"""

from __future__ import annotations

from pbem.show.html.document import page
from pbem.show.html.parts import FORMAT, Ends, Match

__all__ = ["FORMAT", "Ends", "Match", "page"]
