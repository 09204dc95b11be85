"""What all benchmarks share: timing, the description of the machine, and the file a run is kept in."""

from __future__ import annotations

import datetime
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from privlearn.checking.long_checks import machine
from privlearn.keeping import write_json

HOME = Path(__file__).parent


class TimeOut(Exception):
    """A program used up its seconds."""


def timed(run: Callable[[], Any], repeats: int = 3) -> tuple[Any, float]:
    """Return the result and the least processor seconds of some runs (of one, if it takes longer than a second).

    Short runs are repeated until the clock, which may tick in milliseconds, shows them.
    """
    best = float("inf")
    for _ in range(repeats):
        start, runs, spent = time.process_time(), 0, 0.0
        while spent < 0.05:
            result = run()
            runs += 1
            spent = time.process_time() - start
        best = min(best, spent / runs)
        if best > 1:
            break
    return result, round(best, 6)


def within(seconds: int, run: Callable[[], Any]) -> tuple[Any, float | None]:
    """Return the result and its processor seconds, or ``(None, None)`` if it takes longer than allowed."""
    def stop(*_: Any) -> None:
        raise TimeOut

    previous = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return timed(run, repeats=1)
    except TimeOut:
        return None, None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


def write(name: str, measured: Sequence[str], code: str, rows: list[dict[str, Any]], **more: Any) -> None:
    """Keep a run under ``benchmarks/results``; ``code`` is the hash of the measured files when the run began."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    content = {"benchmark": name, "machine": machine(), "python": platform.python_version(),
               "date": datetime.date.today().isoformat(), "load": None if load is None else round(load, 1),
               "files": sorted(measured), "code": code, **more, "rows": rows}
    place = HOME / "results" / f"{name}.json"
    write_json(place, content)
    print(f"written: {place}", file=sys.stderr)
