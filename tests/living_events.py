"""What befalls four people in a club by mail, in the order in which it happens, and what must be true then."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable, Collection

from living import DAY, Club
from pbem.audit.audit import audit
from pbem.home import Home

SEATS = {"ana": "fapla", "bo": "fnla", "cy": "mpla", "dora": "unita"}
KILLS = 50


def invited(club: Club) -> None:
    """The host invites three by their addresses; each accepts what came by mail; the couriers do the rest."""
    club.write_settings("ana")
    club.type("ana", "id", "new", "ana", "--address", "ana@pbem.test", "--no-passphrase", at=club.desks.root)
    seats = [f"{seat}={'me' if name == 'ana' else f'{name}@pbem.test'}" for name, seat in SEATS.items()]
    club.type("ana", "invite", "angola", *seats, "--title", "Autumn cup", "--clock", "days=7,grace=2,leave=21", "-C",
              "ana/game", at=club.desks.root)
    club.look("ana", even_so=True)
    for name in ("bo", "cy", "dora"):
        club.delivered()
        club.write_settings(name)
        mail = str(club.save_mail(name, "ana invites you: Autumn cup"))
        club.type(name, "accept", mail, "--name", name, "--no-passphrase", "-C", f"{name}/game", at=club.desks.root)
        club.look(name, even_so=True)
    play(club, lambda: all(club.log(name).exists() for name in SEATS), idle=SEATS)


def play(club: Club, until: Callable[[], bool], *, idle: Collection[str] = ()) -> None:
    """Everybody decides but the `idle`, and every courier that has a reason looks, until something holds."""
    still = 0
    for _ in range(5000):
        if until():
            return
        if club.log("cy").exists() and club["cy"].kills < KILLS and club.rng.random() < 0.3:
            club.kill("cy")
        before = club.progress
        for name in SEATS:
            if name not in idle and club.log(name).exists():
                club.decide(name)
            club.look(name)
        still = 0 if club.progress != before else still + 1
        club.passes(60 if still < 2 else 600)
        assert still < 200, club.said[-40:]
    raise AssertionError(f"it goes on and on: {club.said[-40:]}")


def round_of(club: Club, name: str = "ana") -> int:
    return club.match(name).rounds.r


def asked(club: Club, name: str) -> bool:
    """Whether somebody himself is asked."""
    return any(not duty.is_mechanical for duty in club.match(name).mine())


def only_waits_for(club: Club, name: str) -> None:
    """Plays on until it is somebody's turn, and nobody else's."""
    others = [one for one in SEATS if one != name]

    play(club, lambda: asked(club, name) and not any(asked(club, one) for one in others), idle=[name])


def days_pass(club: Club, days: int, people: Collection[str] = tuple(SEATS)) -> None:
    """Quarter by quarter of a day, in which couriers look and nobody decides."""
    for _ in range(days * 4):
        club.passes(DAY // 4)
        for name in people:
            club.look(name, even_so=True)


def reminders(club: Club, name: str) -> int:
    return sum(mail.kind == "reminder" and mail.to == name for mail in club.mails)


def takeback(club: Club, by: str) -> None:
    """Somebody proposes to go back over some rounds, the others agree one by one, and back they go."""
    play(club, lambda: any(asked(club, name) for name in SEATS) and round_of(club) > 8)
    to, done = round_of(club, by) - 6, len(club.match(by).binding.takebacks)
    play(club, lambda: asked(club, by), idle=[by])
    club.type(by, "propose", "takeback", str(to))

    def is_done() -> bool:
        for name in SEATS:
            match = club.match(name)
            for one in match.proposals():
                if one.wanted.to == to and not any(one.is_by(seat) for seat in match.keys):
                    club.type(name, "agree", str(one.number))
        return len(club.match(by).binding.takebacks) > done

    play(club, is_done, idle=SEATS)


def holiday(club: Club, name: str) -> None:
    """Announced leave: nobody reminds him, and he is not late."""
    only_waits_for(club, name)
    until = datetime.datetime.fromtimestamp(club.now + 10 * DAY, datetime.UTC)
    club.type(name, "away", until.strftime("%Y-%m-%d"))
    before = reminders(club, name)
    days_pass(club, 12)
    assert reminders(club, name) == before
    told = club.type("ana", "clock").out
    assert SEATS[name] in told
    assert "late" not in told
    assert "due" not in told
    club.decide(name)


def missed(club: Club, name: str) -> None:
    """The deadline goes by: he is reminded then and on each day of grace, and is late until he answers."""
    only_waits_for(club, name)
    before = reminders(club, name)
    days_pass(club, 13)
    assert reminders(club, name) - before == 3
    assert "due since" in club.type("ana", "clock").out
    club.type("ana", "clock", "--late", SEATS[name])
    club.decide(name)
    play(club, lambda: not any(SEATS[name] in line for line in club.type("ana", "clock").out.splitlines()
                               if "due since" in line))


def moves(club: Club, name: str, account: str) -> None:
    """Another address, which the others' couriers learn; the old mailbox is never opened again."""
    club.type(name, "id", "change", "--address", f"{account}@pbem.test")
    club[name].account = account
    club.write_settings(name)
    id = Home(club.desks.home(name)).card().id

    def known() -> bool:
        books = [Home(club.desks.home(other)).people.all() for other in SEATS if other != name]
        return all(book[id].address == f"{account}@pbem.test" for book in books)

    play(club, known)


def loses_all(club: Club, name: str, words: str) -> None:
    """A lost laptop: the words give the identity back, the others' records the match.

    He asks everybody, a day later: what he signed last may have been under way, and must not be signed again.
    """
    others = [one for one in SEATS if one != name]
    shutil.rmtree(club.desks.root / name)
    (club.desks.root / name).mkdir()
    club.forget(name)
    days_pass(club, 1, others)
    root = club.desks.root
    (root / "words").write_text(words)
    club.type(name, "id", "restore", name, "--words", str(root / "words"), "--no-passphrase", "--address",
              f"{club[name].account}@pbem.test", at=root)
    (root / "words").unlink()
    club.write_settings(name)
    club.desks.game(name).mkdir()
    shutil.copy(club.log(others[0]), club.log(name))
    for one in others:
        assert club.desks.run(one, "out", "--all").status in (0, 5)  # 5: a letter that he needs is still held
    came = [club.desks.game(one) / "out" for one in others]
    told = club.desks.run(name, "in", *came, PBEM_PASSPHRASE="")
    assert told.status == 5
    assert "get the newest records from every seat, then say so with: pbem join --adopt" in told.err
    club.type(name, "join", "--adopt")
    club.type(name, "courier", "add", f"{name}/game", "--no-passphrase", at=root)


def ended(club: Club) -> bool:
    matches = [club.match(name) for name in SEATS]
    return all(m.result is not None and not m.owing() for m in matches) and len({m.rounds.digest for m in matches}) == 1


def through_all(club: Club) -> None:
    """All that befalls them, in the first turns."""
    invited(club)
    words = club.type("dora", "id", "backup").out
    play(club, lambda: round_of(club) > 12)
    takeback(club, "cy")
    holiday(club, "dora")
    missed(club, "bo")
    moves(club, "bo", "bobby")
    play(club, lambda: round_of(club) > 40)
    loses_all(club, "dora", words)
    play(club, lambda: round_of(club) > 60)
    takeback(club, "bo")


def nobody_is_wronged(club: Club) -> None:
    """All have the same records; nobody is accused; no letter went to who had told its writer that he has all of it."""
    assert len({frozenset(club.log(name).read_bytes().splitlines()) for name in SEATS}) == 1
    assert len({club.match(name).rounds.digest for name in SEATS}) == 1
    for name in SEATS:
        assert len(club.match(name).binding.takebacks) == 2
        assert [f.sentence for f in audit(club.log(name)).findings if f.severity not in ("note", "info")] == []
    assert club.delayed > 20
    fruitless = club.fruitless()
    assert [mail for mail in fruitless if club.knew_better(mail)] == []
    assert len(fruitless) < len(club.mails) * 0.05
