"""When its person is told by a courier that something is asked: once for each round that asks.

Belongs here: that moment, and by which way. Must not be here: the words (`notice`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.courier.entries import Noticed
from pbem.courier.journal import Journal
from pbem.courier.notice import notice_of, run_for, show_on_screen
from pbem.courier.settings import Settings
from pbem.courier.table import OpenMatch
from pbem.courier.ways import MailWay, Way
from pbem.desk.since_look import keep_told, note_told, untold


class AskingOnce:
    """What the persons of a home's matches are told, each thing once, whenever the courier ends and begins."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        self._journal, self._settings = journal, settings

    def tell(self, table: OpenMatch, told: Sequence[str], ways: Sequence[Way]) -> None:
        """Tells the person what is asked, if he was not told yet."""
        gid, folder = table.game.gid, table.game.path
        keep_told(folder, gid, told)  # it stands in the notice, and in what `next` says
        notify, r, said = self._settings.notify, table.match.rounds.r, self._journal.state.noticed.get(gid, 0)
        if notify == "none" or said >= r or not table.match.can_sign():
            return
        notice = notice_of(table.match, folder, said, untold(folder, gid), table.title)
        if notice is None:
            return
        if notify == "mail":
            for way in [way for way in ways if isinstance(way, MailWay)][:1]:
                table.write_notice(way, notice)
                note_told(folder, gid)
            return
        self._journal.note(Noticed(game=gid, round=r))
        note_told(folder, gid)
        if notify == "desktop":
            show_on_screen(notice)
        else:
            run_for(notify, notice)
