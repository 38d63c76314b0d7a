"""What `pbem demo --mail` says of hand-overs: a turn, by how people play, and by the rules that ask.

Belongs here: wording. Must not be here: counting (`pbem.lab.figure`, which says what a hand-over is).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.lab.figure import Figure, Rule
    from pbem.lab.mails import Mails

WAYS = {
    "all": "all, of people without any help",
    "human": "of them to a person who must decide",
    "human_courier": "the same with couriers",
    "human_standing": "with standing orders besides",
    "human_unconditional": "with orders filed ahead besides",
    "human_filed": "with conditional orders filed ahead",
}


def told(figure: Figure, turns: int) -> dict[str, object]:
    """As data: hand-overs and typed answers a turn, decisions of the whole game by rule."""
    rules = {name: {"decisions": rule.decisions, "automatic": rule.standing + rule.filed, "standing": rule.standing,
                    "filed": rule.filed, "asked": rule.asked} for name, rule in by_asked(figure)}
    return {
        "hand_overs": {way: a_turn(getattr(figure, way), turns) for way in WAYS},
        "typed": {"decisions": a_turn(sum(rule.decisions for _, rule in by_asked(figure)), turns),
                  "asked": a_turn(figure.typed, turns)},
        "letters_typed": {phase: {"times": len(turns), "letters": sum(turns.values()), "most": max(turns.values())}
                          for phase, turns in figure.letters.items()},
        "filed_alike": figure.filed_alike,
        "by_rule": rules,
    }


def mails_told(mails: Mails, turns: int) -> dict[str, object]:
    """What comes into an inbox a turn, as data: `asking` stays there; no order of letters could go below `least`."""
    each = mails.people * turns
    return {"mails": {
        "all": a_turn(mails.letters, each), "asking": a_turn(mails.asking, each), "least": a_turn(mails.least, each),
        "notices": a_turn(mails.notices, each), "bytes": mails.bytes // max(1, each)}
        | ({"judge": a_turn(mails.judged, turns)} if mails.judged else {})}


def mails_line(mails: Mails, turns: int) -> str:
    """The same for people."""
    each = mails.people * turns
    return (
        f"mails a person and turn, by couriers: {a_turn(mails.letters, each):.1f} letters, "
        f"{mails.bytes // max(1, each) // 1000:,} kB (at the least {a_turn(mails.least, each):.1f}, in whatever order "
        f"they are written); {a_turn(mails.asking, each):.1f} of them ask something, the others leave the inbox; "
        f"{a_turn(mails.notices, each):.1f} notices to oneself"
        + (f"; {a_turn(mails.judged, turns):.1f} to the judge a turn" if mails.judged else ""))


def figure_lines(figure: Figure, turns: int) -> list[str]:
    """For people."""
    lines = ["hand-overs a turn:"]
    lines += [f"  {a_turn(getattr(figure, way), turns):6.1f}  {words}" for way, words in WAYS.items()]
    decisions = sum(rule.decisions for _, rule in by_asked(figure))
    lines.append(
        f"decisions a turn: {a_turn(decisions, turns):.1f}, of them {a_turn(figure.typed, turns):.1f} typed when they "
        "are asked")
    if len(figure.letters) > 1:
        lines.append("letters typed with standing and filed orders, by phase: turns that had any, mean, most of a turn")
        lines += [f"  {phase or 'the rest':<20} {len(turns):5} {a_turn(sum(turns.values()), len(turns)):5.1f} "
                  f"{max(turns.values()):5}" for phase, turns in figure.letters.items()]
    lines.append("decisions in this game by rule: all, by standing orders, filed ahead, asked")
    lines += [f"  {name:<8} {rule.decisions:5} {rule.standing:5} {rule.filed:5} {rule.asked:5}"
              for name, rule in by_asked(figure)]
    return lines


def by_asked(figure: Figure) -> list[tuple[str, Rule]]:
    """The rules, those first that still ask most."""
    return sorted(figure.by_rule.items(), key=lambda item: (-item[1].asked, -item[1].decisions, item[0]))


def a_turn(count: int, turns: int) -> float:
    """A mean over the turns of a game, in tenths."""
    return round(count / max(1, turns), 1)
