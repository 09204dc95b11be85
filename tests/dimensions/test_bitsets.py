"""Bit sets of rows and columns, as integers and as words."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.dimensions.bitsets import column_masks, column_words, row_masks, words

TABLE = np.array([[1, 0, 0], [1, 1, 0]], dtype=np.uint8)


def test_row_i_is_bit_i_of_a_column_and_point_j_bit_j_of_a_row():
    assert column_masks(TABLE) == [0b11, 0b10, 0b00]
    assert row_masks(TABLE) == [0b001, 0b011]
    assert words(TABLE).tolist() == [[1], [3]]
    row = np.zeros((1, 70), dtype=np.uint8)
    row[0, [0, 64]] = 1  # the first elements of both words
    assert words(row).tolist() == [[1, 1]]
    assert row_masks(row) == [1 << 64 | 1]
    assert column_words(ConceptClass.from_matrix(np.zeros((0, 2)))).tolist() == [[0], [0]]


@pytest.mark.parametrize(("elements", "needed"), [(1, 1), (63, 1), (64, 1), (65, 2), (128, 2), (129, 3)])
def test_a_word_holds_64_elements(elements, needed):
    assert words(np.ones((1, elements), dtype=np.uint8)).shape == (1, needed)


def test_words_and_integers_are_the_same_sets():
    concepts = point_functions(70)
    joined = [sum(int(word) << 64 * i for i, word in enumerate(row)) for row in column_words(concepts)]
    assert joined == column_masks(concepts.matrix) == row_masks(concepts.matrix) == [1 << i for i in range(70)]
