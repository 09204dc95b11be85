"""A run on a Dask cluster that is there already.

Definitions
-----------
Before the run the scheduler must answer as one, and all workers must be fit
(:mod:`~privlearn.checking.fit_workers`): each failure is a ``ValueError`` of one line.
"""

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS_TO_CONNECT = 10
ADDRESS = re.compile(r"tcp://(\[[0-9A-Fa-f:.%]+\]|[^\s\[\]:/@]+):([0-9]{1,5})")


@contextmanager
def on_cluster(scheduler: str) -> Iterator[None]:
    """Let joblib's parallel work inside this context run on a Dask cluster that is running already.

    Parameters
    ----------
    scheduler : str
        Its address, ``tcp://HOST:PORT``.  Scheduler and workers need this version of the library.  Work of a worker
        that is lost is done again by another one.

    Raises
    ------
    ValueError
        If there is no scheduler at this address or no worker (known within ten seconds), a worker is not fit, or
        workers are lost again and again.
    """
    from distributed import Client, KilledWorker
    from joblib import parallel_config

    from privlearn.checking.fit_workers import CheckedBackend, ask_everyone, own_kind

    _ask_for_a_scheduler(scheduler)
    wanted = own_kind()
    with Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False) as client:
        ask_everyone(client, wanted, seconds=SECONDS_TO_CONNECT)
        try:
            with parallel_config(backend=CheckedBackend(wanted, client=client)):
                yield
        except KilledWorker as error:
            raise ValueError(f"workers must last, got {error.allowed_failures + 1} lost one after the other over the "
                             f"same work, the last one at {error.last_worker.address}") from error


def _ask_for_a_scheduler(address: str) -> None:
    """Raise a ValueError unless a scheduler answers: a client itself waits for ever where nobody speaks."""
    found = ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found[2]) < 1 << 16:
        raise ValueError(f"scheduler must be an address tcp://HOST:PORT, got {address!r}")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), SECONDS_TO_CONNECT).close()
        who = asyncio.run(asyncio.wait_for(_who_listens(address), SECONDS_TO_CONNECT))
        reason = "" if who == "Scheduler" else f"a {who} listens there"
    except (socket.gaierror, UnicodeError):
        reason = "unknown host"
    except ConnectionRefusedError:
        reason = "nobody listens there"
    except TimeoutError:
        reason = f"no answer within {SECONDS_TO_CONNECT} seconds"
    except Exception as error:  # anything at all may come from a stranger
        reason = getattr(error, "strerror", None) or "what listens there is none"
    if reason:
        raise ValueError(f"scheduler must be the address of a running Dask scheduler, got {address!r} ({reason})")


async def _who_listens(address: str) -> str:
    from distributed import rpc

    async with rpc(address, timeout=SECONDS_TO_CONNECT) as listener:
        answer = await listener.identity()
    return str(answer["type"])
