"""Trees whose branches weigh the same: which ones can be balanced, how, and how deep their branches are.

Definitions
-----------
Trees are those of :mod:`~privlearn.dimensions.mistake_trees`, complete or not; a *branch* is the path of labels to a
leaf.  *Weights* give every edge a number in [0, 1], so that the two edges below a node sum to 1; an edge is named by
the path that ends with it.  They *balance* the tree if all branches weigh the same, and then each weighs half the mean
depth: fair coins meet at each node edges of mean weight 1/2.  A tree that has such weights is *quasi-balanced*.  It is
*monotone* if no subtree has a smaller mean depth than one of the two parts below its root.  A tree is quasi-balanced
exactly if it is monotone, and then the edge with label 0 below a node with parts of mean depths E0 and E1 weighs

    (1 + E1/2 - E0/2) / 2.

Read as the probability of predicting 1, these weights are a learner that pays the same whatever the labels are.

>>> tree = (0, 7, (1, 8, 9))
>>> weights = balancing_weights(tree)
>>> {path: str(weight) for path, weight in weights.items()}
{(0,): '3/4', (1,): '1/4', (1, 0): '1/2', (1, 1): '1/2'}
>>> is_balancing(weights, tree)
True

Source: FHMM23, Theorem 25.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.dimensions.randomized_littlestone import mean_depth
from privlearn.laws import Law, bernoulli, pure

Path = tuple[int, ...]
Weights = dict[Path, Fraction]
HALF = Fraction(1, 2)


def branches(tree: MistakeTree, path: Path = ()) -> Iterator[Path]:
    """Yield the branches of a tree from left to right.

    Examples
    --------
    >>> list(branches((0, 7, (1, 8, 9))))
    [(0,), (1, 0), (1, 1)]
    """
    if isinstance(tree, tuple):
        for label in (0, 1):
            yield from branches(tree[1 + label], (*path, label))
    else:
        yield path


def subtrees(tree: MistakeTree, path: Path = ()) -> Iterator[tuple[Path, MistakeTree]]:
    """Yield the inner nodes of a tree, each as the path to it and the subtree below it.

    Examples
    --------
    >>> list(subtrees((0, 7, (1, 8, 9))))
    [((), (0, 7, (1, 8, 9))), ((1,), (1, 8, 9))]
    """
    if isinstance(tree, tuple):
        yield path, tree
        for label in (0, 1):
            yield from subtrees(tree[1 + label], (*path, label))


def is_monotone(tree: MistakeTree) -> bool:
    """Decide whether no subtree has a smaller mean depth than one of the two parts below its root.

    Examples
    --------
    >>> deep = (0, (1, (2, 7, 7), (2, 7, 7)), (1, (2, 7, 7), (2, 7, 7)))
    >>> is_monotone((3, 7, (0, 7, 7))), is_monotone((3, 7, deep))
    (True, False)
    """
    return all(mean_depth(node) >= max(mean_depth(node[1]), mean_depth(node[2])) for _, node in subtrees(tree))


def monotone_part(tree: MistakeTree) -> MistakeTree:
    """Return a monotone tree of at least the same mean depth, made by leaving out nodes of the tree.

    A part with a larger mean depth than its tree takes the tree's place, from the leaves up.  The result is a mistake
    tree of every class of which the given one is.

    Examples
    --------
    >>> deep = (0, (1, (2, 7, 7), (2, 7, 7)), (1, (2, 7, 7), (2, 7, 7)))
    >>> monotone_part((3, 7, deep)) == deep
    True
    """
    if not isinstance(tree, tuple):
        return tree
    parts = [monotone_part(part) for part in tree[1:]]
    return max((tree[0], *parts), *parts, key=mean_depth)


def balancing_weights(tree: MistakeTree) -> Weights:
    """Return the only weights with which all branches of a monotone tree weigh the same: path to an edge -> weight.

    Raises
    ------
    ValueError
        If the tree is not monotone: it has no such weights.

    Notes
    -----
    Source: FHMM23, Theorem 25.

    Examples
    --------
    >>> {path: str(weight) for path, weight in balancing_weights((3, 7, (0, 7, 7))).items()}
    {(0,): '3/4', (1,): '1/4', (1, 0): '1/2', (1, 1): '1/2'}
    """
    if not is_monotone(tree):
        raise ValueError("tree must be monotone: a subtree has a smaller mean depth than a part below its root")
    weights = Weights()
    for path, (_, *parts) in subtrees(tree):
        zero, one = map(mean_depth, parts)
        weights[*path, 0] = (1 + one / 2 - zero / 2) / 2
        weights[*path, 1] = 1 - weights[*path, 0]
    return weights


def is_balancing(weights: Mapping[Path, Fraction], tree: MistakeTree) -> bool:
    """Decide from the definition whether weights balance a tree: edge by edge, branch by branch.

    Examples
    --------
    >>> is_balancing({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, (0, 7, 8)), is_balancing({}, (0, 7, 8))
    (True, False)
    """
    ends = list(branches(tree))
    edges = {end[:length] for end in ends for length in range(1, len(end) + 1)}
    if set(weights) != edges or any(not 0 <= weight <= 1 for weight in weights.values()):
        return False
    if any(weights[edge] + weights[*edge[:-1], 1 - edge[-1]] != 1 for edge in edges):
        return False
    return len({sum((weights[end[:length]] for length in range(1, len(end) + 1)), Fraction(0)) for end in ends}) == 1


def depth_law(tree: MistakeTree) -> Law:
    """Return the law of the depth of the leaf that fair coins reach; its mean is the mean depth.

    Examples
    --------
    >>> depth_law((0, 7, (1, 8, 9))).exact()
    {1: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    if not isinstance(tree, tuple):
        return pure(0)
    return bernoulli(HALF).then(lambda label: depth_law(tree[1 + label])).map(lambda depth: depth + 1)
