"""KLMNS20, Section 1: what private algorithms for interior points need, pure and approximate, by programs over all."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import MinimaxProgram, exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Formula, Logarithm, Value, formula, ln
from privlearn.exact.fractions import HUNDREDTH, QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.mechanisms import all_databases, replace_one
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import (approximate_packing_failure, interior_packing_failure, interior_point_program,
                                         least_interior_failure, optimal_failure)
from privlearn.mechanisms.optima.interior_points import mirror, mirror_classes, neighbour_pairs
from privlearn.papers.klmns20.lower_bounds import claim
from privlearn.papers.klmns20.lower_bounds.instances import E_ABOVE, E_BELOW, NOTE, least, least_rows, plain_optimum

SLIGHTLY_ABOVE = exp_bracket(Fraction(1, 10), bits=24).upper  # the same for epsilon = 1/10
Rows = tuple[int, ...]
SMALL = tuple(product(range(2, 7), range(1, 5)))  # (|X|, n)


@formula("at least", where=("epsilon > 0", "0 < beta < 1", "X >= 2"), tex={"X": "|X|"},
         corners={"epsilon": (Fraction(1), Fraction(1, 10)), "beta": (Fraction(1, 10), Fraction(1, 2)), "X": (2, 6)},
         loose=dict.fromkeys(("0 < beta < 1", "X >= 2"), "else there is no number")
         | {"epsilon > 0": "no epsilon is negative"})
def pure_rows(epsilon: Value, beta: Value, X: int) -> Value:
    """Return the rows that a failure of beta needs under pure privacy."""
    return 1 / epsilon * ln((1 - beta) * (X - 1) / beta)


claim("KLMNS20-1.pure-lb", kind="proposition",
      title="Pure privacy needs ln((1 - beta)(|X| - 1)/beta)/epsilon rows for interior points",
      uses=("KLMNS20-2.1", "KLMNS20-1.1", "BBKN14-2.1.group"),
      note=NOTE + "The paper cites the stronger statement, for improper learners of thresholds; checked is the "
                  "packing bound for interior points, which is proved on the page, and the optimum, larger for n >= 2.",
      formulas=(pure_rows,))


def broken_pairs_one_of_each_mirror_pair(size: int, rows: int) -> list[tuple[Any, Any]]:
    """Return one of each mirror pair, also where a database is its own mirror image but its law need not be."""
    seen: set[Any] = set()
    kept = []
    for left, right in neighbour_pairs(size, rows):
        if (mirror(left, size), mirror(right, size)) not in seen:
            kept.append((left, right))
            seen.add((left, right))
    return kept


@check("KLMNS20-1.pure-lb", grade="exact",
       quantifier="epsilon = 1, delta = 0, (|X|, n) in {2} x {1..4}, {3} x {1, 2, 3}, {4, 5} x {1, 2}: the program "
                  "by symmetry against that of all ordered databases",
       says="{the optimum of the program by symmetry} equals {the optimum over all ordered databases}")
@sabotage("one of each mirror pair, databases that mirror themselves included", broken_pairs_one_of_each_mirror_pair)
@sabotage("neighbours of constant databases left out",
          lambda size, rows: [pair for pair in neighbour_pairs(size, rows) if min(len(set(d)) for d in pair) > 1])
@sabotage("one order of each pair left out",
          lambda size, rows: [(left, right) for left, right in neighbour_pairs(size, rows) if left < right])
def symmetry_keeps_the_optimum(pairs=neighbour_pairs) -> Verdict:
    def plain(size: int, rows: int) -> Fraction:
        databases = all_databases(range(size), rows)
        tasks = [{(d, x): 1 for x in range(size) if not min(d) <= x <= max(d)} for d in databases]
        return optimal_failure(databases, range(size), replace_one(databases), E_ABOVE, tasks).value

    listed = [(2, n) for n in range(1, 5)] + [(3, n) for n in range(1, 4)] + list(product((4, 5), (1, 2)))
    return judge("==", (((size, rows), least_interior_failure(size, rows, E_ABOVE, 0, pairs).value, plain(size, rows))
                        for size, rows in listed))

def refutes_symmetry_keeps_the_optimum(pairs, size, rows):
    found = least_interior_failure(size, rows, E_ABOVE, 0, pairs).value
    return abs(plain_optimum(size, rows, E_ABOVE, Fraction(0)) - float(found)) > 1e-6


class Algorithm(NamedTuple):
    """An algorithm A for interior points of n rows; it fails on constant databases with beta, if 0 as often as it does.

    An answer is right up to so many points beyond the range of the rows.
    """

    X: int
    n: int
    A: Callable[["Algorithm", Rows], list[Fraction]]
    exp_epsilon: Fraction
    beta: Fraction = Fraction(0)
    right_beyond_the_range: int = 0


def best_of_all(given: Algorithm, rows: Rows) -> list[Fraction]:
    """Answer by the optimum of the program, the law of a mirror image mirrored."""
    law, k, listed = least(given.X, given.n, given.exp_epsilon).point, given.X, mirror_classes(given.X, given.n)
    place = listed.index(min(rows, mirror(rows, k)))
    return list(law[k * place:k * place + k][::1 if rows in listed else -1])


def first_row(given: Algorithm, rows: Rows) -> list[Fraction]:
    """Tell the first row: no privacy at all."""
    return [Fraction(x == rows[0]) for x in range(given.X)]


def algorithms() -> list[Algorithm]:
    return [Algorithm(k, n, best_of_all, ratio) for k, n, ratio in (
        *((*case, E_ABOVE) for case in SMALL), *((k, 1, SLIGHTLY_ABOVE) for k in range(2, 7)))]


RARE, MORE = Fraction(1, 1000), 1 + Fraction(1, 10**9)


@proof("KLMNS20-1.pure-lb", grade="certified",
       quantifier="|X| = 2..6, n = 1..4, epsilon = 1, and n = 1, epsilon = 1/10: the best of all mechanisms, by the "
                  "program over all of them; beta what fails on constant databases, in the logarithm a share of 10^-9 "
                  "more, as the bound is attained at n = 1",
       instances=algorithms, start=Algorithm(3, 2, best_of_all, Fraction(4)),
       steps={"constants": "{the rows in which x^n and y^n differ} are {n}",
              "one answer": "{the right answers on x^n} are {x alone}",
              "private/share": "{e^(-epsilon n) Pr[A(x^n) = x]} is at most {Pr[A(y^n) = x]}",
              "private/beta": "{e^(-epsilon n) (1 - beta)} is at most {Pr[A(y^n) = x]}",
              "sum/wrong": "{the sum of Pr[A(y^n) = x] over x other than y} is at most {the failure on y^n}",
              "sum/beta": "{(|X| - 1) e^(-epsilon n) (1 - beta)} is at most {beta}",
              "conclusion": "{the rows needed, or the failure by the packing,} are at most {n, or the failure}"},
       hypotheses=(
           Hypothesis("only an interior point is right", {"right_beyond_the_range": 1, "beta": RARE},
                      ("one answer", "private/beta", "sum/wrong", "sum/beta", "conclusion")),
           Hypothesis("A is (epsilon, 0)-private", {"A": first_row, "beta": RARE},
                      ("private/share", "private/beta", "sum/beta", "conclusion")),
           Hypothesis("A fails with probability at most beta", {"beta": RARE},
                      ("private/beta", "sum/beta", "conclusion")),
           Hypothesis("epsilon > 0", needless="for 0 step 4 bounds beta from below and says nothing about n"),
           Hypothesis("X has two points at least", needless="with one point step 4 says that 0 is at most beta"),
           Hypothesis("beta is between 0 and 1", needless="for 0 step 4 is false, so there is no such A; for 1 it says "
                      "that 0 is at most 1")))
def pure_privacy_needs_rows(given: Algorithm, needs: Formula = pure_rows) -> Iterator[Line]:
    X, n, points = given.X, given.n, range(given.X)
    laws, keeps = [given.A(given, (x,) * n) for x in points], given.exp_epsilon**-n
    right = [[x for x in points if abs(x - y) <= given.right_beyond_the_range] for y in points]
    failures = [1 - sum(laws[y][x] for x in right[y]) for y in points]
    beta = given.beta or max(failures)
    pairs = [(x, y) for x, y in product(points, repeat=2) if x != y]
    for x, y in pairs:
        yield Line("constants", "==", hamming_distance((x,) * n, (y,) * n), n, ("x, y =", (x, y)))
    yield from (Line("one answer", "==", right[y], [y], ("x =", y)) for y in points)
    for x, y in pairs:
        yield Line("private/share", "<=", keeps * laws[x][x], laws[y][x], ("x, y =", (x, y)))
    for x, y in pairs:
        yield Line("private/beta", "<=", keeps * (1 - beta), laws[y][x], ("x, y =", (x, y)))
    for y in points:
        yield Line("sum/wrong", "<=", sum(laws[y][x] for x in points if x != y), failures[y], ("y =", y))
    yield Line("sum/beta", "<=", (X - 1) * keeps * (1 - beta), beta)
    yield Line("conclusion", "<=", needs(Logarithm(given.exp_epsilon), beta * MORE, X), n)
    yield Line("conclusion", "<=", interior_packing_failure(X, n, given.exp_epsilon), beta, "beta")


def refutes_pure_privacy_needs_rows(given: Algorithm, step: str, case: Any, needs: Formula) -> bool:
    """Tell whether a line is false, by quotients of single probabilities."""
    X, n, far = given.X, given.n, given.right_beyond_the_range
    own = [given.A(given, (y,) * n)[max(0, y - far):y + far + 1] for y in range(X)]
    beta = given.beta or 1 - min(map(sum, own))
    if step == "conclusion" and not case:
        return as_bracket(needs(Logarithm(given.exp_epsilon), beta * MORE, X)).lower > n
    if step == "sum/beta" or case == "beta":
        return (X - 1) * (1 - beta) > beta * given.exp_epsilon**n
    if step in ("one answer", "sum/wrong"):
        return far > 0
    x, y = case[1]
    told = [given.A(given, (z,) * n)[x] for z in (x, y)]
    return told[1] * given.exp_epsilon**n < (told[0] if step == "private/share" else 1 - beta)


@check("KLMNS20-1.pure-lb", grade="certified",
       quantifier="epsilon = 1, delta = 1/100 against delta = 0, all (|X|, n) with |X| = 2..6, n = 1..4 and |X|^n <= "
                  "81: strictly smaller",
       says="{the least failure with delta = 1/100} is below {the least failure with delta = 0}")
@sabotage("delta = 0", Fraction(0))
def delta_lowers_the_optimum(delta: Fraction = HUNDREDTH) -> Verdict:
    return judge("<", (((size, rows), least(size, rows, E_ABOVE, delta).upper, least(size, rows).lower)
                       for size, rows in SMALL if size**rows <= 81))

def refutes_delta_lowers_the_optimum(delta, size, rows):
    return plain_optimum(size, rows, E_ABOVE, delta) > plain_optimum(size, rows, E_ABOVE, Fraction(0)) - 1e-9



claim("KLMNS20-1.lb-alon", kind="theorem", status="quoted",
      reason="a theorem of Alon, Livni, Malliaris and Moran; least failures on two to six points show no rate",
      title="Every private learner of thresholds needs Omega(log* |X|) rows (cited)",
      uses=("KLMNS20-1.fn1", "KLMNS20-2.1", "KLMNS20-1.1", "BBKN14-2.5"),
      note=NOTE + "Cited, not proved here. What is checked is its finite shadow, for proper answers only: the least "
                  "failure of all algorithms for interior points on 2 to 6 points does not fall as the domain grows. "
                  "That says nothing about the rate.")


def loose_delta(rows: int) -> Fraction:
    """Return ``1 / (100 rows^2)``."""
    return Fraction(1, 100 * rows * rows)


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="all mechanisms: epsilon = 1/10, delta = 1/(100 n^2), n = 1, 2 with |X| = 2..6 and n = 3 with |X| "
                  "= 2..5: the least failure of |X| against that of |X| + 1",
       says="{the least failure on |X| points} is at most {the least failure on |X| + 1 points}",
       reason="At epsilon = 1/10 every least failure here is above 1/4, so least numbers of rows for 1/4 are "
              "compared at epsilon = 1, delta = 1/100, in 'least rows do not fall', with n = 3 and |X| = 6.")
@sabotage("the domains in reverse order", lambda size, rows, ratio, delta: least(8 - size, rows, ratio, delta))
def least_failure_grows_with_the_domain(found=least) -> Verdict:
    return judge("<=", (((size, rows), found(size, rows, SLIGHTLY_ABOVE, loose_delta(rows)).upper,
                         found(size + 1, rows, SLIGHTLY_ABOVE, loose_delta(rows)).lower)
                        for rows, size in product((1, 2, 3), (2, 3, 4, 5)) if size**rows < 125))

def refutes_least_failure_grows_with_the_domain(found, size, rows):
    true = [plain_optimum(k, rows, SLIGHTLY_ABOVE, loose_delta(rows)) for k in (size, size + 1)]
    said = [float(found(k, rows, SLIGHTLY_ABOVE, loose_delta(rows)).lower) for k in (size, size + 1)]
    return max(abs(a - b) for a, b in zip(true, said, strict=True)) > 1e-6


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="all mechanisms: epsilon = 1, delta = 1/100, |X| = 2..6: n rows are enough for failure at most "
                  "1/4, n - 1 are not; each n against those of all smaller domains",
       says="n rows are enough and n - 1 are not, and the least n does not fall as the domain grows")
@sabotage("the domains in reverse order", lambda size: least_rows(8 - size))
@sabotage("two rows for every domain", lambda size: 2)
def least_rows_do_not_fall(rows=least_rows) -> Verdict:
    enough = [((size,), least(size, rows(size), E_BELOW).upper, QUARTER) for size in range(2, 7)]
    fewer = [((size,), QUARTER, least(size, rows(size) - 1, E_ABOVE, HUNDREDTH).lower if rows(size) > 1 else 1)
             for size in range(2, 7)]
    grows = ((pair, rows(pair[0]), rows(pair[1])) for pair in combinations(range(2, 7), 2))
    return all_hold(judge("<=", enough), judge("<", fewer), judge("<=", grows))

def refutes_least_rows_do_not_fall(rows, witness):
    size = witness[0]  # one row fewer would do, or the rows named are too few
    failures = [plain_optimum(size, n, E_ABOVE, HUNDREDTH) for n in (rows(size) - 1, rows(size))]
    return failures[0] <= 0.25 or failures[1] > 0.25


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
       says="{the stated lower end of the optimum} is at most {the bound proved by its multipliers}")
@sabotage("the failure of one mechanism in place of the optimum", simulated)
@judged("<=")
def lower_ends_are_proved_by_their_multipliers(found=least):
    for size, rows in product((2, 3, 4, 5), (1, 2, 3)):
        for ratio, delta in ((SLIGHTLY_ABOVE, loose_delta(rows)), (E_ABOVE, HUNDREDTH)):
            said = found(size, rows, ratio, delta)
            feasible = min(said.task_weights) >= 0 and min(said.ratio_weights.values(), default=Fraction(0)) >= 0
            proved = dual_bound(interior_point_program(size, rows, ratio, delta), said)
            yield (size, rows, ratio, delta), said.lower, proved if feasible else Fraction(0)

def refutes_lower_ends_are_proved_by_their_multipliers(found, size, rows, ratio, delta):
    return plain_optimum(size, rows, ratio, delta) < float(found(size, rows, ratio, delta).lower) - 1e-6


@check("KLMNS20-1.lb-alon", grade="certified",
       quantifier="epsilon = 1/10, delta = 1/(100 n^2) and epsilon = 1, delta = 1/100; |X| = 2..5, n = 1, 2, 3 with "
                  "|X|^n <= 64: the packing bound with delta; equality at n = 1",
       says="the packing bound with delta is at most the least failure of any mechanism, and equal to it for n = 1")
@sabotage("nine tenths of the bound", lambda *given: approximate_packing_failure(*given) * Fraction(9, 10))
@sabotage("delta forgotten",
          lambda size, rows, ratio, delta: approximate_packing_failure(size, rows, ratio, Fraction(0)))
def packing_bound_with_delta(bound=approximate_packing_failure) -> Verdict:
    parameters = [(rows, *pair) for rows in (1, 2, 3) for pair in ((SLIGHTLY_ABOVE, loose_delta(rows)),
                                                                   (E_ABOVE, HUNDREDTH))]
    sides = [((size, *given), bound(size, *given), least(size, *given).lower)
             for size, given in product((2, 3, 4, 5), parameters) if size ** given[0] <= 64]
    return all_hold(judge("<=", sides), judge("==", (side for side in sides if side[0][1] == 1)))

def refutes_packing_bound_with_delta(bound, witness):
    below = plain_optimum(*witness) - float(bound(*witness))
    return below < -1e-9 or witness[1] == 1 and below > 1e-9
