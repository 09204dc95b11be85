"""Closure bounds and universal classes."""

from math import comb, prod

import pytest

from privlearn.concepts import named_rule
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.dimensions.composition import closure_bound, universal_class
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("dimensions", [*((d,) for d in range(6)), (0, 0), (1, 1), (2, 3), (1, 1, 1), (5, 0, 2)])
def test_bound_is_the_last_n_of_the_inequality(dimensions):
    holds = [n for n in range(80) if 2**n <= prod(sum(comb(n, j) for j in range(d + 1)) for d in dimensions)]
    assert holds == list(range(closure_bound(*dimensions) + 1))


def test_universal_classes_of_the_identity():
    made = universal_class(named_rule("and", 1), 1, 3, flips=False)
    assert len(made) == 4
    assert threshold_dimension(made) == 1
    assert littlestone_dimension(universal_class(named_rule("and", 1), 1, 3, flips=True)) == 1
    assert universal_class(named_rule("and", 1), 1, 1, flips=False).rows() == [(0, 0), (1, 0)]


def test_the_largest_universal_class_is_made(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        universal_class(named_rule("xor", 3), 3, 20, flips=True)
    monkeypatch.setattr("privlearn.dimensions.composition.closure_bounds.LARGEST", 32)
    assert universal_class(named_rule("and", 1), 1, 3, flips=True).matrix.size == 32
    monkeypatch.setattr("privlearn.dimensions.composition.closure_bounds.LARGEST", 31)
    with pytest.raises(TooLargeToEnumerate, match="the universal class has 32 elements"):
        universal_class(named_rule("and", 1), 1, 3, flips=True)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: closure_bound(), "dimensions must not be empty"), (lambda: closure_bound(1, -1), "dimensions"),
    (lambda: universal_class(named_rule("xor", 2), 2, 0, flips=True), "parts")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
