"""KLMNS20, Section 1: the least failure with delta grows with the domain; its lower ends proved by multipliers."""

from fractions import Fraction
from itertools import combinations, product

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import MinimaxProgram, exp_bracket
from privlearn.exact.fractions import HUNDREDTH, QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.mechanisms.optima import approximate_packing_failure, interior_point_program
from privlearn.mechanisms.optima.interior_points import mirror_classes
from privlearn.papers.klmns20.lower_bounds import claim
from privlearn.papers.klmns20.lower_bounds.instances import E_ABOVE, E_BELOW, NOTE, least, least_rows, plain_optimum

SLIGHTLY_ABOVE = exp_bracket(Fraction(1, 10), bits=24).upper  # the same for epsilon = 1/10


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
