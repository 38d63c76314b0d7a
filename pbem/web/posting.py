"""How matches travel: the courier's settings as they are set on the page, a try of each, what is entrusted to it.

Belongs here: writing `courier.toml` after its own reader has read it, trying a folder or an account. Must not be here:
the courier's work (`carrying`). No secret that is given here is ever told again.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.courier.places import FILE, FOLDER, trust_file
from pbem.courier.service import entrust, passphrase_of, settings_of
from pbem.courier.settings import FolderSettings, MailSettings, Settings, expanded, read_settings
from pbem.courier.ways import mail_way
from pbem.courier.writing import toml_of
from pbem.disk.plain import read_small
from pbem.disk.whole import make_private_folder, write_private
from pbem.errors import PbemError, WrongUse
from pbem.home import Home
from pbem.kit.spelling import plural
from pbem.limits import MAX_SETTINGS
from pbem.post.mail.server import ImapServer, SmtpServer, Tls
from pbem.post.mail.smtp import SmtpSender
from pbem.show.clean import clean
from pbem.web.post_shapes import Carried, Entrusting, NewPost, PostMail, PostMatch, PostShown
from pbem.web.room import Room
from pbem.web.shapes import Got

OLD = f"{FILE}.before"
PASSWORD = "password-{}.txt"  # in the courier's folder
AnyServer = TypeVar("AnyServer", ImapServer, SmtpServer)


def post(room: Room, carried: Carried) -> PostShown:
    """The settings without their secrets, how the courier is, which matches it carries."""
    home, why = room.desk.home, ""
    settings = Settings()
    try:
        settings = settings_of(home) if (home.root / FILE).exists() else settings
    except PbemError as fault:
        why = _said(fault)
    carries = _carried(room)
    matches = tuple(PostMatch(one.game, one.title, one.game in carries) for one in room.matches())
    mails = tuple(
        PostMail(clean(one.address), clean(one.imap.host), clean(one.smtp.host)) for one in settings.mail
    )
    return PostShown(tuple(clean(one.path) for one in settings.folder), mails, matches, carried, why)


def ways_of(home: Home) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folders and the addresses that are set up; none if the settings cannot be read."""
    try:
        settings = settings_of(home) if (home.root / FILE).exists() else Settings()
    except PbemError:
        return (), ()
    return tuple(clean(one.path) for one in settings.folder), tuple(clean(one.address) for one in settings.mail)


def _carried(room: Room) -> set[str]:
    home = room.desk.home
    file = trust_file(home)
    try:
        return set(file.load(passphrase_of(settings_of(home), home) or None).matches) if file.exists else set()
    except PbemError:
        return set()


def keep(room: Room, wanted: NewPost) -> Got:
    """Writes the settings with this folder or account; what else stands in them stays."""
    room.enter()
    home = room.desk.home
    make_private_folder(home.root)
    with room.beginning:
        before = settings_of(home) if (home.root / FILE).exists() else Settings()
        settings, secret = _with(room, before, wanted)
        text = toml_of(settings)
        _check(text)
        if secret is not None:
            make_private_folder(secret[0].parent)
            write_private(secret[0], f"{secret[1]}\n".encode())
        if b"#" in (written := read_small(home.root / FILE, most=MAX_SETTINGS) or b""):
            write_private(home.root / OLD, written)  # remarks in it are not written again
        write_private(home.root / FILE, text.encode("utf-8"))
    what = f"the folder {clean(wanted.folder)}" if wanted.folder else f"the mail of {clean(wanted.address)}"
    return Got((f"kept: {what}",))


def try_it(room: Room, wanted: NewPost) -> Got:
    """Tries a folder or an account, and keeps nothing."""
    room.enter()
    home, before = room.desk.home, Settings()
    with contextlib.suppress(PbemError):  # what is kept may be wrong, and is not tried
        before = settings_of(home)
    settings, secret = _with(room, before, wanted)
    if wanted.folder:
        return Got((_try_folder(expanded(wanted.folder)),))
    mail = settings.mail[-1]
    with tempfile.TemporaryDirectory(prefix="pbem-") as aside:
        if secret is not None:
            path = Path(aside) / "password"
            write_private(path, f"{secret[1]}\n".encode())
            mail = msgspec.structs.replace(mail, password_file=str(path))
        _check(toml_of(Settings(mail=(mail,))))
        way = mail_way(mail)
        try:
            way.box.validity()
            assert isinstance(way.sender, SmtpSender)
            way.sender.check()
        finally:
            way.close()
    return Got((f"both servers let {clean(mail.address)} in",))


def _try_folder(path: Path) -> str:
    if not path.is_dir():
        raise WrongUse(f"there is no folder {clean(str(path))}", "make it, or begin to share it, and try again")
    try:
        with tempfile.NamedTemporaryFile(dir=path, prefix=".pbem-"):
            count = sum(1 for one in os.scandir(path) if one.name.endswith(".pbem"))
    except OSError as error:
        raise WrongUse(f"nothing can be written in {clean(str(path))}: {(error.strerror or '').lower()}") from None
    return f"it can be read and written; {plural(count, 'packet')} in it"


def _with(room: Room, before: Settings, wanted: NewPost) -> tuple[Settings, tuple[Path, str] | None]:
    """Settings with a folder or an account; the file of its password, and what is in it."""
    if bool(wanted.folder) == bool(wanted.address):
        raise WrongUse("a folder or a mail address is wanted", "fill in one of them")
    if wanted.folder:
        others = tuple(one for one in before.folder if expanded(one.path) != expanded(wanted.folder))
        same = next((one for one in before.folder if one not in others), FolderSettings(path=wanted.folder))
        return msgspec.structs.replace(before, folder=(*others, same)), None
    kept = next((one for one in before.mail if one.address == wanted.address), None)
    path = room.desk.home.root / FOLDER / PASSWORD.format(_file_name(wanted.address))
    imap = _server(ImapServer, kept.imap if kept else None, wanted.imap, wanted.imap_tls)
    smtp = _server(SmtpServer, kept.smtp if kept else None, wanted.smtp, wanted.smtp_tls)
    if not wanted.password and (kept is None or kept.password_file != str(path) or not path.exists()):
        raise WrongUse("no password is given", "many providers give one for programs: an app password")
    if not wanted.password and kept is not None and (_reached(kept.imap), _reached(kept.smtp)) != (
        _reached(imap), _reached(smtp)
    ):
        raise WrongUse("the password kept was given for other servers", "type it again, if these may have it")
    if not wanted.password.isprintable():
        raise WrongUse("a password is one line of signs that can be read")
    found = MailSettings(address=wanted.address, imap=imap, smtp=smtp, password_file=str(path))
    if kept is not None:
        found = msgspec.structs.replace(found, name=kept.name, matches=kept.matches)
    others_mail = tuple(one for one in before.mail if one is not kept)
    settings = msgspec.structs.replace(before, mail=(*others_mail, found))
    return settings, (path, wanted.password) if wanted.password else None


def _file_name(address: str) -> str:
    """Names one address alone, also where capitals do not count."""
    readable = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in address)[:64]
    return f"{readable}-{sha256(address.encode()).hexdigest()[:12]}"


def _server(kind: type[AnyServer], kept: AnyServer | None, where: str, tls: Tls) -> AnyServer:
    """A server as it is typed; what else is set of the same one stays."""
    host, port = _host(where), _port(where)
    if kept is None or kept.host != host:
        return kind(host=host, port=port, tls=tls)
    return msgspec.structs.replace(kept, port=port, tls=tls)


def _reached(server: ImapServer | SmtpServer) -> tuple[str, int, str]:
    return server.host, server.at, server.tls


def _host(where: str) -> str:
    """Of `imap.example.org` or `imap.example.org:1993`."""
    return where.rpartition(":")[0] if _port(where) else where


def _port(where: str) -> int:
    head, _, port = where.rpartition(":")
    return int(port) if head and port.isascii() and port.isdecimal() and int(port) < 65_536 else 0


def _check(text: str) -> None:
    """As the courier reads it, which refuses what is wrong with a hint."""
    with tempfile.TemporaryDirectory(prefix="pbem-") as aside:
        path = Path(aside) / FILE
        path.write_text(text, encoding="utf-8")
        read_settings(path)


def carry(room: Room, wanted: Entrusting) -> Got:
    """Hands the seats taken in a match over to the courier, as `pbem courier add` does."""
    room.enter()
    home = room.desk.home
    known = home.games.get(wanted.game)
    if known is None or known.elsewhere or room.desk.identity is None:
        raise WrongUse("this home plays in no such match")
    passphrase = passphrase_of(settings_of(home), home)
    if not passphrase and not wanted.open:
        raise WrongUse("courier.toml names no passphrase for the courier's keys",
                       "say that they may lie open on this disk, if it is yours alone")
    with room.aside(wanted.game):
        match = entrust(home, room.desk, Path(known.folder), passphrase)
    return Got((f"entrusted to the courier: {clean(Path(known.folder).name)} ({plural(len(match.roots), 'seat')})",))


def _said(fault: PbemError) -> str:
    return clean(" ".join([*str(fault).split(), *([f"({fault.hint})"] if fault.hint else [])]))
