"""`pbem games`, `pbem new`, `pbem join`: what can be played, the first line of a log, taking a seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.asking import report
from pbem.cli.context import DataOption, JsonOption, PassphraseFile, desk, game_folder
from pbem.cli.terminal import complain, say, say_json, short, talk, wrapped
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.match.folder import Arrival
    from pbem.post.intake import FoundSlip, Trouble
    from pbem.ruleset import Ruleset


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(games)
    app.command()(new)
    app.command()(join)


def games(
    name: Annotated[str | None, typer.Argument(help="One game, in full.", show_default=False)] = None,
    json: JsonOption = False,
) -> None:
    """Lists the games: seats, scenarios, options.

    And what is installed and cannot be played, with the reason.
    """
    from pbem.ruleset import find, installed

    if name is not None:
        find(name)  # if it is faulty, that is the answer
    names = installed() if name is None else [name]
    listed = [_listed(one) for one in names]
    if json:
        say_json([described for described, _ in listed])
        return
    say(*(line for _, lines in listed for line in lines))
    if not listed:
        talk("no game is installed")


def _listed(name: str) -> tuple[dict[str, object], list[str]]:
    """One game as data and as lines. Whatever is wrong with a package, the other games are listed all the same."""
    from pbem.ruleset import find

    try:
        ruleset = find(name)
        return _described(ruleset), _lines(ruleset)
    except PbemError as error:
        why = str(error)
    except Exception as error:  # its own code failed: seats_for, options
        why = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return {"name": name, "faulty": why}, wrapped(f"{clean(name)}  faulty, cannot be played: {clean(why)}", hang=2)


def _lines(ruleset: Ruleset) -> list[str]:
    """A game in full, for people."""
    from pbem.build import build_of
    from pbem.ruleset import spell

    lines = [f"{ruleset.name}  {ruleset.title} (version {ruleset.version}), seats: {', '.join(ruleset.seats)}"]
    lines += [*wrapped(ruleset.about, indent=2), f"  build {build_of(ruleset) or 'unknown'}"]
    for seats, options in ruleset.other_seats().items():
        given = " ".join(f"{name}={spell(value)}" for name, value in options.items())
        lines += wrapped(f"with {given} the seats are {', '.join(seats)}", indent=2, hang=2)
    for id, title in ruleset.scenarios.items():
        lines.append(f"  scenario {id}: {title}")
    for option in ruleset.options:
        default = spell(option.default)
        choices = " | ".join(f"{c}{' (default)' if c == default else ''}" for c in option.listed())
        lines.append(f"  option {option.name} = {choices}")
        lines += wrapped(f"{option.text} ({option.rule})", indent=6)
        for refused, why in option.refused.items():
            lines += wrapped(f"{spell(refused)} cannot be played yet: {why}", indent=6)
    return lines


def _described(ruleset: Ruleset) -> dict[str, object]:
    from pbem.build import build_of

    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "build": build_of(ruleset),
        "title": ruleset.title,
        "about": ruleset.about,
        "seats": list(ruleset.seats),
        "other_seats": [{"seats": list(seats), "options": given} for seats, given in ruleset.other_seats().items()],
        "scenarios": dict(ruleset.scenarios),
        "options": [
            {"name": o.name, "default": o.default, "choices": list(o.choices), "rule": o.rule, "text": o.text}
            for o in ruleset.options
        ],
        "bots": list(ruleset.bots),
    }


def new(
    game: Annotated[str | None, typer.Argument(help="The game, like angola.", show_default=False)] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Who plays what, and options: fapla=me fnla=anna mpla=bob.card unita=bob deal=open",
                       show_default=False),
    ] = None,
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="The new game folder.")] = None,
    scenario: Annotated[str | None, typer.Option(help="A scenario, see pbem games.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value, see pbem games.")] = None,
    dice: Annotated[
        str | None,
        typer.Option(help="Who makes the dice: mover+others (as a rule), mover+next, mover+judge ..., mover (alone)."),
    ] = None,
    judge: Annotated[str | None, typer.Option(help="The person who is judge.")] = None,
    clock: Annotated[
        str | None,
        typer.Option(help="Days to answer, of grace and of leave: days=7,grace=2,leave=21.", show_default=False),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="What the match is called.")] = "",
    challenge: Annotated[Path | None, typer.Option("--challenge", help="A challenge to answer: it sets all.")] = None,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Makes a match and its invitation.

    Your own seats are joined at once; a lone seat is yours by default, all=me takes every seat.
    """
    if folder is None:
        raise WrongUse("where shall the match lie?", "name a new folder with -C FOLDER")
    if challenge is not None:
        if any((game, words, scenario, option, dice, judge, clock, title)):
            raise WrongUse("a challenge sets game, options, players and dice", "say no more than --challenge and -C")
        _enter(challenge, folder, data, passphrase_file)
        return
    if game is None:
        raise WrongUse("which game?", "see: pbem games")
    from pbem.cli.naming import person, read_clock, read_options, read_people, sorted_out
    from pbem.desk.desk import now
    from pbem.home.beside import sign_title
    from pbem.match.policy import default_policy
    from pbem.record.challenge import check_title
    from pbem.ruleset import find

    ruleset = find(game)
    host = desk(passphrase_file)
    chosen, players = sorted_out(ruleset, words or [])
    options = read_options(ruleset, [*(option or []), *chosen], scenario)
    people = read_people(host, ruleset.seats_of(options), players)
    umpire = person(host, judge) if judge else None
    policy = dice or default_policy(people.values(), umpire)
    if title:
        check_title(title)
    genesis = host.new_match(ruleset, people, options, folder, policy=policy, judge=umpire, overlay=data,
                             clock=read_clock(clock))
    if title and host.identity is not None:
        host.home.titles.put(sign_title(genesis.id, title, host.identity.seed, now()))
    _begin(host, folder, "send this invitation to the others, for their pbem join")


def _begin(host: Desk, folder: Path, send: str) -> None:
    """Takes one's seats in a match just made, and says what to send; with nobody to send to, play begins."""
    joined = host.join(folder)
    with host.game(folder) as game:
        invitation = host.send_from(game, everything=True)
    title = game.match.ruleset.title
    talk(f"{title}: match {game.gid[:12]} in {short(folder)}; joined: {', '.join(joined) or 'no seat'}")
    for path in invitation:
        talk(f"{send}: {short(path)}")
    if not invitation:
        report(game.match, folder, ())


def _enter(file: Path, folder: Path, data: Path | None, passphrase_file: Path | None) -> None:
    """The one match of whoever runs this that answers a challenge."""
    from pbem.cli.challenge import read_file
    from pbem.cli.context import known_names
    from pbem.show.people import named

    challenge = read_file(file)
    entrant = desk(passphrase_file)
    entrant.enter(challenge, folder, data)
    _begin(entrant, folder, f"send this to the host, {named(challenge.host, known_names())}")


def join(
    invitation: Annotated[
        str | None, typer.Argument(help="The invitation: packet, mail, log, - for pasted text.", show_default=False)
    ] = None,
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="The game folder to make.")] = None,
    seat: Annotated[list[str] | None, typer.Option("--seat", help="Only this seat of yours.")] = None,
    data: DataOption = None,
    adopt: Annotated[
        bool, typer.Option("--adopt", help="This home was put back from a backup: sign on from the log here.")
    ] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Takes your seats in a match you were invited to."""
    guest = desk(passphrase_file)
    if adopt:
        _adopt(guest, folder, invitation)
        return
    where = game_folder(folder) if invitation is None else _accept(guest, invitation, folder, data)
    joined = guest.join(where, seat or ())
    talk(f"joined: {', '.join(joined) or 'nothing new'}; the match is in {short(where)}")
    with guest.game(where) as game:
        sent = guest.send_from(game)
    report(game.match, where, sent)


def _accept(guest: Desk, invitation: str, folder: Path | None, data: Path | None) -> Path:
    """Makes the game folder of an invitation; gives it."""
    from pbem.courier.inviting_folders import InvitingFolders
    from pbem.desk.desk import now
    from pbem.desk.replying import accepted, learn_slips, note_begun

    slips: list[FoundSlip] = []
    came, odd = _records_of(invitation, slips)
    genesis = guest.invited_to(came)
    came += InvitingFolders(guest.home).lying(genesis.id)  # what another copy of this home has signed is read first
    kept = accepted(guest.home, genesis)
    where = folder or (Path.cwd() / f"game-{genesis.id[:6].strip('-_')}" if kept is None else Path(kept[1].folder))
    guest.start_folder(genesis, where, data)
    note_begun(guest.home, genesis)
    receipts, troubles = guest.take_arrivals(came, where)
    talk(*learn_slips(guest.home, slips, genesis, now()))
    for fault in [*(t.error for t in odd + troubles), *(f for r in receipts for f in r.faults)]:
        complain(fault)
    return where


def _adopt(guest: Desk, folder: Path | None, invitation: str | None) -> None:
    """The owner says that nothing newer was signed with the lost home."""
    if invitation is not None:
        raise WrongUse("--adopt signs on from the log in a game folder", "read the newest records in first: pbem in")
    where = game_folder(folder)
    seats = guest.adopt(where)
    talk(f"signs on from this log: {', '.join(seats) or 'no seat that has joined'}")
    with guest.game(where) as game:
        game.match.run_mechanical()
        sent = guest.send_from(game)
    report(game.match, where, sent)


def _records_of(invitation: str, slips: list[FoundSlip]) -> tuple[list[Arrival], list[Trouble]]:
    """All records in what was handed over, and what was wrong with the rest of it."""
    from pbem.desk.door import apart, arrivals
    from pbem.post.intake import take

    came, troubles = arrivals(apart(take([invitation]), slips))
    if not came and any(slip.kind == "invitation" for slip in slips):
        raise BadRecord("it asks whether you come: the match is not made yet", source=clean(invitation),
                        hint=f"answer it: pbem accept {clean(invitation)}")
    if not came:
        raise troubles[0].error if troubles else BadRecord("no invitation in it", source=clean(invitation))
    return came, troubles
