"""Chains of splits, and how far two neighbours' paths get apart."""

import pytest

from privlearn.learners.interior_point.trees import chain_law, class_law, halving_splits
from privlearn.learners.interior_point.trees.chains import as_chain, chain_hockey_stick, slow_splits
from privlearn.learners.interior_point.trees.path_classes import balanced_bound


def test_chains_by_hand():
    assert halving_splits(5, 3) == ((20, 20), (10, 10), (5, 5))  # halving tree splits into equal halves
    assert halving_splits(5, 0) == ()
    assert halving_splits(1, 2) == slow_splits(1, 2) == ((2, 2), (1, 1))
    assert slow_splits(3, 0) == ()
    assert chain_law((), 2) == ((1, 1),)  # the empty chain has one class
    assert halving_splits(1, 1) == slow_splits(1, 1) == as_chain([(1, 1)]) == ((1, 1),)  # the shortest chains
    assert slow_splits(3, 0) == ()
    # chain law is the class law grouped by the step of leaving
    assert chain_law(((2, 1), (1, 1)), 2)[-1] == class_law((0, 1, 2), 2, 0, 0, 2)[2, 0]
    with pytest.raises(ValueError, match="splits must be a chain"):  # two splits that are no chain
        chain_hockey_stick(((3, 1), (1, 1)), 2, 1)


@pytest.mark.parametrize(("ask", "name"), [
    (lambda: as_chain([(0, 1)]), "a"), (lambda: as_chain([(1, 0)]), "b"), (lambda: halving_splits(0, 1), "stop"),
    (lambda: halving_splits(1, -1), "doublings"), (lambda: slow_splits(0, 1), "lead"),
    (lambda: slow_splits(1, -1), "steps")])
def test_chains_without_points_are_refused(ask, name):
    with pytest.raises(ValueError, match=f"^{name} must be an integer of at least"):
        ask()


def test_balanced_bound_is_attained_by_halving_and_slow_splits_keep_their_lead():
    assert sum(b >= a for a, b in halving_splits(3, 7)) == balanced_bound(3 * 2**7, 3, 0) == 7
    for lead in (1, 2, 5):
        assert slow_splits(lead, 4) == tuple((lead - 1 + 2**k, 2**k) for k in (3, 2, 1, 0))
        assert as_chain(slow_splits(lead, 4)) == slow_splits(lead, 4)
