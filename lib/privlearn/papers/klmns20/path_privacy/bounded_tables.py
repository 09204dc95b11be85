"""KLMNS20, Section 3.1: tables of the worst curve for few points, gaps at which it reaches a delta, and near chains."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

import privlearn.papers.klmns20.path_privacy.reverse_curve  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact.fractions import MILLIONTH
from privlearn.learners.interior_point.trees import bounded_curve, chain_law, path_curve
from privlearn.learners.interior_point.trees.bounded_paths import BoundedCurve
from privlearn.learners.interior_point.trees.chains import as_chain, slow_splits
from privlearn.learners.interior_point.trees.path_privacy import path_gap
from privlearn.papers.klmns20.path_privacy.instances import chains, on_the_grid, worst_by_recursion

TABLES = ((Fraction(3, 2), 1, 8, Fraction(3), 4), (Fraction(3), 2, 7, Fraction(2), 3), (Fraction(5, 4), 0, 6,
                                                                                      Fraction(3, 2), 5),
          (Fraction(2), 3, 3, Fraction(9), 1))
TableCase = tuple[Fraction, int, int, Fraction, int]
FINE = Fraction(1, 1 << 20)


def table_of(make: Any, case: TableCase) -> BoundedCurve:
    base, stop, size, top, fineness = case
    return make(base, stop, size, top=top, fineness=fineness)


def in_fractions(table: BoundedCurve) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Return the grid and the rows of a table."""
    return ([Fraction(int(z), table.unit) for z in table.grid],
            [[Fraction(int(value), table.unit) for value in row] for row in table.values])


@check("KLMNS20-3.5r", grade="exact",
       quantifier="four tables of 3 to 8 points at c = 3/2, 3, 5/4, 2, stopping weights 0 to 3: every entry against "
                  "the recursion in fractions on the same grid, straight between its points; the grid from 1/c on, by "
                  "default to c^4 with 40 points for each factor",
       says="no entry is below the recursion on its grid, nor above it by more than 2^-20 for each of the points")
@sabotage("every entry less by 2^-21", lambda *args, **more: (lambda found: replace(
    found, values=np.maximum(found.values - (found.unit >> 21), 0)))(bounded_curve(*args, **more)))
@sabotage("one point fewer", lambda base, stop, size, **more: bounded_curve(base, stop + 1, size, **more))
@judged("<=")
def tables_are_the_recursion_rounded_up(make=bounded_curve):
    for place, case in enumerate(TABLES):
        (base, stop, size, top, fineness), found = case, table_of(make, case)
        grid, rows = in_fractions(found)
        yield (place, "begin"), abs(grid[0] - 1 / base), Fraction(1, found.unit)
        yield (place, "end"), abs(grid[-1] - top) + (0 if Fraction(1) in grid else 1), Fraction(1, found.unit)
        yield (place, "steps"), max(y / x for x, y in zip(grid, grid[1:], strict=False)), 1 + (base - 1) / fineness
        plain, full = make(base, stop, 3), make(base, stop, 3, top=base**4, fineness=40)
        yield (place, "plain"), int((plain.grid != full.grid).sum()) if plain.grid.shape == full.grid.shape else 1, 0
        for w, exact in enumerate(on_the_grid(base, stop, size, grid)):
            for k, value in enumerate(exact):
                yield (place, w, k, "enough"), value, rows[w][k]
                yield (place, w, k, "near"), rows[w][k], value + w * FINE

def refutes_tables_are_the_recursion_rounded_up(make, witness):
    place, *where = witness
    base, stop, size, top, fineness = TABLES[place]
    grid, rows = in_fractions(table_of(make, TABLES[place]))
    if where == ["plain"]:
        return list(make(base, stop, 3).grid) != list(make(base, stop, 3, top=base**4, fineness=40).grid)
    if len(where) == 1:
        steps = {"begin": grid[0] * base < 1 - FINE or grid[0] * base > 1 + FINE, "end": not (
            top - FINE <= grid[-1] <= top + FINE and Fraction(1) in grid), "steps": any(
                y * fineness > x * (fineness + base - 1) for x, y in zip(grid, grid[1:], strict=False))}
        return steps[where[0]]
    w, k, kind = where
    worst = worst_by_recursion(base, stop, w, grid[k])  # without a grid: never more
    value = on_the_grid(base, stop, size, grid)[w][k]
    return rows[w][k] < worst or (rows[w][k] < value if kind == "enough" else rows[w][k] > value + w * FINE)


ASKED = tuple(Fraction(*ratio) for ratio in ((1, 3), (2, 3), (7, 10), (4, 5), (1, 1), (6, 5), (13, 8), (5, 2), (3, 1),
                                             (31, 10), (50, 1),
                                             (59, 20)))


READ = BoundedCurve.bound, BoundedCurve.gap


@cache
def first_table() -> BoundedCurve:
    return table_of(bounded_curve, TABLES[0])


@check("KLMNS20-3.5r", grade="certified",
       quantifier="the first table, all sizes, twelve ratios below, on, between and beyond its points: the smaller of "
                  "W and the straight line; delta = 1/2, 1/10, 1/50: the least ratio of the grid that reaches it",
       says="between grid points the bound is W or the straight line, and a gap is the least that reaches delta")
@sabotage("the value at the point before", (lambda table, size, z: BoundedCurve.bound(table, size, max(
    [x for x in in_fractions(table)[0] if x < z - FINE], default=z)), READ[1]))
@sabotage("the last grid point for a gap", (READ[0], lambda table, size, delta: in_fractions(table)[0][-1]))
@judged("==")
def bounds_are_read_between_the_points(read=READ):
    grid, rows = in_fractions(first_table())
    for size in range(9):
        line = rows[size]
        for z in ASKED:
            ratio = path_curve(TABLES[0][0], z).upper
            k = sum(x <= z for x in grid) - 1
            if 0 <= k < len(grid) - 1:
                ratio = min(ratio, line[k] + (line[k + 1] - line[k]) * (z - grid[k]) / (grid[k + 1] - grid[k]))
            elif k >= 0:
                ratio = min(ratio, line[-1])
            yield (size, z), read[0](first_table(), size, z), ratio
        for delta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 50)):
            enough = [z for z, value in zip(grid, line, strict=True) if value <= delta]
            yield (size, delta, "gap"), read[1](first_table(), size, delta), enough[0]

def refutes_bounds_are_read_between_the_points(read, witness):
    (size, asked, *gap), table = witness, first_table()
    found = read[len(gap)](table, size, asked)
    if gap:
        return int(table.values[size][table.grid < found * table.unit].min()) <= asked * table.unit or int(
            table.values[size][table.grid >= found * table.unit][0]) > asked * table.unit
    at = np.interp(float(asked), table.grid / table.unit, table.values[size] / table.unit)
    least = min(float(path_curve(TABLES[0][0], asked).upper), at if asked * table.unit >= int(table.grid[0]) else 1)
    return abs(float(found) - least) > 1e-9


FEW = tuple((base, stop, gap) for base in (Fraction(3, 2), Fraction(3)) for stop in (1, 2)
            for gap in (Fraction(3, 10), Fraction(7, 10), Fraction(1), Fraction(13, 10), Fraction(2), Fraction(4)))


@cache
def small_curve(base: Fraction, stop: int) -> BoundedCurve:
    """Return the table for seven points with the grid that is taken if none is asked for."""
    return bounded_curve(base, stop, 7)


def stick_of(chain: Any, base: Fraction, gap: Fraction) -> Fraction:
    """Return the hockey stick of a chain of splits, from its end."""
    leaving = [(1 / (1 + base ** (a + 1 - b)), 1 / (1 + base ** (a - b))) for a, b in chain]
    total, here, there = Fraction(0), Fraction(1), Fraction(1)  # chances that the path has stayed so far
    for new, old in leaving:
        total += max(here * new - gap * there * old, Fraction(0))
        here, there = here * (1 - new), there * (1 - old)
    return total + max(here - gap * there, Fraction(0))


@check("KLMNS20-3.5r", grade="exact",
       quantifier="c = 3/2 and 3, stopping weights 1 and 2, at most seven points, e^g = 3/10, 7/10, 1, 13/10, 2, 4: "
                  "the chain that the table proposes, against the recursion over all splits in fractions",
       says="the chain of splits read off a table has the worst hockey stick of all")
@sabotage("the last split left out", lambda table, size, gap: BoundedCurve.splits(table, size, gap)[:-1])
@sabotage("halving", lambda table, size, gap: tuple(
    (a - a // 2, a // 2) for a in (7, 4, 2) if table.stop < a <= size) if size in (2, 4, 7) else BoundedCurve.splits(
        table, size, gap))
@sabotage("the worst chain at e^g = 1", lambda table, size, gap: BoundedCurve.splits(table, size, 1))
@judged("==")
def chains_read_off_a_table_are_the_worst(splits=BoundedCurve.splits):
    for base, stop, gap in FEW:
        for size in range(8):
            chain = splits(small_curve(base, stop), size, gap)
            yield (base, stop, gap, size), (stick_of(chain, base, gap), is_chain(chain, size, stop)), (
                worst_by_recursion(base, stop, size, gap), True)


def is_chain(chain: Any, size: int, stop: int) -> bool:
    """Tell whether every split is one of what is left, down to the stopping weight."""
    left = [size, *(a for a, _ in chain)]
    return left[-1] <= stop or not size if not chain else left[-1] <= stop < left[-2] and all(
        a + b == before and a > 0 < b for (a, b), before in zip(chain, left, strict=False))

def refutes_chains_read_off_a_table_are_the_worst(splits, base, stop, gap, size):
    chain = splits(small_curve(base, stop), size, gap)
    best = max(stick_of(every, base, gap) for every in chains(size, stop))
    return stick_of(chain, base, gap) < best or not is_chain(chain, size, stop)


BASES = (Fraction(101, 100), Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(7, 3), Fraction(4))
LEVELS = (Fraction(1), Fraction(1, 3), Fraction(1, 100), MILLIONTH)  # shares of the curve's value at e^g = 1


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c = 1.01, 1.1, 3/2, 2, 7/3, 4, delta = 1, 1/3, 1/100 and 10^-6 of 1 - 1/c: the curve at the ratio "
                  "is delta, to 12 digits from above and from below, and the ratio is a bracket of 12 digits",
       says="the curve at the ratio e^g that belongs to delta is delta, to 12 digits")
@sabotage("the base itself left out", lambda base, delta: path_gap(base, delta) * base)
@sabotage("delta in place of its share of 1 - 1/c",
          lambda base, delta: path_gap(base, min(delta / (1 - 1 / base), 1 - 1 / base)))
@sabotage("a thousandth more", lambda base, delta: path_gap(base, delta) * Fraction(1001, 1000))
@judged("<=")
def the_curve_reaches_delta_at_its_ratio(gap=path_gap):
    for base, share in product(BASES, LEVELS):
        delta = (1 - 1 / base) * share
        found = gap(base, delta)
        yield (base, delta, "width"), found.upper - found.lower, found.lower / 10**12
        yield (base, delta, "enough"), path_curve(base, found.upper), delta * (1 + Fraction(1, 10**12))
        yield (base, delta, "no more"), delta * (1 - Fraction(1, 10**12)), path_curve(base, found.lower)

def refutes_the_curve_reaches_delta_at_its_ratio(gap, witness):
    base, delta, _ = witness  # of two exponential clocks of rates 1 and c: the test {t >= T}, T where c e^-(c-1)T = 1/z
    found = gap(base, delta)
    p, q = (base - 1).as_integer_ratio()
    wanted = ((1 - 1 / base) / delta) ** p / base**q  # z^q
    return not found.lower**q <= wanted * (1 + Fraction(q, 10**12)) or not (
        wanted <= found.upper**q * (1 + Fraction(q, 10**12))) or (found.upper - found.lower) * 10**12 > found.lower


CHAINS = tuple(product((1, 2, 3, 7), (0, 1, 2, 9), (Fraction(3, 2), Fraction(4))))


@check("KLMNS20-3.5r", grade="exact",
       quantifier="lead 1, 2, 3, 7, 0, 1, 2 and 9 steps, c = 3/2 and 4: under S + x the step at which the slow chain "
                  "leaves x is geometric with chance 1/(1 + c^lead), under S with 1/(1 + c^(lead - 1)); its last "
                  "split leaves a single point behind",
       says="the slow chain leaves the new point at every split with the same chance, and ends with a single point")
@verifier(lambda splits, lead, steps, base: [b for _, b in splits(lead, steps)][-1:] != [1][:steps] or [
    (a + 1 - b) for a, b in as_chain(splits(lead, steps))] != [lead] * steps)
@sabotage("halving, whatever the lead", lambda lead, steps: slow_splits(1, steps))
@sabotage("the lead is that under S", lambda lead, steps: slow_splits(lead + 1, steps))
@sabotage("one step fewer", lambda lead, steps: slow_splits(lead, max(steps - 1, 0)))
@sabotage("the smallest split left out", lambda lead, steps: slow_splits(lead, steps + 1)[:-1])
@judged("==")
def slow_chains_leave_at_a_constant_rate(splits=slow_splits):
    for lead, steps, base in CHAINS:
        here, there = (1 / (1 + base**k) for k in (lead - 1, lead))
        law = [((1 - here) ** k * here, (1 - there) ** k * there) for k in range(steps)]
        found = splits(lead, steps)
        yield ((lead, steps, base), [*chain_law(found, base), *(b for _, b in found[-1:])],
               [*law, ((1 - here) ** steps, (1 - there) ** steps), *[1][:steps]])
