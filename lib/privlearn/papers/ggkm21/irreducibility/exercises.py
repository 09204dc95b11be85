"""Judges of the exercises on the page irreducibility."""

from privlearn.concepts import ConceptClass, aggregate, point_functions
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.dimensions.composition.digits import digit_rule
from privlearn.dimensions.irreducibility import (irreducibility, is_reducing_tree, reducing_tree, standard_labels,
                                                 tree_height)
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


def _as_class(answer: object, points: int, most: int) -> ConceptClass | None:
    """Return a list of different rows of bits as a class, or None if it is none."""
    if not isinstance(answer, (list, tuple)) or not 0 < len(answer) <= most:
        return None
    if any(not isinstance(row, (list, tuple)) or len(row) != points or any(type(v) is not int or v not in (0, 1)
                                                                          for v in row) for row in answer):
        return None
    found = ConceptClass.from_matrix(answer)
    return found if len(found) == len(answer) else None


def _as_tree(answer: object) -> object:
    """Return nested lists or tuples as tuples."""
    return tuple(map(_as_tree, answer)) if isinstance(answer, (list, tuple)) else answer


@asked("Find questions that lower the dimension of the point functions whatever is answered.", level=1, minutes=10,
       library="reducing_tree")
@answered
def judge_reducing_tree(answer) -> str:
    """Judge a reducing tree of the least depth for the point functions on four points."""
    tree, concepts = _as_tree(answer), point_functions(4)
    if not isinstance(tree, tuple):
        return "not yet: give a tree (point, tree if 0, tree if 1), its leaves the dimension of what is left"
    if not is_reducing_tree(tree, concepts):
        return "not yet: a leaf is not the dimension of what is left there, or that is no smaller than before"
    least = tree_height(reducing_tree(concepts))
    if tree_height(tree) > least:
        return "not yet: fewer questions are enough"
    return f"accepted: {least} questions lower the dimension, whatever is answered"


@asked("Find two or more concepts on four points that no three questions make simpler.", level=2, minutes=15)
@answered
def judge_three_irreducible(answer) -> str:
    """Judge a 3-irreducible class of at least two concepts on four points."""
    concepts = _as_class(answer, 4, 16)
    if concepts is None or len(concepts) < 2:
        return "not yet: give a list of at least two different rows of four bits"
    k = irreducibility(concepts)
    if k < 3:
        return f"not yet: {k + 1} question{'s' * (k > 0)} can lower its dimension whatever is answered"
    return f"accepted: no three questions do, and the dimension is {littlestone_dimension(concepts)}"


@asked("Find a class and a part of it whose prediction makes the class deeper.", level=3, minutes=25)
@answered
def judge_prediction(answer) -> str:
    """Judge a class of dimension 2 on three points and a 1-irreducible part that predicts what makes it deeper."""
    whole, part = (_as_class(given, 3, 8) for given in answer) if (
        isinstance(answer, (list, tuple)) and len(answer) == 2) else (None, None)
    if whole is None or part is None:
        return "not yet: give two lists of different rows of three bits, the class and a part of it"
    if not set(part.rows()) <= set(whole.rows()):
        return "not yet: the second list is no part of the first"
    if littlestone_dimension(whole) != 2:
        return f"not yet: the class has dimension {littlestone_dimension(whole)}, not 2"
    if irreducibility(part) < 1:
        return "not yet: a single question can lower the dimension of the part"
    predicted = standard_labels(part)
    if littlestone_dimension(whole.union(ConceptClass.from_matrix([predicted]))) < 3:
        return f"not yet: with {predicted} the class is no deeper"
    return f"accepted: with {predicted} the class has dimension 3"


@asked("Find three simple classes that a rule makes into all thresholds on four points.", level=2, minutes=20,
       library="digit_classes")
@answered
def judge_digits(answer) -> str:
    """Judge three classes on four points of threshold dimension at most 2 that compose to threshold dimension 4."""
    classes = [_as_class(part, 4, 16) for part in answer] if isinstance(answer, (list, tuple)) else []
    given = [concepts for concepts in classes if concepts is not None]
    if len(given) != 3 or len(classes) != 3:
        return "not yet: give three lists of different rows of four bits"
    found = [threshold_dimension(concepts) for concepts in given]
    if max(found) > 2:
        return f"not yet: the threshold dimensions are {found[0]}, {found[1]} and {found[2]}, not at most 2"
    value = threshold_dimension(aggregate(digit_rule(2), *given))
    return "accepted: threshold dimension 4" if value == 4 else f"not yet: the composition has only {value}"
