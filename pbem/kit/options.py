"""The options of a match, declared once: a field of a struct says name, default, choices, rule and words.

    class GameOptions(msgspec.Struct):
        deal: Annotated[Literal["open", "sealed"], Says("3", "how the markers are dealt")] = "open"
        fog: Annotated[bool, Says("8", "markers lie face down")] = False

    OPTIONS = declared(GameOptions)             # for players: the ruleset's `options`
    options = chosen(GameOptions, recorded)     # for the rules: typed, in the state

Belongs here: reading, checking and declaring options. Must not be here: what any option does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from pbem.errors import Unsupported, WrongUse

LISTED = 20  # more choices than this are not all listed
Value = str | int | bool
S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class GameOption:
    """A switch that players set before the match.

    `choices` are all values that the game knows, the default among them; `rule` is the section or ruling that grants
    it. `refused` are the choices that this version does not play yet, each with the reason.
    `only_with` are other options and those of their choices with which alone it matters; none: it always does.
    `things`: a choice says of each of these, by a sign each, which of several it belongs to.
    """

    name: str
    default: Value
    choices: tuple[Value, ...]
    rule: str
    text: str
    refused: Mapping[Value, str] = field(default_factory=dict)
    only_with: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    things: tuple[str, ...] = ()

    def read(self, word: str) -> Value:
        """The choice that a typed word means (`true` and `false` for switches); WrongUse if it is none."""
        for choice in self.choices:
            if spell(choice) == word:
                return choice
        raise WrongUse(f"option {self.name}: {word!r} is not a choice", hint=self._legal())

    def check(self, value: Value) -> None:
        """WrongUse if it is no choice, Unsupported if it is refused; the types must agree too."""
        if not any(same(value, choice) for choice in self.choices):
            raise WrongUse(f"option {self.name}: {value!r} is not a choice", hint=self._legal())
        for choice, reason in self.refused.items():
            if same(value, choice):
                raise Unsupported(f"option {self.name}={spell(value)} cannot be played: {reason}", hint=self._legal())

    def listed(self) -> list[str]:
        """The choices as they are typed; if they are very many the first two, an ellipsis and the last."""
        return _shortened([spell(choice) for choice in self.choices])

    def _legal(self) -> str:
        refused = list(self.refused)
        playable = [spell(c) for c in self.choices if not any(same(c, r) for r in refused)]
        return f"legal: {', '.join(_shortened(playable))} (default {spell(self.default)})"


def spell(value: Value) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def same(a: Value, b: Value) -> bool:
    """Whether two values are one; True is 1 in Python, not here."""
    return type(a) is type(b) and a == b


def _shortened(words: list[str]) -> list[str]:
    return [*words[:2], "...", words[-1]] if len(words) > LISTED else words


# ---------------------------------------------------------------- declared once


@dataclass(frozen=True, slots=True)
class Says:
    """What the field of an option says beside its type: rule and words; the last three as in GameOption.

    `choices` only if the type does not tell them: a bool has two, a Literal lists its own.
    """

    rule: str
    text: str
    choices: tuple[Value, ...] = ()
    refused: Mapping[Value, str] = field(default_factory=dict)
    only_with: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    things: tuple[str, ...] = ()


def declared(kind: type[msgspec.Struct]) -> tuple[GameOption, ...]:
    """The options of a match from the struct that the rules read, in the order of its fields.

    TypeError names a field without `Says`, without a default, or whose default is none of its choices; one that goes
    with a choice that no other option has, or whose choices have not a sign for each of its things.
    """
    hints = get_type_hints(kind, include_extras=True)
    found = tuple([_declared(f.name, f.default, hints[f.name]) for f in msgspec.structs.fields(kind)])
    known = {option.name: option.choices for option in found}
    for option in found:
        for other, wanted in option.only_with.items():
            lacking = [one for one in wanted if not any(same(one, choice) for choice in known.get(other, ()))]
            if lacking or other == option.name:
                raise TypeError(f"option {option.name}: no other option {other} has the choices {wanted}")
        if option.things and any(len(spell(choice)) != len(option.things) for choice in option.choices):
            raise TypeError(f"option {option.name}: its choices have not a sign for each of {option.things}")
    return found


def _declared(name: str, default: Any, hint: Any) -> GameOption:
    said = [x for x in get_args(hint)[1:] if isinstance(x, Says)] if get_origin(hint) is Annotated else []
    if not said:
        raise TypeError(f"option {name}: its field says nothing of it; write Annotated[type, Says(rule, text)]")
    choices = said[0].choices or _choices(get_args(hint)[0])
    if not any(same(default, choice) for choice in choices):
        raise TypeError(f"option {name}: the default {default!r} is none of its choices {choices}")
    says = said[0]
    return GameOption(name, default, choices, says.rule, says.text, says.refused, says.only_with, says.things)


def _choices(kind: Any) -> tuple[Value, ...]:
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def chosen(kind: type[S], recorded: Mapping[str, Value]) -> S:
    """The options of a match as the rules read them; what is not recorded has its default, `scenario` is none."""
    names = kind.__struct_fields__
    return kind(**{name: value for name, value in recorded.items() if name in names})
