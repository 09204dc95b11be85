"""Hashing by inner products."""

from collections import Counter
from fractions import Fraction
from itertools import product

from privlearn.concepts.parity_hash import inner_products, rank_law


def test_keys_are_linear():
    matrix = (5, 3, 6)
    assert all(inner_products(matrix, x) ^ inner_products(matrix, y) == inner_products(matrix, x ^ y)
               for x, y in product(range(8), repeat=2))
    assert inner_products((), 7) == 0


def test_rank_law_is_that_of_all_matrices():
    def rank(rows):
        span = {0}
        for row in rows:
            span |= {row ^ other for other in span}
        return len(span).bit_length() - 1

    for j, d in ((1, 1), (2, 3), (3, 2), (0, 2), (2, 0)):
        counts = Counter(rank(rows) for rows in product(range(1 << d), repeat=j))
        assert rank_law(j, d) == {r: Fraction(c, 1 << d * j) for r, c in sorted(counts.items())}
