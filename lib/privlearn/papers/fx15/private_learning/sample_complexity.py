"""FX15, Sections 1 and 2.2: SCDP, by linear programs over all private mechanisms, is O(log |C|)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, exp, lgamma, log
from typing import Any

from privlearn.broken.famous_learners import broken_exponential_without_factor_two
from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import T3, ConceptClass, all_functions, lines, thresholds
from privlearn.exact import Bracket, MinimaxProgram, exp_bracket, is_enclosure
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.generic import (LearningProgram, PrivateOptimum, best_private_learner, learning_program,
                                        one_point_success)
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.selection import proper_learner_rows, representation_failure, representation_failure_bound
from privlearn.learning import grid_distributions, success_everywhere
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.papers.fx15.private_learning import claim
from privlearn.papers.fx15.private_learning.instances import GRID, LARGE, RATIOS, failure_from_the_definition
from privlearn.papers.hard_instances import LEAST, TINY, log_of, log_wrong_choice, wrong_choice

BITS = 40  # e^epsilon is bracketed to so many bits: the brackets of the values are as narrow
ENDS = tuple(end for bracket in (exp_bracket(1, BITS), exp_bracket(QUARTER, BITS))
             for end in (bracket.lower, bracket.upper))
CURVE = (*ENDS, Fraction(3, 2), Fraction(2), Fraction(3))


claim("FX15-2.2.scdp", kind="definition", section="2.2 Differentially private learning",
      uses=("FX15-2.1", "FX15-2.2.dp"),
      title="SCDP: the least n with which some alpha-private algorithm (epsilon, delta)-learns C; by "
            "default alpha = 1, epsilon = delta = 1/4",
      note="e^alpha is irrational: programs are solved at both ends of a 40-bit bracket. A mechanism that is private "
           "at the lower end is private; the bound at the upper end holds for all.",
      erratum_kind="convention",
      erratum="The default parameters differ between the versions: alpha = 1 here, 1/4 in the conference version. Not "
              "a mistake of either, but the same symbol is two numbers: on the one-point class 2 and 6.")


@cache
def one_point_optimum(rows: int, ratio: Fraction) -> Fraction:
    """Return the best success for the two functions on one point, by the program over all mechanisms."""
    found = best_private_learner(all_functions(1), rows, ratio, QUARTER, [(1,)])
    if not found.is_certified():
        raise ArithmeticError("the enclosure does not prove its bounds")
    return 1 - found.strict[1].value


@check("FX15-2.2.scdp", grade="certified",
       quantifier="the two functions on one point, n = 1..6: all mechanisms with ratio 3/2, 2, 3 and both ends of "
                  "the 40-bit brackets of e and e^(1/4) (the optimum is monotone in the ratio)",
       says="{the best success of any mechanism} equals {the closed form}")
@sabotage("group privacy alone: e^(alpha n) / (1 + e^(alpha n))", make=lambda: group_privacy_success)
def one_point_optimum_is_the_closed_form(success=one_point_success) -> Verdict:
    """1 - r^(-n/2)/2 for even n, 1 - r^(-(n-1)/2)/(1 + r) for odd n, exactly."""
    return judge("==", (((n, r), one_point_optimum(n, r), success(n, r)) for n in range(1, 7) for r in CURVE))

def refutes_one_point_optimum_is_the_closed_form(success, n, r):
    """Climb from the middle, by symmetry p(n - k) = 1 - p(k), as steeply as two ratios allow."""
    middle = Fraction(1, 2) if n % 2 == 0 else r / (1 + r)
    for _ in range(n // 2):
        middle = min(r * middle, 1 - (1 - middle) / r)
    return bool(middle != success(n, r))


def group_privacy_success(rows: int, ratio: Fraction) -> Fraction:
    """Return ``R / (1 + R)`` with ``R = r^n``: right if only the two pure samples were databases."""
    return ratio**rows / (1 + ratio**rows)


def least_by_formula(epsilon: Fraction, success: Callable[[int, Any], Any] = one_point_success) -> int:
    """Return the least n at which a formula for the success on the one-point class reaches 3/4."""
    n, ratio = 1, exp_bracket(epsilon, BITS)
    while success(n, ratio.lower) < 1 - QUARTER:
        n += 1
    return n


def least_by_program(epsilon: Fraction) -> int:
    """Return the least n at which the best of all mechanisms on the one-point class reaches 3/4, certified."""
    n, ratio = 1, exp_bracket(epsilon, BITS)
    while one_point_optimum(n, ratio.upper) < 1 - QUARTER:
        n += 1
    if one_point_optimum(n, ratio.lower) < 1 - QUARTER:
        raise ArithmeticError("the bracket of the ratio is too wide to decide")
    return n


EPSILONS = (Fraction(1), Fraction(1, 2), QUARTER, Fraction(1, 8))


@check("FX15-2.2.scdp", grade="certified",
       quantifier="the two functions on one point, epsilon = delta = 1/4, alpha = 1, 1/2, 1/4, 1/8: all mechanisms",
       says="{the least rows by the closed form} equal {the least rows by the program}")
@sabotage("group privacy alone", lambda epsilon: least_by_formula(epsilon, group_privacy_success))
def one_point_sample_complexity(least=least_by_formula) -> Verdict:
    return judge("==", ((epsilon, least(epsilon), least_by_program(epsilon)) for epsilon in EPSILONS))

def refutes_one_point_sample_complexity(least, witness):
    """Even n are enough iff epsilon n >= ln 4, odd n iff e^(epsilon (n-1)/2) (1 + e^epsilon) >= 4."""
    def enough(n: int) -> bool:
        step = exp_bracket(witness, 80)
        low = step.lower ** (n // 2) * (2 if n % 2 == 0 else 1 + step.lower)
        return bool(low >= 4)

    n = least(witness)
    return not enough(n) or enough(n - 1)


TWO_POINTS = (("T3", T3, 7), ("all functions on 2 points", all_functions(2), 8))


@cache
def two_point_optimum(name: str, rows: int) -> PrivateOptimum:
    concepts = next(c for label, c, _ in TWO_POINTS if label == name)
    found = best_private_learner(concepts, rows, exp_bracket(1, BITS), QUARTER, GRID)
    if not found.is_certified():
        raise ArithmeticError("the enclosure does not prove its bounds")
    return found


def all_mechanisms(concepts: ConceptClass, rows: int, ratio: Fraction) -> LearningProgram:
    return learning_program(concepts, rows, ratio, QUARTER, GRID)


def without_labels(concepts: ConceptClass, rows: int, ratio: Fraction) -> LearningProgram:
    """Drop the privacy of the labels: a row may only be replaced by another one with the same label."""
    whole = all_mechanisms(concepts, rows, ratio)
    names = list(whole.place)
    ones = [sum(shape[1::2]) for shape, _ in names]
    kept = tuple((i, j, r) for i, j, r in whole.program.ratios if ones[i] == ones[j])
    return replace(whole, program=MinimaxProgram(whole.program.blocks, whole.program.tasks, kept))


@check("FX15-2.2.scdp", grade="certified",
       quantifier="T3 with n <= 6 and all functions on 2 points with n <= 7, alpha = 1, epsilon = delta = 1/4: all "
                  "mechanisms; the worst of 25 distributions is enough for a lower bound",
       says="{a bound on the success of private learners} is less than {3/4}")
@sabotage("labels are public: no constraint where the number of ones changes", without_labels)
@judged("<")
def fewer_rows_are_not_enough(program=all_mechanisms):
    """So SCDP(T3) >= 7 and SCDP of all functions on 2 points >= 8."""
    for name, concepts, least in TWO_POINTS:
        for rows in range(1, least):
            built = program(concepts, rows, exp_bracket(1, BITS).upper)
            enclosure = built.solved()
            proved = enclosure.lower if is_enclosure(enclosure, built.program) else Fraction(0)
            yield (name, rows), 1 - proved, 1 - QUARTER

def refutes_fewer_rows_are_not_enough(program, name, rows):
    """What the program allows is no private mechanism: some neighbours' laws differ by more than its ratio."""
    concepts, ratio = next(c for label, c, _ in TWO_POINTS if label == name), exp_bracket(1, BITS).upper
    built = program(concepts, rows, ratio)
    point, table = built.solved().point, {}
    for database in multiset_databases(labelled_rows(2), rows):
        table[database] = built.probabilities(point, database)
    return any(table[left][h] > ratio * table[right][h] for left, right in replace_one_unordered(table)
               for h in product((0, 1), repeat=2))


def optimal_learner(name: str, rows: int):
    return two_point_optimum(name, rows).learner


@check("FX15-2.2.scdp", grade="certified",
       quantifier="the optimal mechanisms for T3, n = 7, and all functions on 2 points, n = 8: ALL targets and ALL "
                  "distributions, by Bernstein coefficients, within 1/100 of the least on the 25 distributions; "
                  "alpha = 1, epsilon = delta = 1/4",
       says="the mechanism succeeds with at least 3/4 everywhere, within 1/100 of its least success on the grid")
@sabotage("the mechanism that is best on point masses alone",
          make=lambda: cache(lambda name, rows: best_private_learner(
                       next(c for label, c, _ in TWO_POINTS if label == name), rows, exp_bracket(1, BITS), QUARTER,
                       [(0, 1), (1, 0)]).learner))
@judged("<=")
def so_many_rows_are_enough_for_all_distributions(learner=optimal_learner):
    """With the check before: SCDP(T3) = 7 and SCDP of all functions on 2 points = 8, exactly."""
    for name, concepts, rows in TWO_POINTS:
        found = success_everywhere(learner(name, rows), concepts, rows, QUARTER)
        seen = success_on_a_grid(learner(name, rows), concepts, rows, [p for p, _ in GRID])
        yield (name, rows, "enough"), 1 - QUARTER, found
        yield (name, rows, "grid"), found, seen
        yield (name, rows, "grid"), seen, found + Fraction(1, 100)

def refutes_so_many_rows_are_enough_for_all_distributions(learner, name, rows, side):
    """Some target and some distribution with denominator 100 make it fail with probability above 1/4."""
    concepts = next(c for label, c, _ in TWO_POINTS if label == name)
    hundredths = [Fraction(k, 100) for k in range(101)]
    return side == "enough" and success_on_a_grid(learner(name, rows), concepts, rows, hundredths) < 1 - QUARTER


def success_on_a_grid(learner: Callable[[Any], Any], concepts: ConceptClass, rows: int,
                      masses: list[Fraction]) -> Fraction:
    """The least success over all targets and these masses of the first point, all counts of rows listed."""
    worst = Fraction(1)
    for target in concepts.rows():
        laws = [learner(((0, target[0]),) * k + ((1, target[1]),) * (rows - k)).exact() for k in range(rows + 1)]
        for p in masses:
            good = {h for h in product((0, 1), repeat=2)
                    if p * (h[0] != target[0]) + (1 - p) * (h[1] != target[1]) <= QUARTER}
            worst = min(worst, sum((comb(rows, k) * p**k * (1 - p) ** (rows - k) * law.get(h, Fraction(0))
                                    for k, law in enumerate(laws) for h in good), Fraction(0)))
    return worst


@check("FX15-2.2.scdp", grade="certified",
       quantifier="the same mechanisms: all neighbouring pairs of all databases of 7 and 8 rows, all outputs, "
                  "against the ratio e",
       says="{the largest ratio of the neighbours' laws} is at most {e}")
def the_optimal_mechanisms_are_private(learner=optimal_learner) -> Verdict:
    compared: list[int] = []

    def cases() -> Iterator[Any]:
        for name, _, rows in TWO_POINTS:
            law = cache(lambda database, name=name, rows=rows: learner(name, rows)(database).exact())
            pairs = replace_one_unordered(multiset_databases(labelled_rows(2), rows))
            compared.append(len(pairs))
            for left, right in pairs:
                ratio = max(mass / law(right)[h] for h, mass in law(left).items())
                yield (name, rows, left, right), ratio, exp_bracket(1, 2 * BITS)

    verdict = judge("<=", cases())
    return counted(verdict, sum(compared))

def refutes_the_optimal_mechanisms_are_private(learner, name, rows, left, right):
    p, q = learner(name, rows)(left).exact(), learner(name, rows)(right).exact()
    apart = sum(max(0, left.count(row) - right.count(row)) for row in set(left))
    return apart == 1 and any(p[h] > exp_bracket(1, 60).upper * q.get(h, 0) for h in p)

@the_optimal_mechanisms_are_private.sabotage("the best mechanism for alpha = 11/10")
def best_mechanism_alpha_11_10() -> Callable:
    return cache(lambda name, rows: best_private_learner(
        next(c for label, c, _ in TWO_POINTS if label == name), rows, exp_bracket(Fraction(11, 10), BITS), QUARTER,
        GRID).learner)


CLASSES = {"T3": T3, "Thr_2": thresholds(2), "Line_2": lines(2)}


claim("FX15-1.kasi", kind="proposition", uses=("BBKN14-3.2", "FX15-2.2.dp", "FX15-2.2.scdp"),
      title="Every finite class is privately learnable from O(log |C|) samples",
      note="Explicit: ceil(16/(alpha epsilon) ln(4 |C|/delta)) samples for alpha <= 1, with the exponential mechanism "
           "over C. Where all distributions are listed, ratios e^alpha with rational roots.",
      formulas=(proper_learner_rows,))


def games() -> Iterator[tuple[str, list[Any], Any, Any, Fraction]]:
    """Yield (name, hypotheses, target, distribution, ratio).

    Three small classes on a full grid; the 1024 thresholds of Thr_10, as they look on 2, 3, 4, 5, 8 points.
    """
    for name, concepts in CLASSES.items():
        for target, weights in product(concepts.rows(), grid_distributions(concepts.size, 8)):
            yield name, concepts.rows(), target, weights, RATIOS[0]
    for weights in grid_distributions(2, 4):
        yield "T3", T3.rows(), (0, 1), weights, RATIOS[1]
    for count in (2, 3, 4, 5, 8):
        seen = [tuple(int(k * 1023 // (count - 1) >= t) for k in range(count)) for t in range(1024)]
        for target in (seen[0], seen[500], seen[1023]):
            yield "Thr_10", seen, target, (Fraction(1, count),) * count, RATIOS[0]


@check("FX15-1.kasi", grade="certified",
       quantifier="epsilon = delta = 1/4, e^alpha = 9/4: T3, Thr_2, Line_2, all targets, all distributions with "
                  "denominator 8; Thr_10 with 3 targets, uniform on 2, 3, 4, 5, 8 points; e^alpha = 81/64: T3, one "
                  "target, denominator 4",
       says="{the failure, or a bound on it} is at most {delta}",
       reason="For T3 the sum over all samples, bracketed to 96 bits; for more points an exact rational upper bound "
              "(a moment bound), as hundreds of rows have too many multisets.")
@sabotage("a hundredth of the rows", 100)
@judged("<=")
def explicit_rows_are_enough_on_a_grid(divisor=1):
    needed = cache(lambda *case: max(1, proper_learner_rows(*case) // divisor))
    for name, concepts, target, weights, ratio in games():
        n = needed(len(concepts), ratio, QUARTER, QUARTER)
        whole = ((Fraction(1), concepts),)
        failure = representation_failure if name == "T3" else representation_failure_bound
        yield (name, target, weights, ratio, n), failure(whole, target, weights, n, ratio, QUARTER), QUARTER

def refutes_explicit_rows_are_enough_on_a_grid(divisor, name, target, weights, ratio, n):
    concepts = CLASSES[name].rows()
    return failure_from_the_definition(concepts, target, weights, n, ratio, QUARTER) > QUARTER


def chance_of_a_wrong_one(size: int, ratio: Fraction, accuracy: Fraction, rows: int) -> Bracket:
    """Return ``(|C| - 1) (1 - alpha (1 - e^(-epsilon/2)))^n``, the bound for all targets and all distributions.

    A concept of error above alpha errs on Bin(n, more than alpha) rows, the target on none, so it is drawn with
    probability at most E e^(-epsilon g / 2).
    """
    return bracket_of(lambda: (size - 1) * (1 - ball(accuracy) * (1 - 1 / ball(ratio).sqrt())) ** rows + ball(LEAST))


@check("FX15-1.kasi", grade="certified",
       quantifier="every class of 2, 4, 16, 2^10, 2^64 concepts, every target and EVERY distribution; epsilon = 1/4, "
                  "1/10, delta = 1/4, e^alpha = 9/4, 81/64",
       says="{(|C| - 1) (1 - epsilon (1 - e^(-alpha/2)))^n} is at most {delta}")
@judged("<=")
def explicit_rows_are_enough_for_every_distribution(rows=proper_learner_rows):
    for case in LARGE:
        yield (*case, rows(*case)), chance_of_a_wrong_one(*case[:3], rows(*case)), case[3]

def refutes_explicit_rows_are_enough_for_every_distribution(rows, size, ratio, accuracy, confidence, n):
    """A target, and |C| - 1 concepts that all differ from it on one point of mass just above alpha."""
    mass, failure = float(accuracy) + 0.001, 0.0
    for k in range(n + 1):
        ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
        behind = min(k * log(ratio) / 2 - log(size - 1), 700)
        failure += exp(ways + k * log(mass) + (n - k) * log(1 - mass)) / (1 + exp(behind))
    return n == rows(size, ratio, accuracy, confidence) and failure > confidence + Fraction(1, 10**6)


@check("FX15-1.kasi", grade="certified",
       quantifier="the instances of the formula, |C| = 2, 10^100, e^alpha = 1.0001, 5/2, epsilon = 1/100, 2/5, delta = "
                  "1/2, 10^-100: all concepts but the target err on mass just above epsilon",
       says="{the probability to name another concept, bounded from below} is at most {delta}")
@judged("<=")
def others_are_named_rarely_enough(rows=proper_learner_rows):
    for size, ratio, accuracy, confidence in rows.instances():
        n = rows(size, ratio, accuracy, confidence)
        yield ((size, ratio, accuracy, confidence),
               wrong_choice(n, ratio, Fraction(0), accuracy * (1 + TINY), size - 1), confidence)

def refutes_others_are_named_rarely_enough(rows, size, ratio, accuracy, confidence):
    n = rows(size, ratio, accuracy, confidence)
    return log_wrong_choice(n, ratio, Fraction(0), accuracy * (1 + TINY), size - 1) > log_of(confidence)


@cache
def audits(make) -> tuple[Any, ...]:
    return tuple((name, n, audit_pure(make(concepts, RATIOS[0]), multiset_databases(labelled_rows(concepts.size), n),
                                      replace_one_unordered))
                 for name, concepts in CLASSES.items() for n in (1, 2, 3, 4))


@check("FX15-1.kasi", grade="exhaustive",
       quantifier="the exponential mechanism over T3, Thr_2, Line_2, e^alpha = 9/4: all multisets of 1 to 4 labelled "
                  "rows, all replacements, all outputs",
       says="{the worst ratio of neighbouring laws} is at most {e^alpha}")
@sabotage("weights e^(alpha q) instead of e^(alpha q / 2)", broken_exponential_without_factor_two)
def output_law_is_private(make=exponential_learner) -> Verdict:
    found = audits(make)
    verdict = judge("<=", (((name, *audit.witness), audit.exp_epsilon, RATIOS[0]) for name, _, audit in found))
    return counted(verdict, sum(audit.pairs for _, _, audit in found))

def refutes_output_law_is_private(make, witness):
    name, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(CLASSES[name], RATIOS[0]), RATIOS[0])
