"""The amplified learner: plan, law, refusals, and the terms of its failure."""

from fractions import Fraction
from math import exp

import pytest

from privlearn.exact import Bracket, binomial_tail
from privlearn.laws import pure
from privlearn.learners.lines import AmplifiedPlan, StabilityPlan, amplified_learner, overall_learner
from privlearn.learners.lines.basic import predict
from privlearn.learners.lines.confidence import (amplified_law, amplified_plan, enough_runs, least_selection_rows,
                                                 looks_bad, looks_good, missed_gap, selection_failure, total_failure)
from privlearn.learners.lines.plans import amplification_runs, printed_line_plan, run_selection_rows
from privlearn.learners.lines.release import ratio_for

RUN = StabilityPlan((1,), 2, Fraction(3, 2), Fraction(1, 4))
PLAN = AmplifiedPlan(RUN, runs=2, selection=1, root=Fraction(2))
ROWS = [(0, 1, 1), (0, 1, 1), (1, 0, 1), (1, 0, 1), (1, 0, 1)]
FIFTH, HALVED = Fraction(1, 5), Fraction(49, 100)


def test_plan_counts_all_rows():
    assert PLAN.rows == 5
    assert AmplifiedPlan(RUN, 1, 1, Fraction(2)).rows == 3


def test_law_is_that_of_the_two_runs_and_the_selection():
    runs = [overall_learner(ROWS[:2], 2, RUN), overall_learner(ROWS[2:4], 2, RUN)]
    assert amplified_learner(ROWS, 2, PLAN).exact() == amplified_law(runs, ROWS[4:], 2, 2).exact()


def test_equal_answers_count_once():
    assert amplified_law([pure((0,)), pure((0,))], [(0, 0, 1)], 2, 2).exact() == {(0,): 1}


def test_no_selection_rows_choose_uniformly():
    assert set(amplified_law([pure((0,)), pure((1, 0, 0))], [], 2, 2).exact().values()) == {Fraction(1, 2)}


def test_rows_beyond_the_plan_are_not_used():
    assert amplified_learner([*ROWS, (0, 0, 0)], 2, PLAN).exact() == amplified_learner(ROWS, 2, PLAN).exact()


def test_too_few_rows_are_refused_with_the_number_needed():
    with pytest.raises(ValueError, match="at least 5"):
        amplified_learner(ROWS[:4], 2, PLAN)


@pytest.mark.parametrize("call", [lambda: AmplifiedPlan(RUN, 0, 1, Fraction(2)), lambda: AmplifiedPlan(RUN, 1, 1, 1),
                                  lambda: AmplifiedPlan(RUN, 1, 0, Fraction(2)), lambda: amplified_law([], [], 2, 2),
                                  lambda: amplified_learner(ROWS, 4, PLAN),
                                  lambda: amplified_law([pure((3,))], [], 2, 2).exact(),
                                  lambda: amplified_plan(Fraction(1, 2), FIFTH, FIFTH, FIFTH)])
def test_bad_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_tails_are_the_binomial_ones():
    low, high = looks_good(FIFTH, FIFTH, 40), looks_bad(FIFTH, 40)
    assert low.lower <= binomial_tail(40, FIFTH, at_most=4) <= low.upper
    assert high.lower <= binomial_tail(40, FIFTH / 4, at_least=3) <= high.upper


def test_total_is_the_sum_of_the_terms():
    terms = selection_failure(FIFTH, HALVED, 3, 50)
    assert total_failure(FIFTH, HALVED, 3, 50).upper == sum(term.upper for term in terms)
    assert terms[3] == missed_gap(HALVED, 3, FIFTH * 50 / 8)


def test_terms_of_one_run_and_one_row():
    terms = selection_failure(FIFTH, HALVED, 1, 1)
    assert terms[0].lower == terms[0].upper == Fraction(1, 4)
    assert terms[1] == looks_good(FIFTH, FIFTH, 1)
    assert missed_gap(HALVED, 1, 0).lower <= 1 <= missed_gap(HALVED, 1, 0).upper


@pytest.mark.parametrize(("call", "name"), [
    (lambda: missed_gap(HALVED, 0, 1), "hypotheses"), (lambda: selection_failure(FIFTH, HALVED, 0, 1), "runs"),
    (lambda: selection_failure(FIFTH, HALVED, 1, 0), "rows")])
def test_terms_of_nothing_are_refused(call, name):
    with pytest.raises(ValueError, match=f"{name} must"):
        call()


def test_runs_that_are_enough_are_the_least():
    assert all(Fraction(1, 4) ** enough_runs(d) <= d / 2 < Fraction(1, 4) ** (enough_runs(d) - 1)
               for d in (Fraction(1, 10), Fraction(1, 8), HALVED))


def test_least_rows_are_enough_and_one_less_are_not():
    m = least_selection_rows(FIFTH, Fraction(1, 4), HALVED, 8)
    assert total_failure(FIFTH, HALVED, 8, m).upper <= Fraction(1, 4) < total_failure(FIFTH, HALVED, 8, m - 1).upper


@pytest.mark.parametrize(("alpha", "error"), [(FIFTH, Fraction(1, 3)), (Fraction(2, 5), Fraction(1, 7))])
def test_tails_begin_at_the_very_counts_of_the_definition(alpha, error):
    for m in range(1, 42):
        good = binomial_tail(m, error, at_most=max(k for k in range(m) if 2 * k <= alpha * m))
        bad = [k for k in range(m + 1) if 8 * k >= 3 * alpha * m]
        for found, value in ((looks_good(error, alpha, m), good),
                             (looks_bad(alpha, m), binomial_tail(m, alpha / 4, at_least=min(bad)))):
            assert found.lower <= value <= found.upper
            assert found.upper - found.lower < Fraction(1, 2**40)


def test_missed_gap_and_the_failing_runs_are_their_formulas():
    found = missed_gap(HALVED, 5, Fraction(7, 3))
    assert float(found.lower) == pytest.approx(5 * exp(-0.49 * 7 / 6), rel=1e-14)
    assert found.lower < found.upper < found.lower + Fraction(1, 2**60)
    terms = selection_failure(FIFTH, HALVED, 3, 70, base=Fraction(2, 7))
    assert terms == (Bracket(Fraction(8, 343), Fraction(8, 343)), 3 * looks_good(FIFTH, FIFTH, 70),
                     looks_bad(FIFTH, 70), missed_gap(HALVED, 3, Fraction(7, 4)))
    assert selection_failure(FIFTH, HALVED, 3, 70)[0].upper == Fraction(1, 64)
    assert total_failure(FIFTH, HALVED, 3, 70).lower == sum(t.lower for t in selection_failure(FIFTH, HALVED, 3, 70))


def test_the_plan_is_that_of_a_run_with_a_quarter_of_the_error_and_a_selection():
    alpha, beta, delta = Fraction(2, 5), Fraction(1, 10), Fraction(1, 100)
    plan = amplified_plan(alpha, beta, FIFTH, delta, window=1)
    assert plan.run == printed_line_plan(alpha / 4, Fraction(1, 4), FIFTH, delta, 1)
    assert (plan.runs, plan.selection) == (amplification_runs(beta), run_selection_rows(alpha, beta, FIFTH))
    assert plan.root == ratio_for(FIFTH / 2)
    longer = amplified_plan(alpha, beta, FIFTH, delta)
    assert longer == amplified_plan(alpha, beta, FIFTH, delta, 6)


def test_the_selection_scores_by_the_labels_that_are_right():
    rows = [(0, 0, 1), (0, 1, 0), (1, 1, 0), (1, 0, 1), (0, 0, 1)]
    scores = {h: sum(int(y == label) for y, label in zip(predict(h, [row[:2] for row in rows], 2).tolist(),
                                                         [row[2] for row in rows], strict=True))
              for h in ((0,), (1, 0, 0))}
    assert sorted(scores.values()) == [2, 4]
    weights = {h: Fraction(3) ** score for h, score in scores.items()}
    law = amplified_law([pure((0,)), pure((1, 0, 0)), pure((0,))], rows, 2, 3).exact()
    assert law == {h: weight / sum(weights.values()) for h, weight in weights.items()}


@pytest.mark.parametrize(("alpha", "beta", "runs"), [(Fraction(2, 5), Fraction(1, 3), 2), (FIFTH, HALVED, 1)])
def test_rows_for_few_runs_are_enough_and_one_less_are_not(alpha, beta, runs):
    m = least_selection_rows(alpha, beta, HALVED, runs)
    assert total_failure(alpha, HALVED, runs, m).upper <= beta < total_failure(alpha, HALVED, runs, m - 1).upper
