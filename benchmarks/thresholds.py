"""Private interior points: time and memory against the number of points, and the answers beside what one would use.

Beside the library's TreeLog and HeavyPaths stand the exponential mechanism on the whole domain (this library's, by run
lengths) and the private median of OpenDP on a grid of candidates, which the user must name (``pip install opendp``;
left out if it is not there).  Run from the root of the repository: ``python -m benchmarks.thresholds`` (some minutes).
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks import _record
from privlearn.keeping import code_of, files_behind
from privlearn.learners.interior_point import heavy_paths, real_of_word, words_of_reals
from privlearn.learners.interior_point.heavy_paths import fast_heavy_paths_law, heavy_rows_needed, plan_heavy_paths
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log import fast_tree_log_law, plan_tree_log
from privlearn.learners.interior_point.trees import SparsePoints
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import interior_point

MEASURED = files_behind("privlearn.learners.interior_point.release")
WISHES: dict[str, Any] = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
SIZES = (1_000, 10_000, 100_000, 1_000_000)
DENSE_BITS = 1 << 12
KINDS = ("exponential", "heavy path", "random path")


def say(*what: Any) -> None:
    """Tell how far the run is."""
    print(*what, file=sys.stderr, flush=True)


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


def runs(database: Any, bits: int, n: int) -> dict[str, Callable[[], Any]]:
    """Return the programs that are timed, each for one answer from the unsorted database; plans are made before.

    The random path does the walk in full; HeavyPaths one heavy walk for each level and one random walk.
    """
    def tree_log(kind: str) -> Callable[[], Any]:
        relation = add_remove_one if kind == "random path" else replace_one
        plan = plan_tree_log(bits, neighbours=relation, kind=kind, **WISHES)
        trimmed = kind == "heavy path" and n >= plan.rows  # with fewer rows it would be refused; timed all the same
        parameters = fitted(plan, n) if trimmed else plan.parameters
        return lambda: fast_tree_log_law(database, bits, parameters).sample(random.Random(3))

    heavy = plan_heavy_paths(bits, neighbours=add_remove_one, **WISHES).parameters
    written_out = bits > DENSE_BITS and n > SIZES[0]  # the exponential mechanism would write out every point
    return {**{kind: tree_log(kind) for kind in KINDS[written_out:]},
            "HeavyPaths": lambda: fast_heavy_paths_law(database, bits, heavy).sample(random.Random(3))}


def cost(name: str, make: Callable[[int], Any], bits: int, n: int) -> dict[str, Any]:
    """Measure seconds and the peak of memory beside the database, each for one answer."""
    database, found = make(n), {}
    for method, answer in runs(database, bits, n).items():
        point, seconds = _record.timed(answer)
        tracemalloc.start()
        answer()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        found[method] = {"seconds": seconds, "answered": point is not None, "bytes": peak}
        say(f"{name}, {n} points, {method}: {seconds:.3f} s, {peak / n:.0f} bytes a point")
    return {"name": name, "points": n, **found}


class OpenDP:
    """OpenDP's private median by scores of candidates: at epsilon = 1 when ``distance`` rows are added or removed."""

    def __init__(self, low: float, high: float, candidates: int, distance: int):
        import opendp.prelude as dp  # type: ignore[import-not-found,unused-ignore]

        dp.enable_features("contrib")
        self.grid = np.linspace(low, high, candidates).tolist()
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
        scores = space >> dp.t.then_quantile_score_candidates(self.grid, 0.5)
        self.median = scores >> dp.m.then_noisy_max(dp.max_divergence(), scale=2.0 * distance, negate=True)
        if not 0.99 < self.median.map(distance) <= 1:
            raise AssertionError(f"OpenDP gives epsilon = {self.median.map(distance)}")

    def __call__(self, column: Any) -> float:
        return float(self.grid[self.median([float(x) for x in column])])


def has_open_dp() -> bool:
    """Tell whether OpenDP is installed."""
    try:
        import opendp  # type: ignore[import-not-found,unused-ignore]  # noqa: F401
    except ImportError:
        return False
    return True


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


def methods(name: str, n: int, relation: Any) -> dict[str, Callable[[Any, int], float | None]]:
    """Return the private medians that are compared, as functions of a column and a seed, all at epsilon = 1.

    Under ``replace_one`` those of this library that need more than n rows are left out.
    """
    public = relation is replace_one
    tree = plan_tree_log(64, neighbours=relation, kind="heavy path" if public else "random path", cautious=not public,
                         **WISHES)
    found: dict[str, Callable[[Any, int], float | None]] = {}
    if not public or n >= plan_tree_log(64, neighbours=relation, **WISHES).rows:
        found["interior_point"] = lambda column, seed: interior_point(column, neighbours=relation,
                                                                      rng=random.Random(seed), **WISHES).answer
    if not public or n >= tree.rows:
        parameters = fitted(tree, n) if public else tree.parameters
        found["TreeLog"] = lambda column, seed: as_real(
            fast_tree_log_law(words_of_reals(column), 64, parameters).sample(random.Random(seed)))
    if not public or n >= heavy_rows_needed(64, neighbours=relation, **WISHES):
        found["HeavyPaths"] = lambda column, seed: as_real(heavy_paths(
            words_of_reals(column), neighbours=relation, domain_bits=64, rng=random.Random(seed), **WISHES))
    if has_open_dp():
        guess, wide = (OpenDP(*bounds, 2 if public else 1) for bounds in ((*RANGES[name], 2001), (-1e10, 1e10, 20_001)))
        found["OpenDP, good guess"], found["OpenDP, wide grid"] = (lambda column, _: guess(column)), (
            lambda column, _: wide(column))
    return found


def as_real(word: int | None) -> float | None:
    """Return the float of a word, None for None."""
    return None if word is None else real_of_word(word)


def medians(name: str, n: int, seeds: Iterable[int]) -> list[dict[str, Any]]:
    """Compare private medians on one column under replacement: errors in rank and seconds."""
    column, listed, rows = columns(n)[name], list(seeds), []
    for method, run in methods(name, n, replace_one).items():
        run(column, 0)  # plans are made, libraries loaded
        start = time.process_time()
        answers = [run(column, seed) for seed in listed]
        rows.append({"column": name, "points": n, "method": method, **rank_error(column, answers),
                     "seconds": round((time.process_time() - start) / len(listed), 5)})
        say(rows[-1])
    return rows


def rows_until_interior(name: str, runs_of_each: int = 20) -> dict[str, Any]:
    """Return for each method the first of 4, 8, 16, ... rows with which nine tenths of the answers are interior points.

    Under ``add_remove_one``, where nobody refuses to answer; None if 8192 rows are not enough.
    """
    found: dict[str, Any] = {"column": name}
    for method, run in methods(name, 1 << 13, add_remove_one).items():
        found[method] = None
        for n in (1 << k for k in range(2, 14)):
            column = columns(n)[name]
            good = sum(rank_error(column, [run(column, seed)])["interior"] for seed in range(runs_of_each))
            if good >= runs_of_each * 0.9:
                found[method] = n
                break
    say(found)
    return found


def rows_against_domain() -> list[dict[str, Any]]:
    """Return the rows needed for every database, replacement; and successes of 100 with those of TreeLog.

    The database is the hardest for the exponential mechanism: two neighbouring points, half of the rows each.
    """
    found = []
    for exponent in (6, 7, 8, 10, 12, 16, 20):
        bits = 1 << exponent
        plans = {kind: plan_tree_log(bits, neighbours=replace_one, kind=kind, **WISHES) for kind in KINDS[:2]}
        n, low = min(plan.rows for plan in plans.values()), 1 << (bits - 2)
        points = SparsePoints(np.array([[bits - 2, -1]] * (n // 2) + [[bits - 2, 0]] * (n - n // 2)))
        entry: dict[str, Any] = {"bits": bits, "rows": n}
        for kind, plan in plans.items():
            parameters = fitted(plan, n) if n >= plan.rows else plan.parameters
            law = fast_tree_log_law(points, bits, parameters)
            entry[kind] = plan.rows
            entry[f"{kind}, successes"] = sum(law.sample(random.Random(seed)) in (low, low + 1) for seed in range(100))
        entry["HeavyPaths"] = int(heavy_rows_needed(bits, neighbours=replace_one, **WISHES))
        say(entry)
        found.append(entry)
    return found


def main() -> None:
    """Measure all and keep it."""
    code = code_of(MEASURED)
    needed = rows_against_domain()
    compared = [row for n, runs_of_each in ((300, 25), (10_000, 25), (1_000_000, 3)) for name in RANGES
                for row in medians(name, n, range(1, 1 + runs_of_each))]
    until = [rows_until_interior(name) for name in RANGES]
    rows = [cost(name, make, bits, n) for name, make, bits in FAMILIES for n in SIZES]
    _record.write("thresholds", MEASURED, code, rows, medians=compared, rows_needed=needed, rows_until_interior=until)


if __name__ == "__main__":
    main()
