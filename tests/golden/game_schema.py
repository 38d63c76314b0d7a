"""Writes the JSON Schema of `pbem export json` anew from its types: python tests/golden/game_schema.py"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.replay.exports.document import schema

HERE = Path(__file__).resolve().parents[2] / "pbem" / "replay" / "exports" / "game.schema.json"


def made() -> bytes:
    """The schema as it is shipped: keys in order, two spaces, a line end."""
    return msgspec.json.format(msgspec.json.encode(schema(), order="deterministic"), indent=2) + b"\n"


if __name__ == "__main__":
    HERE.write_bytes(made())
