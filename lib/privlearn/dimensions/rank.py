"""The rank of a class over the field of two elements, which no threshold sequence outgrows.

Definitions
-----------
The *rank over GF(2)* of a class is that of its matrix, with entries added modulo 2: the largest number of rows none of
which is the sum of others among them.

The threshold dimension is at most this rank. For let ``(h_0, x_0), ..., (h_{T-1}, x_{T-1})`` be a threshold sequence.
The rows ``h_i`` and the columns ``x_j`` in its order make a T x T matrix with a one in row i and column j exactly for
``i <= j``: a staircase, with ones on the diagonal and zeros below. Its determinant is the product of the diagonal, 1 in
every field, so its T rows are independent. A matrix that contains it has at least its rank.

The bound is tight for thresholds, and for the parities on k bits: the rank of their matrix, of the inner products of
all pairs of words of k bits, is k, and ``1, 11, 111, ...`` with ``10.., 010.., ...`` are k pairs. It says little of a
random class, whose rank is nearly full.

>>> from privlearn.concepts import ConceptClass, thresholds
>>> parities = ConceptClass.from_matrix([[(a & b).bit_count() % 2 for b in range(8)] for a in range(8)])
>>> rank_over_two(parities), rank_over_two(thresholds(3))
(3, 8)
"""

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks, row_masks
from privlearn.dimensions.bounds import OVERHEAD, as_class

MOST_STEPS = 1_000_000_000  # some seconds of adding rows


def rank_over_two(concepts: ConceptClass) -> int:
    """Return the rank of the matrix over the field of two elements; 0 for the empty class.

    Notes
    -----
    Cost: at most (rank) additions for each row, or for each column if there are fewer of these.

    Examples
    --------
    >>> rank_over_two(ConceptClass.from_matrix([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))  # each row is the sum of the others
    2
    """
    rank, _ = bounded_rank(concepts, None)
    assert rank is not None  # nothing bounds the work
    return rank


def bounded_rank(concepts: ConceptClass, limit: int | None) -> tuple[int | None, int]:
    """Return the rank and the steps that it took; ``None`` for the rank if that would be more than ``limit``.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> bounded_rank(thresholds(3), 10)[0] is None
    True
    """
    matrix = as_class(concepts).matrix
    lines = row_masks(matrix) if len(matrix) <= matrix.shape[1] else column_masks(matrix)
    each = max(matrix.shape) // 64 + 1 + OVERHEAD
    leading: dict[int, int] = {}  # length of an integer -> the line kept that has it
    steps = 0
    for line in lines:
        while line and line.bit_length() in leading:
            if limit is not None and steps + each > limit:
                return None, steps
            line ^= leading[line.bit_length()]
            steps += each
        if line:
            leading[line.bit_length()] = line
    return len(leading), steps
