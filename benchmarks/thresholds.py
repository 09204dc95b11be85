"""Private interior points: time and memory against the number of points, and the answers beside what one would use.

Beside the library's TreeLog and HeavyPaths stand the exponential mechanism on the whole domain (this library's, by run
lengths) and the private median of OpenDP on a grid of candidates, which the user must name (``pip install opendp``;
left out if it is not there).  Run from the root of the repository: ``python -m benchmarks.thresholds`` (some minutes).
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks import _record
from privlearn.claims.timings import code_of
from privlearn.learners.interior_point.fast_tree_log import fast_tree_log_law
from privlearn.learners.interior_point.heavy_parameters import heavy_rows_needed
from privlearn.learners.interior_point.parameters import plan_tree_log
from privlearn.learners.interior_point.release import fitted, heavy_paths, interior_point, tree_log
from privlearn.learners.interior_point.sorted_points import SparsePoints
from privlearn.mechanisms import add_remove_one, replace_one

MEASURED = [f"learners/interior_point/{name}.py" for name in (
    "fast_heavy_paths", "fast_path", "fast_tree_log", "heavy_parameters", "parameters", "release", "sampling",
    "sorted_points", "tree", "tree_log")]
WISHES: dict[str, Any] = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
SIZES = (1_000, 10_000, 100_000, 1_000_000)
SEEDS = range(25)


def words(n: int) -> Any:
    """Return uniform 64-bit words."""
    return np.random.default_rng(64).integers(0, 2**64, n, dtype=np.uint64)


def integers(n: int) -> Any:
    """Return uniform integers of 1024 bits."""
    stream = random.Random(1024)
    return [stream.getrandbits(1024) for _ in range(n)]


def scattered(n: int) -> Any:
    """Return points of 2^20 bits, four of them set."""
    rows = -np.sort(-np.random.default_rng(20).integers(0, 1 << 20, (n, 4)), axis=1)
    rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = -1
    return SparsePoints(rows)


def comb(n: int) -> Any:
    """Return the points 1, 2, 4, ...: every point is a split of the path."""
    return SparsePoints(np.arange(n)[:, None])


FAMILIES: tuple[tuple[str, Callable[[int], Any], int], ...] = (
    ("2^64, words", words, 64), ("2^1024, integers", integers, 1024), ("2^(2^20), four bits set", scattered, 1 << 20),
    ("2^(2^20), comb", comb, 1 << 20))


def cost(name: str, make: Callable[[int], Any], bits: int, n: int) -> dict[str, Any]:
    """Time one private answer, plans made before, of TreeLog under both relations and of HeavyPaths.

    The random path does the walk in full, HeavyPaths one heavy walk for each level and one random walk.
    """
    database, found = make(n), {}
    for kind, relation in (("random path", add_remove_one), ("heavy path", replace_one)):
        plan = plan_tree_log(bits, neighbours=relation, kind=kind, **WISHES)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        def answer(plan: Any = plan, relation: Any = relation) -> Any:
            parameters = fitted(plan, n) if relation is replace_one else plan.parameters
            return fast_tree_log_law(database, bits, parameters).sample(random.Random(3))

        point, seconds = _record.timed(answer)
        found[kind] = {"seconds": seconds, "answered": point is not None,
                       "megabytes_more": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024}
    heavy_rows_needed(bits, neighbours=add_remove_one, **WISHES)  # the plan is cached; so are those above
    point, seconds = _record.timed(lambda: heavy_paths(database, neighbours=add_remove_one, domain_bits=bits,
                                                       rng=random.Random(3), **WISHES))
    found["HeavyPaths"] = {"seconds": seconds, "answered": point is not None}
    print(name, n, found, file=sys.stderr, flush=True)
    return {"name": name, "points": n, **found}


def open_dp_median(column: Any, low: float, high: float, candidates: int, seeds: Any) -> list[float] | None:
    """Return medians of OpenDP at epsilon = 1 under replacement, or None if it is not installed."""
    try:
        import opendp.prelude as dp  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    dp.enable_features("contrib")
    grid = np.linspace(low, high, candidates).tolist()
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    scores = space >> dp.t.then_quantile_score_candidates(grid, 0.5)
    median = scores >> dp.m.then_noisy_max(dp.max_divergence(), scale=4.0, negate=True)
    if median.map(2) > 1:  # a replacement is two changes of the symmetric distance
        raise AssertionError(f"OpenDP gives epsilon = {median.map(2)}")
    listed = [float(x) for x in column]
    return [grid[median(listed)] for _ in seeds]


def columns(n: int) -> dict[str, Any]:
    """Return columns of real numbers of very different scales."""
    stream = np.random.default_rng(7)
    return {"normal": stream.normal(size=n), "incomes (lognormal)": np.exp(stream.normal(10, 1.5, n)),
            "tiny, far from 0": 123_456_789 + stream.normal(size=n) * 1e-5,
            "two far clusters": np.where(np.arange(n) % 2, 1e-9, 1e9) * (1 + stream.random(n) / 10)}


RANGES = {"normal": (-100.0, 100.0), "incomes (lognormal)": (0.0, 1e6), "tiny, far from 0": (1.23e8, 1.24e8),
          "two far clusters": (0.0, 1e10)}  # what somebody who knows the data roughly might guess


def rank_error(column: Any, answers: list[float | None]) -> dict[str, Any]:
    """Return how far answers are from the middle rank, and how many are interior points."""
    n = len(column)
    errors = [n if x is None else max(0, n // 2 - int((column <= x).sum()), n // 2 - int((column >= x).sum()))
              for x in answers]
    interior = sum(x is not None and bool(column.min() <= x <= column.max()) for x in answers)
    return {"rank_error": sorted(errors)[len(errors) // 2], "interior": interior, "answers": len(answers)}


def medians(name: str, column: Any) -> list[dict[str, Any]]:
    """Compare private medians on one column, epsilon = 1 under replacement."""
    rows, n = [], len(column)

    def entry(method: str, run: Callable[[], Any]) -> None:
        start = time.process_time()
        answers = run()
        if answers is not None:
            rows.append({"column": name, "points": n, "method": method, **rank_error(column, answers),
                         "seconds": round((time.process_time() - start) / len(answers), 5)})

    entry("interior_point", lambda: [interior_point(column, neighbours=replace_one, rng=random.Random(seed), **WISHES)
                                     for seed in SEEDS])
    low, high = RANGES[name]
    entry("OpenDP, good guess", lambda: open_dp_median(column, low, high, 2001, SEEDS))
    entry("OpenDP, wide grid", lambda: open_dp_median(column, -1e10, 1e10, 20_001, SEEDS))
    return rows


def rows_against_domain() -> list[dict[str, Any]]:
    """Return the rows needed by TreeLog and by the exponential mechanism, replacement, and successes with so many."""
    found = []
    for exponent in (6, 7, 8, 10, 12, 16, 20):
        bits, entry = 1 << exponent, {"bits": 1 << exponent}
        for kind in ("exponential", "heavy path"):
            entry[kind] = int(plan_tree_log(bits, neighbours=replace_one, kind=kind, **WISHES).rows)
        entry["HeavyPaths"] = int(heavy_rows_needed(bits, neighbours=replace_one, **WISHES))
        n = min(int(entry[kind]) for kind in ("exponential", "heavy path"))
        points = SparsePoints(np.array([[bits - 2, -1]] * (n // 2) + [[bits - 2, 0]] * (n - n // 2)))
        low, high = 1 << (bits - 2), (1 << (bits - 2)) + 1
        answers = [tree_log(points, neighbours=replace_one, domain_bits=bits, rng=random.Random(seed), **WISHES)
                   for seed in range(100)]
        entry["successes of 100, two neighbouring points"] = sum(x in (low, high) for x in answers)
        found.append(entry)
    return found


def main() -> None:
    """Measure all and keep it."""
    code = code_of(MEASURED)
    rows = [cost(name, make, bits, n) for name, make, bits in FAMILIES for n in SIZES]
    compared = [row for n in (300, 10_000) for name, column in columns(n).items() for row in medians(name, column)]
    _record.write("thresholds", MEASURED, code, rows, medians=compared, rows_needed=rows_against_domain())


if __name__ == "__main__":
    main()
