"""Which engine does the tasks of an archive, by its name.

Belongs here: the names. Must not be here: what an engine does.
"""

from __future__ import annotations

from pbem.archive.engines import InProcess, ProcessPool, TaskEngine
from pbem.errors import WrongUse

ENGINES = ("pool", "one", "dask", "dask://HOST:PORT", "tls://HOST:PORT")


def check_engine(name: str) -> None:
    """WrongUse if there is no such engine, Unsupported if it is not installed."""
    if name.startswith(("dask:", "tls:")) or name == "dask":
        from pbem.archive.dasked import check_dask

        check_dask(name)
    elif name not in ENGINES:
        raise WrongUse(f"there is no engine {name!r}", f"legal: {', '.join(ENGINES)}")


def engine_for(name: str, jobs: int, limit: float, work: str) -> TaskEngine:
    """The engine of this name, ready; `work` is what its guarded processes do."""
    if name == "one":
        return InProcess()
    if name == "pool":
        return ProcessPool(jobs, limit, work)
    from pbem.archive.dasked import DaskEngine

    return DaskEngine(name, jobs, limit)
