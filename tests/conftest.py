"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pbem", deadline=None)  # how long an example takes is no test: machines are shared
settings.load_profile("pbem")
