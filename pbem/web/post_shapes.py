"""What the page of the post asks for, and what it is told.

Belongs here: these structs and their bounds. Must not be here: making them (`posting`, `carrying`).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.limits import MAX_ADDRESS, MAX_PATH
from pbem.web.shapes import Name


class Carried(msgspec.Struct, frozen=True):
    """Who does the courier's work: `here`, `elsewhere`, `idle`, `fails` with why, or nobody; faults; what it said."""

    work: str
    why: str
    since: str
    looked: str
    failing: tuple[str, ...]
    said: tuple[str, ...]


class PostMail(msgspec.Struct, frozen=True):
    """A mail account of the courier, without its secrets."""

    address: str
    imap: str
    smtp: str


class PostMatch(msgspec.Struct, frozen=True):
    """A match, and whether the courier carries it."""

    game: str
    title: str
    carried: bool


class PostShown(msgspec.Struct, frozen=True):
    """How matches travel; `why` is what is wrong with the settings."""

    folders: tuple[str, ...]
    mails: tuple[PostMail, ...]
    matches: tuple[PostMatch, ...]
    carried: Carried
    why: str = ""


class NewPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A folder, or a mail account with its servers as `host` or `host:port`; no password: the one given before."""

    folder: Annotated[str, Meta(max_length=MAX_PATH)] = ""
    address: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""
    password: Annotated[str, Meta(max_length=MAX_PATH)] = ""
    imap: Annotated[str, Meta(max_length=300)] = ""
    imap_tls: Literal["tls", "starttls", "none"] = "tls"
    smtp: Annotated[str, Meta(max_length=300)] = ""
    smtp_tls: Literal["tls", "starttls", "none"] = "tls"


class Entrusting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match for the courier; `open`: its keys may lie open on this disk."""

    game: Name
    open: bool = False
