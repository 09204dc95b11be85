"""The search for parameters: proposals keep the budget they were given."""

import math

import pytest

from privlearn.learners.interior_point.tree_log.search import Budget, float_path_gap, propose, proposed_rows


@pytest.mark.parametrize(("fold", "path"), [(2, "none"), (2, "bounded"), (1, "any")])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_proposal_spends_no_more_than_epsilon(fold, path, epsilon):
    budget = Budget(levels=1, size=65, epsilon=epsilon, delta=1e-6, beta=0.1, fold=fold, path=path)
    found = propose(budget)
    spent = found.gap + found.choose + found.end + found.base
    if fold == 2:
        spent = 2 * spent + found.path - found.gap
    assert spent <= epsilon


def test_proposals_of_the_heavy_path_and_for_more_levels():
    found = propose(Budget(levels=1, size=1 << 16, epsilon=1.0, delta=1e-6, beta=0.1, fold=2, path="none"))
    assert found.base_rows <= found.stop + 1
    budgets = [Budget(levels=n, size=8, epsilon=1.0, delta=1e-6, beta=0.1, fold=1, path="any") for n in (1, 2, 3)]
    counts = [proposed_rows(propose(budget), budget.levels) for budget in budgets]
    assert counts == sorted(counts)
    with pytest.raises(ValueError, match="no parameters"):
        propose(Budget(levels=1, size=65, epsilon=20.0, delta=1e-6, beta=1e-300, fold=2, path="bounded"))


def test_gap_solves_the_curve():
    p, tail = 0.05, 1e-6
    g, c = float_path_gap(p, tail, "any"), math.exp(p)
    assert (1 - 1 / c) * math.exp(-(g + p) / (c - 1)) == pytest.approx(tail)


@pytest.mark.parametrize(("fold", "path", "levels", "size", "epsilon", "beta", "found"), [
    (2, "none", 1, 65, 1.0, 0.1, (29, 91, 71, 81)), (2, "none", 1, 8, 0.3, 0.1, (96, 283, 221, 197)),
    (2, "none", 1, 8, 1.0, 1e-4, (65, 143, 82, 143)), (2, "none", 1, 65, 8.0, 0.1, (3, 12, 10, 9)),
    (2, "none", 1, 2, 20.0, 0.5, (0, 3, 3, 2)), (2, "bounded", 1, 65, 1.0, 0.1, (34, 144, 114, 90)),
    (2, "bounded", 3, 5, 1.0, 0.1, (93, 373, 283, 187)), (1, "any", 1, 65, 1.0, 0.1, (24, 276, 222, 72)),
    (1, "any", 2, 8, 0.3, 0.1, (174, 1557, 1266, 354)), (2, "none", 1, 65, 1.0, 0.97, (2, 65, 57, 43)),
    (1, "any", 1, 8, 1.0, 0.99, (2, 237, 217, 30))])
def test_proposals_are_the_same_everywhere(fold, path, levels, size, epsilon, beta, found):
    proposal = propose(Budget(levels=levels, size=size, epsilon=epsilon, delta=1e-6, beta=beta, fold=fold, path=path))
    assert (proposal.trim, proposal.stop, proposal.threshold, proposal.base_rows) == found


@pytest.mark.parametrize("name", ["delta", "beta"])
def test_wishes_too_small_for_floats_have_no_proposal(name):
    wishes = {"levels": 1, "size": 9, "epsilon": 1.0, "delta": 1e-6, "beta": 0.1, "fold": 1, "path": "any"}
    assert propose(Budget(**wishes | {name: 1e-199}))
    with pytest.raises(ValueError, match="no parameters found"):
        propose(Budget(**wishes | {name: 1e-200}))


@pytest.mark.parametrize("beta", [1e-6, 1e-190])
def test_much_epsilon_does_not_overflow(beta):
    found = propose(Budget(levels=1, size=9, epsilon=60.0, delta=1e-6, beta=beta, fold=2, path="none"))
    assert proposed_rows(found, 1) < 1000
