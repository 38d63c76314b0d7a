"""Orders filed before they are asked for: the player's own tool keeps them, shows them to nobody, and answers with them
when their moment comes. An order may be a list of alternatives: the first one whose conditions hold and which is legal.

Belongs here: that private file in the game folder, what becomes of an order. Must not be here: what words mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from pbem.desk.ahead import signed_for
from pbem.desk.orders import Given, Order, check_length, choose_duty, is_again, read_order, sign_order, value_of
from pbem.desk.waiting import open_duties
from pbem.disk.plain import read_small
from pbem.disk.whole import write_private
from pbem.errors import IllegalMove, NotYourTurn, PbemError, WrongUse
from pbem.kit.conditions import Case, Moment, read_conditions
from pbem.kit.lexicon import Lexicon
from pbem.limits import MAX_ALTERNATIVES, MAX_FILED
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.play.requests import Request
from pbem.play.sight import peek_of

FILE = "early.txt"
IF, ELSE = "if", "else"
GIVEN = "@"  # before an order, with a round: given there, if the log holds an answer of its seat for that round
_GIVEN = re.compile(rf"{GIVEN}([1-9][0-9]{{0,5}}) ")


@dataclass(frozen=True, slots=True)
class Alternative:
    """Words of an answer, and on what conditions they are given, as typed; "" for none."""

    words: str
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Early:
    """One order: the seat, the rule that will ask, what it will be about (empty: whatever), the words."""

    seat: str
    rule: str
    about: str
    words: str

    @property
    def line(self) -> str:
        """As it stands in the file, and is typed after the seat."""
        return f"{self.seat} {self.moment}: {self.words}"

    @property
    def moment(self) -> str:
        """When it is meant to be asked."""
        return f"{self.rule}/{self.about}" if self.about else self.rule

    def answers(self, request: Request[object], seat: str) -> bool:
        """Whether this is what the request waits for; what belongs to the seat may be named without it."""
        ways = ("", request.about, brief(request.about, seat))
        return (self.seat, self.rule) == (seat, request.rule) and self.about in ways

    def alternatives(self) -> list[Alternative]:
        """In their order. Without `if` and `else` the whole is tried first: a `;` may part one answer.

        The whole alone is tried if its parts are more than `MAX_ALTERNATIVES`.
        """
        parts = [part.strip() for part in self.words.split(";") if part.strip()]
        found = [_alternative(part) for part in parts]
        is_plain = not any(one.conditions for one in found) and not any(_is_else(part) for part in parts)
        is_parted = 1 < len(found) <= MAX_ALTERNATIVES
        return [Alternative(self.words), *(found if is_parted else ())] if is_plain else found[:MAX_ALTERNATIVES]


def moment_of(request: Request[object], seat: str) -> str:
    """How an order for this request of a seat is filed."""
    return moment_named(request.rule, request.about, seat)


def moment_named(rule: str, about: str, seat: str) -> str:
    """The same of a rule and what it asks a seat about."""
    about = brief(about, seat)
    return f"{rule}/{about}" if about else rule


def brief(about: str, seat: str) -> str:
    """What a seat is asked about, without its name before it."""
    return about.removeprefix(f"{seat}/")


@dataclass(slots=True)
class EarlyFile:
    """What is in the file: the orders, oldest first; the lines that count for nothing, and a sentence for each."""

    orders: list[Early] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    spoiled: list[str] = field(default_factory=list)


def kept_early(folder: Path, match: Match) -> EarlyFile:
    """What is filed in a game folder; a line that somebody spoiled stops nothing, and is told."""
    content = read_small(folder / FILE) or b""
    kept, mine = EarlyFile(), [match.name(seat) for seat in match.keys]
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        marked = _GIVEN.match(line)
        seat, _, rest = line[marked.end() if marked else 0 :].partition(" ")
        try:
            if seat not in mine:
                raise WrongUse(f"{line[:60]!r} is for no seat that is held here")
            order = read_early(rest, seat)
            if marked is None or signed_for(match, match.binding.number(seat), int(marked[1])) is None:
                kept.orders.append(order)
        except WrongUse as error:
            kept.lines.append(line)
            kept.spoiled.append(f"{FILE}, line {number} counts for nothing: {error}")
    return kept


def read_early(text: str, seat: str) -> Early:
    """`RULE: words` or `RULE/ABOUT: words`, as typed."""
    text = " ".join(text.split())
    moment, colon, words = (part.strip() for part in text.partition(":"))
    rule, _, about = moment.partition("/")
    if not colon or not rule or " " in moment or not text.isprintable():
        raise WrongUse(f"{text[:60]!r} is no order filed early", "write it like: 9.4/luanda: 12")
    check_length(words)
    return Early(seat, rule, about, words)


def check_early(match: Match, order: Early) -> None:
    """WrongUse or IllegalMove if its moment never comes, its conditions are none, or its words mean nothing there.

    If it is asked now its words are read whole; else only whether each is known, and the rest when it is asked.
    """
    moment = _check_moment(match, order)
    if not order.words:
        return
    *_, last = parts = order.words.split(";")
    if any(_is_else(part) for part in parts[:-1]) or (_is_else(last) and _alternative(last).conditions):
        raise WrongUse(f"`else` stands last, and takes no condition: {order.words[:60]}")
    is_plain = not any(_is_else(part) or _alternative(part).conditions for part in parts)
    if len(parts) > MAX_ALTERNATIVES and not is_plain:
        raise WrongUse(f"{len(parts)} alternatives; {MAX_ALTERNATIVES} are allowed")
    if any(part.split()[-1:] == [IF] for part in parts):
        raise WrongUse(f"no condition is named behind `if`: {order.words[:60]}")
    for one in order.alternatives():
        if not one.words:
            raise WrongUse(f"no answer stands before `if {one.conditions}`", "write it like: 5.2/a: go luso if turn 3")
        if one.conditions and not match.ruleset.conditions:
            raise WrongUse(f"{match.ruleset.title} has no conditions for orders filed early")
        if one.conditions:
            read_conditions(match.ruleset.conditions, match.state, one.conditions, rule=order.rule)
    if is_asked_now(match, order):
        _check_words(match, order)
    elif moment.words is not None:
        _check_known(moment.words, order)


def is_asked_now(match: Match, order: Early) -> bool:
    """Whether its moment is there: then its words were read whole when it was checked."""
    request = match.request
    return request is not None and any(order.answers(request, duty.name) for duty in open_duties(match))


def cannot_come(match: Match, order: Early) -> str:
    """Why the moment of an order cannot come as things stand; "" if it may."""
    try:
        moment = _check_moment(match, order)
    except WrongUse as fault:
        return str(fault)
    return next((why for about, why in moment.gone.items() if order.about in _ways(about, order.seat) or not about), "")


def file_early(folder: Path, match: Match, orders: list[Early]) -> list[str]:
    """Keeps orders, each in place of an older one for the same moment; empty words take that one back.

    Gives a sentence for each line of the file that counts for nothing; such lines stay.
    """
    known = kept_early(folder, match)
    kept = {(one.seat, one.moment): one for one in known.orders}
    for one in orders:
        if not one.words and (one.seat, one.moment) not in kept:
            raise WrongUse(f"nothing is filed for {one.seat} {one.moment}")
        kept[one.seat, one.moment] = one
    _keep(folder, [one for one in kept.values() if one.words], known.lines)
    return known.spoiled


def file_typed(folder: Path, match: Match, lines: Iterable[str], seat: str) -> tuple[list[Early], list[str]]:
    """Files orders as they are typed, all or none; gives them, and what `file_early` says."""
    orders = [read_early(line, seat) for line in lines]
    for one in orders:
        if one.words:
            check_early(match, one)
    return orders, file_early(folder, match, orders)


def remark_on_filed(match: Match, order: Early) -> str:
    """What its owner should know of an order that he filed; "" if there is nothing."""
    if order.words and (why := cannot_come(match, order)):
        return f"as things stand that is never asked: {why}"
    if order.words and not is_asked_now(match, order):
        return "whether these words are legal is seen when that is asked; if they are not, you are asked"
    return ""


def carry_out_early(game: GameFolder) -> list[str]:
    """Answers with what was filed while it is asked for; says what became of each order used.

    An order of which nothing holds and is legal when its moment comes is taken out and told; the player is asked as
    ever. A line that was spoiled is told by a call that answers nothing.
    """
    if not game.match.keys:
        return []
    told: list[str] = []
    used: list[str] = []
    kept = kept_early(game.path, game.match)
    waiting = kept.orders
    count = len(waiting)
    while game.match.can_sign() and (found := _next(game, waiting)) is not None:
        waiting.remove(found)
        given, why = _give(game, found)
        if given is not None:
            told.append(f"filed early, now given: {given.seat}: {given.text}")
            used.append(f"{GIVEN}{given.round} {found.line}")
        else:
            told.append(f"filed early, not legal now: {found.line} ({why})")
        game.match.run_mechanical()
    if len(waiting) != count:
        _keep(game.path, waiting, used + kept.lines)  # after a crash the log tells whether they were given
        game.flush()  # what was signed is safe before its order is forgotten
        _keep(game.path, waiting, kept.lines)
    return told or kept.spoiled


def _give(game: GameFolder, order: Early) -> tuple[Given | None, str]:
    """Gives the first alternative that holds and is legal; None and why not if there is none."""
    match, reasons = game.match, list[str]()
    for one in order.alternatives():
        try:
            read = _read(match, order, one)
            if _holds(match, read, one):
                return sign_order(match, read), ""
            reasons.append(f"not so: {one.conditions}")
        except (IllegalMove, NotYourTurn, WrongUse) as error:
            reasons.append("; ".join(line.strip() for line in str(error).splitlines()))
        except PbemError:
            raise
        except Exception as error:  # an author's fault must not keep the packets of a match out
            reasons.append(f"it fails ({type(error).__name__}: {error}): tell its author")
    return None, " | ".join(dict.fromkeys(reasons))


def _read(match: Match, early: Early, one: Alternative) -> Order:
    """The words of an alternative as an answer to what is asked now."""
    return read_order(match, one.words, early.seat, lambda seat: choose_duty(match, seat))


def _holds(match: Match, order: Order, one: Alternative) -> bool:
    """Whether the conditions of an alternative hold; IllegalMove if they or its words mean nothing here."""
    if not one.conditions:
        return True
    request = order.request
    asked = read_conditions(match.ruleset.conditions, match.state, one.conditions, rule=request.rule)
    answer = value_of(request, order.seat, order.says)
    peek = peek_of(match.binding.table, order.seat)  # however many seats are held here
    case = Case(match.state, order.seat, peek, request.rule, request.about, answer, request.case)
    return all(condition.holds(case) for condition in asked)


def _check_moment(match: Match, order: Early) -> Moment:
    """The moment that an order is for; WrongUse with what is near if there is none."""
    if match.ruleset.moments is None:
        return Moment()
    known: Mapping[str, Moment] = match.ruleset.moments(match.state, order.seat)
    if order.rule not in known:
        near = get_close_matches(order.rule[:40], known, n=3, cutoff=0.5)
        raise WrongUse(
            f"rule {order.rule[:40]} never asks {order.seat} anything",
            f"{'near' if near else 'it is asked by'}: {', '.join(near or known)}",
        )
    moment = known[order.rule]
    ways = {way: about for about in moment.abouts for way in _ways(about, order.seat)}
    if order.about and ways and order.about not in ways:
        near = get_close_matches(order.about[:40], ways, n=3, cutoff=0.5)
        raise WrongUse(
            f"rule {order.rule} never asks {order.seat} about {order.about[:40]}",
            f"{'near' if near else 'about'}: {', '.join(near or list(dict.fromkeys(ways))[:12])}",
        )
    return moment


def _check_words(match: Match, order: Early) -> None:
    """IllegalMove of the last alternative if none can be given to what is asked now."""
    refused: IllegalMove | WrongUse | None = None
    for one in order.alternatives():
        try:
            read = _read(match, order, one)
            value_of(read.request, read.seat, read.says)
        except (IllegalMove, WrongUse) as error:
            refused = error
        else:
            return
    if refused is not None:
        raise refused


def _check_known(words: Lexicon, order: Early) -> None:
    """IllegalMove if a word of any alternative means nothing at its moment."""
    for one in order.alternatives():
        if is_again(one.words) or not (word := words.unknown(one.words)):
            continue
        near = words.near(word)
        hint = f": did you mean {' or '.join(near)}?" if near else ""
        raise IllegalMove(one.words, order.rule, f"{word[:60]} is no word of an answer to {order.moment}{hint}")


def _ways(about: str, seat: str) -> tuple[str, str]:
    """A thing may be named with or without the seat that it belongs to."""
    return about.removeprefix(f"{seat}/"), about


def _alternative(part: str) -> Alternative:
    """`go lucala if odds 2:1`; `else stay`."""
    words = part.strip()
    if _is_else(words):
        words = words[len(ELSE) :].strip()
    answer, sign, conditions = f" {words} ".partition(f" {IF} ")
    return Alternative(answer.strip(), conditions.strip()) if sign else Alternative(words)


def _is_else(part: str) -> bool:
    return part.strip().partition(" ")[0] == ELSE


def _next(game: GameFolder, waiting: list[Early]) -> Early | None:
    request = game.match.request
    if request is None or game.match.is_held():
        return None
    seats = [d.name for d in open_duties(game.match) if d.kind != "join"]
    return next((one for one in waiting for seat in seats if one.answers(request, seat)), None)


def _keep(folder: Path, orders: list[Early], spoiled: list[str]) -> None:
    if len(orders) > MAX_FILED:
        raise WrongUse(f"more than {MAX_FILED} orders filed early")
    lines = [*(one.line for one in orders), *spoiled]
    write_private(folder / FILE, "".join(f"{line}\n" for line in lines).encode("utf-8"))
