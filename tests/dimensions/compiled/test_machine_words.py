"""Compiled bit sets: sizes, equality, and a table that finds each of them."""

import numpy as np
import pytest

pytest.importorskip("numba")

from privlearn.dimensions.compiled.machine_words import (copy_words, count_ones, equal_words, find_slot, hash_words,
                                                         increasing, rehash)


def bits(*words):
    return np.array(words, dtype=np.uint64)


@pytest.mark.parametrize(("words", "size"), [((0,), 0), ((0b1011,), 3), ((2**64 - 1, 1), 65)])
def test_ones_are_counted_over_all_words(words, size):
    assert count_ones(bits(*words)) == size


def test_words_are_compared_copied_and_ordered():
    assert equal_words(bits(1, 2), bits(1, 2))
    assert not equal_words(bits(1, 2), bits(1, 3))
    assert not equal_words(bits(1, 2), bits(2, 1))
    assert hash_words(bits(1, 2)) == hash_words(bits(1, 2)) != hash_words(bits(2, 1))
    target = bits(7, 8, 9)
    copy_words(bits(1, 2), target)
    assert target.tolist() == [1, 2, 9]
    assert increasing(np.array([5, 1, 3])).tolist() == [1, 2, 0]  # increasing is the order of the values


def test_each_key_is_found_where_it_was_put_and_another_gets_a_free_place():
    keys = np.arange(12, dtype=np.uint64).reshape(6, 2)
    table = np.full(8, -1, dtype=np.int32)
    rehash(keys, 6, table)
    assert [table[find_slot(keys, table, key)] for key in keys] == [0, 1, 2, 3, 4, 5]
    assert table[find_slot(keys, table, bits(6, 6))] == -1
