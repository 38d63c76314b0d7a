"""`pbem invite`, `pbem accept`, `pbem decline`: gathering people for a match by their mail addresses.

Belongs here: these commands. Must not be here: who counts as having come (`pbem.desk.gathering`), the courier's part.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption, PassphraseFile, desk
from pbem.cli.gathered import as_data, lines_of, tell_invited, tell_made
from pbem.cli.terminal import say, say_json, short, talk, wrapped
from pbem.errors import BadRecord, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.home import Home
    from pbem.home.invitation import Invitation
    from pbem.post.contents import FoundSlip

File = Annotated[str, typer.Argument(help="The invitation: the mail or its attachment, saved; - for pasted text.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", help="Write what is to be sent as files into this folder: no courier sends it.")]


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(invite)
    app.command()(accept)
    app.command()(decline)


def invite(
    game: Annotated[
        str | None, typer.Argument(help="The game, like angola; or the id of an earlier invitation.",
                                   show_default=False)] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Who plays what, and options: fapla=me fnla=bo@example.org unita=cy deal=open",
                       show_default=False)] = None,
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="Where the match shall lie.")] = None,
    title: Annotated[str, typer.Option("--title", help="What the match is called.")] = "",
    scenario: Annotated[str | None, typer.Option(help="A scenario, see pbem games.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value, see pbem games.")] = None,
    dice: Annotated[str, typer.Option(help="Who makes the dice: mover+others or mover+next.")] = "mover+others",
    clock: Annotated[
        str | None, typer.Option(help="Days to answer, of grace and of leave: days=7,grace=2,leave=21.",
                                 show_default=False)] = None,
    note: Annotated[str, typer.Option("--note", help="A few words of yours in the invitation.")] = "",
    out: Out = None,
    listing: Annotated[bool, typer.Option("--list", help="Who was invited to what, and who comes.")] = False,
    make: Annotated[str | None, typer.Option("--make", help="Make the match of this id: all have come.",
                                             show_default=False)] = None,
    take: Annotated[str | None, typer.Option("--take", help="The answer for this seat is right.",
                                             show_default=False)] = None,
    drop: Annotated[str | None, typer.Option("--drop", help="Give up the invitations of this id.",
                                             show_default=False)] = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Invites people to a match by their mail addresses.

    They need no card and no program yet. When all have come the match is made. Who declines, or is silent for a week,
    you are told of, and name another: pbem invite ID SEAT=ADDRESS.
    """
    from pbem.home import Home

    home = Home.find()
    if listing or json or (game is None and make is None and drop is None):
        _list(home, json=json)
    elif make is not None:
        _make(make, passphrase_file)
    elif drop is not None:
        home.gatherings.get(drop)
        home.gatherings.drop(drop)
        talk(f"given up: {drop}; tell whoever was asked")
    elif game in home.gatherings.all():
        _change(game, words or [], take, out, passphrase_file)
    else:
        assert game is not None
        _begin(game, words or [], [*(option or [])], scenario, folder, title, dice, clock, note, out, passphrase_file)


def _list(home: Home, *, json: bool) -> None:
    found = home.gatherings.all()
    if json:
        say_json([as_data(id, one) for id, one in found.items()])
        return
    for id, one in found.items():
        say(*lines_of(id, one))
    if not found:
        talk("nobody is invited: pbem invite GAME SEAT=me SEAT=bo@example.org")


def _begin(
    game: str, words: list[str], option: list[str], scenario: str | None, folder: Path | None, title: str, dice: str,
    clock: str | None, note: str, out: Path | None, passphrase_file: Path | None,
) -> None:
    from pbem.cli.naming import read_clock, read_options, sorted_out
    from pbem.desk.desk import now
    from pbem.desk.gathering import Plan, gather
    from pbem.limits import MAX_NOTE
    from pbem.ruleset import find

    ruleset = find(game)
    chosen, players = sorted_out(ruleset, words)
    options = read_options(ruleset, [*option, *chosen], scenario)
    _check_way(out)
    host = desk(passphrase_file)
    people, addresses = _people(host, players)
    if len(note) > MAX_NOTE:
        raise WrongUse(f"the note has {len(note):,} characters, the limit is {MAX_NOTE:,}")
    where = folder if folder is not None else _free(Path.cwd(), ruleset.name)
    plan = Plan(ruleset, options, where, title, dice, read_clock(clock), note, by_hand=out is not None)
    id, gathering = gather(host, plan, people, addresses, now())
    talk(f"{clean(gathering.title)}: invitation {id}; the match will lie in {short(where)}")
    tell_invited(gathering, gathering.guests, out)


def _free(here: Path, name: str) -> Path:
    """A folder that is not there yet."""
    return next(one for one in (here / f"{name}-{n}" if n > 1 else here / name for n in range(1, 1000))
                if not one.exists())


def _change(id: str, words: list[str], take: str | None, out: Path | None, passphrase_file: Path | None) -> None:
    from pbem.desk.desk import now
    from pbem.desk.gathering import name_others, take_doubtful
    from pbem.home import Home

    home = Home.find()
    if take is not None:
        guest = take_doubtful(home, id, take)
        assert guest.who is not None
        talk(f"{clean(guest.who.name)} comes as {', '.join(guest.seats)}")
    if words:
        _check_way(out)
        host = desk(passphrase_file)
        gathering, invited = name_others(host, id, *_people(host, words), now(), by_hand=out is not None)
        tell_invited(gathering, invited, out)
    found = home.gatherings.get(id)
    if found.is_complete and (take is not None or words):
        talk(f"all have come: your courier makes the match, or you: pbem invite --make {id}")
    elif take is None and not words:
        say(*lines_of(id, found))


def _people(host: Desk, words: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Identities of whom one knows, addresses of whom one invites, by seat."""
    from pbem.cli.naming import person
    from pbem.limits import MAX_ADDRESS
    from pbem.post.outgoing import checked_address

    people, addresses = dict[str, str](), dict[str, str]()
    for word in words:
        seat, equals, who = word.partition("=")
        seat = seat.lower()
        if not equals or not who:
            raise WrongUse(f"{word!r} names no player", "write SEAT=ADDRESS, like fnla=bo@example.org; yours: SEAT=me")
        if seat in people or seat in addresses:
            raise WrongUse(f"the seat {seat} is named twice")
        if "@" in who and (len(who) > MAX_ADDRESS or not Path(who).is_file()):
            addresses[seat] = checked_address(who).addr_spec
        else:
            people[seat] = person(host, who)
    return people, addresses


def _check_way(out: Path | None) -> None:
    """WrongUse if nothing could carry an invitation."""
    from pbem.courier.places import FILE
    from pbem.home import Home

    home = Home.find()
    if out is None and not (home.root / FILE).exists():
        raise WrongUse("no way to send invitations is set up here",
                       f"write them as files with --out FOLDER; or set up {FILE} (pbem docs courier), and your courier "
                       "sends them")
    if out is None and not home.card().address:
        raise WrongUse("your card has no address, so nobody could answer", "pbem id change --address ADDRESS")


def _make(id: str, passphrase_file: Path | None) -> None:
    from pbem.desk.desk import now
    from pbem.desk.gathering import make

    host = desk(passphrase_file)
    gid, folder = make(host, id, now())
    tell_made(host, gid, folder)


# ---------------------------------------------------------------- answering


def accept(
    file: File,
    name: Annotated[str, typer.Option("--name", help="Make your identity of this name too, if you have none.")] = "",
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="Where the match shall lie.")] = None,
    out: Out = None,
    no_passphrase: Annotated[
        bool, typer.Option("--no-passphrase", help="With --name: leave the key unlocked.")] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Accepts an invitation: the answer brings the host your card.

    Your courier sends it, if you have one; else it is written as a file for you to send.
    """
    from pbem.home import Home

    slip, found = _invitation_in(file)
    home = Home.find()
    if not home.exists:
        _be_somebody(home, name, found.address, passphrase_file, no_passphrase=no_passphrase)
    _reply(slip, found, folder, out, passphrase_file, accepts=True)


def decline(file: File, out: Out = None, passphrase_file: PassphraseFile = None) -> None:
    """Declines an invitation. You need no identity for that."""
    slip, found = _invitation_in(file)
    _reply(slip, found, None, out, passphrase_file, accepts=False)


def _invitation_in(file: str) -> tuple[FoundSlip, Invitation]:
    """The one invitation in what was handed over."""
    from pbem.desk.door import apart
    from pbem.home.invitation import read_invitation
    from pbem.post.intake import Trouble, take

    slips: list[FoundSlip] = []
    rest = list(apart(take([file]), slips))
    found = {slip.content: slip for slip in slips if slip.kind == "invitation"}
    if not found:
        for trouble in (one for one in rest if isinstance(one, Trouble)):
            raise trouble.error
        hint = "it is a match: pbem join FILE" if rest else "save the whole mail, or paste the block with both its ends"
        raise BadRecord("no invitation in it", source=clean(file), hint=hint)
    if len(found) > 1:
        raise WrongUse(f"{len(found)} invitations are in it", "name one alone")
    slip = next(iter(found.values()))
    return slip, read_invitation(slip.content)


def _be_somebody(home: Home, name: str, address: str, file: Path | None, *, no_passphrase: bool) -> None:
    from pbem.cli.identity import chosen_passphrase

    if not name:
        raise WrongUse("you have no identity here yet",
                       f"make one: pbem id new YOURNAME --address {address}; or in the same breath: --name YOURNAME")
    home.create(name, address, chosen_passphrase(file, none=no_passphrase), no_passphrase=no_passphrase)
    talk(f"your identity is in {home.root}", "write down your recovery words: pbem id backup")


def _reply(
    slip: FoundSlip, found: Invitation, folder: Path | None, out: Path | None, passphrase_file: Path | None, *,
    accepts: bool,
) -> None:
    from pbem.cli.gathered import described, tell_answer
    from pbem.courier.places import FILE
    from pbem.desk.desk import Desk, now
    from pbem.desk.replying import reply
    from pbem.home import Home
    from pbem.ruleset import parse_engine

    home = Home.find()
    answers = desk(passphrase_file) if home.exists else Desk(home, None)
    where = folder or _free(Path.cwd(), parse_engine(found.engine)[0])
    by_hand = out is not None or not home.exists or not (home.root / FILE).exists()
    if accepts:
        talk(*described(found))
    replied = reply(answers, slip.content, where, now(), accepts=accepts, by_hand=by_hand)
    home.invited.settle(found.id)
    mine = home.card().address if home.exists else ""
    if accepts and mine.lower() != found.address.lower():
        talk(*wrapped(f"this was sent to {clean(found.address)}, and your card has {clean(mine) or 'no address'}: the "
                      "host is asked whether that is right", hang=2))
    tell_answer(found, replied, out if by_hand else None, by_hand=by_hand)
    if accepts:
        talk(*wrapped(f"when all have come the match begins, in {short(where)}"))


