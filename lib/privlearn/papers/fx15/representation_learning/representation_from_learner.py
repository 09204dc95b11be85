"""FX15, Theorem 2.5: many runs of a private learner on one fixed database are a representation."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil, exp, expm1, log, log1p
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation import smallest_probabilistic_representation
from privlearn.exact import Bracket, binomial_probabilities, exp_bracket, log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law, choice
from privlearn.learners.generic import PrivateOptimum, best_private_learner, one_point_success
from privlearn.learners.selection import drawn_hypotheses
from privlearn.learners.selection.representations import success_on_every_database
from privlearn.learning import error
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.fx15.representation_learning.instances import CASES, CLASSES, Case, optimum, places

claim("FX15-2.5.lb", kind="theorem", uses=("BBKN14-2.1.group", "FX15-2.2.scdp", "FX15-2.4"),
      title="A private learner gives a probabilistic representation: many runs on one fixed database",
      note="Explicit: ceil(e^(alpha n) ln(1/delta)/(1 - delta0)) runs of a learner of confidence delta0 on n examples. "
           "The learners are the best of all private mechanisms on distributions with denominator 8 or 20. The factor "
           "1/epsilon, with dummies: (1 + 4 epsilon (e^alpha - 1))^n in place of e^(alpha n), and no less.",
      formulas=(drawn_hypotheses,),
      erratum_kind="convention", repaired=True,
      erratum="The Omega needs a condition that is not named. Two concepts that differ everywhere have PRDim = 1, and "
              "at alpha = 1, delta = 1/4 two examples are enough for every epsilon, although 1/epsilon grows. For "
              "alpha <= 1, epsilon and delta <= 1/4 and PRDim >= 5 the bound holds, with the constant 1/20.")


def ratio_of(case: Case) -> Fraction:
    return exp_bracket(case[1], 40).lower


@cache
def good_masses(case: Case) -> dict[Any, tuple[Fraction, Any]]:
    """Return for every database S0 the least mass of A(S0) on a good set, and the game (f, D) where it is least."""
    concepts, law, found = CLASSES[case[0]], optimum(case).learner, {}
    goods: dict[frozenset[Any], Any] = {}
    for target, weights in product(concepts.rows(), places(concepts.size)):
        good = frozenset(h for h in product((0, 1), repeat=concepts.size) if error(weights, target, h) <= QUARTER)
        goods.setdefault(good, (target, weights))
    for database in multiset_databases(labelled_rows(concepts.size), case[2]):
        table = law(database).exact()
        found[database] = min((sum((table.get(h, Fraction(0)) for h in good), Fraction(0)), game)
                              for good, game in goods.items())
    return found


@check("FX15-2.5.lb", grade="exact",
       quantifier="the best private learner of the one-point class, T3 and all functions on 2 points, alpha = 1/2, "
                  "1, n = 1..5: every database S0, all targets, all distributions with denominator 20",
       says="{e^(-alpha n) times the learner's success} is at most {the mass of the good set on the database S0}")
@sabotage("only n - 1 rows replaced", lambda rows, ratio, success: success / ratio ** (rows - 1))
def good_set_keeps_its_mass_on_every_database(bound=success_on_every_database) -> Verdict:
    """Pr[A(S0) good for (f, D)] >= e^(-epsilon n) (1 - beta0)."""
    def cases() -> Iterator[Any]:
        for case in CASES:
            success = 1 - optimum(case).strict[1].upper
            for database, (mass, game) in good_masses(case).items():
                yield (case, database, *game), bound(case[2], ratio_of(case), success), mass

    return covering(judge("<=", cases()), sum(len(good_masses(case)) * len(CLASSES[case[0]]) * len(
        places(CLASSES[case[0]].size)) for case in CASES))

def refutes_good_set_keeps_its_mass_on_every_database(bound, case, database, target, weights):
    """On this database and in this game the mass is smaller, and the success that the bound starts from is right."""
    table = optimum(case).learner(database).exact()
    mass = sum((p for h, p in table.items()
                if sum(w for w, a, b in zip(weights, h, target, strict=True) if a != b) <= QUARTER), Fraction(0))
    return mass < bound(case[2], ratio_of(case), 1 - optimum(case).failure.upper)


CONFIDENCES = (QUARTER, Fraction(1, 10), Fraction(1, 100))


@check("FX15-2.5.lb", grade="exact",
       quantifier="the same learners and games, the worst database S0, delta = 1/4, 1/10, 1/100",
       says="{the probability that all runs miss a good set} is at most {delta}")
@judged("<=")
def independent_runs_miss_with_at_most_delta(draws=drawn_hypotheses):
    """(1 - q)^K <= beta, q the least mass of a good set."""
    for case, confidence in product(CASES, CONFIDENCES):
        database, (mass, game) = min(good_masses(case).items(), key=lambda item: item[1][0])
        runs = draws(case[2], ratio_of(case), 1 - optimum(case).strict[1].upper, confidence)
        yield (case, confidence, database, *game), (1 - mass) ** runs, confidence

def refutes_independent_runs_miss_with_at_most_delta(draws, case, confidence, database, target, weights):
    """Multiply the chance that a run is bad, run by run."""
    bad = sum((p for h, p in optimum(case).learner(database).exact().items()
               if sum(w for w, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER), Fraction(0))
    missed = Fraction(1)
    for _ in range(draws(case[2], ratio_of(case), 1 - optimum(case).failure.upper, confidence)):
        missed *= bad
    return missed > confidence


def growing_successes(rows: int, ratio: Fraction, success: Fraction) -> list[Fraction]:
    """Return for k = 0, ..., n rows that speak for one of two concepts how often it is named: in steps of e^alpha."""
    return [success / ratio ** (rows - k) for k in range(rows + 1)]


def log_missed(runs: int, mass: Fraction, confidence: Fraction) -> Bracket:
    """Return the logarithm of ``(1 - mass)^runs / confidence``."""
    return bracket_of(lambda: (1 - ball(mass)).log() * runs - ball(confidence).log(), 4096)


@check("FX15-2.5.lb", grade="exact",
       quantifier="the instances of the formula, n = 0, 1, 40, e^alpha = 1, 3/2, 10^6, delta = 9/10, 1/2, 10^-100: a "
                  "learner of two concepts, private, whose success 2/5, 1/100 grows by e^alpha with each row",
       says="the learner is private, and its runs on the database that speaks against a concept all miss it with "
            "probability at most delta")
@judged("<=")
def runs_of_the_most_private_learner_are_enough(draws=drawn_hypotheses):
    for n, ratio, success, confidence in draws.instances():
        masses = growing_successes(n, ratio, success)
        for fewer, more in pairwise(masses):
            yield ("private", n, ratio, success, confidence), max(more / fewer, (1 - fewer) / (1 - more)), ratio
        runs = draws(n, ratio, success, confidence)
        yield ("missed", n, ratio, success, confidence), log_missed(runs, masses[0], confidence), 0

def refutes_runs_of_the_most_private_learner_are_enough(draws, kind, n, ratio, success, confidence):
    missed = draws(n, ratio, success, confidence) * log1p(-float(success / ratio**n))
    return kind == "missed" and missed > log(confidence.numerator) - log(confidence.denominator)


@check("FX15-2.5.lb", grade="certified",
       quantifier="the same learners, epsilon = 1/4, delta = 1/4, 1/10: against the least size of a representation, "
                  "by a verified program over all distributions on sets",
       says="{the least size of a representation} is at most {the number of runs}")
@judged("<=")
def runs_are_at_least_the_least_representation(draws=drawn_hypotheses):
    for case, confidence in product(CASES, CONFIDENCES[:2]):
        runs = draws(case[2], ratio_of(case), 1 - optimum(case).strict[1].upper, confidence)
        yield (case, confidence), least_size(case[0], confidence), runs


@cache
def least_size(name: str, confidence: Fraction) -> int:
    """Return the least K of an (1/4, confidence)-representation of the class by sets of K functions."""
    return int(smallest_probabilistic_representation(CLASSES[name], QUARTER, confidence))


def refutes_runs_are_at_least_the_least_representation(draws, case, confidence):
    """Under the uniform distribution K functions are good for K targets at most, so some target is missed too often."""
    runs = draws(case[2], ratio_of(case), 1 - optimum(case).failure.upper, confidence)
    targets, uniform = CLASSES[case[0]].rows(), Fraction(1, CLASSES[case[0]].size)
    served = max(sum(uniform * sum(a != b for a, b in zip(h, f, strict=True)) <= QUARTER for f in targets)
                 for h in product((0, 1), repeat=CLASSES[case[0]].size))
    return 1 - Fraction(runs * served, len(targets)) > confidence


PADDED = tuple(product((Fraction(1, 2), Fraction(1)), (2, 3, 4, 5, 6), (Fraction(1, 16), Fraction(1, 32))))
DUMMY = ConceptClass.from_matrix([[0, 0], [1, 0]])  # a real point and a dummy that every concept labels 0


@cache
def padded_optimum(epsilon: Fraction, rows: int, accuracy: Fraction) -> PrivateOptimum:
    """Return the best private learner where the real point has mass 4 alpha."""
    return best_private_learner(DUMMY, rows, exp_bracket(epsilon, 40), accuracy, [(4 * accuracy, 1 - 4 * accuracy)])


def dummy_mass(epsilon: Fraction, rows: int, accuracy: Fraction) -> Fraction:
    """Return the least mass that the learner gives a good set on the database of n dummies."""
    table = padded_optimum(epsilon, rows, accuracy).learner(((1, 0),) * rows).exact()
    return min(sum((p for h, p in table.items() if h[0] == bit and h[1] == 0), Fraction(0)) for bit in (0, 1))


COUNTED = tuple(product((Fraction(3, 2), Fraction(3)), (1, 2, 3), (Fraction(1, 32), Fraction(1, 16), QUARTER)))


def counting_learner(ratio: Fraction, rows: int):
    """Two points and a dummy: name a point with a chance of ``r^k`` in ``2 r^n + 4`` if k rows say that it is 1."""
    def law(database) -> Law:
        chances = [ratio ** database.count((x, 1)) / (2 * ratio**rows + 4) for x in (0, 1)]
        return choice({(1, 0, 0): chances[0], (0, 1, 0): chances[1], (0, 0, 0): 1 - sum(chances)})

    return law


@check("FX15-2.5.lb", grade="exact",
       quantifier="database of n dummies; the two functions on a point of mass 4 epsilon beside a dummy, epsilon = "
                  "1/16, 1/32, alpha = 1/2, 1, n = 2..6: the best private learner; two points, e^alpha = 3/2, 3, n = "
                  "1, 2, 3, epsilon = 1/32, 1/16 and 1/4 (no dummies in the sample): a learner that counts, private "
                  "on all neighbours, attains the bound",
       says="the bound is at most the mass on n dummies, and a private learner that counts attains it")
@sabotage("no row need be replaced: the success itself", lambda rows, ratio, success, real: success)
@sabotage("all rows are replaced", lambda rows, ratio, success, real: success / ratio**rows)
@sabotage("49/100, whatever the case", lambda rows, ratio, success, real: Fraction(49, 100))
@judged("<=")
def only_rows_that_are_no_dummies_count(bound=success_on_every_database):
    """The factor 1/alpha: only about 4 alpha n rows have to be replaced."""
    for epsilon, rows, accuracy in PADDED:
        success = 1 - padded_optimum(epsilon, rows, accuracy).strict[1].upper
        yield (("best", epsilon, rows, accuracy), bound(rows, exp_bracket(epsilon, 40).lower, success, 4 * accuracy),
               dummy_mass(epsilon, rows, accuracy))
    for ratio, rows, accuracy in COUNTED:
        learner, binomial = counting_learner(ratio, rows), binomial_probabilities(rows, 4 * accuracy)
        success = sum((p * learner(((0, 1),) * k + ((2, 0),) * (rows - k)).exact()[1, 0, 0]
                       for k, p in enumerate(binomial)), Fraction(0))
        audit = audit_pure(learner, multiset_databases(labelled_rows(3), rows), replace_one_unordered)
        yield ("private", ratio, rows, accuracy), audit.exp_epsilon, ratio
        mass, kept = learner(((2, 0),) * rows).exact()[1, 0, 0], bound(rows, ratio, success, 4 * accuracy)
        yield ("counts", ratio, rows, accuracy), kept, mass
        yield ("counts", ratio, rows, accuracy), mass, kept

def refutes_only_rows_that_are_no_dummies_count(bound, kind, privacy, rows, accuracy):
    """For the best learner the success is summed anew; for the one that counts the samples are listed row by row."""
    if kind == "counts":
        grown = sum(((4 * accuracy * privacy) ** sum(real) * (1 - 4 * accuracy) ** (rows - sum(real))
                     for real in product((0, 1), repeat=rows)), Fraction(0))  # success in units of the mass
        return bound(rows, privacy, grown / (2 * privacy**rows + 4), 4 * accuracy) * (2 * privacy**rows + 4) != 1
    law, success = padded_optimum(privacy, rows, accuracy).learner, []
    for bit in (0, 1):
        chance = binomial_probabilities(rows, 4 * accuracy)
        success.append(sum((chance[k] * sum((p for h, p in law(((0, bit),) * k + ((1, 0),) * (rows - k)).exact().items()
                                             if h == (bit, 0)), Fraction(0)) for k in range(rows + 1)), Fraction(0)))
    table = law(((1, 0),) * rows).exact()
    least = min(table.get((0, 0), Fraction(0)), table.get((1, 0), Fraction(0)))
    return bound(rows, exp_bracket(privacy, 40).lower, min(success), 4 * accuracy) > least


SETTINGS = tuple(product((1, 2, 4, 5, 6, 20, 1000), (Fraction(1), Fraction(1, 2), Fraction(1, 10)),
                         (QUARTER, Fraction(1, 16), Fraction(1, 1000))))
E = exp_bracket(1, 40)


def rows_for_dimension(dimension: int, epsilon: Fraction, accuracy: Fraction) -> int:
    """Return the least n that the theorem allows, with its constant 1/20; 0 where it says nothing."""
    return ceil(dimension / (20 * epsilon * accuracy)) if dimension >= 5 else 0


@check("FX15-2.5.lb", grade="certified",
       quantifier="PRDim = 1, 2, 4, 5, 6, 20, 1000, alpha = 1, 1/2, 1/10, epsilon = 1/4, 1/16, 1/1000, delta = 1/4: "
                  "with a row less the runs on both databases of dummies are fewer than 2^PRDim; two opposite "
                  "concepts, PRDim = 1, alpha = 1: two rows are enough",
       says="a row less than PRDim/(20 alpha epsilon) makes too small a representation, and two rows are enough for "
            "two opposite concepts")
@sabotage("the constant 1/10", lambda *case: 2 * rows_for_dimension(*case))
@sabotage("no condition on PRDim", lambda dimension, epsilon, accuracy: ceil(dimension / (20 * epsilon * accuracy)))
@judged("<=")
def rows_grow_with_the_dimension(rows=rows_for_dimension):
    for dimension, epsilon, accuracy in SETTINGS:
        n = rows(dimension, epsilon, accuracy)
        if dimension == 1 and epsilon == 1:  # a hypothesis that is one of the two has error 0 or 1
            enough = next(k for k in (1, 2, 3) if one_point_success(k, E.lower) >= 1 - QUARTER)
            yield (dimension, epsilon, accuracy), n, enough
        if n:
            exponent = (exp_bracket(epsilon, 96) - 1) * (4 * accuracy * (n - 1))
            runs = log_bracket(2 * (log_bracket(4) * Fraction(4, 3) + 1)) + exponent  # e^x is at least 1
            yield (dimension, epsilon, accuracy), runs, log_bracket(2) * dimension

def refutes_rows_grow_with_the_dimension(rows, dimension, epsilon, accuracy):
    """Two rows: 1 - 1/(2 e) is above 3/4; or even with some rows less there are 2^PRDim runs, in floats."""
    n = rows(dimension, epsilon, accuracy)
    x = 4 * float(accuracy) * expm1(float(epsilon)) * (n - 1)
    many = x > 600 or 2 * ceil(4 / 3 * log(4) * exp(x)) >= 2.0**min(dimension, 1000)
    return many or (dimension == 1 and epsilon == 1 and n > 2)
