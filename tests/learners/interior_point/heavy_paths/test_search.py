"""Proposed parameters of HeavyPaths."""

import math

import pytest

from privlearn.learners.interior_point.heavy_paths.search import (HUGE, SLACK, HeavyBudget, HeavyProposal, evaluate,
                                                                  laplace_gap, propose)


def test_wishes_beyond_the_budget_cost_more_than_any_rows():
    with pytest.raises(ValueError, match="no parameters found"):
        propose(HeavyBudget(levels=2, values=8, epsilon=1e-300, delta=1e-6, beta=0.1, fold=1))
    assert laplace_gap(1.001, 1e-6) == pytest.approx(laplace_gap(1, 1e-6), rel=1e-2)
    budget = HeavyBudget(levels=2, values=8, epsilon=1.0, delta=1e-6, beta=0.1, fold=1)
    assert evaluate([0.0] * 10, budget) == 2 * HUGE  # no element may be that heavy
    assert 2 * HUGE < evaluate([3.0] + [0.0] * 9, budget) < 100 * HUGE  # more than epsilon is spent
    # leaves that cannot be paid for are beyond the budget
    budget = HeavyBudget(levels=4, values=8, epsilon=1.0, delta=1e-6, beta=0.1, fold=1, composed=True)
    assert 2 * HUGE < evaluate([5.8] + [0.0] * 10, budget) < 100 * HUGE


@pytest.mark.parametrize("chance", [0.49, 0.3, 0.05, 1e-7])
@pytest.mark.parametrize("rate", [0.3, 0.8, 1.5, 4.0])
def test_a_gap_is_exceeded_with_the_given_chance(rate, chance):
    x = laplace_gap(rate, chance)
    assert (math.exp(-rate * x) - rate**2 * math.exp(-x)) / (1 - rate**2) / 2 == pytest.approx(chance)


@pytest.mark.parametrize(("levels", "values", "epsilon", "fold", "composed", "rows"), [
    (1, 20, 1.0, 1, False, 1243), (2, 8, 1.0, 1, False, 1579), (3, 5, 2.0, 2, False, 1959), (8, 3, 1.0, 1, True, 6777),
    (5, 3, 0.5, 2, True, 13643)])
def test_a_proposal_spends_its_budget_and_no_more(levels, values, epsilon, fold, composed, rows):
    budget = HeavyBudget(levels=levels, values=values, epsilon=epsilon, delta=1e-6, beta=0.1, fold=fold,
                         composed=composed)
    t = propose(budget)
    assert isinstance(t, HeavyProposal)
    first, query = (t.threshold, t.query) if levels > 1 else (0.0, 0.0)
    log = math.log(1 / t.slack) if composed else 0.0
    square = levels * (t.choose**2 + t.end**2) / 8
    up = square + 2 * math.sqrt(square * log) if composed else levels * (t.choose + t.end)
    once = max(first + query + t.path, query + t.gap) if fold == 1 else first + 2 * query + t.path + t.gap
    assert once + fold * (t.level + up) == pytest.approx(epsilon * (1 - SLACK))
    late = (t.delta_stop + t.slack) * (1 if fold == 1 else 1 + math.exp(epsilon))
    assert late + t.delta_unmatched + t.delta_level + levels * t.delta_choose < budget.delta
    assert t.beta_early * max(1, levels - 1) + t.beta_level + levels * (t.beta_choose + t.beta_end) == pytest.approx(
        budget.beta * (1 - SLACK))
    assert t.rows <= rows
