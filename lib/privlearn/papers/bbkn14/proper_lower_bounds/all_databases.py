"""BBKN14, Section 3.1: Theorem 3.6 and Lemma 3.9 over all databases, and the best success at naming a target."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, binomial_probabilities
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.proper_points import exponential_point_failure
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import optimal_failure, packing_success, target_probability, two_point_failure
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import full_success
from privlearn.papers.bbkn14.proper_lower_bounds.rows_needed import MASS, full_failure, sorted_losses


@formula("equals", tex={"ratio": r"e^\eps"}, corners={"ratio": (1, Fraction(5, 4), 3), "alpha": (Fraction(3, 10),)})
def failure_with_two_rows(ratio: Value, alpha: Value) -> Value:
    """Return the least failure for three points and two rows, by what one row of each target allows."""
    return (1 - alpha) ** 2 / 2 + 2 * alpha * (1 - alpha) / (ratio + 1) + alpha**2 / (2 * ratio)


claim("BBKN14-3.9.all", formulas=(failure_with_two_rows,), kind="theorem",
      title="For n targets the packing bound is optimal over all databases exactly if e^(epsilon (m - 1)) <= n - 1",
      uses=("BBKN14-3.6", "BBKN14-3.9"),
      note="Ours. Proved for all numbers of points and rows; where the bound is not attained the optimum is known as "
           "the value of a linear program, and in closed form for three points and two rows.")

RATIOS = (Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(3))
PACKINGS = tuple(product((2, 3, 4, 5, 6, 9), (1, 2, 3, 4), RATIOS))
FAMILIES = tuple(product((2, 3, 4, 5), (1, 2, 3), RATIOS))


@check("BBKN14-3.9.all", grade="certified",
       quantifier="all private proper learners on all labelled databases; e^epsilon = 5/4, 3/2, 2, 3; the packing of T "
                  "= 2, 3, 4, 5, 6, 9 points, m = 1..4, and two-point families with T = 3, 4, 5, 6, m = 1, 2, 3, mass "
                  "3/10",
       says="the least failure is the closed form exactly where e^(epsilon (m - 1)) <= n - 1 for n targets")
@sabotage("attained for every number of rows", lambda targets, rows, ratio: True)
@sabotage("one row less", lambda targets, rows, ratio: ratio**rows <= targets - 1)
@sabotage("one target more", lambda targets, rows, ratio: ratio ** (rows - 1) <= targets)
@judged("==")
def closed_forms_are_attained_for_few_rows(attained=lambda targets, rows, ratio: ratio ** (rows - 1) <= targets - 1):
    for n, rows, ratio in PACKINGS:
        exact = full_success(n, rows, ratio) == packing_success(n, ratio**rows)
        yield ("packing", n, rows, ratio), exact, attained(n, rows, ratio)
    for n, rows, ratio in FAMILIES:
        exact = full_failure(n + 1, rows, ratio) == two_point_failure(n + 1, rows, ratio, MASS)
        yield ("family", n, rows, ratio), exact, attained(n, rows, ratio)

def refutes_closed_forms_are_attained_for_few_rows(attained, _, n, rows, ratio):
    # m - 1 rows show a target and one shows another: what the m rows of either allow there must add up to 1
    least = ratio**rows + n - 1 <= ratio ** (rows - 1) + ratio * (n - 1)
    return attained(n, rows, ratio) != least


def databases_of(size: int, rows: int) -> list[Any]:
    return multiset_databases(labelled_rows(size), rows)


@check("BBKN14-3.9.all", grade="certified",
       quantifier="all private proper learners on all labelled databases; T = 3, m = 2; e^epsilon = 1, 5/4, 3/2, 2, 3, "
                  "mass 3/10",
       says="the least failure is (1 - alpha)^2/2 + 2 alpha (1 - alpha)/(e^epsilon + 1) + alpha^2/(2 e^epsilon)")
@sabotage("the closed form of the family", lambda ratio, mass: two_point_failure(3, 2, ratio, mass))
def three_points_and_two_rows(failure=failure_with_two_rows) -> Verdict:
    return judge("==", ((ratio, full_failure(3, 2, ratio), failure(ratio, MASS)) for ratio in (Fraction(1), *RATIOS)))

def refutes_three_points_and_two_rows(failure, ratio):
    databases = databases_of(3, 2)  # without symmetry
    best = optimal_failure(databases, range(3), replace_one_unordered(databases), ratio, sorted_losses(3, 2))
    return failure(ratio, MASS) != best.value


HITS = tuple(product((2, 3, 4, 1024), (0, 1, 3), (Fraction(1), Fraction(9, 4), Bracket(Fraction(3, 2), Fraction(2)))))


@check("BBKN14-3.9", grade="exact",
       quantifier="T = 2, 3, 4, 1024; 0, 1, 3 hits; e^epsilon = 1, 9/4, and both ends of a bracket from 3/2 to 2: the "
                  "target is named e^(epsilon k) times as often as every other answer, and these sum to one",
       says="the chance of the target with that of T - 2 answers e^(epsilon k) times as rare is 1")
@sabotage("one answer more", lambda size, hits, ratio: target_probability(size + 1, hits, ratio))
@sabotage("every answer names it as often without hits", lambda size, hits, ratio: target_probability(size, 0, ratio))
@judged("==")
def target_and_others_share_one(chance=target_probability):
    for size, hits, ratio in HITS:
        found, ends = as_bracket(chance(size, hits, ratio)), as_bracket(ratio)
        yield (size, hits, ratio), tuple(x + (size - 2) * x / r**hits for x, r in zip(
            (found.lower, found.upper), (ends.lower, ends.upper), strict=True)), (1, 1)

def refutes_target_and_others_share_one(chance, witness):
    size, hits, ratio = witness
    found, ends = as_bracket(chance(*witness)), as_bracket(ratio)
    odds = [Fraction(1) for _ in range(2)]
    for _ in range(hits):
        odds = [odds[0] * ends.lower, odds[1] * ends.upper]
    return [found.lower, found.upper] != [1 / (1 + Fraction(size - 2) / x) for x in odds]


SAMPLED = tuple(product((2, 4, 7), range(4), (Fraction(1), Fraction(3, 2)), (Fraction(0), Fraction(1, 3), Fraction(1))))


@check("BBKN14-3.9", grade="certified",
       quantifier="T = 2, 4, 7, at most 3 rows, mass 0, 1/3, 1 on the target, e^(epsilon/2) = 1, 3/2: the exponential "
                  "mechanism's law on every sample; both ends within 2^-100 of the exact failure, on either side",
       says="{the distance of either end from the failure on all samples} is at most {2^(-100)}")
@sabotage("one point more", lambda size, rows, root, mass: exponential_point_failure(size + 1, rows, root, mass))
@sabotage("twice the privacy loss",
          lambda size, rows, root, mass: exponential_point_failure(size, rows, root**2, mass))
@judged("<=")
def exponential_mechanism_on_the_family(failure=exponential_point_failure):
    for size, rows, root, mass in SAMPLED:
        exact, found = failure_on_samples(size, rows, root, mass), failure(size, rows, root, mass)
        yield (size, rows, root, mass), max(exact - found.lower, found.upper - exact), Fraction(1, 2**100)
        yield (size, rows, root, mass), max(found.lower - exact, exact - found.upper), 0


def failure_on_samples(size: int, rows: int, root: Fraction, mass: Fraction) -> Fraction:
    """Return the chance that the exponential mechanism does not name the target, sample by sample."""
    total = Fraction(0)
    for shown in product((0, 1), repeat=rows):
        chance = mass ** sum(shown) * (1 - mass) ** (rows - sum(shown))
        law = point_learner(size, root**2)(tuple((1, 1) if hit else (0, 0) for hit in shown)).exact() if chance else {}
        total += chance * sum(p for name, p in law.items() if name != 1)
    return total

def refutes_exponential_mechanism_on_the_family(failure, witness):
    size, rows, root, mass = witness
    found, exact = failure(*witness), Fraction(0)
    for hits in range(rows + 1):  # errors of the target, of point 0 and of any other answer
        weights = root**0, root**-rows, (size - 2) * root**-hits
        exact += binomial_probabilities(rows, mass)[hits] * (1 - weights[0] / sum(weights))
    return not found.lower <= exact <= found.upper or found.upper - found.lower > Fraction(1, 2**100)
