"""KLMNS20, Section 1.1: the plan of the learner that users call, and what it promises."""

from dataclasses import replace
from fractions import Fraction

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HALF, MILLIONTH, TENTH
from privlearn.learners.interior_point import plan_threshold_learner
from privlearn.learners.interior_point.learned_thresholds import ThresholdPlan, shared_budget
from privlearn.learners.interior_point.reductions import around_the_cut
from privlearn.learners.intervals import threshold_errors
from privlearn.papers.klmns20.consequences.learning_and_quantiles import NEIGHBOURS, WISHES, cuts_replaced

LEARNERS = tuple((bits, relation) for bits in (8, 63) for relation in NEIGHBOURS)


def learner_plan(bits: int, relation: str) -> ThresholdPlan:
    """Return the plan of the learner that users call."""
    return plan_threshold_learner(domain_bits=bits, neighbours=NEIGHBOURS[relation], **WISHES)


@check("KLMNS20-1.cor", grade="certified",
       quantifier="2^8 and 2^63 points, both relations, epsilon = 1, delta = 10^-6, failure 1/10: 2m points are as few "
                  "as the interior point on one bit more needs; its epsilon and delta, for two replaced cuts (one), "
                  "are at most what is asked for, and its share of delta is that but for 10^-12 of it; with distinct "
                  "points the worst interior point makes just the errors promised, a tenth of the records asked for",
       says="a plan has no more points than needed, spends what is asked for, and promises the most errors possible")
@sabotage("one error less is promised", lambda bits, relation: replace(
    learner_plan(bits, relation), count=learner_plan(bits, relation).count - 1))
@sabotage("the whole epsilon and delta for two cuts", lambda bits, relation: learner_plan(bits, "add/remove"))
@judged("<=")
def plans_of_learners_hold_what_they_promise(plan=learner_plan):
    for bits, relation in LEARNERS:
        found = plan(bits, relation)
        cuts, where = cuts_replaced(relation), (bits, relation)
        factor = 1 + exp_bracket(HALF) if cuts == 2 else as_bracket(1)
        yield (*where, "epsilon"), found.inner.exp_epsilon**cuts, exp_bracket(1)
        yield (*where, "delta"), factor * found.inner.delta, MILLIONTH
        _, share = shared_budget(1, MILLIONTH, neighbours=NEIGHBOURS[relation])
        yield (*where, "share"), MILLIONTH * (1 - MILLIONTH**2), factor * share
        yield (*where, "share"), factor * share, MILLIONTH
        yield (*where, "rows"), abs(2 * found.count - found.inner.rows - found.inner.rows % 2), 0
        yield (*where, "bits"), abs(found.inner.domain_bits - bits - 1), 0
        yield (*where, "errors"), abs(found.errors - worst_errors(found.count)), 0
        yield (*where, "records"), abs(found.rows_for(TENTH) - 10 * found.errors), 0


def worst_errors(count: int) -> int:
    """Return the most errors at an interior point of the ``count`` cuts of each label, all points being distinct."""
    rows = tuple((x, int(x < 2 * count)) for x in range(4 * count))
    asked = around_the_cut(rows, 4 * count, count)
    return max(threshold_errors(cut, rows) for cut in range(asked[0], asked[-1] + 1))


def refutes_plans_of_learners_hold_what_they_promise(plan, bits, relation, name):
    found, two = plan(bits, relation), relation == "replacement"
    inner = found.inner
    spends = inner.exp_epsilon > Fraction(1648721, 10**6) if two else inner.exp_epsilon > Fraction(2718281829, 10**9)
    return {"epsilon": spends, "delta": inner.delta.upper * (Fraction(26487212, 10**7) if two else 1) > MILLIONTH,
            "share": abs(float(shared_budget(1, MILLIONTH, neighbours=NEIGHBOURS[relation])[1])
                         * (2.6487212707001282 if two else 1) - 1e-6) > 1e-16,
            "rows": not 2 * found.count - 1 <= inner.rows <= 2 * found.count, "bits": inner.domain_bits != bits + 1,
            "errors": 2 * (found.errors + 1) not in (inner.rows, inner.rows + 1),
            "records": found.rows_for(TENTH) != 10 * found.errors}.get(name, False)
