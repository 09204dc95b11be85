"""KLMNS20, Section 1: what every private algorithm for interior points needs, by programs over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import exp_bracket
from privlearn.exact.minimax import Enclosure, MinimaxProgram
from privlearn.mechanisms import all_databases, optimal_failure, replace_one
from privlearn.mechanisms.interior_point_programs import (
    approximate_packing_failure,
    interior_packing_failure,
    interior_point_program,
    least_interior_failure,
    mirror,
    mirror_classes,
    neighbour_pairs,
)

PAGE = "thresholds/lower-bounds"
SECTION = "1 Introduction"
E_BELOW, E_ABOVE = exp_bracket(1, bits=24).lower, exp_bracket(1, bits=24).upper  # 1-private implies ratio E_ABOVE
SLIGHTLY_ABOVE = exp_bracket(Fraction(1, 10), bits=24).upper  # the same for epsilon = 1/10
HUNDREDTH, QUARTER = Fraction(1, 100), Fraction(1, 4)
SMALL = tuple(product(range(2, 7), range(1, 5)))  # (|X|, n)
SMALLER = tuple((size, rows) for size, rows in SMALL if size**rows <= 81)

NOTE = ("epsilon = 1 stands for the ratio e^epsilon = e rounded up to 24 bits: every 1-private algorithm has it, so "
        "every lower bound is true of all of them. ")


@cache
def least(size: int, rows: int, ratio: Fraction = E_ABOVE, delta: Fraction = Fraction(0)) -> Enclosure:
    """Return :func:`least_interior_failure`, solved once in a process."""
    return least_interior_failure(size, rows, ratio, delta)


def plain_optimum(size: int, rows: int, ratio: Fraction, delta: Fraction) -> float:
    """Return the least failure from the definition: all ordered databases, all neighbours, slacks; floating point."""
    import numpy as np
    from scipy.optimize import linprog

    databases = list(product(range(size), repeat=rows))
    pairs = [(i, j) for i, a in enumerate(databases) for j, b in enumerate(databases)
             if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    laws, wide = size * len(databases), size * len(databases) + size * len(pairs) + 1
    rows_above = np.zeros(((size + 1) * len(pairs) + len(databases), wide))
    bounds, k = np.zeros(len(rows_above)), 0
    for p, (i, j) in enumerate(pairs):
        for x in range(size):
            rows_above[k, [i * size + x, j * size + x, laws + p * size + x]] = 1, -float(ratio), -1
            k += 1
        rows_above[k, laws + p * size : laws + (p + 1) * size], bounds[k], k = 1, float(delta), k + 1
    for i, a in enumerate(databases):
        rows_above[k, [i * size + x for x in range(size) if not min(a) <= x <= max(a)]] = 1
        rows_above[k, -1], k = -1, k + 1
    sums = np.kron(np.eye(len(databases)), np.ones(size))
    sums = np.hstack([sums, np.zeros((len(databases), wide - laws))])
    return float(linprog(np.eye(wide)[-1], rows_above, bounds, sums, np.ones(len(databases))).fun)


claim("KLMNS20-1.pure-lb", kind="proposition", section=SECTION, page=PAGE,
      title="Pure privacy needs ln((1 - beta)(|X| - 1)/beta)/epsilon rows for interior points",
      uses=("KLMNS20-2.1", "KLMNS20-1.1"),
      note=NOTE + "The paper cites the stronger statement, for improper learners of thresholds; checked is the "
                  "packing bound for interior points, which is proved on the page, and the optimum, which is larger "
                  "for n >= 2.")


def broken_pairs_without_constants(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return the neighbouring pairs without those that touch a constant database."""
    return [pair for pair in neighbour_pairs(size, rows) if min(len(set(d)) for d in pair) > 1]


def broken_pairs_to_the_left_only(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return one of the two orders of each neighbouring pair."""
    return [(left, right) for left, right in neighbour_pairs(size, rows) if left < right]


def broken_pairs_one_of_each_mirror_pair(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return one of each mirror pair, also where a database is its own mirror image but its law need not be."""
    seen: set[Any] = set()
    kept = []
    for left, right in neighbour_pairs(size, rows):
        if (mirror(left, size), mirror(right, size)) not in seen:
            kept.append((left, right))
            seen.add((left, right))
    return kept


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="all mechanisms: |X| = 2..6, n = 1..4, epsilon = 1, delta = 0; the optimum of the program over all "
                  "of them, with its dual solution",
       fingerprint=lambda pairs: [sorted(pairs(size, rows)) for size, rows in ((2, 1), (3, 2))])
def no_mechanism_beats_the_packing_bound(pairs=neighbour_pairs) -> Verdict:
    def optimum(size: int, rows: int) -> Fraction:
        if pairs is neighbour_pairs:
            return least(size, rows).lower
        return least_interior_failure(size, rows, E_ABOVE, 0, pairs).upper  # a mechanism within these pairs exists

    return judge("<=", (((size, rows), interior_packing_failure(size, rows, E_ABOVE), optimum(size, rows))
                        for size, rows in SMALL))


@no_mechanism_beats_the_packing_bound.verifier
def _(pairs, witness):
    size, rows = witness  # some neighbouring pair is not asked for, neither itself nor its mirror image
    listed = {tuple(tuple(sorted(d)) for d in pair) for pair in pairs(size, rows)}
    listed |= {tuple(tuple(sorted(size - 1 - x for x in d)) for d in pair) for pair in listed}
    for left in product(range(size), repeat=rows):
        for i, x in product(range(rows), range(size)):
            right = (*left[:i], x, *left[i + 1 :])
            if x != left[i] and (tuple(sorted(left)), tuple(sorted(right))) not in listed:
                return True
    return False

no_mechanism_beats_the_packing_bound.sabotage(
    "neighbours of constant databases left out", broken_pairs_without_constants)
no_mechanism_beats_the_packing_bound.sabotage("one order of each pair left out", broken_pairs_to_the_left_only)


@check("KLMNS20-1.pure-lb", grade="exact",
       quantifier="epsilon = 1, delta = 0, (|X|, n) in {2} x {1..4}, {3} x {1, 2, 3}, {4, 5} x {1, 2}: the program by "
                  "symmetry against that of all ordered databases",
       fingerprint=lambda pairs: [sorted(pairs(size, rows)) for size, rows in ((3, 1), (3, 2))])
def symmetry_keeps_the_optimum(pairs=neighbour_pairs) -> Verdict:
    def plain(size: int, rows: int) -> Fraction:
        databases = all_databases(range(size), rows)
        tasks = [{(d, x): 1 for x in range(size) if not min(d) <= x <= max(d)} for d in databases]
        return optimal_failure(databases, range(size), replace_one(databases), E_ABOVE, tasks).value

    listed = [(2, n) for n in range(1, 5)] + [(3, n) for n in range(1, 4)] + list(product((4, 5), (1, 2)))
    return judge("==", (((size, rows), least_interior_failure(size, rows, E_ABOVE, 0, pairs).value, plain(size, rows))
                        for size, rows in listed))


@symmetry_keeps_the_optimum.verifier
def _(pairs, witness):
    size, rows = witness
    found = least_interior_failure(size, rows, E_ABOVE, 0, pairs).value
    return abs(plain_optimum(size, rows, E_ABOVE, Fraction(0)) - float(found)) > 1e-6

symmetry_keeps_the_optimum.sabotage(
    "one of each mirror pair, databases that mirror themselves included", broken_pairs_one_of_each_mirror_pair)


def wrong_answers(size: int) -> int:
    """Return ``size - 1``, the wrong answers of a constant database."""
    return size - 1


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="e^(n epsilon) against (1 - beta)(|X| - 1)/beta at the least failure beta, |X| = 2..6, n = 1..4, "
                  "epsilon = 1; equality at n = 1",
       fingerprint=lambda wrong: [wrong(size) for size in range(2, 7)])
def packing_inequality_at_the_optimum(wrong=wrong_answers) -> Verdict:
    return judge("<=", (((size, rows), (1 / least(size, rows).lower - 1) * wrong(size), E_ABOVE**rows)
                        for size, rows in SMALL))


@packing_inequality_at_the_optimum.verifier
def _(wrong, witness):
    size, rows = witness  # randomised response on the first row: true with probability r/(r + |X| - 1)
    failure = (size - 1) / (size - 1 + E_ABOVE)
    return (1 - failure) * wrong(size) > failure * E_ABOVE**rows

packing_inequality_at_the_optimum.sabotage("|X| for |X| - 1", lambda size: size)


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="epsilon = 1, delta = 1/100 against delta = 0, all (|X|, n) with |X| = 2..6, n = 1..4 and "
                  "|X|^n <= 81: strictly smaller")
def delta_lowers_the_optimum(delta: Fraction = HUNDREDTH) -> Verdict:
    return judge("<", (((size, rows), least(size, rows, E_ABOVE, delta).upper, least(size, rows).lower)
                       for size, rows in SMALLER))


@delta_lowers_the_optimum.verifier
def _(delta, witness):
    size, rows = witness
    return plain_optimum(size, rows, E_ABOVE, delta) > plain_optimum(size, rows, E_ABOVE, Fraction(0)) - 1e-9

delta_lowers_the_optimum.sabotage("delta = 0", Fraction(0))


claim("KLMNS20-1.lb-alon", kind="theorem", section=SECTION, page=PAGE,
      title="Every private learner of thresholds needs Omega(log* |X|) rows (cited)",
      uses=("KLMNS20-1.fn1", "KLMNS20-2.1", "KLMNS20-1.1"),
      open_rest="The theorem belongs to a paper by Alon, Livni, Malliaris and Moran, whose pages prove it.",
      note=NOTE + "Cited, not proved here. What is checked is its finite shadow, for proper answers only: the least "
                  "failure of all algorithms for interior points on 2 to 6 points does not fall as the domain grows. "
                  "That says nothing about the rate.")


def loose_delta(rows: int) -> Fraction:
    """Return ``1 / (100 rows^2)``."""
    return Fraction(1, 100 * rows * rows)


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="all mechanisms: epsilon = 1/10, delta = 1/(100 n^2), n = 1, 2 with |X| = 2..6 and n = 3 with "
                  "|X| = 2..5: the least failure of |X| against that of |X| + 1",
       reason="At epsilon = 1/10 every least failure here is above 1/4, so least numbers of rows for 1/4 are compared "
              "at epsilon = 1, delta = 1/100, in another check, which has n = 3 and |X| = 6, too.",
       fingerprint=lambda found: [found(size, 1, SLIGHTLY_ABOVE, HUNDREDTH).lower for size in (2, 6)])
def least_failure_grows_with_the_domain(found=least) -> Verdict:
    return judge("<=", (((size, rows), found(size, rows, SLIGHTLY_ABOVE, loose_delta(rows)).upper,
                         found(size + 1, rows, SLIGHTLY_ABOVE, loose_delta(rows)).lower)
                        for rows, size in product((1, 2, 3), (2, 3, 4, 5)) if size**rows < 125))


@least_failure_grows_with_the_domain.verifier
def _(found, witness):
    size, rows = witness
    true = [plain_optimum(k, rows, SLIGHTLY_ABOVE, loose_delta(rows)) for k in (size, size + 1)]
    said = [float(found(k, rows, SLIGHTLY_ABOVE, loose_delta(rows)).lower) for k in (size, size + 1)]
    return max(abs(a - b) for a, b in zip(true, said, strict=True)) > 1e-6

least_failure_grows_with_the_domain.sabotage(
    "the domains in reverse order", lambda size, rows, ratio, delta: least(8 - size, rows, ratio, delta))


@cache
def least_rows(size: int) -> int:
    """Return the least n with failure at most 1/4 at epsilon = 1, delta = 1/100, over all mechanisms."""
    rows = 1
    while least(size, rows, E_BELOW).upper > QUARTER:  # what is private with ratio E_BELOW and delta 0 is so here
        rows += 1
    return rows


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="all mechanisms: epsilon = 1, delta = 1/100, |X| = 2..6: n rows are enough for failure at most 1/4, "
                  "n - 1 are not; each n against those of all smaller domains",
       fingerprint=lambda rows: [rows(size) for size in range(2, 7)])
def least_rows_do_not_fall(rows=least_rows) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in range(2, 7):
            yield (size,), least(size, rows(size), E_BELOW).upper, QUARTER
            fewer = least(size, rows(size) - 1, E_ABOVE, HUNDREDTH).lower if rows(size) > 1 else Fraction(1)
            yield (size,), QUARTER, fewer
        yield from ((pair, rows(pair[0]), rows(pair[1])) for pair in combinations(range(2, 7), 2))

    return judge("<=", cases())


@least_rows_do_not_fall.verifier
def _(rows, witness):
    size = witness[0]  # one row fewer would do, or the rows named are too few
    failures = [plain_optimum(size, n, E_ABOVE, HUNDREDTH) for n in (rows(size) - 1, rows(size))]
    return failures[0] <= 0.25 or failures[1] > 0.25

least_rows_do_not_fall.sabotage("the domains in reverse order", lambda size: least_rows(8 - size))
least_rows_do_not_fall.sabotage("two rows for every domain", lambda size: 2)


def dual_bound(program: MinimaxProgram, found: Enclosure) -> Fraction:
    """Return the lower bound that the multipliers of an enclosure prove, for every mechanism."""
    cost = [Fraction(0)] * program.size
    for weight, task in zip(found.task_weights, program.tasks, strict=True):
        for i, loss in task.items():
            cost[i] += weight * loss
    for row, weight in found.ratio_weights.items():
        i, j, ratio = program.ratios[row]
        cost[i], cost[j] = cost[i] + weight, cost[j] - weight * ratio
    return sum((min(cost[i] for i in block) for block in program.block_ranges()), Fraction(0))


def simulated(size: int, rows: int, ratio: Fraction, delta: Fraction) -> Enclosure:
    """Return the worst failure of one mechanism, randomised response on the first row, as if it were the optimum."""
    found = least(size, rows, ratio, delta)
    failure = Fraction(0)
    for database in mirror_classes(size, rows):
        inside = sum(ratio if x == y else 1 for x in database for y in range(database[0], database[-1] + 1))
        failure = max(failure, 1 - Fraction(inside) / (rows * (ratio + size - 1)))
    return Enclosure(failure, failure, found.point, found.task_weights, found.ratio_weights)


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="|X| = 2..5, n = 1, 2, 3: every lower end used here, recomputed from its multipliers alone, which "
                  "bound all mechanisms; epsilon = 1/10 and 1",
       fingerprint=lambda found: [found(2, rows, SLIGHTLY_ABOVE, loose_delta(rows)).lower for rows in (1, 2)])
def lower_ends_are_proved_by_their_multipliers(found=least) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows in product((2, 3, 4, 5), (1, 2, 3)):
            for ratio, delta in ((SLIGHTLY_ABOVE, loose_delta(rows)), (E_ABOVE, HUNDREDTH)):
                said = found(size, rows, ratio, delta)
                feasible = min(said.task_weights) >= 0 and min(said.ratio_weights.values(), default=Fraction(0)) >= 0
                proved = dual_bound(interior_point_program(size, rows, ratio, delta), said)
                yield (size, rows, ratio, delta), said.lower, proved if feasible else Fraction(0)

    return judge("<=", cases())


@lower_ends_are_proved_by_their_multipliers.verifier
def _(found, witness):
    size, rows, ratio, delta = witness
    return plain_optimum(size, rows, ratio, delta) < float(found(size, rows, ratio, delta).lower) - 1e-6

lower_ends_are_proved_by_their_multipliers.sabotage("the failure of one mechanism in place of the optimum", simulated)


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="epsilon = 1/10, delta = 1/(100 n^2) and epsilon = 1, delta = 1/100; |X| = 2..5, n = 1, 2, 3 with "
                  "|X|^n <= 64: the packing bound with delta; equality at n = 1",
       fingerprint=lambda bound: [bound(3, rows, E_ABOVE, HUNDREDTH) for rows in (1, 2, 3)])
def packing_bound_with_delta(bound
                             = approximate_packing_failure) -> Verdict:
    parameters = [(rows, *pair) for rows in (1, 2, 3) for pair in ((SLIGHTLY_ABOVE, loose_delta(rows)),
                                                                   (E_ABOVE, HUNDREDTH))]
    return judge("<=", (((size, *given), bound(size, *given), least(size, *given).lower)
                        for size, given in product((2, 3, 4, 5), parameters) if size ** given[0] <= 64))


@packing_bound_with_delta.verifier
def _(bound, witness):
    return plain_optimum(*witness) < float(bound(*witness)) - 1e-9

packing_bound_with_delta.sabotage(
    "delta forgotten", lambda size, rows, ratio, delta: approximate_packing_failure(size, rows, ratio, Fraction(0)))


