"""The amplified learner: plan, law, refusals, and its failure."""

from fractions import Fraction

import pytest

from privlearn.exact import binomial_tail
from privlearn.laws import pure
from privlearn.learners.lines import AmplifiedPlan, StabilityPlan, amplified_learner, overall_learner
from privlearn.learners.lines.basic import predict
from privlearn.learners.lines.confidence import (amplified_law, amplified_plan, failure_bound, looks_bad, looks_good,
                                                 spread_failure)
from privlearn.learners.lines.plans import amplification_runs, printed_line_plan, run_selection_rows
from privlearn.learners.lines.release import ratio_for

RUN = StabilityPlan((1,), 2, Fraction(3, 2), Fraction(1, 4))
PLAN = AmplifiedPlan(RUN, runs=2, selection=1, root=Fraction(2))
ROWS = [(0, 1, 1), (0, 1, 1), (1, 0, 1), (1, 0, 1), (1, 0, 1)]
FIFTH, HALVED = Fraction(1, 5), Fraction(49, 100)


def test_laws_of_amplified_runs():
    # law is that of the two runs and the selection
    runs = [overall_learner(ROWS[:2], 2, RUN), overall_learner(ROWS[2:4], 2, RUN)]
    assert amplified_learner(ROWS, 2, PLAN).exact() == amplified_law(runs, ROWS[4:], 2, 2).exact()
    assert amplified_law([pure((0,)), pure((0,))], [(0, 0, 1)], 2, 2).exact() == {(0,): 1}  # equal answers count once
    # no selection rows choose uniformly
    assert set(amplified_law([pure((0,)), pure((1, 0, 0))], [], 2, 2).exact().values()) == {Fraction(1, 2)}
    # rows beyond the plan are not used
    assert amplified_learner([*ROWS, (0, 0, 0)], 2, PLAN).exact() == amplified_learner(ROWS, 2, PLAN).exact()
    assert PLAN.rows == 5  # plan counts all rows
    assert AmplifiedPlan(RUN, 1, 1, Fraction(2)).rows == 3


def test_tails_are_those_of_the_binomial_law():
    low, high = looks_good(FIFTH, FIFTH, 40), looks_bad(FIFTH, 40)
    assert low.lower <= binomial_tail(40, FIFTH, at_most=4) <= low.upper
    assert high.lower <= binomial_tail(40, FIFTH / 4, at_least=3) <= high.upper


def test_failures_of_one_and_two_runs_by_hand():
    assert failure_bound(FIFTH, 2, 1, 7, FIFTH).upper == FIFTH  # one run fails as often as it is bad
    found = spread_failure(FIFTH, FIFTH, 2, 1, 7, FIFTH)
    assert found.lower <= FIFTH <= found.upper < FIFTH + Fraction(1, 2**90)
    found = spread_failure(FIFTH, Fraction(2, 5), 2, 2, 1)  # two runs and one row by hand
    chosen = FIFTH * Fraction(2, 3) + Fraction(2, 5) * Fraction(1, 2) + Fraction(2, 5) * Fraction(1, 3)
    exact = Fraction(1, 16) + Fraction(3, 8) * chosen
    assert found.lower <= exact <= found.upper < exact + Fraction(1, 2**90)


def test_the_bound_is_its_formula():
    factor = 1 - FIFTH * Fraction(1, 5) * (1 - Fraction(3, 10)) / Fraction(6, 5)
    found = failure_bound(FIFTH, Fraction(6, 5), 3, 40, Fraction(2, 7))
    assert float(found.upper) == pytest.approx(float(Fraction(8, 343) + 2 * factor**40), rel=1e-12)
    assert spread_failure(FIFTH / 4, FIFTH, Fraction(6, 5), 3, 40, Fraction(2, 7)).upper < found.lower


@pytest.mark.parametrize(("alpha", "error"), [(FIFTH, Fraction(1, 3)), (Fraction(2, 5), Fraction(1, 7))])
def test_tails_begin_at_the_very_counts_of_the_definition(alpha, error):
    for m in range(1, 42):
        good = binomial_tail(m, error, at_most=max(k for k in range(m) if 2 * k <= alpha * m))
        bad = [k for k in range(m + 1) if 8 * k >= 3 * alpha * m]
        for found, value in ((looks_good(error, alpha, m), good),
                             (looks_bad(alpha, m), binomial_tail(m, alpha / 4, at_least=min(bad)))):
            assert found.lower <= value <= found.upper < found.lower + Fraction(1, 2**40)


def test_the_plan_is_that_of_a_run_with_a_quarter_of_the_error_and_a_selection():
    alpha, beta, delta = Fraction(2, 5), Fraction(1, 10), Fraction(1, 100)
    plan = amplified_plan(alpha, beta, FIFTH, delta, window=1)
    assert plan.run == printed_line_plan(alpha / 4, Fraction(1, 4), FIFTH, delta, 1)
    assert (plan.runs, plan.selection) == (amplification_runs(beta), run_selection_rows(alpha, beta, FIFTH))
    assert plan.root == ratio_for(FIFTH / 2)
    assert amplified_plan(alpha, beta, FIFTH, delta) == amplified_plan(alpha, beta, FIFTH, delta, 16)


def test_the_selection_scores_by_the_labels_that_are_right():
    rows = [(0, 0, 1), (0, 1, 0), (1, 1, 0), (1, 0, 1), (0, 0, 1)]
    scores = {h: sum(int(y == label) for y, label in zip(predict(h, [row[:2] for row in rows], 2).tolist(),
                                                         [row[2] for row in rows], strict=True))
              for h in ((0,), (1, 0, 0))}
    assert sorted(scores.values()) == [2, 4]
    weights = {h: Fraction(3) ** score for h, score in scores.items()}
    law = amplified_law([pure((0,)), pure((1, 0, 0)), pure((0,))], rows, 2, 3).exact()
    assert law == {h: weight / sum(weights.values()) for h, weight in weights.items()}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: amplified_learner(ROWS[:4], 2, PLAN), "at least 5"),
    (lambda: AmplifiedPlan(RUN, 0, 1, Fraction(2)), "must"), (lambda: AmplifiedPlan(RUN, 1, 1, 1), "must"),
    (lambda: AmplifiedPlan(RUN, 1, 0, Fraction(2)), "must"), (lambda: amplified_law([], [], 2, 2), "must"),
    (lambda: amplified_learner(ROWS, 4, PLAN), "must"), (lambda: amplified_law([pure((3,))], [], 2, 2).exact(), "must"),
    (lambda: amplified_plan(Fraction(1, 2), FIFTH, FIFTH, FIFTH), "must"),
    (lambda: failure_bound(FIFTH, 2, 0, 1), "runs must"), (lambda: spread_failure(FIFTH, FIFTH, 2, 1, 0), "rows must"),
    (lambda: failure_bound(FIFTH, 2, 1, 1, share=0), "share must"),
    (lambda: spread_failure(HALVED, Fraction(3, 5), 2, 1, 1), "good . bad must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
