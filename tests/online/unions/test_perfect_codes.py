"""Hamming's and Golay's codes are perfect."""

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.online.unions import GOLAY, HAMMING, cyclic_code, is_covered, perfect_codes


def test_balls_around_perfect_and_the_smallest_codes():
    code = cyclic_code(HAMMING, 4)
    assert is_covered(code, 7, 1).all()
    assert len(code) * 8 == 128
    assert min(word.bit_count() for word in cyclic_code(GOLAY, 12) if word) == 7  # golays code has distance seven
    assert cyclic_code(1, 2) == (0, 1, 2, 3)
    assert cyclic_code(HAMMING, 0) == (0,)
    assert is_covered([0], 1, 0).tolist() == [True, False]


@pytest.mark.parametrize(("ask", "message"), [
    (lambda: cyclic_code(0, 2), "generator must be an integer of at least 1"),
    (lambda: cyclic_code(1, -1), "dimension must be an integer of at least 0"),
    (lambda: is_covered([0], 0, 0), "length must be an integer of at least 1"),
    (lambda: is_covered([0], 1, -1), "radius must be an integer of at least 0")])
def test_smaller_codes_and_balls_are_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_words_are_listed_up_to_the_longest(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        is_covered([0], 25, 1)
    monkeypatch.setattr(perfect_codes, "LONGEST_WORD", 2)
    assert is_covered([0], 2, 2).all()
    with pytest.raises(TooLargeToEnumerate, match="the words"):
        is_covered([0], 3, 1)


@pytest.mark.parametrize(("generator", "dimension"), [(1, 3), (0b11, 3), (0b1011, 4), (0b101, 2), (0b110, 1)])
def test_code_words_are_products_of_polynomials(generator, dimension):
    words = []
    for factor in range(1 << dimension):
        word = 0
        for i in range(generator.bit_length() + dimension):
            word += (sum((generator >> j & 1) * (factor >> i - j & 1) for j in range(i + 1)) % 2) << i
        words.append(word)
    assert cyclic_code(generator, dimension) == tuple(words)


@pytest.mark.parametrize("centres", [[0], [5, 2], [7], [1, 6, 14], []])
@pytest.mark.parametrize(("length", "radius"), [(4, 0), (4, 1), (5, 2), (4, 5)])
def test_covered_words_are_those_within_the_radius_of_a_centre(centres, length, radius):
    assert is_covered(centres, length, radius).tolist() == [
        any((word ^ c).bit_count() <= radius for c in centres) for word in range(1 << length)]
