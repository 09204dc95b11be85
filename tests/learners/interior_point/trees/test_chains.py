"""Chains of splits, and how far two neighbours' paths get apart."""

from __future__ import annotations

import pytest

from privlearn.learners.interior_point.trees import chain_law, class_law, halving_splits
from privlearn.learners.interior_point.trees.chains import as_chain, chain_hockey_stick, slow_splits
from privlearn.learners.interior_point.trees.path_classes import balanced_bound


def test_chain_law_is_the_class_law_grouped_by_the_step_of_leaving():
    assert chain_law(((2, 1), (1, 1)), 2)[-1] == class_law((0, 1, 2), 2, 0, 0, 2)[2, 0]


def test_halving_tree_splits_into_equal_halves():
    assert halving_splits(5, 3) == ((20, 20), (10, 10), (5, 5))
    assert halving_splits(5, 0) == ()
    assert halving_splits(1, 2) == slow_splits(1, 2) == ((2, 2), (1, 1))
    assert slow_splits(3, 0) == ()


@pytest.mark.parametrize(("chain", "first", "second", "name"), [
    (halving_splits, 0, 2, "stop"), (halving_splits, 3, -1, "doublings"), (slow_splits, 0, 2, "lead"),
    (slow_splits, 3, -1, "steps")])
def test_numbers_of_no_chain_are_refused(chain, first, second, name):
    with pytest.raises(ValueError, match=f"{name} must"):
        chain(first, second)


def test_empty_chain_has_one_class():
    assert chain_law((), 2) == ((1, 1),)


def test_splits_that_are_no_chain_are_refused():
    with pytest.raises(ValueError, match="splits must be a chain"):
        chain_hockey_stick(((3, 1), (1, 1)), 2, 1)


def test_the_shortest_chains():
    assert halving_splits(1, 1) == slow_splits(1, 1) == as_chain([(1, 1)]) == ((1, 1),)
    assert slow_splits(3, 0) == ()


@pytest.mark.parametrize(("ask", "name"), [
    (lambda: as_chain([(0, 1)]), "a"), (lambda: as_chain([(1, 0)]), "b"), (lambda: halving_splits(0, 1), "stop"),
    (lambda: halving_splits(1, -1), "doublings"), (lambda: slow_splits(0, 1), "lead"),
    (lambda: slow_splits(1, -1), "steps")])
def test_chains_without_points_are_refused(ask, name):
    with pytest.raises(ValueError, match=f"^{name} must be an integer of at least"):
        ask()


def test_balanced_bound_is_attained_by_halving():
    assert sum(b >= a for a, b in halving_splits(3, 7)) == balanced_bound(3 * 2**7, 3, 0) == 7


def test_slow_splits_keep_their_lead():
    for lead in (1, 2, 5):
        assert slow_splits(lead, 4) == tuple((lead - 1 + 2**k, 2**k) for k in (3, 2, 1, 0))
        assert as_chain(slow_splits(lead, 4)) == slow_splits(lead, 4)
