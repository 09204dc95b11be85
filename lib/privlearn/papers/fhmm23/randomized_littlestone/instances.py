"""Classes, shapes of trees, and second routes to depths and games that the checks of this page share."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from privlearn.concepts import Concept, ConceptClass, all_functions, boxes, lines, point_functions, thresholds
from privlearn.concepts.symmetry import classes_up_to_symmetry
from privlearn.dimensions.balanced_trees import Weights, branches, subtrees
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact.elimination import RationalMatrix
from privlearn.online.optimal_with_errors import CoinLearner
from privlearn.papers.by_definition import littlestone_by_definition

Row = tuple[Concept, ...]
LARGER = {"thresholds on 8 points": thresholds(3), "6 points": point_functions(6), "lines of a plane": lines(2),
          "boxes in a square": boxes(1, 2), "all functions on 4 points": all_functions(4)}
SMALL = "all 255 classes on three points (up to renaming and flips, which change no depth)"
SMALL_TOTAL = 255
HALF = Fraction(1, 2)


@cache
def up_to_symmetry(points: int) -> tuple[Row, ...]:
    """Return the rows of one class of every orbit of the non-empty classes on few points."""
    return tuple(tuple(concepts.rows()) for concepts, _ in classes_up_to_symmetry(points))


def class_of(rows: Row) -> ConceptClass:
    return ConceptClass.from_matrix(rows)


def larger() -> Iterator[Row]:
    for concepts in LARGER.values():
        yield tuple(concepts.rows())


def all_trees(rows: Row, left: tuple[int, ...] | None = None) -> Iterator[MistakeTree]:
    """Yield every mistake tree of a class, complete or not, with the least concept that fits at each leaf."""
    left = tuple(range(len(rows))) if left is None else left
    yield left[0]
    for x in range(len(rows[0])):
        parts = [tuple(i for i in left if rows[i][x] == label) for label in (0, 1)]
        if all(parts):
            yield from ((x, zero, one) for zero in all_trees(rows, parts[0]) for one in all_trees(rows, parts[1]))


@cache
def game_value(rows: Row) -> Fraction:
    """Return the value of the mistake game with coins: for each point two lines in p, lowest where they cross or end.

    A single concept is worth 0, the empty class -1.
"""
    if len(rows) < 2:
        return Fraction(len(rows) - 1)
    best = Fraction(0)
    for x in range(len(rows[0])):
        parts = [tuple(row for row in rows if row[x] == label) for label in (0, 1)]
        if all(parts):
            zero, one = map(game_value, parts)
            candidates = [Fraction(0), Fraction(1), *(p for p in [(1 + one - zero) / 2] if 0 < p < 1)]
            best = max(best, min(max(p + zero, 1 - p + one) for p in candidates))
    return best


@cache
def pairs_of_small_classes() -> frozenset[tuple[int, Fraction]]:
    """Return the pairs of both dimensions on four points, by complete trees tried depth by depth and by the game."""
    return frozenset((littlestone_by_definition(class_of(rows)), game_value(rows)) for rows in up_to_symmetry(4))


@cache
def shapes(depth: int) -> tuple[MistakeTree, ...]:
    """Return every shape of a tree of at most this depth, one of each two that are mirror images at a node."""
    below = shapes(depth - 1) if depth else ()
    return (0, *((0, left, right) for k, left in enumerate(below) for right in below[k:]))


def tree_of(shape: MistakeTree, path: Concept = (), points: int = 4) -> MistakeTree:
    """Return the mistake tree of all functions that has a shape: its nodes ask the points in order."""
    if isinstance(shape, tuple):
        return len(path), tree_of(shape[1], (*path, 0), points), tree_of(shape[2], (*path, 1), points)
    return int("".join(map(str, path)).ljust(points, "0"), 2)


def mirrored(tree: MistakeTree) -> MistakeTree:
    return (tree[0], mirrored(tree[2]), mirrored(tree[1])) if isinstance(tree, tuple) else tree


@cache
def shapes_on_four() -> tuple[MistakeTree, ...]:
    """Return a tree for every shape of depth 1 to 4, the nodes on one level alike."""
    return tuple(map(tree_of, shapes(4)[1:]))


def common_weight(tree: MistakeTree) -> Fraction | None:
    """Return what every branch weighs in a quasi-balanced tree, ``None`` if the tree is not, from the leaves up."""
    if not isinstance(tree, tuple):
        return Fraction(0)
    zero, one = common_weight(tree[1]), common_weight(tree[2])
    if zero is None or one is None or abs(zero - one) > 1:
        return None
    return (1 + zero + one) / 2


@cache
def equal_weights(tree: MistakeTree, total: Fraction) -> Weights:
    """Return the only weights of either sign with which all branches weigh the same, by their linear equations.

    The unknowns are the weights of the edges with label 0, and what a branch weighs.  An error says that there is no
    solution or more than one.
    """
    places = {path: k for k, (path, _) in enumerate(subtrees(tree))}
    matrix, right = (RationalMatrix(len(places) + 1, columns) for columns in (len(places) + 1, 1))
    for row, end in enumerate(branches(tree)):
        matrix[row, len(places)] = -1
        for length, label in enumerate(end):
            matrix[row, places[end[:length]]] = 1 - 2 * label
            right[row, 0] -= total * label
    found = matrix.solve(right)
    return {(*path, label): found[k, 0] if label == 0 else total - found[k, 0] for path, k in places.items()
            for label in (0, 1)}


def leaf_depths(tree: MistakeTree, depth: int = 0) -> list[int]:
    """Return the depths of all leaves, by walking down; fair coins reach one of depth d with probability 2^-d."""
    return (leaf_depths(tree[1], depth + 1) + leaf_depths(tree[2], depth + 1) if isinstance(tree, tuple) else [depth])


def two_expert_tree(one: int, other: int) -> MistakeTree:
    """Return the tree of two experts that always disagree, with so many errors left, until one is out."""
    return (0, two_expert_tree(one - 1, other), two_expert_tree(one, other - 1)) if min(one, other) >= 0 else 0


def after(rows: Row, left: Sequence[int], x: int, label: int) -> tuple[int, ...]:
    """Return how many errors are left to each concept after a label, no fewer than -1."""
    return tuple(max(-1, count - (row[x] != label)) for row, count in zip(rows, left, strict=True))


def depth_in_rounds(rows: Row, errors: int, rounds: int) -> Fraction:
    """Return the largest mean depth of a tree of at most so many questions whose branches cost a concept k errors."""
    @cache
    def scaled(left: tuple[int, ...], t: int) -> int:  # times 2^t
        pairs = [(after(rows, left, x, 0), after(rows, left, x, 1)) for x in range(len(rows[0]))] if t else []
        return max(((1 << t) + scaled(zero, t - 1) + scaled(one, t - 1) for zero, one in pairs
                    if max(zero) >= 0 and max(one) >= 0), default=0)

    return Fraction(scaled((errors,) * len(rows), rounds), 1 << rounds)


def has_complete_tree(rows: Row, errors: int, depth: int) -> bool:
    """Decide from the definition whether a complete tree of this depth costs some concept k errors on every branch."""
    @cache
    def has(left: tuple[int, ...], d: int) -> bool:
        return max(left) >= 0 and (d == 0 or any(
            has(after(rows, left, x, 0), d - 1) and has(after(rows, left, x, 1), d - 1) for x in range(len(rows[0]))))

    return has((errors,) * len(rows), depth)


def worst_in_rounds(learner: CoinLearner, rows: Row, errors: int, rounds: int) -> Fraction:
    """Return the most that a learner expects to pay in so many rounds, by backward induction over the rounds."""
    @cache
    def worst(left: tuple[int, ...], state: CoinLearner, t: int) -> Fraction:
        most = Fraction(0)
        for x in range(len(rows[0])) if t else ():
            chances = state.prediction(x).exact()
            for label in (0, 1):
                later = after(rows, left, x, label)
                if max(later) >= 0:
                    most = max(most, chances.get(1 - label, Fraction(0)) + worst(later, state.updated(x, label), t - 1))
        return most

    return worst((errors,) * len(rows), learner, rounds)
