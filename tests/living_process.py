"""`pbem` as a process, at a time that is given: `living_process.py SECONDS WORDS`. Its keys are its own."""

from __future__ import annotations

import secrets
import sys
from typing import Any

import luck

luck.NOW = float(sys.argv.pop(1))
kept, changed = secrets.token_bytes, secrets
luck.fixed(luck.Luck())
as_any: Any = changed
as_any.token_bytes = kept

from pbem.cli.main import run  # noqa: E402

sys.exit(run())
