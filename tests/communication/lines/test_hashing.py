"""Slope and hash of the height: written out, and one hash function after another."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import error_matrix
from privlearn.communication.lines import hashing, slope_and_hash, slope_and_hash_lazily, slope_and_hash_protocol
from privlearn.concepts import lines
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("p", "buckets"), [(2, 1), (2, 4), (3, 3), (5, 2)])
def test_drawing_the_hash_lazily_changes_no_law(p, buckets):
    plane = list(product(range(p), repeat=2))
    listed, lazy = slope_and_hash(p, buckets), slope_and_hash_lazily(p, buckets)
    assert all(listed(line, point).exact() == lazy(line, point).exact() for line in plane for point in plane)


@pytest.mark.parametrize(("p", "buckets"), [(2, 3), (3, 4)])
def test_written_out_protocol_errs_equally_everywhere(p, buckets):
    protocol = slope_and_hash_protocol(p, buckets)
    assert protocol.messages == p * buckets
    assert {error for row in error_matrix(protocol, lines(p)) for error in row} == {Fraction(1, buckets + 1)}


def test_as_many_hash_functions_as_the_limit_are_listed(monkeypatch):
    assert slope_and_hash_lazily(10007, 4)((3, 5), (1, 8)).exact()[0] == Fraction(1, 5)  # lists none
    with pytest.raises(TooLargeToEnumerate):
        slope_and_hash(7, 5)
    monkeypatch.setattr(hashing, "MOST_HASHES", 8)
    assert len(hashing.hash_coins(3, 2).exact()) == 16
    with pytest.raises(TooLargeToEnumerate, match="random function"):
        hashing.hash_coins(2, 3)


@pytest.mark.parametrize("protocol", [slope_and_hash, slope_and_hash_lazily, slope_and_hash_protocol])
def test_no_bucket_and_a_composite_number_of_offsets_are_refused(protocol):
    with pytest.raises(ValueError, match="buckets must be an integer of at least 1"):
        protocol(3, 0)
    with pytest.raises(ValueError, match="p must be a prime"):
        slope_and_hash_lazily(6, 2)
