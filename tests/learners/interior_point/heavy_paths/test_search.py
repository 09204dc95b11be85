"""Proposed parameters of HeavyPaths."""

import pytest

from privlearn.learners.interior_point.heavy_paths.search import HUGE, HeavyBudget, evaluate, laplace_gap, propose


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
