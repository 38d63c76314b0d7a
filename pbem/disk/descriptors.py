"""How many files and sockets this process may have open.

Belongs here: what a system allows. Must not be here: what they are used for.
"""

from __future__ import annotations

import sys


def open_at_once(wanted: int) -> int | None:
    """How many may be open, after so many were asked for; None if a system tells no limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
        except (OSError, ValueError):
            pass  # then as many as there are
    return soft
