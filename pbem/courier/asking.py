"""When its person is told by a courier that something is asked: once for each round that asks.

Belongs here: that moment, and by which way. Must not be here: the words (`notice`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.courier.entries import Noticed
from pbem.courier.journal import Journal
from pbem.courier.notice import notice_of, run_for, show_on_screen
from pbem.courier.settings import Settings
from pbem.courier.table import Table
from pbem.courier.ways import MailWay, Way
from pbem.limits import MAX_REPORT


class Asking:
    """What the persons of a home's matches were told, and what was answered for them since."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        self._journal, self._settings = journal, settings
        self._answered: dict[str, list[str]] = {}  # by match

    def keep(self, gid: str, told: Sequence[str]) -> None:
        """What was answered for a person, or passed over, stands in the next notice."""
        if self._settings.notify != "none":
            kept = [*self._answered.get(gid, ()), *told]
            self._answered[gid] = list(dict.fromkeys(kept))[-MAX_REPORT:]

    def tell(self, gid: str, table: Table, told: Sequence[str], ways: Sequence[Way]) -> None:
        """Tells the person what is asked, if he was not told yet."""
        self.keep(gid, told)
        notify, r, said = self._settings.notify, table.match.rounds.r, self._journal.state.noticed.get(gid, 0)
        if notify == "none" or said >= r or not table.match.can_sign():
            return
        notice = notice_of(table.match, table.game.path, said, self._answered.get(gid, ()), table.title)
        if notice is None:
            return
        self._answered.pop(gid, None)
        if notify == "mail":
            for way in [way for way in ways if isinstance(way, MailWay)][:1]:
                table.write_notice(way, notice)
            return
        self._journal.note(Noticed(game=gid, round=r))
        if notify == "desktop":
            show_on_screen(notice)
        else:
            run_for(notify, notice)
