"""The amplified learner: plan, law, refusals, and the terms of its failure."""

from fractions import Fraction

import pytest

from privlearn.exact import binomial_tail
from privlearn.laws import pure
from privlearn.learners.lines import AmplifiedPlan, StabilityPlan, amplified_learner, overall_learner
from privlearn.learners.lines.confidence import (amplified_law, amplified_plan, enough_runs, least_selection_rows,
                                                 looks_bad, looks_good, missed_gap, selection_failure, total_failure)

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
