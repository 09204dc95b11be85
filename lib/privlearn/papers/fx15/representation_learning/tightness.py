"""FX15, Section 2.3: the exact number of rows lies between both bounds of Theorem 2.5."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, exp, log
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact import Bracket, exp_bracket, is_enclosure, log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.laws import Law, choice
from privlearn.learners.generic import LearningProgram, learning_program
from privlearn.learners.selection import representation_learner_rows, representation_lower_rows
from privlearn.learning import success_everywhere
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.fx15.representation_learning.instances import (CONFIDENCES, FOUND, TWO_POINTS, Instance,
                                                                     explicit_bounds)

claim("FX15-2.5.tight", kind="observation",
      uses=("FX15-2.2.scdp", "FX15-2.5.lb", "FX15-2.5.ub"),
      title="Upper and lower bounds agree up to logarithmic factors in epsilon and delta",
      note="What is checked: the exact sample complexity lies between both explicit bounds. For classes this "
           "small the lower bound is far below: it counts functions, which are few, in e^(alpha n). The "
           "exact value stands for all distributions.")


def deciding(accuracy: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return the distributions on two points that decide: eighths, and both sides of alpha and 1 - alpha."""
    near = [accuracy, accuracy + Fraction(1, 1000), 2 * accuracy]
    shares = {Fraction(k, 8) for k in range(9)} | set(near) | {1 - p for p in near}
    return [(p, 1 - p) for p in sorted(shares)]


@cache
def proved(instance: Instance, rows: int, generous: bool) -> tuple[LearningProgram, Enclosure]:
    """Solve the program at the upper (generous) or lower end of the ratio and verify the enclosure."""
    name, epsilon, accuracy = instance
    ratio = exp_bracket(epsilon, 40)
    built = learning_program(TWO_POINTS[name], rows, ratio.upper if generous else ratio.lower, accuracy,
                             deciding(accuracy))
    enclosure = built.solved(interior=True)
    if not is_enclosure(enclosure, built.program):
        raise ArithmeticError("the enclosure does not prove its bounds")
    return built, enclosure


def mechanism(instance: Instance, rows: int) -> Callable[[Any], Law]:
    """Return the best private mechanism on the deciding distributions."""
    built, enclosure = proved(instance, rows, False)
    return lambda database: choice(built.probabilities(enclosure.point, database))


def success_from_the_definition(instance: Instance, rows: int) -> Fraction:
    """Return the mechanism's success over all targets and hundredths, or 0 if it is not private: by enumeration."""
    name, epsilon, accuracy = instance
    law, ratio = cache(lambda d: mechanism(instance, rows)(d).exact()), exp_bracket(epsilon, 60).lower
    for left, right in replace_one_unordered(multiset_databases(labelled_rows(2), rows)):
        if any(p > ratio * law(right).get(h, 0) for h, p in law(left).items()):
            return Fraction(0)
    worst = Fraction(1)
    for f, p in product(TWO_POINTS[name].rows(), (Fraction(k, 100) for k in range(101))):
        good = [h for h in product((0, 1), repeat=2) if p * (h[0] != f[0]) + (1 - p) * (h[1] != f[1]) <= accuracy]
        tables = [law(((0, f[0]),) * k + ((1, f[1]),) * (rows - k)) for k in range(rows + 1)]
        worst = min(worst, sum((comb(rows, k) * p**k * (1 - p) ** (rows - k) * table.get(h, Fraction(0))
                                for k, table in enumerate(tables) for h in good), Fraction(0)))
    return worst


REASON = "(1/2, 1/8) for both classes and (1, 1/8) for T3 need larger programs, up to ten thousand variables."


@check("FX15-2.5.tight", grade="certified",
       quantifier="T3 with (alpha, epsilon) = (1, 1/4), (1/2, 1/4), all functions on 2 points also with (1, 1/8), "
                  "delta = 1/4: all private mechanisms with one row less",
       says="{a bound on the success of private learners} is less than {3/4}", reason=REASON)
@verifier(lambda numbers, witness: success_from_the_definition(witness, numbers[witness] - 1) >= 1 - QUARTER)
@sabotage("8 rows for T3", {("T3", Fraction(1), QUARTER): 8})
def one_row_less_is_not_enough(numbers=FOUND) -> Verdict:
    return judge("<", ((instance, 1 - proved(instance, n - 1, True)[1].lower, 1 - QUARTER)
                       for instance, n in sorted(numbers.items(), key=lambda item: item[1])))


@check("FX15-2.5.tight", grade="certified",
       quantifier="the same classes and parameters: a private mechanism for so many rows, ALL targets and ALL "
                  "distributions, by Bernstein coefficients",
       says="{3/4} is at most {the mechanism's success}", reason=REASON)
@verifier(lambda numbers, witness: success_from_the_definition(witness, numbers[witness]) < 1 - QUARTER)
@sabotage("6 rows for T3", {("T3", Fraction(1), QUARTER): 6})
def so_many_rows_are_enough(numbers=FOUND) -> Verdict:
    return judge("<=", ((instance, 1 - QUARTER, success_everywhere(
        mechanism(instance, n), TWO_POINTS[instance[0]], n, instance[2], 2)) for instance, n in numbers.items()))


def rows_of_the_chain(instance: Instance) -> int:
    """Return the least n with ``e^(epsilon n) ln(1/beta) / (3/4) > k - 1`` for all listed beta, compared at e's end."""
    name, epsilon, accuracy = instance
    return max(next(n for n in range(99) if exp_bracket(epsilon * n).upper * log_bracket(1 / c).upper
                    > (1 - QUARTER) * (smallest_probabilistic_representation(TWO_POINTS[name], accuracy, c) - 1))
               for c in CONFIDENCES)


@check("FX15-2.5.tight", grade="certified",
       quantifier="the same classes and parameters: explicit lower bound, exact number, explicit upper bound; the runs "
                  "of a learner with fewer rows than the lower bound are too few for a representation, with so many "
                  "they are enough; the upper one is max(16/alpha, 37)/epsilon ln(4K/delta), rounded up",
       says="the exact number lies between the two bounds, which are those of the chain and of the learner",
       reason=REASON)
@sabotage("lower and upper bound swapped", lambda instance: explicit_bounds(instance)[::-1])
@sabotage("a lower bound that asks for five rows more",
          lambda instance: (explicit_bounds(instance)[0] + 5, explicit_bounds(instance)[1]))
@sabotage("nothing said: from 0 to 10^9", lambda instance: (0, 10**9))
@judged("<=")
def the_exact_number_lies_between_the_bounds(bounds=explicit_bounds):
    for instance, n in FOUND.items():
        lower, upper = bounds(instance)
        yield (*instance, "lower"), lower, n
        yield (*instance, "upper"), n, upper
        yield (*instance, "chain"), lower, rows_of_the_chain(instance)
        yield (*instance, "chain"), rows_of_the_chain(instance), lower
        rows = rows_of_the_learner(instance)
        yield (*instance, "learner"), rows, upper
        yield (*instance, "learner"), upper, rows + 1

def refutes_the_exact_number_lies_between_the_bounds(bounds, witness):
    """A mechanism with fewer rows than the lower bound asks for, or one too good for the upper bound, on its own; or
    both bounds in floats."""
    *instance, side = witness
    key = (instance[0], instance[1], instance[2])
    name, epsilon, accuracy = key
    lower, upper = bounds(key)
    if side == "chain":  # are enough functions drawn with a row less than the lower bound, or too few with so many?
        least = [smallest_probabilistic_representation(TWO_POINTS[name], accuracy, c) for c in CONFIDENCES]

        def enough(rows: int) -> bool:
            return all(exp(epsilon * rows) * log(1 / c) * 4 / 3 > k - 1
                       for c, k in zip(CONFIDENCES, least, strict=True))
        return not enough(lower) or (lower > 0 and enough(lower - 1))
    if side == "learner":
        rows = max(16 / float(epsilon), 37) / float(accuracy) * log(16 * len(TWO_POINTS[name]))
        return upper < rows - 1e-6 or upper > rows + 1 + 1e-6
    if side == "lower":
        return lower > FOUND[key] and success_from_the_definition(key, FOUND[key]) >= 1 - QUARTER
    return upper < FOUND[key] and 1 - proved(key, FOUND[key] - 1, True)[1].lower < 1 - QUARTER


def rows_of_the_learner(instance: Instance) -> Bracket:
    """``max(16/alpha, 37)/epsilon ln(4K/delta)``, K the size of the class."""
    name, epsilon, accuracy = instance
    return log_bracket(4 * len(TWO_POINTS[name]) / QUARTER) * (max(16 / epsilon, Fraction(37)) / accuracy)


def both_rows(size: int) -> tuple[int, int]:
    """Rows that are too few by one without a representation by fewer functions, and rows that are enough with it."""
    ratio = exp_bracket(1, 40)
    return (representation_lower_rows(size, ratio, 1 - QUARTER, QUARTER),
            representation_learner_rows(size, ratio.lower, QUARTER, QUARTER))


@check("FX15-2.5.tight", grade="certified",
       quantifier="least sizes K = 2^16, 2^64, 2^256, 2^1024 of a representation, alpha = 1, epsilon = delta = 1/4: "
                  "both bounds are ln K but for a constant, the upper one 148 times; it is above 148 times the lower "
                  "one by 148 times 2.38 to 3.40",
       says="the lower bound is between ln K - 0.62 and ln K + 0.39, a 148th of the upper one 2.38 to 3.40 above it")
@sabotage("a hundredth more than the upper bound", lambda size: (both_rows(size)[0], both_rows(size)[1] * 101 // 100))
@sabotage("a hundredth less than the lower bound", lambda size: (both_rows(size)[0] * 99 // 100, both_rows(size)[1]))
@judged("<=")
def both_bounds_grow_with_the_logarithm_of_the_size(rows=both_rows):
    for bits in (16, 64, 256, 1024):
        lower, upper = rows(2**bits)
        nats = log_bracket(2) * bits
        yield (bits, "lower"), nats - Fraction(62, 100), lower
        yield (bits, "lower"), lower, nats + Fraction(39, 100)
        yield (bits, "apart"), Fraction(238, 100), Fraction(upper, 148) - lower
        yield (bits, "apart"), Fraction(upper, 148) - lower, Fraction(340, 100)

def refutes_both_bounds_grow_with_the_logarithm_of_the_size(rows, bits, side):
    """The formulas in floats: e^n ln 4 / (3/4) runs, and 148 ln(16 K) rows."""
    lower, upper = rows(2**bits)
    least, most = ceil(bits * log(2) + log(3 / 4 / log(4))), ceil(148 * (bits + 4) * log(2))
    return lower != least if side == "lower" else upper - 148 * lower != most - 148 * least
