"""BBKN14, Section 3.1: the proof that few rows attain the bounds over all databases, line by line.

Definitions
-----------
There are n targets, 1 to n, and r = e^epsilon.  Rows are given by the targets that they show.  One row shows c, or
something else in its place; B_i and C_i are the sums over the sets of the other rows, without it and with it, of the
chance to name i, weighted by (r - 1) to the size of the set.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any, NamedTuple

import privlearn.papers.bbkn14.proper_lower_bounds.all_databases  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.learners.proper_points.attaining import attaining_point_learner
from privlearn.papers.bbkn14.proper_lower_bounds.instances import full_success

Shown = tuple[int, ...]
Table = dict[int, Fraction]


class Replaced(NamedTuple):
    """The learner A of n targets on m rows: one shows c, the rows of ``others`` show targets, the rest nothing."""

    n: int
    m: int
    others: Shown
    c: int
    A: Callable[["Replaced", Shown], Table]
    exp_epsilon: Fraction
    named_if_several: str = "none of two"
    empty_set_weighs: str = "n"

    @property
    def labels(self) -> dict[str, str]:
        return {"exp_epsilon": "e^epsilon", "others": "other rows show", "named_if_several": "if several, name",
                "empty_set_weighs": "no row weighs"}


def of_the_library(given: Replaced, shown: Shown) -> Table:
    """Run the learner with its sets of points."""
    database = (*((i, 1) for i in shown), *((0, 0),) * (given.m - len(shown)))
    return {i: Fraction(p) for i, p in attaining_point_learner(
        given.n + 1, given.exp_epsilon, marked=1)(database).exact().items()}


def by_sets(given: Replaced, shown: Shown) -> Table:
    """Run the learner set of rows by set of rows."""
    sums = {i: weighted(given, shown, i, ()) for i in range(1, given.n + 1)}
    return {i: p / sum(sums.values()) for i, p in sums.items()}


def empty_weight(given: Replaced) -> int:
    return given.n if given.empty_set_weighs == "n" else 1


def chance(given: Replaced, i: int, drawn: Shown) -> Fraction:
    """Return w_i: how often i is named once rows with these targets are drawn, n times that for no row."""
    several = len(set(drawn))
    if several < 2:
        return Fraction(i in drawn or not drawn)
    if given.named_if_several == "one of them":
        return Fraction(i in drawn, several)
    return Fraction(comb(several - (i in drawn), 2), comb(several, 2) * (given.n - 2))


def weighted(given: Replaced, rows: Shown, i: int, further: Shown) -> Fraction:
    """Sum w_i over the sets of rows, each with the further rows, weighted by (r - 1)^|S|."""
    weight, empty = given.exp_epsilon - 1, Fraction(empty_weight(given), given.n)
    return sum((weight ** len(drawn) * chance(given, i, drawn + further) * (1 if drawn + further else empty)
                for size in range(len(rows) + 1) for drawn in combinations(rows, size)
                if weight or not drawn), Fraction(0))


def attained(given: Replaced) -> Iterator[Line]:
    n, r = given.n, given.exp_epsilon
    for k in range(given.m + 1):
        sets = sum(comb(k, size) * (r - 1) ** size for size in range(1, k + 1))
        yield Line("weights", "==", empty_weight(given) + sets, r**k + n - 1, f"k = {k}")
    for k in range(given.m + 1):
        yield Line("attained", "==", given.A(given, (given.c,) * k)[given.c], r**k / (r**k + n - 1), f"k = {k}")


def replacement(given: Replaced) -> Iterator[Line]:
    n, r, k, c = given.n, given.exp_epsilon, len(given.others) + 1, given.c
    targets = range(1, n + 1)
    B = {i: weighted(given, given.others, i, ()) for i in targets}
    C = {i: weighted(given, given.others, i, (c,)) for i in targets}
    laws = [given.A(given, given.others), given.A(given, (*given.others, c))]
    for i in targets:
        yield Line("split/without", "==", laws[0].get(i, Fraction(0)), B[i] / (r ** (k - 1) + n - 1), f"i = {i}")
    for i in targets:
        grown = B[i] + (r - 1) * C[i]
        yield Line("split/with", "==", laws[1].get(i, Fraction(0)), grown / (r**k + n - 1), f"i = {i}")
    yield Line("own", "<=", C[c], B[c])
    lost = -1 + ((r ** (k - 1) - 1) / (n - 2) if r ** (k - 1) > 1 else 0)
    for i in targets:
        if i != c:
            yield Line("other/sets", "<=", C[i] - B[i], lost, f"i = {i}")
    yield Line("other/condition", "<=", lost, 0)
    found = [given.A(given, (*given.others, x)) for x in targets] + [laws[0]]
    for i in targets:
        chances = [law.get(i, Fraction(0)) for law in found]
        yield Line("private", "<=", max(chances), r * min(chances), f"i = {i}")


def optimal(given: Replaced) -> Iterator[Line]:
    n, r, m = given.n, given.exp_epsilon, given.m
    yield Line("only if", "<=", r**m + n - 1, r ** (m - 1) + (n - 1) * r)
    yield Line("conclusion", "==", full_success(n, m, r), r**m / (r**m + n - 1))


def family() -> Iterator[Replaced]:
    """Yield all rows of at most four targets and four rows, up to renaming, with ratios that the condition allows."""
    yield start()
    for n, m, r in product((2, 3, 4), (1, 2, 3, 4), map(Fraction, ("1", "5/4", "7/5", "2", "3"))):
        if r ** (m - 1) <= n - 1:
            for size in range(m):
                for others, c in product(combinations_with_replacement(range(1, n + 1), size), range(1, n + 1)):
                    for A in (of_the_library, by_sets) if m < 4 else (by_sets,):
                        yield Replaced(n, m, others, c, A, r)


def start() -> Replaced:
    """Return three targets, three rows, and two other rows that show different targets."""
    return Replaced(3, 3, (1, 2), 1, by_sets, Fraction(7, 5))


@proof("BBKN14-3.9.all", grade="certified",
       quantifier="n = 2, 3, 4 targets, m = 1..4, e^epsilon = 1, 5/4, 7/5, 2, 3 where e^(epsilon (m - 1)) <= n - 1; "
                  "all databases up to the order of rows, which show nothing or a target, each row replaced by every "
                  "other one; the learner as the library executes it (m <= 3) and set by set; the packing's linear "
                  "program over all labelled databases",
       instances=family, start=start,
       steps={"weights": "{the weights of all sets of k rows} sum to {e^(epsilon k) + n - 1}",
              "attained": "{Pr[c is named], k rows showing it,} equals {e^(epsilon k)/(e^(epsilon k) + n - 1)}",
              "split/without": "{Pr[i is named] without the row} equals {B_i/Z_(k - 1)}",
              "split/with": "{Pr[i is named] with the row} equals {(B_i + (e^epsilon - 1) C_i)/Z_k}",
              "own": "{C_c} is at most {B_c}",
              "other/sets": "{C_i - B_i} is at most {-1 + (e^(epsilon (k - 1)) - 1)/(n - 2)}",
              "other/condition": "{-1 + (e^(epsilon (k - 1)) - 1)/(n - 2)} is at most {0}",
              "private": "{the largest chance of i over all replacements} is at most {e^epsilon times the least}",
              "only if": "{e^(epsilon m) + n - 1} is at most {e^(epsilon (m - 1)) + (n - 1) e^epsilon}",
              "conclusion": "{the best success over all databases} equals {e^(epsilon m)/(e^(epsilon m) + n - 1)}"},
       wordless={"three points": "a closed form without the condition; a check of its own solves the programs"},
       hypotheses=(
           Hypothesis("e^(epsilon (m - 1)) is at most n - 1",
                      lambda: [start()._replace(exp_epsilon=Fraction(2), others=(2, 2))],
                      ("other/condition", "private", "only if", "conclusion")),
           Hypothesis("epsilon is at least 0", lambda: [start()._replace(exp_epsilon=Fraction(1, 2))],
                      ("other/sets", "private", "only if")),
           Hypothesis("alpha is above 0", needless="the lines treat the packing, which has no alpha; on the two-point "
                      "family it gives the m rows that all show one target a positive weight"),
           Hypothesis("of several targets shown two are left out", {"named_if_several": "one of them"},
                      ("own", "private")),
           Hypothesis("the empty set weighs n", {"empty_set_weighs": "1"},
                      ("weights", "attained", "split/without", "split/with", "own", "other/sets", "private"))))
def few_rows_attain_the_bounds(given: Replaced) -> Iterator[Line]:
    for part in (attained, replacement, optimal):
        yield from part(given)


def refutes_few_rows_attain_the_bounds(given: Replaced, step: str, case: Any) -> bool:
    """Tell whether a line is false, each set of rows and each pair of targets on its own."""
    n, m, r, k, c = given.n, given.m, given.exp_epsilon, len(given.others) + 1, given.c
    i, (sums, whole), (grown, all) = int(case[4:]) if case else c, summed(given, given.others), summed(
        given, (*given.others, c))
    if step in ("only if", "conclusion"):  # what m rows of either of two targets allow where both are shown
        return r**m + n - 1 > r ** (m - 1) + r * (n - 1)
    if step == "weights":
        return whole != sum(sums.values()) or (given.empty_set_weighs == "1") == (n > 1)
    if step == "attained":
        own, total = summed(given, (c,) * i)
        return own[c] * (r**i + n - 1) != total * r**i
    if step.startswith("split"):
        return (whole, all) != (r ** (k - 1) + n - 1, r**k + n - 1)
    if step == "other/condition":
        return r ** (k - 1) > n - 1
    if step == "private":
        named = [(sums[i], whole), *((found[i], total) for found, total in (
            summed(given, (*given.others, x)) for x in range(1, n + 1)))]
        return any(p * b > r * q * a for p, a in named for q, b in named)
    more = (grown[i] - sums[i]) / (r - 1) - sums[i]  # C_i - B_i
    return more > (0 if step == "own" else (r ** (k - 1) - 1) / Fraction(n - 2) - 1)


def summed(given: Replaced, shown: Shown) -> tuple[Table, Fraction]:
    """Return what the sets of rows weigh that name each target, and in all."""
    targets, sums = range(1, given.n + 1), dict.fromkeys(range(1, given.n + 1), Fraction(0))
    for picks in product((0, 1), repeat=len(shown)):
        drawn = sorted({x for x, pick in zip(shown, picks, strict=True) if pick})
        weight = (given.exp_epsilon - 1) ** sum(picks) if drawn else Fraction(
            given.n if given.empty_set_weighs == "n" else 1)
        named = drawn if len(drawn) == 1 or given.named_if_several == "one of them" else [
            x for pair in combinations(drawn, 2) for x in targets if x not in pair]
        for x in named if drawn else targets:
            sums[x] += weight / len(named if drawn else targets)
    return sums, sum(sums.values(), Fraction(0))
