"""`courier.toml` written by a program: settings as the text that their own reader reads as the same.

Belongs here: that text. Must not be here: reading it (`settings`), which file it goes to.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.courier.settings import Settings


def toml_of(settings: Settings) -> str:
    """The settings as a file, without what is as ever."""
    data = _plain(settings)
    tables = {name: value for name, value in data.items() if isinstance(value, dict | list) and _is_table(value)}
    lines = [f"{name} = {_value(value)}" for name, value in data.items() if name not in tables]
    for name, value in tables.items():
        for one in value if isinstance(value, list) else [value]:
            head = f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            lines += ["", head, *(f"{key} = {_value(it)}" for key, it in one.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (bool(value) and isinstance(value[0], dict))


def _plain(settings: msgspec.Struct) -> dict[str, Any]:
    """What is not as ever, by name."""
    found = {}
    for field in msgspec.structs.fields(settings):
        value = getattr(settings, field.name)
        if field.default is msgspec.NODEFAULT or value != field.default:
            found[field.encode_name] = _inside(value)
    return found


def _inside(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _plain(value)
    return [_inside(one) for one in value] if isinstance(value, tuple) else value


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
