"""Wrong bounds and wrong steps of the reduction, for the sabotages of BBKN14, Section 4.3."""

from collections.abc import Collection
from fractions import Fraction

from privlearn.laws import Law, pure
from privlearn.learners.generic.exponential import point_scores
from privlearn.learners.light import LightPlan, candidate_points
from privlearn.learners.light.reduction import Database, Learner, select_point
from privlearn.learners.light.weights import Hypothesis, support
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one


def broken_good_points_anywhere(hypothesis: Hypothesis, target: int) -> tuple[int, ...]:
    """Take any point of the first eight for a candidate, whether h is 1 there or not."""
    ones = support(hypothesis)
    return (target,) if target in ones else tuple(j for j in range(8) if j not in ones)


def broken_selection_prefers_errors(candidates: Collection[int], database: Database, root: Fraction) -> Law:
    """Weigh by ``e^{+epsilon errors / 2}``: the sign of the score is reversed."""
    scores, others = point_scores(database)
    return from_scores({j: -scores.get(j, others) for j in sorted(candidates)}, root)


def broken_reduction_reuses_a_block(learner: Learner, size: int, exp_epsilon, plan: LightPlan,
                                    ) -> PromisedMechanism:
    """Run the learner every time on the first block: each of its rows is used k times."""
    root = Fraction(3, 2)

    def law(database: Database) -> Law:
        blocks, rest = plan.split(database)
        found = candidate_points(learner, [blocks[0]] * plan.blocks, plan.weight_below, range(plan.fallback))
        return found.then(lambda points: select_point(points, rest, root) if points else pure(None))

    return PromisedMechanism(law, Promise(exp_epsilon, replace_one), "reduction that reuses a block")
