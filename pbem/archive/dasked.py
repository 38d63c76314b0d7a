"""Tasks of an archive handed to Dask: to a cluster in this process, or to one that somebody else runs.

Belongs here: all that is asked of Dask. Must not be here: what a worker does (`elsewhere`).
"""

from __future__ import annotations

import logging
import queue
import re
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem.archive.elsewhere import Back, Errand, build_here, end_guards, run_errand
from pbem.archive.engines import Answered, Known
from pbem.archive.tables import ArchiveTask, TaskAnswer, not_read
from pbem.errors import PbemError, Transport, Unsupported, WrongUse
from pbem.show.clean import clean

WORK = "pbem.archive.elsewhere:work"
AT_ONCE = 4  # tasks for each thread of a worker that are on their way
ANSWER = 10.0  # seconds until a scheduler answers
PATIENCE = 30.0  # seconds until a first worker is there, and without any worker
LOOK = 2.0  # seconds without an answer until one looks whether anybody is there
_ADDRESS = re.compile(r"(dask|tls)://([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):([0-9]{1,5})")
_LIGHT = {  # a cluster of our own looks at itself no more than it must, and has the next task at hand
    "distributed.scheduler.worker-saturation": AT_ONCE, "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s", "distributed.admin.tick.interval": "1s",
}
_KEPT = "what was kept in the table so far counts; the same command goes on"


def check_dask(engine: str) -> None:
    """WrongUse if this names no scheduler; Unsupported if Dask is not installed."""
    if engine != "dask" and _ADDRESS.fullmatch(engine) is None:
        raise WrongUse(f"{clean(engine)!r} is no address of a scheduler", "give it as dask://host:8786, tls://host:8786")
    the_extra()


def the_extra() -> Any:
    """Dask's module; Unsupported if it is not here."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise Unsupported("the extra dask is not installed", "pip install 'pbem[dask]'") from None
    return distributed


class DaskEngine:
    """Workers of Dask, each with a guarded process a thread. A process knows the logs that it had itself."""

    busy = 1.0

    def __init__(self, engine: str, jobs: int, limit: float, work: str = WORK) -> None:
        self._limit, self._work, self._name = limit, work, engine
        self._came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._sent: dict[str, tuple[Any, ArchiveTask]] = {}  # by the key of what was sent: that, and the task
        self._worked, self._open, self._until = 0.0, 0.0, 0.0  # seconds of all threads; those while tasks were left
        self._cluster: Any = None
        distributed = the_extra()
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # they tell at length what we tell in a line
        warnings.filterwarnings("ignore", module="distributed")
        self._distributed = distributed
        try:
            if engine != "dask":
                address = engine if engine.startswith("tls:") else engine.replace("dask:", "tcp:", 1)
                self._client = distributed.Client(address, timeout=ANSWER, set_as_default=False)
            else:
                import dask

                with dask.config.set(_LIGHT):
                    self._cluster = distributed.LocalCluster(  # its threads only wait for processes of their own
                        n_workers=1, threads_per_worker=jobs, processes=False, dashboard_address=None, memory_limit=0)
                self._client = distributed.Client(self._cluster, set_as_default=False)
        except Exception as error:  # whatever Dask raises
            if self._cluster is not None:
                self._cluster.close()
            raise self._no_answer(error) from None
        try:
            self._threads = self._meet()
        except BaseException:
            self.close()
            raise

    def _no_answer(self, error: Exception) -> PbemError:
        hint = ("certificates stand where Dask looks for them: DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ...CLIENT__CERT, "
                "...CLIENT__KEY" if self._name.startswith("tls:") else "begin one there: dask scheduler")
        return Transport(f"no scheduler of Dask answers at {self._name}: {_why(error)}", hint)

    def _meet(self) -> int:
        """That every worker has our build; gives the number of their threads."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            threads: dict[str, int] = self._client.nthreads()
            if self._cluster is None:
                self._same_build(threads)
        except PbemError:
            raise
        except TimeoutError:
            raise Transport(f"no worker of {self._name} answers", "begin one there") from None
        except Exception as error:  # whatever Dask raises
            raise self._cannot(error) from None
        return max(1, sum(threads.values()))

    def _same_build(self, workers: Iterable[str]) -> None:
        asked = msgspec.msgpack.encode(Errand(build_here()))
        sent = {address: self._client.submit(
            run_errand, asked, 4 * PATIENCE, self._work, workers=[address], pure=False) for address in sorted(workers)}
        for address, future in sent.items():
            back = msgspec.msgpack.decode(future.result(timeout=5 * PATIENCE), type=Back)
            if back.why:
                raise Transport(f"the worker {address} cannot begin: {back.why}")
            if back.build != build_here():
                raise self._other_build(address, back.build)

    def _other_build(self, worker: str, build: str) -> PbemError:
        return Unsupported(f"the worker {clean(worker)} has another build of pbem or of its rulesets: {clean(build)}, "
                           f"here is {build_here()}", f"install the same there; {_KEPT}")

    def _cannot(self, error: BaseException) -> PbemError:
        return Unsupported(f"the workers of {self._name} cannot do it: {_why(error)}",
                           f"install the same pbem with its scheduler and its workers; {_KEPT}")

    def map(self, tasks: Iterable[ArchiveTask], known: Known) -> Iterator[Answered]:
        """As many on their way as keep all workers at work."""
        start, self._until = time.monotonic(), 0.0
        for task in tasks:
            self._send(task)
            while len(self._sent) >= AT_ONCE * self._threads:
                yield self._next()
        self._until = time.monotonic()  # from here on some have nothing to do
        self._open += (self._until - start) * self._threads
        while self._sent:
            yield self._next()
        self.busy = min(1.0, self._worked / self._open) if self._worked and self._open else 1.0

    def _send(self, task: ArchiveTask) -> None:
        errand = msgspec.msgpack.encode(Errand(build_here(), msgspec.msgpack.encode(task)))
        try:
            future = self._client.submit(run_errand, errand, self._limit, self._work, pure=False)
        except Exception as error:  # whatever Dask raises
            raise self._gone(error) from None
        self._sent[future.key] = future, task
        future.add_done_callback(self._came.put)

    def _next(self) -> Answered:
        """The next answer, whatever it is."""
        alone_since = 0.0
        while True:
            try:
                future = self._came.get(timeout=LOOK)
                break
            except queue.Empty:
                alone_since = self._alone(alone_since)
        now, (_, task) = time.monotonic(), self._sent.pop(future.key)
        if future.status == "error":
            error = future.exception()
            if isinstance(error, self._distributed.KilledWorker):
                return task, TaskAnswer([not_read(task, "the workers that read it ended")])
            raise self._cannot(error)
        if future.status != "finished":
            raise self._gone()
        try:
            back = msgspec.msgpack.decode(future.result(timeout=PATIENCE), type=Back)
        except Exception as error:  # whatever Dask raises
            raise self._gone(error) from None
        if back.build:
            raise self._other_build("that came later", back.build)
        self._worked += max(0.0, (self._until or now) - (now - back.seconds))
        if back.why:
            return task, TaskAnswer([not_read(task, back.why)])
        return task, msgspec.msgpack.decode(back.answer, type=TaskAnswer)

    def _alone(self, since: float) -> float:
        """Since when there is no worker, 0 if there is one; Transport if that lasts, or nobody answers."""
        try:
            if self._client.status != "running":
                raise self._gone()
            if self._client.nthreads():
                return 0.0
        except PbemError:
            raise
        except Exception as error:  # whatever Dask raises
            raise self._gone(error) from None
        now = time.monotonic()
        if since and now - since > PATIENCE:
            raise Transport(f"no worker of {self._name} is left", _KEPT)
        return since or now

    def _gone(self, error: Exception | None = None) -> PbemError:
        return Transport(
            f"the scheduler of Dask at {self._name} is gone{': ' + _why(error) if error is not None else ''}", _KEPT)

    def close(self) -> None:
        """No task begins any more, and what we began is gone."""
        try:
            for future, _ in self._sent.values():
                future.cancel()
        except Exception:  # nobody is there to hear it
            pass
        self._sent.clear()
        if self._cluster is not None:
            end_guards()
        try:
            self._client.close(timeout=5)
            if self._cluster is not None:
                self._cluster.close(timeout=10)
                end_guards()  # of what began meanwhile
        except Exception:  # nobody is there any more
            pass


def _why(error: BaseException) -> str:
    return clean(" ".join(str(error).split()))[:200] or type(error).__name__
