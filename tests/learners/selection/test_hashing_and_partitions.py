"""Hash functions and random partitions as representations of points."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.selection import hashed_points, partitioned_points


def test_branches_sum_to_one():
    for bits, hashes in product((0, 1, 2, 3), (0, 1, 3)):
        branches = hashed_points(bits, hashes)
        together = sum((w for w, hs in branches if any(h[0] and h[-1] for h in hs)), Fraction(0))
        assert sum(w for w, _ in branches) == 1
        assert together == (Fraction(1, 2**hashes) if bits else 1)
    branches = partitioned_points(4, 3)
    assert sum(w for w, _ in branches) == 1
    assert all((0,) * 4 in hypotheses for _, hypotheses in branches)
    assert partitioned_points(2, 1) == ((Fraction(1), ((0, 0), (1, 1))),)  # one block is the constant
    assert partitioned_points(1, 1) == ((Fraction(1), ((0,), (1,))),)
    assert len(partitioned_points(8, 2)) == 1 + 127  # eight points are partitioned and nine are refused
    with pytest.raises(TooLargeToEnumerate, match="the set of partitions"):
        partitioned_points(9, 2)


@pytest.mark.parametrize(("call", "name"), [
    (lambda: hashed_points(-1, 0), "bits"), (lambda: hashed_points(4, 0), "bits"),
    (lambda: hashed_points(1, -1), "hashes"), (lambda: partitioned_points(0, 1), "size"),
    (lambda: partitioned_points(1, 0), "blocks")])
def test_numbers_beyond_the_ends_are_refused(call, name):
    with pytest.raises(ValueError, match=f"{name} must"):
        call()
