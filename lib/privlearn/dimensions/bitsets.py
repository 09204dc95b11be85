"""Sets of concepts, or of points, as bit sets.

Definitions
-----------
Bit i of a bit set stands for element i.  The plain searches keep a set as one Python integer, the compiled ones as a
row of 64-bit words, word 0 holding the elements 0 to 63.

>>> from privlearn.concepts import thresholds
>>> column_masks(thresholds(1).matrix), words(thresholds(1).matrix).tolist()
([1, 3], [[3], [2]])
"""

import numpy as np

from privlearn.concepts import ConceptClass


def words(matrix: np.ndarray) -> np.ndarray:
    """Return each row of a 0/1 matrix as 64-bit words, an array of shape (rows, words).

    Examples
    --------
    >>> words(np.array([[1, 0, 1], [0, 1, 0]])).tolist()
    [[5], [2]]
    """
    return _as_words(np.packbits(matrix, axis=1, bitorder="little"))


def _as_words(packed: np.ndarray) -> np.ndarray:
    rows, size = packed.shape
    padded = np.zeros((rows, max(8, -(-size // 8) * 8)), dtype=np.uint8)
    padded[:, :size] = packed
    return padded.view("<u8").astype(np.uint64)


def column_words(concepts: ConceptClass) -> np.ndarray:
    """Return for each point the set of the concepts that contain it, shape (points, words).

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> column_words(thresholds(1)).tolist()
    [[1], [3]]
    """
    return _as_words(_packed_columns(concepts.matrix))


def column_masks(matrix: np.ndarray) -> list[int]:
    """Return for each column of a 0/1 matrix the set of its rows with a one, as an integer.

    Examples
    --------
    >>> column_masks(np.array([[1, 1, 0], [0, 1, 1]]))
    [1, 3, 2]
    """
    return [int.from_bytes(row.tobytes(), "little") for row in _packed_columns(matrix)]


def row_masks(matrix: np.ndarray) -> list[int]:
    """Return for each row of a 0/1 matrix the set of its columns with a one, as an integer.

    Examples
    --------
    >>> row_masks(np.array([[1, 1, 0], [0, 1, 1]]))
    [3, 6]
    """
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(matrix, axis=1, bitorder="little")]


def _packed_columns(matrix: np.ndarray) -> np.ndarray:
    return np.packbits(matrix, axis=0, bitorder="little").T
