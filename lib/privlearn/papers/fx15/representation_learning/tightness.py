"""FX15, Section 2.3 and Theorem 2.5: agnostic private learning, and the exact rows, which lie between both bounds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, exp, lgamma, log
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.concepts import T3, ConceptClass, point_functions
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact import exp_bracket, is_enclosure, log_bracket
from privlearn.exact.binomial import majority_failure
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.exact.minimax import Enclosure
from privlearn.laws import Law, choice
from privlearn.learners.generic import LearningProgram, learning_program
from privlearn.learners.selection import (agnostic_learner_rows, representation_failure_bound,
                                          representation_learner_rows, representation_lower_rows)
from privlearn.learning import best_label_error, grid_distributions, success_everywhere
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.fx15.representation_learning.instances import (CONFIDENCES, FOUND, FREE, TWO_POINTS, Instance,
                                                                     explicit_bounds)
from privlearn.papers.hard_instances import TINY, binomial_term, log_of, log_wrong_choice, no_less_than, wrong_choice

AGNOSTIC: dict[str, ConceptClass] = {"T3": T3, "points on 2": point_functions(2)}
RATIOS = (Fraction(9, 4), Fraction(81, 64))
Game = tuple[str, Fraction, tuple[Fraction, ...]]  # class, ratio, distribution on labelled points


claim("FX15-2.5.agn", kind="theorem", uses=("FX15-2.2", "FX15-2.2.scdp", "FX15-2.5.ub", "FX15-3.1app.boost"),
      title="Agnostic private learning, with 1/epsilon^2 beside 1/(alpha epsilon)",
      note="Explicit: ceil(max(16/(alpha epsilon), 32/epsilon^2) ln(4K/delta)) samples. The representations are the "
           "classes themselves, which represent with error 0; boosting is Section 3 of the paper.",
      formulas=(agnostic_learner_rows,))


def as_rows(hypotheses) -> list[tuple[int, ...]]:
    """Return each hypothesis as the labelled points (x, y) on which it errs: the target is then constant 0."""
    return [tuple(int(h[x] != y) for x in range(len(h)) for y in (0, 1)) for h in hypotheses]


def noisy_games() -> Iterator[Game]:
    """Yield all distributions with denominator 4 on labelled points; first a point labelled 1, the weaker privacy."""
    yield "T3", RATIOS[1], (Fraction(0), Fraction(1), Fraction(0), Fraction(0))
    yield from product(AGNOSTIC, RATIOS, grid_distributions(4, 4))


@check("FX15-2.5.agn", grade="certified",
       quantifier="T3 and the points on 2 points, epsilon = delta = 1/4, e^alpha = 9/4, 81/64: all 35 distributions "
                  "with denominator 4 on labelled points",
       says="{a bound on Pr[excess error > epsilon]} is at most {delta}",
       reason="An exact rational upper bound on the failure (a moment bound): two thousand rows have too many "
              "multisets.")
@sabotage("a five-hundredth of the rows", 500)
@judged("<=")
def agnostic_failure_is_at_most_delta(divisor=1):
    for name, ratio, labelled in noisy_games():
        hypotheses = AGNOSTIC[name].rows()
        n = max(1, agnostic_learner_rows(len(hypotheses), ratio, QUARTER, QUARTER) // divisor)
        limit = best_label_error(labelled, hypotheses) + QUARTER
        bound = representation_failure_bound(((Fraction(1), as_rows(hypotheses)),), (0,) * 4, labelled, n, ratio, limit)
        yield (name, ratio, labelled, n), bound, QUARTER

def refutes_agnostic_failure_is_at_most_delta(divisor, name, ratio, labelled, n):
    """All sequences of labelled points, one by one (the sabotages leave few rows)."""
    root = Fraction(3, 2) if ratio == RATIOS[0] else Fraction(9, 8)
    hypotheses, total = AGNOSTIC[name].rows(), Fraction(0)
    wrong = [labelled[1 - h[0]] + labelled[3 - h[1]] for h in hypotheses]
    for drawn in product([place for place in range(4) if labelled[place]], repeat=n):
        weight = [root ** -sum(h[place // 2] != place % 2 for place in drawn) for h in hypotheses]
        lost = sum((w for w, e in zip(weight, wrong, strict=True) if e > min(wrong) + QUARTER), Fraction(0))
        chance = Fraction(1)
        for place in drawn:
            chance *= labelled[place]
        total += chance * lost / sum(weight)
    return total > QUARTER


COINS = tuple((accuracy, Fraction(1, 2) + share * accuracy) for accuracy in (QUARTER, EIGHTH, Fraction(1, 16))
              for share in (Fraction(9, 16), Fraction(3, 4)))


@check("FX15-2.5.agn", grade="exact",
       quantifier="the two functions on one point, e^alpha = 2^180, epsilon = 1/4, 1/8, 1/16: coins of bias 9/16 "
                  "epsilon and 3/4 epsilon, exact failure of the majority (at most 2000 tosses)",
       says="{the failure of the majority of the tosses} is at most {delta}")
@sabotage("a thousandth of the rows", 1000)
@judged("<=")
def coins_are_told_apart_without_privacy(divisor=1):
    """As good as no privacy: the mechanism follows the majority, so the failure is a binomial tail."""
    for accuracy, heads in COINS:
        n = min(max(1, agnostic_learner_rows(2, FREE, accuracy, QUARTER) // divisor), 2000)
        yield (accuracy, heads, n), majority_failure(n, heads), QUARTER

def refutes_coins_are_told_apart_without_privacy(divisor, accuracy, heads, n):
    """Follow the law of the lead toss by toss; the wrong side errs by more than alpha more."""
    lead, h, t = {0: 1}, heads.numerator, heads.denominator - heads.numerator  # in units of 1 / denominator^tosses
    for _ in range(n):
        after: dict[int, int] = {}
        for k, p in lead.items():
            after[k + 1] = after.get(k + 1, 0) + p * h
            after[k - 1] = after.get(k - 1, 0) + p * t
        lead = after
    lost = Fraction(2 * sum(p for k, p in lead.items() if k < 0) + lead.get(0, 0), 2 * heads.denominator**n)
    return heads - (1 - heads) > accuracy and lost > QUARTER


@check("FX15-2.5.agn", grade="certified",
       quantifier="the instances of the formula, K = 2, 10^100, e^alpha = 1.0001, 5/2, 2^180, epsilon = 1/100, 2/5, "
                  "delta = 1/2, 10^-100: with probability delta/2 all functions err everywhere; else one errs with "
                  "probability 1/2 - 3/8 epsilon, the others where it does not, or independently",
       says="{the failure beside delta/2, bounded from below} is at most {delta/2}")
@judged("<=")
def wrong_functions_are_named_rarely_enough(rows=agnostic_learner_rows):
    for size, ratio, accuracy, confidence in rows.instances():
        n, good = rows(size, ratio, accuracy, confidence), Fraction(1, 2) - 3 * accuracy / 8
        lost = max(wrong_choice(n, ratio, good, 1 - good + accuracy * TINY, size - 1), opposite(n, good))
        yield (size, ratio, accuracy, confidence), lost * (1 - confidence / 2), confidence / 2

def refutes_wrong_functions_are_named_rarely_enough(rows, size, ratio, accuracy, confidence):
    n, good = rows(size, ratio, accuracy, confidence), Fraction(1, 2) - 3 * accuracy / 8
    lost = log_wrong_choice(n, ratio, good, 1 - good + accuracy * TINY, size - 1)
    k = -(-n // 2)
    tied = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log_of(good) + (n - k) * log_of(1 - good) - log(2)
    return max(lost, tied) + log_of(1 - confidence / 2) > log_of(confidence / 2)


def opposite(rows: int, good: Fraction) -> Fraction:
    """Bound from below how often a function is named that errs just where the good one does not: half of a tie."""
    k = -(-rows // 2)
    return no_less_than(lambda: binomial_term(rows, good, k) / 2)


claim("FX15-2.5.tight", kind="observation", uses=("FX15-2.2.scdp", "FX15-2.5.lb", "FX15-2.5.ub"),
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
                  "delta = 1/4: all private mechanisms with one row less; and one for so many rows, on ALL targets and "
                  "ALL distributions, by Bernstein coefficients",
       says="with one row less no private learner succeeds with 3/4, and with so many rows a mechanism does",
       reason=REASON)
@sabotage("8 rows for T3", {("T3", Fraction(1), QUARTER): 8})
@sabotage("6 rows for T3", {("T3", Fraction(1), QUARTER): 6})
def so_many_rows_are_enough_and_no_fewer(numbers=FOUND) -> Verdict:
    return all_hold(judge("<", ((instance, 1 - proved(instance, n - 1, True)[1].lower, 1 - QUARTER)
                                for instance, n in sorted(numbers.items(), key=lambda item: item[1]))),
                    judge("<=", ((instance, 1 - QUARTER, success_everywhere(
                        mechanism(instance, n), TWO_POINTS[instance[0]], n, instance[2], 2))
                        for instance, n in numbers.items())))

def refutes_so_many_rows_are_enough_and_no_fewer(numbers, instance):
    fewer, enough = (success_from_the_definition(instance, numbers[instance] - less) for less in (1, 0))
    return not fewer < 1 - QUARTER <= enough


def rows_of_the_chain(instance: Instance) -> int:
    """Return the least n with ``e^(epsilon n) ln(1/beta) / (3/4) > k - 1`` for all listed beta, compared at e's end."""
    name, epsilon, accuracy = instance
    return max(next(n for n in range(99) if exp_bracket(epsilon * n).upper * log_bracket(1 / c).upper
                    > (1 - QUARTER) * (smallest_probabilistic_representation(TWO_POINTS[name], accuracy, c) - 1))
               for c in CONFIDENCES)


@check("FX15-2.5.tight", grade="certified",
       quantifier="the same classes and parameters: explicit lower bound, exact number, explicit upper bound; the runs "
                  "of a learner with fewer rows than the lower bound are too few for a representation, with so many "
                  "they are enough",
       says="the exact number lies between the two bounds, of which the lower one is that of the chain",
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
    if side == "lower":
        return lower > FOUND[key] and success_from_the_definition(key, FOUND[key]) >= 1 - QUARTER
    return upper < FOUND[key] and 1 - proved(key, FOUND[key] - 1, True)[1].lower < 1 - QUARTER


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
