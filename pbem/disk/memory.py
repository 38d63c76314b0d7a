"""How much memory this process has had at most, as its system tells it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pbem.errors import PbemError


def peak_bytes() -> int:
    """Where Linux tells it, the peak of this program alone: `ru_maxrss` includes the process that started it."""
    status = Path("/proc/self/status")
    if status.exists() and (found := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(found[1]) * 1024
    if sys.platform == "win32":
        raise PbemError("the peak of memory cannot be measured on this system")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
