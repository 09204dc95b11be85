"""KLMNS20, Section 4: small instances for HeavyPaths, and its steps on words, without the library's code."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from privlearn.exact import as_fraction, rational
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths.tables import Row, level_law, level_rows, through
from privlearn.papers.klmns20.paths.instances import multisets
from privlearn.papers.klmns20.tree_log.instances import Table, path_by_definition, score, shares

Points = tuple[int, ...]

# e^e1, e^e2; e^epsilon_p; e^epsilon_y, tau_y; e^epsilon_c, tau; e^epsilon_e
TWO = HeavyPathsParameters.with_one_base(2, levels=2, trim=0, stop=2, threshold=1, high=2, exp_path=Fraction(3, 2),
                                         level_threshold=8, threshold_choose=8)
# for utility alone
SURE = HeavyPathsParameters(levels=2, trim=0, stop=2, threshold=1, high=2, exp_threshold=64, exp_query=64, exp_path=2,
                            exp_level=4, level_threshold=1, exp_choose=4, threshold_choose=1, exp_end=16)
ELEVEN_TENTHS = Fraction(11, 10)
# only the last step costs
ENDS = HeavyPathsParameters.with_one_base(ELEVEN_TENTHS, levels=1, trim=0, stop=1, threshold=1, high=1,
                                          level_threshold=26, threshold_choose=26, exp_end=2)


@cache
def databases(bits: int, most: int, least: int = 0) -> tuple[Points, ...]:
    """Return all sorted databases of ``least`` to ``most`` points of ``bits`` bits."""
    return tuple(multisets(1 << bits, most, least))


def mirrored(database: Points, bits: int) -> Points:
    """Return the database with every point x replaced by ``2^bits - 1 - x``."""
    return tuple((1 << bits) - 1 - x for x in reversed(database))


def up_to_mirror(bits: int, most: int, least: int = 0) -> Iterator[Points]:
    """Yield one database of each pair of mirror images: random paths, choices and leaves do not notice a mirror."""
    return (s for s in databases(bits, most, least) if s <= mirrored(s, bits))


@lru_cache(maxsize=1 << 15)
def rows_of(points: Points, bits: int, parameters: HeavyPathsParameters) -> tuple[Row, ...]:
    """Return LevelUp's laws for every y, remembered."""
    return level_rows(points, bits, parameters)


@lru_cache(maxsize=1 << 15)
def random_row(points: Points, bits: int, parameters: HeavyPathsParameters) -> Row:
    """Return OneRandomPath's law, remembered."""
    return through(level_law(points, bits, parameters), rows_of(points, bits, parameters))


def excess(first: Row, second: Row, ratio) -> Fraction:
    """Return the hockey stick of two rows at a ratio (an fmpq)."""
    total = sum((more for p, q in zip(first, second, strict=True) if (more := p - ratio * q) > 0), 0 * ratio)
    return as_fraction(total)


def plus(table: Table, other: Table, factor: Fraction) -> None:
    for outcome, mass in other.items():
        table[outcome] = table.get(outcome, Fraction(0)) + factor * mass


def level_up_by_definition(points: Sequence[int], bits: int, y: int | None, t) -> Table:
    """Return LevelUp's law on D_i from the words of its points."""
    if y is None:
        return {None: Fraction(1)}
    ordered, depth = sorted(points), y if y < bits else bits
    tops = [f"{x:0{bits}b}"[:depth] for i, x in enumerate(ordered) if t.trim <= i < len(ordered) - t.trim]
    choice: dict[Any, Any] = {v: Fraction(t.exp_choose) ** tops.count(v) for v in tops}
    choice[None] = Fraction(t.exp_choose) ** t.threshold_choose
    answer: Table = {}
    for node, mass in shares(choice).items():
        if node is None:
            plus(answer, {None: Fraction(1)}, mass)
            continue
        rest = bits - len(node)
        words = {node + "0" * rest, node + "1" * rest}
        words |= {node + "0" + "1" * (rest - 1), node + "1" + "0" * (rest - 1)} if rest else set()
        plus(answer, shares({int(w, 2): Fraction(t.exp_end) ** score(int(w, 2), points) for w in words}), mass)
    return answer


def falls_by_definition(points: Sequence[int], bits: int, t) -> Iterator[tuple[str, Fraction, list[int]]]:
    """Yield each path's end, its chance and the levels at which points fall off, without the largest."""
    kept = [f"{x:0{bits}b}" for x in sorted(points)[t.trim:len(points) - t.trim]]
    for end, mass in path_by_definition(kept, bits, t.stop, Fraction(t.exp_path)).items():
        falls = sorted(max(d for d in range(len(end) + 1) if w.startswith(end[:d])) for w in kept)
        yield end, mass, falls[:max(0, len(falls) - t.stop)]


def level_by_definition(inner: Sequence[int], t) -> Table:
    """Return the law of the level that is chosen."""
    return shares({y: Fraction(t.exp_level) ** inner.count(y) for y in inner}
                  | {None: Fraction(t.exp_level) ** t.level_threshold})


def one_random_path_by_definition(points: Sequence[int], bits: int, t) -> Table:
    """Return OneRandomPath's law on D_i: one level of TreeLog, its recursive call replaced by a choice."""
    answer: Table = {}
    for _, path_mass, inner in falls_by_definition(points, bits, t):
        for y, mass in level_by_definition(inner, t).items():
            plus(answer, level_up_by_definition(points, bits, y, t), path_mass * mass)
    return answer


def as_table(row: Row) -> Table:
    """Return a row as a table without its zeros."""
    outcomes = (*range(len(row) - 1), None)
    return {x: as_fraction(p) for x, p in zip(outcomes, row, strict=True) if p}


def failures(row: Row, s: Points) -> tuple[Fraction, Fraction]:
    """Return the probabilities of no answer, and of an answer that is no interior point."""
    silent = as_fraction(row[-1])
    return silent, 1 - silent - success(row, s)


def success(row: Row, s: Points) -> Fraction:
    return as_fraction(sum(row[min(s):max(s) + 1], rational(0)))


def failures_of_table(table: Table, s: Points) -> tuple[Fraction, Fraction]:
    """Return the same of a table (for verifiers)."""
    return table.get(None, Fraction(0)), sum((p for x, p in table.items() if x is not None and not s[0] <= x <= s[-1]),
                                             Fraction(0))
