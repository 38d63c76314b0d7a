"""What a seat is told, types and is offered at a table, through the forms, as a desk would do it."""

from __future__ import annotations

from typing import Any

from pbem.errors import IllegalMove
from pbem.kit.typed import Choice
from pbem.play.requests import Ask, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.angola.forms import FORMS
from pbem_games.angola.state import State


class Desk:
    """One table and position, for the seat that is asked first, or another one that is."""

    def __init__(self, table: Table[Any], state: State, seat: str = "") -> None:
        self.table, self.state = table, state
        self.seat = seat or table.expected()[0]
        self.peek = peek_of(table, self.seat)

    @property
    def request(self) -> Any:
        return self.table.pending

    def prompt(self) -> str:
        return FORMS.prompt(self.state, self.request, self.seat, self.peek)

    def types(self, text: str) -> str:
        """The canonical words of what is typed, `;` between items; they are legal and true."""
        says = FORMS.read_orders(self.state, self.request, self.seat, text, self.peek)
        self._try(says)
        return "; ".join(says)

    def refusal(self, text: str) -> str:
        """How this is refused."""
        try:
            says = FORMS.read_orders(self.state, self.request, self.seat, text, self.peek)
        except IllegalMove as error:
            return str(error)
        raise AssertionError(f"{text} is read as {says}")

    def offers(self) -> list[str]:
        """What is offered, without remarks; all of it can be typed, and is legal and true."""
        words = [x.split("  # ")[0] for x in FORMS.examples(self.state, self.request, self.seat, self.peek)]
        for word in words:
            self.types(word)
        return words

    def choices(self, text: str) -> tuple[Choice, ...]:
        return FORMS.follow(self.state, self.request, self.seat, text, self.peek).choices

    def next_words(self, text: str) -> list[str]:
        return [choice.words for choice in self.choices(text)]

    def is_answer(self, text: str) -> bool:
        return FORMS.follow(self.state, self.request, self.seat, text, self.peek).is_answer

    def dead_ends(self, text: str, most: int = 12) -> list[str]:
        """Choices after which the text is neither an answer nor goes on."""
        found = []
        for choice in self.choices(text)[:most]:
            longer = f"{text} {choice.words} ".lstrip()
            follow = FORMS.follow(self.state, self.request, self.seat, longer, self.peek)
            if not follow.is_answer and not follow.choices:
                found.append(f"{longer!r}: {follow.why}")
        return found

    def _try(self, says: list[str]) -> None:
        if isinstance(self.request, Ask | Write):
            self.table.check(says[0])
            self.table.check_claims(says[0])
        else:
            self.table.check_seal(self.seat, says)
