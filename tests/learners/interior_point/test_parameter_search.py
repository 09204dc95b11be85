"""The search for parameters: proposals keep the budget they were given."""

import math

import pytest

from privlearn.learners.interior_point.tree_log import search


@pytest.mark.parametrize(("fold", "path"), [(2, "none"), (2, "bounded"), (1, "any")])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_proposal_spends_no_more_than_epsilon(fold, path, epsilon):
    budget = search.Budget(1, 65, epsilon, 1e-6, 0.1, fold, path)
    found = search.propose(budget)
    spent = found.gap + found.choose + found.end + found.base
    if fold == 2:
        spent = 2 * spent + found.path - found.gap
    assert spent <= epsilon


def test_heavy_path_has_at_most_one_more_element_at_the_base_than_it_drops():
    found = search.propose(search.Budget(1, 1 << 16, 1.0, 1e-6, 0.1, 2, "none"))
    assert found.base_rows <= found.stop + 1


def test_gap_solves_the_curve():
    p, tail = 0.05, 1e-6
    g, c = search.path_gap(p, tail, "any"), math.exp(p)
    assert (1 - 1 / c) * math.exp(-(g + p) / (c - 1)) == pytest.approx(tail)


def test_more_levels_need_more_rows():
    counts = [search.rows(search.propose(search.Budget(n, 8, 1.0, 1e-6, 0.1, 1, "any")), n) for n in (1, 2, 3)]
    assert counts == sorted(counts)


def test_absurd_budgets_are_refused():
    with pytest.raises(ValueError, match="no parameters"):
        search.propose(search.Budget(1, 65, 20.0, 1e-6, 1e-300, 2, "bounded"))
