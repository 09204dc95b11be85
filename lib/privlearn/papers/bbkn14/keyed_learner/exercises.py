"""Judges of the exercises on the page keyed-learner."""

from fractions import Fraction

from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.learners.pseudorandom import (AffineFamily, TableFamily, optimal_distinguisher,
                                             private_keyed_point_learner, tree_advantage)
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered


@asked("Tell an affine family from random functions with three queries.", level=2, minutes=15)
@answered
def judge_distinguisher(answer) -> str:
    """Judge a tree with at most three queries that tells the affine family on 8 points, q = 1/4, from random."""
    if not _is_tree(answer, 3, frozenset()):
        return "not yet: give nested (point, tree if 0, tree if 1), points 0..7, leaves 0 or 1, at most three queries"
    family = AffineFamily(bits=3, zeros=2)
    gain = tree_advantage(answer, family.tables(), bias=family.bias)
    best = optimal_distinguisher(family.tables(), bias=family.bias, queries=3).advantage
    if gain == best:
        return f"accepted: advantage {gain}, and no tree with three queries has more"
    return f"not yet: advantage {gain}, the best is {best}"


@asked("Give a family of functions with a point at which the keyed learner is not private enough.", level=2, minutes=20)
@answered
def judge_weak_point(answer) -> str:
    """Judge a list of functions on 4 points with which A5 at alpha = 1/2 has a ratio above 4."""
    if not isinstance(answer, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in answer):
        return "not yet: give a list of tuples of four bits"
    family = TableFamily(answer, Fraction(1, 8))
    if family.size != 4 or len(family.rows) > 64 or any(family.marginal(x) == 0 for x in range(4)):
        return "not yet: give at most 64 functions on four points, each point being 1 for at least one of them"
    found = audit_pure(lambda rows: private_keyed_point_learner(rows, family=family, alpha=Fraction(1, 2)),
                       multiset_databases([None, *labelled_rows(4)], 1), replace_one_unordered)
    if found.exp_epsilon > 4:
        left, right, _ = found.witness
        return f"accepted: ratio {found.exp_epsilon} between the samples {left} and {right}"
    return f"not yet: the exact ratio is {found.exp_epsilon}, at most 4"


def _is_tree(node, queries: int, asked: frozenset[int]) -> bool:
    if not isinstance(node, tuple):
        return isinstance(node, int) and node in (0, 1)
    if queries == 0 or len(node) != 3 or not isinstance(node[0], int) or node[0] not in range(8) or node[0] in asked:
        return False
    return all(_is_tree(child, queries - 1, asked | {node[0]}) for child in node[1:])
