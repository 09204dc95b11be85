"""BBKN14, Section 3.1: Lemma 3.9 by good samples, which are close: each other target keeps its part."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, lgamma, log
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.exact import Bracket, exp_bracket, is_at_most
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, exp, formula
from privlearn.exact.fractions import TENTH
from privlearn.exact.tails import upper_tail_bracket
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import MASSES

claim("BBKN14-3.9.family", kind="definition",
      title="The hard distributions: most mass on one common point, the rest on the target",
      uses=("BBKN14-2.2.error", "BBKN14-3.3"), erratum_kind="step", repaired=True,
      erratum="Printed with mass exactly alpha on the target: then every other target's concept has error exactly "
              "alpha and is accepted. With any mass above alpha only the target's own concept is.")


@check("BBKN14-3.9.family", grade="exact",
       quantifier="T = 8, alpha = 1/10, mass 1/10 and 1/10 + 1/1000; all targets and all concepts",
       says="with mass above alpha the target alone has error <= alpha, with mass alpha all targets have")
@sabotage("only the target at mass alpha too, as printed", lambda mass, alpha, size, target: {target})
@judged("==")
def accepted_concepts_are_the_stated_ones(
        accepted=lambda mass, alpha, size, target: {target} if mass > alpha else set(range(1, size))):
    rows = point_functions(8).rows()
    for mass in (TENTH + Fraction(1, 1000), TENTH):
        for i in range(1, 8):
            errors = [sum((q for x, q in ((0, 1 - mass), (i, mass)) if rows[i][x] != rows[j][x]), Fraction(0))
                      for j in range(8)]
            good = {j for j, error in enumerate(errors) if error <= TENTH}
            yield (mass, i), good, accepted(mass, TENTH, 8, i)

def refutes_accepted_concepts_are_the_stated_ones(accepted, mass, i):
    answer = accepted(mass, TENTH, 8, i)
    errors = {j: (mass if j != i else Fraction(0)) + (1 - mass if j == 0 else 0) for j in range(8)}
    return any((errors[j] <= TENTH) != (j in answer) for j in range(8))


@formula("at most", corners={"alpha": (Fraction(1, 100), Fraction(1, 3)), "m": (1, 200, 20000)})
def bad_sample(alpha: Value, m: int) -> Value:
    """Return a bound on the probability that a sample shows the target more than twice as often as expected."""
    return exp(-alpha * m / 3)


claim("BBKN14-3.9.good", kind="inequality", step_of="BBKN14-3.9", formulas=(bad_sample,),
      title="A sample shows the target at most 2 alpha m times except with probability e^{-alpha m / 3}",
      uses=("BBKN14-2.eq2.upper", "BBKN14-3.9.family"))


@cache
def tail_bracket(mass: Fraction, rows: int) -> Bracket:
    return upper_tail_bracket(rows, mass, floor(2 * mass * rows) + 1)


@check("BBKN14-3.9.good", grade="certified",
       quantifier="alpha = 1/100, 1/3, m = 1, 200, 20000; alpha = 1/10, 1/4, 1/3, m = 1..200",
       says="{the chance of more than 2 alpha m hits} is at most {e^(-alpha m/3)}")
def tail_is_at_most(bound=bad_sample) -> Verdict:
    return judge("<=", (((mass, rows), tail_bracket(mass, rows), bound(mass, rows))
                        for mass, rows in (*bound.instances(), *product(MASSES, range(1, 201)))))

def refutes_tail_is_at_most(bound, mass, rows):
    k = floor(2 * mass * rows) + 1  # one term is enough
    term = lgamma(rows + 1) - lgamma(k + 1) - lgamma(rows - k + 1) + k * log(mass) + (rows - k) * log(1 - mass)
    value = as_bracket(bound(mass, rows)).upper
    return k <= rows and (value <= 0 or term > log(value))


@formula("at most", corners={"beta": (Fraction(0), TENTH), "alpha": (Fraction(1, 100), Fraction(1, 3)),
                             "m": (1, 200, 10000)})
def gamma(beta: Value, alpha: Value, m: int) -> Value:
    """Return a bound on the chance of a failure or a bad sample."""
    return beta + exp(-alpha * m / 3)


claim("BBKN14-3.9.success", kind="inequality", step_of="BBKN14-3.9", formulas=(gamma,),
      title="Some good sample makes the learner succeed with probability at least 1 - Gamma",
      uses=("BBKN14-2.2", "BBKN14-3.9.good"))


@check("BBKN14-3.9.success", grade="certified",
       quantifier="alpha = 1/100, m = 1, 200, 10000, alpha = 1/3, m = 1, 200: the learner that succeeds on the bad "
                  "samples only",
       says="{the failure on good samples} is at most {beta + e^(-alpha m/3)}")
@judged("<=")
def failure_on_good_samples_is_at_most(bound=gamma):
    for alpha, m in (*product((Fraction(1, 100), Fraction(1, 3)), (1, 200)), (Fraction(1, 100), 10000)):
        yield (alpha, m), 1, bound(1 - tail_bracket(alpha, m), alpha, m)

def refutes_failure_on_good_samples_is_at_most(bound, alpha, m):
    k = floor(2 * alpha * m) + 1  # one bad sample is enough
    term = lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1) + k * log(alpha) + (m - k) * log(1 - alpha)
    return not is_at_most(1, bound(1 - exp_bracket(Fraction(term) - Fraction(1, 10**6), 256), alpha, m))


DISTANCE: dict[str, Any] = {"corners": {"alpha": MASSES, "m": tuple(range(1, 9))}}


@formula("at most", **DISTANCE, loose={"4 * alpha * m": "from alpha = 1/4 on this is m or more, and all rows are m"})
def distance_of_good_samples(alpha: Value, m: int) -> Value:
    """Return in how many rows good samples of two targets differ at most."""
    return 4 * alpha * m


@formula("at most", **DISTANCE)
def distance_of_aligned_samples(alpha: Value, m: int) -> Value:
    """Return the same for samples that show their targets in the first rows."""
    return 2 * alpha * m


claim("BBKN14-3.9.eq-dp", kind="inequality", step_of="BBKN14-3.9",
      formulas=(distance_of_good_samples, distance_of_aligned_samples),
      title="Good samples of two targets differ in at most 4 alpha m rows",
      uses=("BBKN14-2.1.group", "BBKN14-3.9.success"),
      note="The 2 of aligned rows in place of the 4 is for learners that ignore the order of their rows; any learner "
           "becomes one, at no cost in privacy or success, by shuffling them first.")


def sample_of(target: int, shown: int, rows: int) -> tuple[Any, ...]:
    return tuple((target, 1) if shown >> k & 1 else (0, 0) for k in range(rows))


def largest_distances() -> Iterator[tuple[Any, int, int]]:
    """Yield a mass, a number of rows and two good samples farthest apart; their distance; how many pairs there are."""
    for mass, rows in product(MASSES, range(1, 9)):
        good = [shown for shown in range(1 << rows) if shown.bit_count() <= 2 * mass * rows]
        first, second = ([(shown, sample_of(target, shown, rows)) for shown in good] for target in (1, 2))
        distance, left, right = max((hamming_distance(a, b), s, t) for s, a in first for t, b in second)
        yield (mass, rows, left, right), distance, len(good) ** 2


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples of two targets",
       says="{the largest distance of good samples} is at most {4 alpha m}")
@verifier(lambda bound, mass, rows, left, right: bound(mass, rows) < (left ^ right | left & right).bit_count() and max(
    left.bit_count(), right.bit_count()) <= 2 * mass * rows)
@judged("<=")
def good_samples_are_close(bound=distance_of_good_samples):
    yield from ((case, distance, bound(*case[:2]), pairs) for case, distance, pairs in largest_distances())


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples, rows sorted so that those that show "
                  "the target come first",
       says="{the distance of two aligned good samples} is at most {2 alpha m}")
@judged("<=")
def aligned_samples_are_twice_as_close(reach=distance_of_aligned_samples):
    for mass in MASSES:
        for rows in range(1, 9):
            for s in range(floor(2 * mass * rows) + 1):
                for t in range(floor(2 * mass * rows) + 1):
                    a, b = sample_of(1, (1 << s) - 1, rows), sample_of(2, (1 << t) - 1, rows)
                    yield (mass, rows, s, t), hamming_distance(a, b), reach(mass, rows)

def refutes_aligned_samples_are_twice_as_close(reach, mass, rows, s, t):
    differing = [k for k in range(rows) if k < s or k < t]
    return max(s, t) <= 2 * mass * rows and len(differing) > reach(mass, rows)
