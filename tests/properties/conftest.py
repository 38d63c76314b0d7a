"""How long and how randomly the properties search: the same way every time, unless PBEM_SEARCH asks for more."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, database=None, deadline=None, max_examples=25)
settings.register_profile("search", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("search" if os.environ.get("PBEM_SEARCH") else "ci")
