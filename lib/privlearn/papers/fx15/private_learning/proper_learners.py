"""FX15, Section 1: twice the error of a representation, and proper private learners of points and thresholds."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.exact import Bracket, exp_bracket, is_enclosure
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import QUARTER
from privlearn.laws import proportional
from privlearn.learners.generic import LearningProgram, learning_program
from privlearn.learners.selection import doubling_learner_rows
from privlearn.learning import grid_distributions
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import packing_success
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.hard_instances import TINY, log_of, log_wrong_choice, wrong_choice

claim("FX15-1.repr-learn", kind="proposition", uses=("BBKN14-3.1", "BBKN14-3.2", "FX15-2.2.dp", "FX15-2.3"),
      title="An epsilon-representation H gives a private learner of error 2 epsilon from O(log |H| / epsilon) samples",
      note="Explicit: ceil(64/(alpha epsilon) ln(4 |H|/delta)) samples, our constant.",
      formulas=(doubling_learner_rows,))


@check("FX15-1.repr-learn", grade="certified",
       quantifier="the instances of the formula, |H| = 2, 10^100, e^alpha = 1.0001, 5/2, epsilon = 1/100, 2/5, delta = "
                  "1/2, 10^-100: one hypothesis errs on mass epsilon, all others on mass just above 2 epsilon",
       says="{the probability to name another one, bounded from below} is at most {delta}")
@judged("<=")
def others_are_named_rarely_enough(rows=doubling_learner_rows):
    for size, ratio, accuracy, confidence in rows.instances():
        n = rows(size, ratio, accuracy, confidence)
        yield ((size, ratio, accuracy, confidence),
               wrong_choice(n, ratio, accuracy, 2 * accuracy * (1 + TINY), size - 1), confidence)

def refutes_others_are_named_rarely_enough(rows, size, ratio, accuracy, confidence):
    n = rows(size, ratio, accuracy, confidence)
    return log_wrong_choice(n, ratio, accuracy, 2 * accuracy * (1 + TINY), size - 1) > log_of(confidence)


E = exp_bracket(1, 40)


@formula("at least", corners={"alpha": (Logarithm(Fraction(3, 2)), Logarithm(Fraction(9))), "N": (10**6,),
                              "delta": (Fraction(1, 4), 1 - Fraction(9, 10**6 + 8))})
def packed_rows(alpha: Value, N: int, delta: Value) -> Value:
    """Return how many rows a proper learner of N points or thresholds needs at least."""
    return 1 / alpha * ln(N * (1 - delta))


claim("FX15-1.proper", kind="proposition", uses=("BBKN14-3.6", "FX15-2.2.proper", "FX15-2.2.scdp"),
      formulas=(packed_rows,),
      title="Proper private learning of points and thresholds needs Omega(b) samples; improper learning of points O(1)",
      note="The programs for outputs of all kinds are on finitely many distributions (denominator 4): they bound all "
           "learners from below; that an improper learner needs no more for 4 points than for 3 is said of these "
           "distributions. That O(1) samples suffice for every b is BBKN14, Section 4.")


@check("FX15-1.proper", grade="certified",
       quantifier="one row, N = 2, 10, 10^6, e^alpha = 3/2, 9: the learner that names the row's point e^alpha times as "
                  "often as each other point", says="{1/alpha ln(N (1 - delta)) for its failure delta} is at most {1}")
@verifier(lambda needed, ratio, N: as_bracket(needed(Logarithm(ratio), N, (N - 1) / (ratio + N - 1))).lower > 1)
@judged("<=")
def one_row_is_enough_for_its_own_failure(needed=packed_rows):
    for ratio, size in product((Fraction(3, 2), Fraction(9)), (2, 10, 10**6)):
        named = proportional({"own": ratio, "others": Fraction(size - 1)}).exact()["own"]
        yield (ratio, size), needed(Logarithm(ratio), size, 1 - named), 1


def the_class(concepts: ConceptClass) -> ConceptClass:
    return concepts


def every_function(concepts: ConceptClass) -> ConceptClass:
    return all_functions(concepts.size)


def with_constant(value: int) -> Callable:
    return lambda concepts: concepts.union(ConceptClass.from_matrix([[value] * concepts.size]))


FAMILIES = (("points", point_functions(2)), ("points", point_functions(3)), ("points", point_functions(4)),
            ("thresholds", thresholds(1)), ("thresholds", thresholds(2)))


def hard_distribution(kind: str, size: int, x: int) -> tuple[Fraction, ...]:
    """Return the distribution that only the x-th concept learns: at x, or at x - 1 and x."""
    support = {x} if kind == "points" or x == 0 else {x - 1, x}
    return tuple(Fraction(int(z in support), len(support)) for z in range(size))


@cache
def packing_optimum(kind: str, concepts: ConceptClass, outputs: ConceptClass, rows: int, ratio: Fraction,
                    exact: bool) -> Fraction:
    """Return the lower bound on the failure of all mechanisms on the packing family, its certificate verified."""
    hard = {target: hard_distribution(kind, concepts.size, x) for x, target in enumerate(concepts.rows())}
    built = learning_program(concepts, rows, ratio, QUARTER, hard.values(), outputs)
    tasks = tuple(task for (target, weights), task in zip(built.games, built.program.tasks, strict=True)
                  if hard[target] == weights)
    return proved_failure(replace(built, program=replace(built.program, tasks=tasks)), exact)


def proved_failure(built: LearningProgram, exact: bool = False) -> Fraction:
    """Return the verified lower bound on the worst failure; exact where a stated bound is met with equality."""
    enclosure = built.solved(interior=not exact)
    if not is_enclosure(enclosure, built.program):
        raise ArithmeticError("the enclosure does not prove its bounds")
    return enclosure.lower


def least_rows_on_the_packing(kind: str, concepts: ConceptClass, outputs: ConceptClass) -> int:
    """Return the least n <= 5 not excluded by the program at the upper end of the bracket of e."""
    return next((n for n in range(6) if packing_optimum(kind, concepts, outputs, n, E.upper, False) <= QUARTER), 6)


@check("FX15-1.proper", grade="certified",
       quantifier="points on 2, 3, 4 points, Thr_1, Thr_2, alpha = 1, epsilon = delta = 1/4: the least n of all "
                  "mechanisms with outputs in the class, on N games (concept, distribution) with disjoint good sets",
       says="{(1 - delta) N for N concepts} is at most {e^n for the least number n of rows}",
       reason="On the N hard games alone. The zero function as an output would not help there, it is wrong for "
              "points; a function that is right in two of the games does.")
@sabotage("constant 1 allowed as an output", make=lambda: with_constant(1))
def least_rows_obey_the_packing_bound(outputs=the_class) -> Verdict:
    return judge("<=", (((kind, concepts.size), concepts.size * (1 - QUARTER),
                         power(least_rows_on_the_packing(kind, concepts, outputs(concepts))))
                        for kind, concepts in FAMILIES))


def power(rows: int) -> Bracket:
    return exp_bracket(rows, 40)


def refutes_least_rows_obey_the_packing_bound(outputs, kind, size):
    """One output is right for two of the concepts on their hard distributions: the good sets are not disjoint."""
    concepts = dict(zip([(k, c.size) for k, c in FAMILIES], [c for _, c in FAMILIES], strict=True))[kind, size]
    for h in outputs(concepts).rows():
        right = 0
        for x, target in enumerate(concepts.rows()):
            support = [x] if kind == "points" or x == 0 else [x - 1, x]
            right += all(h[z] == target[z] for z in support)
        if right > 1:
            return True
    return False


@check("FX15-1.proper", grade="certified",
       quantifier="points on 2, 3, 4 points, n = 1..4, ratio 2 and the upper end of the bracket of e: the optimum of "
                  "all proper mechanisms on the N point masses is at most R/(R + N - 1), R = r^n, and just that for "
                  "n = 1",
       says="the best proper success is at most R/(R + N - 1), and equal to it for one row")
@sabotage("a hundredth more", lambda size, ratio: packing_success(size, ratio) * Fraction(101, 100))
@sabotage("all N outputs share the rest: R / (R + N)", lambda size, ratio: ratio / (ratio + size))
@judged("<=")
def packing_bound_holds_for_the_optimum(packing=packing_success):
    """With equality for one row; for more rows the databases in between cost something."""
    for size, n, ratio in product((2, 3, 4), range(1, 5), (Fraction(2), E.upper)):
        c, allowed = point_functions(size), packing(size, ratio**n)
        best = 1 - packing_optimum("points", c, c, n, ratio, True)
        yield (size, n, ratio), best, allowed
        if n == 1:
            yield (size, n, ratio), allowed, best

def refutes_packing_bound_holds_for_the_optimum(packing, size, n, ratio):
    """Look at the first row alone: name its point with weight r, every other point with weight 1, if its label is 1."""
    weights = [ratio] + [Fraction(1)] * (size - 1)
    found = weights[0] / sum(weights)
    return found != packing(size, ratio) if n == 1 else found > packing(size, ratio**n)


BITS_OF_DOMAIN = (1, 2, 4, 8, 16, 32, 64, 128)


def rows_for_points(bits: int) -> int:
    """Return the least n with ``R / (R + 2^b - 1) >= 3/4``, ``R = e^n``: fewer rows exclude every proper learner."""
    return next(n for n in range(200) if packing_success(1 << bits, E.upper**n) >= 1 - QUARTER)


@check("FX15-1.proper", grade="certified",
       quantifier="b = 1, 2, 4, ..., 128, alpha = 1, delta = 1/4: ln 3(2^b - 1) <= n <= 1 + ln 3(2^b - 1)",
       says="e^(n - 1) <= 3 (2^b - 1) <= e^n for the least number n of rows")
@sabotage("the number of rows for the square root of the domain", lambda bits: rows_for_points(bits // 2))
@sabotage("one row less", lambda bits: rows_for_points(bits) - 1)
@judged("<=")
def rows_grow_linearly_in_the_bits(least=rows_for_points):
    for bits in BITS_OF_DOMAIN:
        n = least(bits)
        yield (bits, n, "lower"), 3 * ((1 << bits) - 1), power(n)
        yield (bits, n, "upper"), power(n - 1), 3 * ((1 << bits) - 1)

def refutes_rows_grow_linearly_in_the_bits(least, bits, n, _):
    """Compare in integers with 2.718281828 < e < 2.718281829."""
    low, high = Fraction(2718281828, 10**9), Fraction(2718281829, 10**9)
    return n == least(bits) and (high**n < 3 * (2**bits - 1) or low ** (n - 1) > 3 * (2**bits - 1))


ROWS = 5


@cache
def program(size: int, outputs: ConceptClass, ratio: Fraction) -> LearningProgram:
    """Return the program for points and five rows, on all distributions with denominator 4."""
    return learning_program(point_functions(size), ROWS, ratio, QUARTER, grid_distributions(size, 4), outputs)


@check("FX15-1.proper", grade="certified",
       quantifier="points on 3 and 4 points, alpha = 1, epsilon = delta = 1/4, five rows: all mechanisms with "
                  "outputs in the class, all distributions with denominator 4",
       says="{a bound on the success of proper learners} is less than {3/4}")
@sabotage("the zero function allowed as an output", make=lambda: with_constant(0))
def five_rows_are_too_few_for_proper_learners(outputs=the_class) -> Verdict:
    return judge("<", ((size, 1 - proved_failure(program(size, outputs(point_functions(size)), E.upper)), 1 - QUARTER)
                       for size in (3, 4)))

def refutes_five_rows_are_too_few_for_proper_learners(outputs, witness):
    """A mechanism for these outputs: private on all neighbours, and right often enough on every target and grid D."""
    concepts = point_functions(witness)
    built = program(witness, outputs(concepts), E.upper)
    point, law = built.solved(interior=True).point, {}
    for database in multiset_databases(labelled_rows(witness), ROWS):
        law[database] = built.probabilities(point, database)
    private = all(law[left][h] <= E.upper * law[right][h]
                  for left, right in replace_one_unordered(law) for h in law[left])
    return private and worst_success(law, witness) >= 1 - QUARTER


def worst_success(law: dict[Any, dict[Any, Fraction]], size: int) -> Fraction:
    """Return the least success over all targets and all distributions with denominator 4, point by point."""
    worst = Fraction(1)
    for quarters in product(range(5), repeat=size):
        if sum(quarters) != 4:
            continue
        for target in range(size):
            won: dict[Any, int] = {}
            for drawn in product([x for x in range(size) for _ in range(quarters[x])], repeat=ROWS):
                key = tuple(sorted((x, int(x == target)) for x in drawn))
                won[key] = won.get(key, 0) + 1
            good = [h for h in next(iter(law.values())) if sum(
                q for x, q in enumerate(quarters) if h[x] != (x == target)) <= 1]
            worst = min(worst, sum((count * law[key][h] for key, count in won.items() for h in good), Fraction(0))
                        / 4**ROWS)
    return worst


@check("FX15-1.proper", grade="certified",
       quantifier="points on 2, 3, 4 points, alpha = 1, epsilon = delta = 1/4, five rows: a mechanism with outputs "
                  "of all kinds, all distributions with denominator 4",
       says="{3/4} is at most {the success of an improper learner}")
@sabotage("outputs in the class only", the_class)
@judged("<=")
def five_rows_are_enough_for_improper_learners(outputs=every_function):
    for size in (2, 3, 4):
        built = program(size, outputs(point_functions(size)), E.lower)
        enclosure = built.solved(interior=True)
        if not is_enclosure(enclosure, built.program):
            raise ArithmeticError("the enclosure does not prove its bounds")
        yield size, 1 - QUARTER, 1 - enclosure.upper

def refutes_five_rows_are_enough_for_improper_learners(outputs, witness):
    """No mechanism with these outputs: the certificate's multipliers, summed anew from the program's data."""
    built = program(witness, outputs(point_functions(witness)), E.lower)
    found, data = built.solved(interior=True), built.program
    cost = [Fraction(0)] * data.size
    for weight, task in zip(found.task_weights, data.tasks, strict=True):
        for i, loss in task.items():
            cost[i] += weight * loss
    for row, weight in found.ratio_weights.items():
        i, j, r = data.ratios[row]
        cost[i], cost[j] = cost[i] + weight, cost[j] - weight * r
    nonnegative = min(found.task_weights) >= 0 and min(found.ratio_weights.values(), default=Fraction(0)) >= 0
    bound = sum(min(cost[i] for i in block) for block in data.block_ranges())
    return nonnegative and sum(found.task_weights) == 1 and bound > QUARTER
