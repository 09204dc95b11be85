"""Work for a cluster that only workers with the same code do.

Definitions
-----------
A process is *fit* to work for another one if its library has the same files and its Python the same version.  All
workers are asked before the run; a worker that joins later is asked with each batch of work that it gets, before it
does any of it, and the run ends if it is not fit.  (A worker that cannot even read a batch leaves the cluster, and
another one gets the batch.)

>>> at = "tcp://10.0.0.1:5"
>>> fault(at, Kind("0a", "3.11"), Kind("0a", "3.11"))
''
>>> fault(at, Kind("0a", "3.12"), Kind("0a", "3.11"))
'every worker must run Python 3.11, got 3.12 at tcp://10.0.0.1:5'
"""

import sys
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import joblib
from distributed import Client, get_worker
from joblib._dask import Batch, DaskDistributedBackend

from privlearn.keeping.code import library_code


class Kind(NamedTuple):
    """What must be the same in two processes: the hash of the library's code, and Python's version."""

    code: str
    python: str


def own_kind() -> Kind:
    """Return the kind of this process."""
    return Kind(library_code(), f"{sys.version_info.major}.{sys.version_info.minor}")


def fault(address: str, found: Kind | Exception, wanted: Kind) -> str:
    """Return in one line why the worker at an address, which answered ``found``, is not fit; empty if it is."""
    if "No module named" in str(found):  # Dask hands errors on as their text
        return f"every worker must have the library, got {found} at {address}"
    if isinstance(found, Exception) or found.code != wanted.code:  # code of another age may not even answer
        return f"every worker must have this code of the library, got other code at {address}"
    if found.python != wanted.python:
        return f"every worker must run Python {wanted.python}, got {found.python} at {address}"
    return ""


def ask_everyone(client: Client, wanted: Kind, *, seconds: float) -> None:
    """Raise a ValueError unless there is a worker within so many seconds, and all are fit."""
    try:
        client.submit(int, pure=False).result(timeout=seconds)  # a task brings workers of adaptive clusters
    except TimeoutError:
        raise ValueError(f"scheduler must have a worker, got none within {seconds} seconds") from None
    answers = client.run(own_kind, on_error="return")
    faults = [told for address, found in sorted(answers.items()) if (told := fault(address, found, wanted))]
    if faults:
        raise ValueError(faults[0] + (f", and {len(faults) - 1} more" if faults[1:] else ""))


class CheckedBatch(Batch):
    """Tasks that are done by fit workers only."""

    def __init__(self, tasks: list[Any], wanted: Kind) -> None:
        super().__init__(tasks)
        self.wanted = wanted

    def __call__(self, tasks: Any = None) -> list[Any]:
        """Do the tasks, and what they share out in turn."""
        if told := fault(get_worker().address, own_kind(), self.wanted):
            raise ValueError(told)
        with joblib.parallel_config(backend=CheckedBackend(self.wanted)):
            return [function(*args, **kwargs) for function, args, kwargs in tasks]


class CheckedBackend(DaskDistributedBackend):
    """Joblib's Dask backend, with the wanted kind in each batch."""

    def __init__(self, wanted: Kind, **options: Any) -> None:
        super().__init__(**options)
        self.wanted = wanted

    def submit(self, func: Any, callback: Callable[[Any], object] | None = None) -> Future[Any]:
        """Hand a batch on; ``callback`` hears of a batch that is lost too, or joblib would wait for it for ever."""
        done: Future[Any] = super().submit(func, callback)
        if callback is not None:
            done.add_done_callback(lambda found: callback(found) if found.exception() else None)
        return done

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return what a batch gave, or raise what came in its way."""
        return out.result() if isinstance(out, Future) else super().retrieve_result_callback(out)

    async def _to_func_args(self, func: Any) -> tuple[CheckedBatch, list[Any]]:
        _, tasks = await super()._to_func_args(func)
        return CheckedBatch(tasks, self.wanted), tasks
