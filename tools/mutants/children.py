"""Work in a process of its own, forked from this one, with limits: it tells what it did line by line."""

import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

MEMORY = 6 << 30  # bytes of data
Tell = Callable[[Any], None]


def in_child(work: Callable[[Tell], object], seconds: float) -> tuple[list[Any], bool]:
    """Run ``work(tell)`` in a forked process.

    Parameters
    ----------
    work : function
        Its argument sends one JSON value.
    seconds : float
        Limit on processor time; a process that waits is stopped after four times as long.

    Returns
    -------
    told : list
        What it sent.
    ended : bool
        Whether it came to its end: no limit, no crash of the interpreter.
    """
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _run(work, writing, seconds)
    os.close(writing)
    text, deadline, open_ = b"", time.monotonic() + 4 * seconds + 5, True
    while open_ and (left := deadline - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            read = os.read(reading, 1 << 16)
            text, open_ = text + read, bool(read)
    if open_:
        os.kill(child, signal.SIGKILL)
    os.close(reading)
    _, status = os.waitpid(child, 0)
    lines = text.split(b"\n")[:-1]
    return [json.loads(line) for line in lines], not open_ and status == 0


def _run(work: Callable[[Tell], object], writing: int, seconds: float) -> None:
    status = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        limit = int(seconds + time.process_time()) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        work(lambda value: _send(writing, value))
        status = 0
    except BaseException as error:  # whatever it was, the process ends here
        _send(writing, {"error": f"{type(error).__name__}: {error}"[:300]})
    finally:
        os._exit(status)


def _send(writing: int, value: Any) -> None:
    text = json.dumps(value).encode() + b"\n"
    while text:
        text = text[os.write(writing, text) :]
