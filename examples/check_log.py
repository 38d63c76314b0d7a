"""Checks a log and prints the verdict: python examples/check_log.py game.pbem"""

from __future__ import annotations

import sys

from pbem import library
from pbem.errors import PbemError


def main(path: str) -> int:
    """Prints the verdict and each finding; gives the exit status."""
    try:
        report = library.check(path, "audit")
    except PbemError as error:
        print(f"cannot be read: {error}")
        return error.status
    print(report.talk()[0])
    for finding in report.findings:
        print(f"  {finding.severity}: {finding.sentence}")
    if report.result:
        print(f"{', '.join(report.winners) or 'nobody'} won: {report.result}")
    return report.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
