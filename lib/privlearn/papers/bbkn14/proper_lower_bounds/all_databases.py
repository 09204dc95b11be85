"""When the bounds of BBKN14, Theorem 3.6 and Lemma 3.9, are the optimum over all labelled databases: ours."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import binomial_probabilities
from privlearn.laws import Law, proportional, uniform
from privlearn.learners.proper_points.attaining import attaining_point_learner
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.audit import audit_pure, refutes_pure
from privlearn.mechanisms.optima import optimal_failure, packing_success, two_point_failure
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.error_factor import MASS, full_failure, sorted_losses
from privlearn.papers.bbkn14.proper_lower_bounds.instances import full_success

claim("BBKN14-3.9.all", kind="theorem",
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


LEARNERS = ((2, 1, Fraction(3)), (3, 2, Fraction(2)), (3, 3, Fraction(7, 5)), (4, 2, Fraction(3)),
            (3, 4, Fraction(5, 4)), (5, 3, Fraction(2)), (4, 4, Fraction(7, 5)))


def databases_of(size: int, rows: int) -> list[Any]:
    """Return all multisets of labelled rows."""
    return multiset_databases(labelled_rows(size), rows)


def answered(learner: Any, size: int, rows: int, ratio: Fraction) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the largest ratio with its pair and answer, then for each target and k the chance to name it."""
    audit = audit_pure(learner, databases_of(size, rows), replace_one_unordered)
    yield audit.witness, max(audit.exp_epsilon, ratio), ratio
    for target, hits in product(range(1, size), range(rows + 1)):
        database = ((0, 0),) * (rows - hits) + ((target, 1),) * hits
        chance = learner(database).exact().get(target, Fraction(0))
        yield (database, None, target), chance, ratio**hits / (ratio**hits + size - 2)


def without_the_pair(size: int, exp_epsilon: Fraction, *, marked: int, own: bool) -> Any:
    """Return the learner that names one of the targets shown (own), or any target, where rows show several."""
    targets = range(marked, size)

    def law(database: Any) -> Law:
        shown = [x for x, label in database if label and x in targets]
        power = {x: exp_epsilon ** shown.count(x) for x in set(shown)}
        mixed = exp_epsilon ** len(shown) - 1 - sum(power.values()) + len(power)
        laws: Any = {"none": uniform(targets), "several": uniform(power if own and power else targets)}
        weights: Any = {("one", x): p - 1 for x, p in power.items()} | {"none": len(targets), "several": mixed}
        return proportional(weights).then(lambda drawn: laws.get(drawn) or uniform(drawn[1:]))

    return law


@check("BBKN14-3.9.all", grade="exhaustive",
       quantifier="all neighbours among all multisets of labelled rows, all answers; (targets, m, e^epsilon) = (2, 1, "
                  "3), (3, 2, 2), (3, 3, 7/5), (4, 2, 3), (3, 4, 5/4), (5, 3, 2), (4, 4, 7/5)",
       says="the learner of the proof is private and names a target that k rows show as often as the bound allows")
@sabotage("several targets shown: one of them is named", partial(without_the_pair, own=True))
@sabotage("several targets shown: any target is named", partial(without_the_pair, own=False))
@sabotage("point 0 is a target, too", lambda size, ratio, marked: attaining_point_learner(size, ratio))
@judged("==")
def learner_of_the_proof_attains_the_bound(learner=attaining_point_learner):
    for n, rows, ratio in LEARNERS:
        for witness, left, right in answered(learner(n + 1, ratio, marked=1), n + 1, rows, ratio):
            yield (n, rows, ratio, witness), left, right

def refutes_learner_of_the_proof_attains_the_bound(learner, n, rows, ratio, witness):
    database, other, target = witness
    law = learner(n + 1, ratio, marked=1)
    if other is not None:
        return refutes_pure(witness, law, ratio)
    hits = sum(label for _, label in database)
    chance = law(database).exact().get(target, 0)
    return (n - 1) * chance != ratio**hits * (1 - chance)


def failure_with_two_rows(ratio: Fraction, mass: Fraction) -> Fraction:
    """Return the least failure for three points and two rows, by what one row of each target allows."""
    chances = binomial_probabilities(2, mass)
    return chances[0] / 2 + chances[1] / (ratio + 1) + chances[2] / (2 * ratio)


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
