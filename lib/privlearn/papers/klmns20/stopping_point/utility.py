"""KLMNS20, Lemma 4.4: StoppingPoint stops in time, at a heavy level; the difference of its noises, and large gaps."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Value, exp, formula
from privlearn.learners.interior_point.heavy_paths import (construct_paths, first_heavy_level, noise_gap_tail,
                                                           query_values, stopping_margins)
from privlearn.learners.interior_point.heavy_paths.databases import domain_sizes, heaviest
from privlearn.learners.interior_point.heavy_paths.failure import rows_for_height
from privlearn.learners.interior_point.heavy_paths.many_databases import chain_tables, value_table
from privlearn.learners.interior_point.heavy_paths.privacy import noise_gap_bracket
from privlearn.learners.interior_point.heavy_paths.search import laplace_gap
from privlearn.learners.interior_point.trees.level_tables import all_counts, points_of
from privlearn.mechanisms import above_threshold
from privlearn.papers.klmns20.paths.instances import multisets
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import Points, by_hand, exceeded, top

ORDER = 4  # e^e1 = e^e2 in Lemma 4.4


rows_for_high = replace(rows_for_height, tex={**rows_for_height.tex, "height": r"T_{\mathrm{high}}"})


@formula("equals", where=("x >= 0", "e > 0"), loose={"e > 0": "there is no scale"}, tex={"e": r"\lambda"}, corners={
    "x": (Fraction(-1), Fraction(0), Fraction(1), Fraction(2)), "e": (Fraction(1, 2), Fraction(1), Fraction(3))})
def difference_tail(x: Value, e: Value) -> Value:
    """Return the probability that two Laplace noises of scale 1/e differ by more than x, in one direction."""
    return (2 + x * e) / 4 * exp(-(x * e))


claim("KLMNS20-4.4", kind="lemma",
      title="With probability 1 - delta - beta StoppingPoint stops at a level k <= i* with f_k >= T_low",
      uses=("KLMNS20-4.2", "KLMNS20-alg3", "KLMNS20-4.istar", "KLMNS20-4.4.pigeonhole"),
      note="The paper has one error probability for both events. Privacy needs the first one only, so alpha_delta is "
           "chosen for delta and alpha_beta for beta, which may be much larger.",
      formulas=(rows_for_high, difference_tail))


BITS = {(1, 2): 1, (1, 3): 2, (1, 4): 3, (2, 2): 1, (2, 3): 3}  # of a domain with so many values below so many levels


@cache
def least_top(bits: int, n: int, levels: int, trim: int, stop: int) -> int:
    """Return the least f_N of all databases of n points."""
    return int(value_table(all_counts(1 << bits, n), levels, trim, stop)[:, -1].min())


def heights(rows) -> Iterator[tuple[Any, int, int]]:
    """Yield a height and the least f_N of all databases of as many rows as are said to suffice, and of one more."""
    for levels, trim, stop, values, height in rows.instances():
        if (levels, values) in BITS:
            enough = max(0, ceil(rows(levels, trim, stop, values, height)))
            for n in (enough, enough + 1):
                yield (levels, trim, stop, values, n, height), height, least_top(
                    BITS[levels, values], n, levels, trim, stop)


def refutes_enough_rows_have_a_heavy_level(rows, levels, trim, stop, values, n, height):
    """Some database of n points ends below the height."""
    for s in multisets(1 << BITS[levels, values], n, n):
        points, bits = list(s), BITS[levels, values]
        for _ in range(levels):
            points, bits = by_hand(points[trim:max(trim, len(points) - trim)], bits, stop)[0], bits.bit_length()
        if top(points) < height:
            return rows(levels, trim, stop, values, height) <= n
    return False


@check("KLMNS20-4.4", grade="exhaustive",
       quantifier="N = 1 on 2, 4, 8 points and N = 2 on 2 and 8, trim 0 and 1, t = 1, 2, T_high = 1, 2: all S of as "
                  "many points as asked for, and of one more",
       says="{T_high} is at most {f_N}")
@judged("<=")
def enough_rows_have_a_heavy_level(rows=rows_for_high):
    yield from heights(rows)


def margins(levels: int, delta: Fraction, beta: Fraction, first=ORDER, second=ORDER) -> tuple[int, int]:
    """Return (alpha_delta, alpha_beta), for e^e1 = e^e2 = 4 unless these are given."""
    return stopping_margins(levels, exp_threshold=first, exp_query=second, delta=delta, beta=beta)


DELTA, BETA = Fraction(1, 100), Fraction(1, 10)
MARGINS = tuple((n, delta, beta, e1, e2) for n in (1, 3, 10) for e1, e2 in ((4, 4), (2, 3), (3, Fraction(3, 2)))
                for delta in (DELTA, DELTA / 3) for beta in (BETA, Fraction(1, 3)))


@check("KLMNS20-4.4", grade="exact",
       quantifier="N = 1, 3, 10, three pairs of noises, delta = 1/100, 1/300, beta = 1/10, 1/3: both margins are large "
                  "enough (delta; beta/N), and one less is not, by sums over the noises",
       says="the margins are the least a with Pr[rho - nu > a] at most delta and at most beta/N")
@sabotage("alpha_delta larger by 1", lambda *case: (margins(*case)[0] + 1, margins(*case)[1]))
@sabotage("alpha_beta for one level", lambda n, *case: margins(1, *case))
@judged("==")
def margins_are_the_least(choose=margins):
    tail = cache(lambda e1, e2, gap: exceeded(Fraction(e1), Fraction(e2), gap))
    for case in MARGINS:
        n, delta, beta, e1, e2 = case
        wanted = [next(a for a in range(99) if tail(e1, e2, a) <= most) for most in (delta, beta / n)]
        yield case, list(choose(*case)), wanted


def refutes_margins_are_the_least(choose, witness):
    n, delta, beta, e1, e2 = witness
    for margin, most in zip(choose(*witness), (delta, beta / n), strict=True):
        enough, fewer = (noise_gap_tail(e1, e2, margin + d) <= most for d in (1, 0))
        if not enough or margin and fewer:
            return True
    return False


RATIOS = ((2, 2), (2, 3), (3, 2), (Fraction(3, 2), Fraction(5, 4)), (Fraction(11, 10), 8), (4, 4))


@check("KLMNS20-4.4", grade="exact",
       quantifier="e^e1, e^e2 six pairs, all gaps -12..12: Pr[rho - nu = k], as differences of the tail, has the "
                  "generating function that the two noises have (recursion of order 4), and the tails at k and 1 - k "
                  "sum to one",
       says="the tail has the noises' generating function, and its values at k and 1 - k sum to 1")
@sabotage("the tail of rho alone",
          lambda first, second, k: (lambda g: g**k / (1 + g) if k > 0 else 1 - g ** (1 - k) / (1 + g))(
              1 / Fraction(first)))
@sabotage("a thousandth more at every gap",
          lambda first, second, k: noise_gap_tail(first, second, k) + Fraction(1, 1000))
@judged("==")
def tail_of_the_difference_of_the_noises(tail=noise_gap_tail):
    for first, second in RATIOS:
        a, b = 1 / Fraction(first), 1 / Fraction(second)
        p = {k: tail(first, second, k) - tail(first, second, k + 1) for k in range(-14, 15)}
        # (1 - a z)(1 - a/z)(1 - b z)(1 - b/z) P(z) = (1 - a)^2 (1 - b)^2
        u, v = 1 + a * a, 1 + b * b
        weights = {0: u * v + 2 * a * b, 1: -(u * b + v * a), 2: a * b}
        for k in range(-12, 13):
            total = sum((weights[abs(j)] * p[k + j] for j in range(-2, 3)), Fraction(0))
            yield (first, second, k), total, (1 - a) ** 2 * (1 - b) ** 2 if k == 0 else Fraction(0)
            yield (first, second, k), tail(first, second, k) + tail(first, second, 1 - k), 1

def refutes_tail_of_the_difference_of_the_noises(tail, first, second, k):
    a, b = 1 / Fraction(first), 1 / Fraction(second)
    wrong = False
    for gap in range(k - 2, k + 4):
        total = sum((a ** abs(i) * b ** abs(j) for i in range(-40, 41) for j in range(-40, 41) if i - j >= gap),
                    Fraction(0)) * (1 - a) * (1 - b) / ((1 + a) * (1 + b))
        missing = 2 * a**41 / (1 + a) + 2 * b**41 / (1 + b)
        wrong = wrong or not total <= tail(first, second, gap) <= total + missing
    return wrong


@check("KLMNS20-4.4", grade="certified",
       quantifier="Laplace noises of scale 1/e, e = 1/2, 1, 3, x = 0, 1, 2: Pr[rho - nu > x] lies between the tails of "
                  "geometric noises, 2048 steps to the unit",
       says="Pr[rho - nu > x] is (2 + xe)/4 e^(-xe), to a thousandth")
@judged("==")
def laplace_tail(tail=difference_tail):
    for x, e in tail.instances():
        grid, found = exceeded_on_a_grid(Fraction(1), x * e), as_bracket(tail(x, e))
        yield (x, e), grid.lower <= found.lower <= found.upper <= grid.upper, True

def refutes_laplace_tail(tail, x, e):
    cells = [(k + 0.5) / 50 for k in range(-2000, 2000)]  # the midpoints of nu, in units of 1/e
    gaps = [float(x * e) + y for y in cells]
    right = sum(math.exp(-abs(y)) / 100 * (math.exp(-u) / 2 if u > 0 else 1 - math.exp(u) / 2)
                for y, u in zip(cells, gaps, strict=True))
    return abs(float(as_bracket(tail(x, e)).lower) - right) > 0.001 * right


@formula("at least", tex={"levels": "N", "trim": "t_1", "stop": "t"},
         corners={"n": tuple(range(9)), "levels": (1, 2, 3), "trim": (0, 1), "stop": (1, 2)})
def survivors(n: int, levels: int, trim: int, stop: int) -> Value:
    """Return how many of n points are left after so many levels, at least."""
    return n - levels * (2 * trim + stop)


claim("KLMNS20-4.4.pigeonhole", kind="inequality", step_of="KLMNS20-4.4",
      title="f_N is at least what is left after N levels, over the number of values",
      uses=("KLMNS20-alg2", "KLMNS20-4.f"), formulas=(survivors,))


class Stopping(NamedTuple):
    """A database, or values in place of those of its levels, and what StoppingPoint is asked to find."""

    S: Points
    L: int
    t_1: int
    t: int
    N: int
    T_high: Any
    alpha_delta: Any = 2
    alpha_beta: int = 1
    ratio_of_noises: int = ORDER
    f: Any = "largest multiplicities"


@cache
def stopped() -> list[Stopping]:
    """Return the family; for a database T_high is the largest that its size allows, or 0."""
    found = []
    for n, (trim, stop) in product(range(9), ((0, 1), (0, 2), (1, 1))):
        counts, rest = all_counts(8, n), n - 3 * (2 * trim + stop)
        tables = chain_tables(counts, 3, trim, stop)[1:]
        seen = np.column_stack([column for table in tables for column in (table.max(axis=1), table.sum(axis=1))])
        found += [Stopping(points_of(counts[i]), 3, trim, stop, 3, max(0, (rest + 2) // 3))
                  for i in np.unique(seen, axis=0, return_index=True)[1]]
    for n, wish in product(range(1, 4), ((DELTA, BETA), (Fraction(1, 3), DELTA))):
        above, below = margins(n, *wish)
        found += [Stopping((), 1, 0, 1, n, 6 + above, above, below, f=values) for values in product(range(13), repeat=n)
                  if max(values) >= 6 + above]
    return found


exceeded_by, HALF = cache(noise_gap_tail), Fraction(1, 2)


def levels_are_large(given: Stopping, left: Formula) -> Iterator[Line]:
    """The sizes of the databases, and their largest multiplicities."""
    chain = construct_paths(given.S, given.L, given.N, given.t_1, given.t)[1:]
    for i, D in enumerate(chain, 1):
        yield Line("pigeonhole/size", "==", len(D), max(0, left(len(given.S), i, given.t_1, given.t)), ("level", i))
    for i, (size, D) in enumerate(zip(domain_sizes(given.L, given.N), chain, strict=False), 1):
        yield Line("pigeonhole/heavy", "<=", len(D), (size + 1) * heaviest(D), ("level", i))
    yield Line("exists", "<=", given.T_high, heaviest(chain[-1]))


@proof("KLMNS20-4.4", grade="exhaustive", against="optimum",
       quantifier="N = 3, (t_1, t) = (0,1), (0,2), (1,1), one S for each sequence of the f_i and the sizes of the D_i "
                  "among all of n <= 8 points of 3 bits, the largest T_high that n allows, alpha_delta = 2, alpha_beta "
                  "= 1; N = 1, 2, 3, all sequences of values 0..12 with i* <= N, T = 6, the least margins for (delta, "
                  "beta) = (1/100, 1/10), (1/3, 1/100); e^e1 = e^e2 = 4",
       instances=stopped, start=Stopping((0, 0, 0, 1, 1, 2, 3, 4, 6), 3, 0, 1, 2, 3, 0, 0),
       steps={"pigeonhole/size": "{the size of D_i} is {n - i (2 t_1 + t), or 0}",
              "pigeonhole/heavy": "{the size of D_i} is at most {f_i times the number of its values}",
              "exists": "{T_high} is at most {f_N}",
              "late/one": "{Pr[k > i*]} is at most {Pr[rho - nu > f_(i*) - T]}",
              "late/margin": "{Pr[rho - nu > f_(i*) - T]} is at most {delta}",
              "early/one": "{Pr[this k is returned]} is at most {Pr[nu - rho > alpha_beta]}",
              "early/all": "{Pr[k <= i* and f_k < T_low]} is at most {beta}",
              "conclusion": "{i*, or 1 - delta - beta,} is at most {N, or Pr[k <= i* and f_k >= T_low]}"},
       wordless={"laplace": "an integral; a check of its own compares the tail with those of geometric noises"},
       hypotheses=(
           Hypothesis("n >= N (2 t_1 + t) + B (T_high - 1) + 1", {"S": ()}, ("exists", "conclusion")),
           Hypothesis("T_high is an integer", lambda: [Stopping((0, 1, 1), 1, 0, 1, 1, HALF + 1, HALF)],
                      ("exists", "conclusion")),
           Hypothesis("N >= 1", needless="without a level there is no B")))
def stops_in_time_and_not_too_early(given: Stopping, left: Formula = survivors) -> Iterator[Line]:
    f = given.f
    if isinstance(f, str):
        yield from levels_are_large(given, left)
        f = query_values(given.S, given.L, given.N, given.t_1, given.t)
    last, T, base = first_heavy_level(f, given.T_high), int(given.T_high - given.alpha_delta), given.ratio_of_noises
    delta, one = (exceeded_by(base, base, int(a) + 1) for a in (given.alpha_delta, given.alpha_beta))
    answers = above_threshold(f, T, base, base).exact()
    told = [answers[k] + answers[None] * (k == len(f) - 1) for k in range(len(f))]
    early = [k for k in range(min(last, len(f))) if f[k] < T - given.alpha_beta]
    if last <= len(f):
        gap = exceeded_by(base, base, f[last - 1] - T + 1)
        yield Line("late/one", "<=", sum(told[last:]), gap)
        yield Line("late/margin", "<=", gap, delta)
        yield from (Line("early/one", "<=", told[k], one, ("k", k + 1)) for k in early)
        yield Line("early/all", "<=", sum(told[k] for k in early), len(f) * one)
    yield Line("conclusion", "<=", last, len(f), ("i*",))
    yield Line("conclusion", "<=", 1 - delta - len(f) * one, sum(told[:last]) - sum(told[k] for k in early), ("k",))


def refutes_stops_in_time_and_not_too_early(given: Stopping, step: str, case: Any, left: Formula) -> bool:
    """Tell whether a line is false: the levels by hand on strings, the answers by sums over both noises."""
    points, bits, values = list(given.S), given.L, list[int]()
    for i in range(1, given.N + 1):
        points = by_hand(sorted(points)[given.t_1:len(points) - given.t_1], bits, given.t)[0]
        if step.startswith("pigeonhole") and case[1] == i:
            rest = max(0, left(len(given.S), i, given.t_1, given.t))
            return len(points) > (bits + 1) * top(points) if "heavy" in step else len(points) != rest
        values, bits = [*values, top(points)], bits.bit_length()
    return values[-1] < given.T_high if step == "exists" else max(values) < given.T_high


PAIRS = ((2, 2), (2, 3), (3, 2), (Fraction(11, 10), Fraction(6, 5)), (Fraction(6, 5), Fraction(6, 5)))


@cache
def tail_by_recursion(first, second, gap: int) -> Fraction:
    """Return Pr[rho - nu >= gap]: from 0 on the tail is a mixture of two geometric ones, with ratios a and b."""
    (p, r), (q, s) = (Fraction(ratio).as_integer_ratio() for ratio in (first, second))
    a, b = Fraction(r, p), Fraction(s, q)
    equal = (1 - a) * (1 - b) * (1 + a * b) / ((1 + a) * (1 + b) * (1 - a * b))  # Pr[rho = nu], a geometric sum
    now, after = 1 + equal, (1 - equal) * p * q  # twice the tails at 0 and 1, at k times (p q)^k
    for _ in range(gap - 1):  # T(k + 2) = (a + b) T(k + 1) - a b T(k)
        now, after = after, (r * q + s * p) * after - r * s * p * q * now
    return after / (2 * (p * q) ** gap)


@check("KLMNS20-4.4", grade="certified",
       quantifier="e^e1, e^e2 five pairs, two of them equal, gaps 1, 7, 2048, 2049 and 2500: the bracket holds "
                  "the tail, by its recursion from Pr[rho = nu], and is narrower than 2^-100 of it",
       says="the bracket of Pr[rho - nu >= k] holds it, and is narrower than 2^-100 of it")
@sabotage("the gap is larger by 1", lambda first, second, gap: noise_gap_bracket(first, second, gap + 1))
@sabotage("the tail of rho alone", lambda first, second, gap: as_bracket(
    1 / (Fraction(first) ** (gap - 1) * (Fraction(first) + 1))))
@sabotage("the lower end twice, where it is rounded",
          lambda *case: Bracket(noise_gap_bracket(*case).lower, noise_gap_bracket(*case).lower))
@judged("<=")
def tails_at_large_gaps_are_enclosed(tail=noise_gap_bracket):
    for first, second in PAIRS:
        for gap in (1, 7, 2048, 2049, 2500):
            found, exact = tail(first, second, gap), tail_by_recursion(first, second, gap)
            yield (first, second, gap, "below"), found.lower, exact
            yield (first, second, gap, "above"), exact, found.upper
            yield (first, second, gap, "narrow"), found.upper - found.lower, exact / 2**100

def refutes_tails_at_large_gaps_are_enclosed(tail, witness):
    found, exact = tail(*witness[:3]), noise_gap_tail(*witness[:3])
    return not found.lower <= exact <= found.upper or (found.upper - found.lower) * 2**100 > exact


RATES = (Fraction(1, 2), Fraction(1), Fraction(1) + Fraction(1, 10**5), Fraction(11, 10), Fraction(3))
FINE = 2048


def exceeded_on_a_grid(rate: Fraction, gap: Fraction) -> Bracket:
    """Bracket Pr[X - Y > gap] for Laplace noises of rates ``rate`` and 1 by geometric ones, 2048 steps to the unit."""
    first, second = (exp_bracket(value / FINE).lower for value in (rate, Fraction(1)))
    above, below = (noise_gap_bracket(first, second, int(gap * FINE) + more) for more in (1, 0))
    return Bracket(above.lower, below.upper)


@check("KLMNS20-4.4", grade="certified",
       quantifier="rates 1/2, 1, 1.00001, 11/10, 3 against 1, probabilities 1/3, 1/100, 10^-6: two Laplace noises, "
                  "as geometric ones of 2048 steps to the unit, differ by more than the proposed gap with the "
                  "probability asked for, within a hundredth",
       says="two Laplace noises differ by more than the gap proposed with the probability asked for")
@sabotage("the gap of a single noise", lambda rate, chance: max(0.0, laplace_gap(1e9, chance)))
@sabotage("a fiftieth larger", lambda rate, chance: laplace_gap(rate, chance) * 1.02)
@judged("<=")
def proposed_gaps_are_those_of_laplace_noises(gap=laplace_gap):
    for rate in RATES:
        for chance in (Fraction(1, 3), Fraction(1, 100), Fraction(1, 10**6)):
            found = exceeded_on_a_grid(rate, Fraction(gap(float(rate), float(chance))))
            yield (rate, chance, "enough"), found, chance * Fraction(101, 100)
            yield (rate, chance, "no more"), chance * Fraction(99, 100), found

def refutes_proposed_gaps_are_those_of_laplace_noises(gap, witness):
    rate, chance = (float(value) for value in witness[:2])
    x, cells = gap(rate, chance), [(k + 0.5) / 50 for k in range(-2000, 2000)]  # the midpoints of Y

    def above(u: float) -> float:
        return math.exp(-rate * u) / 2 if u > 0 else 1 - math.exp(rate * u) / 2

    found = sum(math.exp(-abs(y)) / 100 * above(x + y) for y in cells)
    return abs(found - chance) > 0.005 * chance
