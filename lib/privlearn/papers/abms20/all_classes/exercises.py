"""Judges of the exercises on the page all-classes."""

from functools import cache
from itertools import combinations

from privlearn.concepts import ConceptClass
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, threshold_dimension, tree_depth
from privlearn.dimensions.sweeps import class_of_number, kept_census
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


@asked("Give another class with a deep tree and only three thresholds.", level=2, minutes=20)
@answered
def judge_flat_class(answer) -> str:
    """Judge a class on five points, other than the page's: Littlestone dimension 4, threshold dimension 3."""
    if not isinstance(answer, (list, tuple, set)) or not answer:
        return "not yet: list the functions as numbers in 0..31"
    if any(isinstance(f, bool) or not isinstance(f, int) or not 0 <= f < 32 for f in answer):
        return "not yet: a function on five points is a number in 0..31"
    number = sum(1 << f for f in set(answer))
    concepts = class_of_number(number, 5)
    depth, chain = littlestone_dimension(concepts), threshold_dimension(concepts)
    if depth < 4:
        return f"not yet: Littlestone's dimension is {depth}; a tree of depth 4 needs 16 functions at least"
    if chain > 3:
        return f"not yet: there are {chain} thresholds"
    if number == int(kept_census().examples[4, :, 3].max()):  # read, or counted anew, for such a class only
        return "not yet: that is the class which stands on the page"
    return f"accepted: {len(concepts)} functions, Littlestone's dimension {depth}, only {chain} thresholds"


@cache
def _rows_of_small_class() -> ConceptClass:
    return ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1], [0, 1, 0]])


@asked("Add a function to three others and give a complete tree.", level=1, minutes=10, library="mistake_tree")
@answered
def judge_fourth_function(answer) -> str:
    """Judge (fourth function, tree): a complete tree of depth 2 of 000, 001, 010 and the fourth, leaves 0 to 3."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return "not yet: give a pair of the fourth function and a tree"
    function, tree = answer
    if not isinstance(function, (list, tuple)) or len(function) != 3 or any(
            isinstance(b, bool) or b not in (0, 1) for b in function):
        return "not yet: the fourth function is three values 0 or 1"
    rows = [*_rows_of_small_class().matrix.tolist(), [int(b) for b in function]]
    if any(a == b for a, b in combinations(rows, 2)):
        return "not yet: the fourth function is one of the three"
    if not is_mistake_tree(tree, ConceptClass.from_matrix(rows)):
        return "not yet: this is no complete tree whose leaves have the labels of their paths (0 left, 1 right)"
    if tree_depth(tree) != 2:
        return f"not yet: the tree has depth {tree_depth(tree)}"
    return "accepted: all four paths of the tree are realised"


@asked("List the classes on three points that have as few functions as their tree needs.",
       level=1, minutes=15, library="littlestone_of_all_classes")
@answered
def judge_tight(answer) -> str:
    """Judge the classes on three points, as numbers, that have exactly 2^LDim functions."""
    if not isinstance(answer, (list, tuple, set)) or not all(type(n) is int and 0 < n < 256 for n in answer):
        return "not yet: list the classes as numbers from 1 to 255, bit f for the function with number f"
    given = set(answer)
    for number in range(1, 256):
        concepts = class_of_number(number, 3)
        size, most = len(concepts), 2 ** littlestone_dimension(concepts)
        if (size == most) != (number in given):
            return f"not yet: class {number} has {size} functions, and 2^LDim is {most}"
    return f"accepted: {len(given)} of the 255 classes"
