"""A courier's part in getting people together: carrying invitations and answers, making a match when all have come.

A match is made, and a seat taken, with the identity. A courier can do so alone only if that has no passphrase; else it
tells its person once what to type. Belongs here: that work, and when a person is told. Must not be here: who counts as
having come (`pbem.desk.gathering`), the letters' words (`pbem.desk.inviting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from pbem.courier.entries import Called
from pbem.courier.invitations import invitation, keep_invitation
from pbem.courier.journal import Journal
from pbem.courier.kept_invitations import KeptInvitations
from pbem.courier.notice import Notice, run_for, show_on_screen
from pbem.courier.settings import Settings
from pbem.courier.slips import Slip, answer_slip, beside_slip, invitation_slip, letter_of, notice_letter, text_of
from pbem.courier.telling import Telling, sentence
from pbem.courier.ways import NOWHERE, FolderWay, MailWay, Way, stamp_of
from pbem.desk.desk import Desk
from pbem.desk.gathering import another, first_line, make, news, take_answer
from pbem.desk.inviting import apart
from pbem.desk.replying import accepted, begin, learn_slips
from pbem.errors import PbemError
from pbem.home import Home
from pbem.home.gatherings import Gathering, Guest
from pbem.home.invitation import read_answer, read_invitation
from pbem.post.contents import FoundSlip
from pbem.post.mail.manners import Head
from pbem.record.wire import GenesisLine
from pbem.show.clean import clean

ABOUT = "invitations"
Entrust = Callable[[Desk, Path], object]


class Hosting:
    """`folder_of` gives the folder of an entrusted match by its id; `entrust` hands a match over to this courier."""

    def __init__(
        self, home: Home, settings: Settings, journal: Journal, telling: Telling, ways: Sequence[Way],
        clock: Callable[[], int], folder_of: Callable[[str], str | None], entrust: Entrust | None,
    ) -> None:
        self._home, self._settings, self._journal, self._telling = home, settings, journal, telling
        general = [way for way in ways if not way.matches] or ways
        self._mail = next((way for way in general if isinstance(way, MailWay)), None)
        self._folder = next((way for way in general if isinstance(way, FolderWay)), None)
        self._clock, self._folder_of, self._entrust = clock, folder_of, entrust
        self._seen, self._invited = (NOWHERE, NOWHERE), KeptInvitations(home)
        self._begun: set[str] = set()  # matches whose seats were taken here: more of them may come in the same look

    # ------------------------------------------------------------------ what came

    def hear(self, way: Way, slips: Iterable[FoundSlip], head: Head | None) -> None:
        """Takes in invitations, answers and cards; what is wrong with one is told once."""
        for slip in slips:
            try:
                self._hear(way, slip, "" if head is None else head.sender)
            except PbemError as fault:
                self._telling.once(way.name, sentence(fault), fault.status)

    def _hear(self, way: Way, slip: FoundSlip, sender: str) -> None:
        home, now = self._home, self._clock()
        if slip.kind == "answer":
            if isinstance(way, FolderWay) and not self._is_ours(slip):
                return
            _, told = take_answer(home, slip.content, sender, now)
            if told:
                self._telling.say(ABOUT, told)
        elif slip.kind == "invitation":
            self._hear_invitation(way, slip, now)
        else:
            folders = (folder for gid in self._journal.state.games if (folder := self._folder_of(gid)) is not None)
            for genesis in filter(None, (first_line(Path(folder)) for folder in folders)):
                for line in learn_slips(home, [slip], genesis, now):
                    self._telling.say("people", clean(line))

    def _is_ours(self, slip: FoundSlip) -> bool:
        """Whether an answer in a shared folder is for us: others' lie there too."""
        asked = read_answer(slip.content)[0].invitation
        return any(asked == guest.invitation for one in self._home.gatherings.all().values() for guest in one.guests)

    def _hear_invitation(self, way: Way, slip: FoundSlip, now: int) -> None:
        found, home = read_invitation(slip.content), self._home
        host, me = found.host, home.card()
        is_for_another = isinstance(way, FolderWay) and found.address.lower() != me.address.lower()
        if host.id == me.id or now > found.expires or found.id in home.accepted.all() or is_for_another:
            return
        person = home.people.all().get(host.id)
        name = clean(person.name) if person is not None else f"a stranger, {clean(host.name)}, key {host.id[:12]},"
        told = (f"{name} asks whether you play {', '.join(found.seats)} in {found.engine} ({clean(found.title)}): "
                f"{way.by_hand.format('accept')}")
        self._telling.once(way.name, told)
        home.invited.put(found.id, f"in {way.where}: {told}", home.games.all(), host=host.id, name=name,
                         is_known=person is not None)

    def tell_begun(self, way: Way, begun: Iterable[GenesisLine], trusted: Iterable[str]) -> None:
        """A match begins: takes the seats that were accepted in it, or says what only this person can do."""
        for event in begun:
            if event.id in trusted or event.id in self._begun:
                continue
            kept = accepted(self._home, event) if self._home.exists else None
            if kept is not None and self._can_act():
                folder = begin(self._desk(), event, kept[1])
                self._begun.add(event.id)
                self._hand_over(folder)
                self._telling.say(ABOUT, f"the match that you accepted begins: your seats are taken, in {folder}")
            elif said := invitation(self._home, event, way.by_hand):
                keep_invitation(self._home, event, f"in {way.where}: {said}")
                if kept is None or event.id in self._journal.state.called:
                    self._telling.once(way.name, said)
                else:
                    self._notify(event.id, "the match that you accepted begins", said)
                    self._journal.note(Called(id=event.id))

    def kept(self) -> frozenset[str]:
        """Matches that wait for this person, of which all is kept that comes by mail."""
        return self._invited.games()

    def keep(self, way: Way, beside: Mapping[str, Sequence[bytes]]) -> None:
        """Keeps what came by mail of matches that wait: what lies in a shared folder stays there by itself."""
        if isinstance(way, MailWay) and any(beside.values()):
            self._invited.keep(beside)

    # ------------------------------------------------------------------ what is to be done

    def has_news(self) -> bool:
        """Whether a person has invited somebody, or answered, since it was looked at."""
        return self._stamps() != self._seen

    def _stamps(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return stamp_of(self._home.gatherings.path), stamp_of(self._home.accepted.path)

    def tend(self) -> None:
        """Writes what is to be sent, tells what the host must know, makes the matches to which all have come."""
        self._seen = self._stamps()
        if not self._home.exists or self._seen == (NOWHERE, NOWHERE):
            return
        self._telling.attempt(f"{ABOUT}, letters", self._write)
        for id, gathering in self._home.gatherings.open().items():
            self._telling.attempt(f"{ABOUT}, {clean(gathering.title)}", partial(self._tend, id, gathering))
        self._seen = self._stamps()

    def _write(self) -> None:
        now = self._clock()
        for slip in self._slips(now):
            if slip.id in self._journal.state.called:
                continue
            if self._mail is not None and slip.to:
                id, mail, written = letter_of(slip, self._mail.settings, self._home.card(), now)
                self._journal.keep_letter(written, mail)
                self._telling.say(ABOUT, f"{slip.what} is written to {slip.to} ({id})")
            elif self._folder is not None:
                self._leave(self._folder, slip)

    def _slips(self, now: int) -> Iterator[Slip]:
        """The invitations and answers that are to reach somebody."""
        for gathering in self._home.gatherings.open().values():
            for guest in gathering.guests:
                if guest.state == "asked" and not guest.by_hand and now <= guest.expires:
                    yield invitation_slip(guest, gathering.remark)
        for id, replied in self._home.accepted.all().items():
            if not replied.by_hand and not replied.game and now <= replied.expires:
                yield answer_slip(id, replied)

    def leave_beside(self, way: FolderWay, gid: str) -> None:
        """Leaves the title and our own card beside the records in a shared folder, whenever one of them has changed."""
        card, title = self._home.signed_card(), self._home.titles.all().get(gid)
        if (card is not None and card.address) or title is not None:
            slip = beside_slip(gid, title, card)
            if slip.id not in self._journal.state.called:
                self._leave(way, slip)

    def _leave(self, way: FolderWay, slip: Slip) -> None:
        way.drop(f"{slip.kind}-{sha256(slip.payload).hexdigest()[:12]}.txt", text_of(slip).encode())
        self._journal.note(Called(id=slip.id))
        self._telling.say(ABOUT, f"{slip.what} lies in {way.name}")

    def _tend(self, id: str, gathering: Gathering) -> None:
        now = self._clock()
        for guest, told, said in news(id, gathering, now):
            self._tell_host(gathering, guest, said)
            self._home.gatherings.change_guest(id, guest, guest.after(told))
        if not gathering.is_complete:
            return
        if self._can_act():
            desk = self._desk()
            _, folder = make(desk, id, now)
            self._hand_over(folder)
            self._telling.say(ABOUT, f"all have come to {clean(gathering.title)}: the match is made, in {folder}")
        elif not gathering.told:
            self._notify(gathering.guests[0].invitation, f"all have come to {clean(gathering.title)}",
                         f"all have come to {clean(gathering.title)}; make the match with: pbem invite --make {id}")
            self._home.gatherings.mark_told(id)

    def note_bounced(self, ids: Iterable[str]) -> None:
        """Letters came back, or were refused for good: whoever was invited by one of them did not hear of it."""
        called = {self._journal.state.posted.get(id, "") for id in ids}
        for key, gathering in self._home.gatherings.open().items():
            for guest in gathering.guests:
                if guest.invitation in called and guest.state == "asked" and guest.told != "bounced":
                    self._home.gatherings.change_guest(key, guest, guest.after("bounced"))
                    said = f"the invitation to {clean(guest.address)} came back. Name another: {another(key, guest)}"
                    self._tell_host(gathering, guest, said)

    def _tell_host(self, gathering: Gathering, guest: Guest, said: str) -> None:
        self._notify(guest.invitation, f"{clean(gathering.title)}: {clean(guest.address)}", said)

    # ------------------------------------------------------------------ the person

    def _can_act(self) -> bool:
        """Whether the identity lies open here, so that this courier can take seats with it."""
        return self._entrust is not None and self._home.exists and not self._home.needs_passphrase

    def _desk(self) -> Desk:
        return Desk(self._home, self._home.load(), clock=self._clock)

    def _hand_over(self, folder: Path) -> None:
        if self._entrust is not None:
            self._entrust(self._desk(), folder)

    def _notify(self, about: str, subject: str, said: str) -> None:
        """Tells the person of this home something, as `notify` in courier.toml says."""
        self._telling.once(ABOUT, said)
        notice, notify = Notice(f"[pbem] {subject}", apart(said)), self._settings.notify
        if notify == "mail" and self._mail is not None:
            mail, written = notice_letter(about, notice, self._mail.settings.address, self._clock())
            self._journal.keep_letter(written, mail)
        elif notify == "desktop":
            show_on_screen(notice)
        elif isinstance(notify, tuple):
            run_for(notify, notice)
