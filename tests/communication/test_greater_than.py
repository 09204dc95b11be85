"""Greater-than: two definitions."""

import pytest

from privlearn.communication.greater_than import greater_than, greater_than_by_bits
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("bits", range(5))
def test_the_matrix_and_the_bits_agree(bits):
    rows = greater_than(bits).rows()
    assert all(rows[x][y] == greater_than_by_bits(x, y, bits) for x in range(2**bits) for y in range(2**bits))


def test_the_largest_matrix_is_made_and_bad_sizes_are_refused(monkeypatch):
    with pytest.raises(ValueError, match="bits"):
        greater_than(-1)
    with pytest.raises(ValueError, match="y must be"):
        greater_than_by_bits(0, 4, 2)
    with pytest.raises(TooLargeToEnumerate):
        greater_than(14)
    monkeypatch.setattr("privlearn.communication.greater_than.LARGEST_BITS", 2)
    assert len(greater_than(2)) == 4
    with pytest.raises(TooLargeToEnumerate):
        greater_than(3)
