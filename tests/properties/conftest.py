"""How long the properties search: a few examples each, unless PBEM_SEARCH asks for more (`tests/conftest.py`)."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("few", settings.get_profile("pbem"), max_examples=25)
if not os.environ.get("PBEM_SEARCH"):
    settings.load_profile("few")
