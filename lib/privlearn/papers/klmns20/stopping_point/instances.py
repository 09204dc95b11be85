"""KLMNS20, Section 4: neighbouring pairs, one level by hand, answers of StoppingPoint, and mistakes with it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.laws import Law
from privlearn.learners.interior_point.heavy_paths import construct_paths, first_heavy_level, noise_gap_tail
from privlearn.learners.interior_point.trees import fall_levels, heavy_node, middle
from privlearn.learners.interior_point.trees.level_tables import Table, all_counts, fall_table
from privlearn.mechanisms import above_threshold

GRID = ((3, 5, 0), (3, 6, 1), (3, 6, 2), (3, 7, 3), (3, 8, 4), (3, 8, 3), (3, 9, 5), (4, 5, 1), (4, 5, 2))
GRID_TEXT = ("all S of n points of L bits and all x, for (L, n, t) = (3,5,0), (3,6,1), (3,6,2), (3,7,3), (3,8,4), "
             "(3,8,3), (3,9,5), (4,5,1), (4,5,2)")
Points = tuple[int, ...]


def neighbours(bits: int, size: int) -> Iterator[tuple[int, Table, Table]]:
    """Yield for every point x the batches of all S of ``size`` points and of the ``S + x``."""
    larger = all_counts(1 << bits, size + 1)
    for x in range(1 << bits):
        after = larger[larger[:, x] > 0]
        before = after.copy()
        before[:, x] -= 1
        yield x, before, after


def by_hand(points, bits: int, stop: int) -> tuple[list[int], list[int], str]:
    """Return (levels without the ``stop`` largest, all levels, the heavy path), from the definition on strings."""
    words = [format(p, f"0{bits}b") if bits else "" for p in points]
    path = ""
    while len(path) < bits and sum(w.startswith(path) for w in words) > stop:
        left, right = (sum(w.startswith(path + bit) for w in words) for bit in "01")
        path += "0" if left >= right else "1"
    levels = sorted(max(k for k in range(len(path) + 1) if w.startswith(path[:k])) for w in words)
    return levels[: max(0, len(levels) - stop)], levels, path


def top(levels: list[int]) -> int:
    return max(Counter(levels).values(), default=0)


Pair = tuple[Points, int]


def second_query_jump(k: int) -> Pair:
    """Return S and x on 16 points, f_1(S) = 2k and t <= 2k, for which f_2 grows by k + 1 when x is added."""
    return (0,) * 2 * k + (8,) * 2 * k + (12,) * k + (13,) * k + (14,) * (2 * k + 1), 12


Settings = tuple[int, int, Fraction, Fraction]  # T, T_high, e^e1, e^e2


def answers(values: Points, threshold: int, exp_threshold: Fraction, exp_query: Fraction) -> Law:
    """Return the law of the answers: the number of the first "above", counted from 0, or None."""
    return above_threshold(values, threshold, exp_threshold, exp_query)


@cache
def answer_table(values: Points, setting: Settings) -> dict[Any, Fraction]:
    return answers(values, setting[0], setting[2], setting[3]).exact()


def allowed_delta(setting: Settings) -> Fraction:
    """Return delta = Pr[rho - nu > T_high - T]."""
    threshold, high, exp_threshold, exp_query = setting
    return noise_gap_tail(exp_threshold, exp_query, high - threshold + 1)


def below_noise(k: int, exp_query: Fraction) -> Fraction:
    """Return Pr[nu < k]."""
    g = 1 / exp_query
    return g ** (1 - k) / (1 + g) if k <= 0 else 1 - g**k / (1 + g)


def exceeded(e1: Fraction, e2: Fraction, gap: int, most: int = 80) -> Fraction:
    """Return Pr[rho - nu > gap], but for rho beyond the most, for noises of the ratios e1 and e2."""
    return sum(((e1 - 1) / (e1 + 1) * e1 ** -abs(rho) * below_noise(rho - gap, e2) for rho in range(-most, most + 1)),
               Fraction(0))


def apart(less: Iterable[int], more: Iterable[int]) -> int:
    """Return in how many elements two databases differ."""
    return ((Counter(less) - Counter(more)) + (Counter(more) - Counter(less))).total()


def value_pairs(high: int, most: int) -> Iterator[tuple[Points, Points]]:
    """Yield all (f, f') with N = 3 and f in 0..3 that grow by 0 or 1 up to i*(f), f' after it in 0..most."""
    for first in product(range(4), repeat=3):
        last = first_heavy_level(first, high)
        for second in product(*((v, v + 1) if i <= last else range(most + 1) for i, v in enumerate(first, 1))):
            yield first, second


def answers_by_series(values: Points, threshold: int, g1: Fraction, g2: Fraction, most: int = 60) -> list[Fraction]:
    """Return lower bounds, 10^-4 or less below, of the probabilities of the answers, the last of "none above"."""
    sums = [Fraction(0)] * (len(values) + 1)
    for rho in range(-most, most + 1):
        alive = (1 - g1) / (1 + g1) * g1 ** abs(rho)
        for k, value in enumerate(values):
            passed = alive * below_noise(threshold + rho - value, 1 / g2)
            sums[k] += alive - passed
            alive = passed
        sums[-1] += alive
    return sums


def broken_paths_halt_when_small(database: Sequence[int], bits: int, levels: int, trim: int,
                                 stop: int) -> tuple[tuple[int, ...], ...]:
    """ConstructPaths that halts at the first database of at most ``3 stop`` points, which tells their number."""
    chain = construct_paths(database, bits, levels, trim, stop)
    return chain[:next((i for i, level in enumerate(chain, 1) if len(level) <= 3 * stop), len(chain))]


def broken_paths_go_one_step_further(database: Sequence[int], bits: int, levels: int, trim: int,
                                     stop: int) -> tuple[tuple[int, ...], ...]:
    """ConstructPaths whose path ends at weight ``stop - 1`` while ``stop`` levels are dropped."""
    chain, size = [tuple(sorted(database))], bits
    for _ in range(levels):
        kept = middle(chain[-1], trim)
        found = fall_levels(kept, size, heavy_node(kept, size, max(0, stop - 2)))
        chain.append(found[: max(0, len(found) - stop + 1)])
        size = size.bit_length()
    return tuple(chain)


def broken_first_query_untruncated(counts: Table, stop: int) -> Table:
    """The heaviest fall off the heavy path before the largest levels are dropped."""
    largest: Table = fall_table(counts, stop).max(axis=1)
    return largest
