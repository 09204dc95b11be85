"""The randomised Littlestone dimension: how many mistakes a learner that tosses coins must expect.

Definitions
-----------
The *mean depth* of a mistake tree (:mod:`~privlearn.dimensions.mistake_trees`), complete or not, is the expected number
of its nodes that a walk from the root meets that turns left or right with probability 1/2.  The *randomised Littlestone
dimension* is half the largest mean depth of a mistake tree of the class, -1 for the empty class.  It is the value of
the mistake game for learners that toss coins: in each round an adversary names a point, the learner a probability p of
predicting 1, the adversary a label that some concept left still has, and the learner pays the probability that it errs.

A branch that nobody is left on is no use, so with E for the largest mean depth

    E(C) = 0 if C has one concept, else the largest 1 + (E(C_0) + E(C_1)) / 2

over the points at which C has both values, where ``C_b`` are the concepts with value b there.

>>> from privlearn.concepts import thresholds
>>> randomized_littlestone_dimension(thresholds(2)), mean_depth_tree(thresholds(2))
(Fraction(1, 1), (1, (2, 3, 2), (0, 1, 0)))

Source: Filmus, Hanneke, Mehalel, Moran, *Optimal prediction using expert advice and randomized Littlestone dimension*,
COLT 2023, Theorem 11 (the value of the game) and the recursion that follows from it.
"""

from fractions import Fraction

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.bounds import as_class
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import TooLargeToEnumerate, as_integer

MOST_SETS = 200_000  # sets of concepts that a search looks at; some seconds
Known = dict[int, tuple[Fraction, int]]  # set of concepts -> largest mean depth, the point at its root


def randomized_littlestone_dimension(concepts: ConceptClass, *, limit: int = MOST_SETS) -> Fraction:
    """Return the randomised Littlestone dimension; -1 for the empty class.

    Parameters
    ----------
    concepts : ConceptClass
    limit : int
        How many sets of concepts the search may look at.

    Raises
    ------
    TooLargeToEnumerate
        If that is not enough.

    Notes
    -----
    Between half of Littlestone's dimension and all of it.  Cost: a step for each point and each set of concepts that
    labels leave; at most ``3^n`` sets on n points.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, point_functions
    >>> randomized_littlestone_dimension(all_functions(3)), randomized_littlestone_dimension(point_functions(4))
    (Fraction(3, 2), Fraction(7, 8))
    """
    known = _searched(concepts, limit)
    return known[(1 << len(concepts)) - 1][0] / 2 if len(concepts) else Fraction(-1)


def mean_depth_tree(concepts: ConceptClass, *, limit: int = MOST_SETS) -> MistakeTree:
    """Return a mistake tree of the largest mean depth, ``None`` for the empty class.

    Raises
    ------
    TooLargeToEnumerate
        As for :func:`randomized_littlestone_dimension`.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> mean_depth_tree(point_functions(3))
    (0, (1, 2, 1), 0)
    """
    known, columns = _searched(concepts, limit), column_masks(concepts.matrix)

    def read(members: int) -> MistakeTree:
        x = known[members][1]
        return members.bit_length() - 1 if x < 0 else (x, read(members & ~columns[x]), read(members & columns[x]))

    return read((1 << len(concepts)) - 1) if len(concepts) else None


def mean_depth(tree: MistakeTree) -> Fraction:
    """Return the mean depth of a tree.

    With :func:`~privlearn.dimensions.is_mistake_tree`, ``complete=False``, this is what verifies a witness: a tree of
    the class proves that its dimension is at least half of this.

    Examples
    --------
    >>> mean_depth((0, (1, 2, 1), 0)), mean_depth(5)
    (Fraction(3, 2), Fraction(0, 1))
    """
    if not isinstance(tree, tuple):
        return Fraction(0)
    return 1 + (mean_depth(tree[1]) + mean_depth(tree[2])) / 2


def randomized_prediction(concepts: ConceptClass, point: int) -> Fraction:
    """Return the probability with which the optimal learner predicts 1 at a point, the class being what is left.

    It makes what an error costs, now and later, the same for both labels where it can.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> [randomized_prediction(thresholds(2), x) for x in range(4)]
    [Fraction(1, 8), Fraction(1, 2), Fraction(7, 8), Fraction(1, 1)]
    """
    x = as_integer(point, "point", least=0, most=as_class(concepts).size - 1)
    zero, one = (randomized_littlestone_dimension(ConceptClass.from_matrix(concepts.matrix[concepts.matrix[:, x] == b]))
                 for b in (0, 1))
    return min(Fraction(1), max(Fraction(0), (1 + one - zero) / 2)) if min(zero, one) >= 0 else Fraction(zero < 0)


def _searched(concepts: ConceptClass, limit: int) -> Known:
    """Return the largest mean depth, and a root, for every set of concepts that labels of the class leave."""
    columns, known = column_masks(as_class(concepts).matrix), Known()
    most = as_integer(limit, "limit", least=0)

    def depth(members: int) -> Fraction:
        if members not in known:
            if len(known) >= most:
                raise TooLargeToEnumerate("the collection of sets of concepts", f"more than {most}", most)
            best, root = Fraction(0), -1
            for x, column in enumerate(columns):
                if (one := members & column) and (zero := members & ~column):
                    mean = 1 + (depth(one) + depth(zero)) / 2
                    best, root = (mean, x) if mean > best else (best, root)
            known[members] = best, root
        return known[members][0]

    if len(concepts):
        depth((1 << len(concepts)) - 1)
    return known
