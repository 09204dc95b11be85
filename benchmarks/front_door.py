"""What one calls on data of one's own: time and memory at a million rows, and medians side by side with other programs.

Medians are compared at epsilon = 1 when one row is replaced.  OpenDP's and diffprivlib's are pure and are given bounds
that somebody with a rough idea of the data would give; the library's has delta = 10^-6 and is given none.  Run from the
root of the repository: ``python -m benchmarks.front_door`` (a minute).  diffprivlib is no requirement, as it installs a
package called ``tests`` beside its own; it is compared where ``pip install --no-deps diffprivlib`` was run, else left
out.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
import tracemalloc
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import _record
from benchmarks.thresholds import OpenDP, say
from privlearn.keeping import code_of, files_behind
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import (histogram, interior_point, learn_agnostic_threshold, learn_point, learn_threshold,
                               median, quantiles)

MEASURED = files_behind("privlearn.private.planning")
ROWS, COMPARED, RUNS = 1_000_000, 10_000, 25
APPROXIMATE: dict[str, Any] = {"epsilon": 1, "delta": 1e-6, "beta": 0.05}


def calls() -> dict[str, Callable[[], Any]]:
    """Return the calls that are timed, by what the page calls them; learners also predict."""
    rng = np.random.default_rng(3)
    x = rng.normal(170, 9, ROWS)
    y, ties = (x > 172).astype(np.int64), rng.integers(0, 2**40, ROWS)
    noisy, ties[: ROWS // 2] = y ^ (rng.random(ROWS) < 0.1), 77
    given = {relation.__name__: {"neighbours": relation, "rng": random.Random(1)}
             for relation in (replace_one, add_remove_one)}
    one, other = given["replace_one"], given["add_remove_one"]
    listed = x.tolist()
    threshold = learn_threshold(x, y, epsilon=1, **one)
    point = learn_point(ties, ties == 77, epsilon=1, alpha=0.25, beta=0.05, **one)
    return {
        "median": lambda: median(x, **one, **APPROXIMATE),
        "median, number of rows private": lambda: median(x, **other, **APPROXIMATE),
        "median of a list": lambda: median(listed, **one, **APPROXIMATE),
        "quartiles": lambda: quantiles(x, **one, **APPROXIMATE),
        "interior point, number of rows private": lambda: interior_point(x, **other, **APPROXIMATE),
        "histogram of 14 bins": lambda: histogram(x, edges=range(100, 245, 10), epsilon=1, **one),
        "threshold": lambda: learn_threshold(x, y, epsilon=1, **one),
        "threshold, noisy labels": lambda: learn_agnostic_threshold(x, noisy, epsilon=1, **one),
        "threshold, noisy labels, epsilon = 1/1000":
            lambda: learn_agnostic_threshold(x, noisy, epsilon=1e-3, **one),
        "point": lambda: learn_point(ties, ties == 77, epsilon=1, alpha=0.25, beta=0.05, **one),
        "a million labels by a threshold": lambda: threshold.predict(x),
        "a million labels by a point": lambda: point.predict(ties)}


def cost(name: str, call: Callable[[], Any]) -> dict[str, Any]:
    """Measure processor seconds, and the peak of memory beside the rows as bytes for each row."""
    seconds = _record.timed(call)[1]
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    found = {"call": name, "rows": ROWS, "seconds": seconds, "bytes": round(peak / ROWS, 1)}
    say(found)
    return found


def columns() -> dict[str, tuple[Any, tuple[float, float]]]:
    """Return five columns in the shape of real ones, each with the bounds that somebody might name beforehand."""
    rng = np.random.default_rng(11)
    salaries = np.round(rng.lognormal(10.6, 0.6, COMPARED), 2)
    ages = rng.choice(np.arange(18, 67), COMPARED, p=np.append(0.5, np.full(48, 0.5 / 48))).astype(float)
    stamps = 1_700_000_000 + np.sort(rng.exponential(3600, COMPARED))
    clusters = np.where(rng.random(COMPARED) < 0.5, rng.normal(0, 1, COMPARED), rng.normal(1000, 1, COMPARED))
    outlier = np.append(rng.normal(5, 0.01, COMPARED - 1), 1e9)
    return {"salaries": (salaries, (0, 1e6)), "ages, half of them 18": (ages, (0, 120)),
            "time stamps of an hour": (stamps, (0, 4e9)), "two clusters": (clusters, (-10_000, 10_000)),
            "one outlier": (outlier, (-1e9, 1e9))}


def diffprivlib_median(bounds: tuple[float, float]) -> Callable[[Any, int], float]:
    """Return diffprivlib's private median, without its package's models, which need another scikit-learn."""
    if "diffprivlib" not in sys.modules:
        package, spec = types.ModuleType("diffprivlib"), importlib.util.find_spec("diffprivlib")
        package.__path__ = list(spec.submodule_search_locations or ()) if spec else []
        sys.modules["diffprivlib"] = package
    from diffprivlib.tools.quantiles import median as theirs  # type: ignore[import-untyped,unused-ignore]

    def run(column: Any, seed: int) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return float(theirs(column, epsilon=1, bounds=bounds, random_state=seed))

    return run


def compared(name: str) -> list[dict[str, Any]]:
    """Compare private medians on one column: by how many ranks they miss the middle, and seconds."""
    column, bounds = columns()[name]
    guess = OpenDP(*bounds, 2001, 2)
    methods: dict[str, Callable[[Any, int], float]] = {
        "privlearn": lambda rows, seed: float(median(rows, neighbours=replace_one, rng=random.Random(seed),
                                                     **APPROXIMATE).answer),
        "OpenDP, 2,001 candidates": lambda rows, _: guess(rows)}
    if "diffprivlib" in sys.modules or importlib.util.find_spec("diffprivlib"):
        methods["diffprivlib"] = diffprivlib_median(bounds)
    found = []
    for method, run in methods.items():
        run(column, 0)
        start = time.process_time()
        answers = [run(column, seed) for seed in range(1, RUNS + 1)]
        seconds = (time.process_time() - start) / RUNS
        missed = sorted(max(0, COMPARED / 2 - int((column <= z).sum()), COMPARED / 2 - int((column >= z).sum()))
                        for z in answers)
        found.append({"column": name, "method": method, "rank_error": round(missed[RUNS // 2]),
                      "worst": round(missed[-1]), "seconds": round(seconds, 5)})
        say(found[-1])
    return found


def main() -> None:
    """Measure all and keep it."""
    code = code_of(MEASURED)
    rows = [cost(name, call) for name, call in calls().items()]
    medians = [row for name in columns() for row in compared(name)]
    _record.write("front_door", MEASURED, code, rows, medians=medians, compared=COMPARED, runs=RUNS)


if __name__ == "__main__":
    main()
