"""Judges of the exercises on the page unions."""


from privlearn.concepts import ConceptClass
from privlearn.dimensions.composition import best_subtree, complete_tree
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked
from privlearn.papers.by_definition import littlestone_by_definition


def _judged_heights(answer, wanted: int, refused: str, accepted: str) -> str:
    if not isinstance(answer, (list, tuple)) or len(answer) != 8:
        return "not yet: give a list of 8 colours, 0 or 1, from the left to the right"
    if any(type(colour) is not int or colour not in (0, 1) for colour in answer):
        return "not yet: a colour is 0 or 1"
    heights = [best_subtree(complete_tree(3), [1 - c for c in answer].__getitem__)[0],
               best_subtree(complete_tree(3), answer.__getitem__)[0]]
    return accepted if heights == [wanted] * 2 else refused.format(*heights, sum(heights))


@asked("Colour the leaves of a tree of depth 3 so that neither colour has a subtree of height 2.", level=2, minutes=15)
@answered
def judge_colouring(answer) -> str:
    """Judge a colouring of the 8 leaves of a tree of depth 3 in which both colours have height 1."""
    return _judged_heights(answer, 1, "not yet: the tallest subtrees have heights {} and {}",
                           "accepted: no subtree of height 2 in either colour; at depth 4 that is impossible")


@asked("Colour the leaves of a tree so that both heights are large.", level=1, minutes=10)
@answered
def judge_far_from_tight(answer) -> str:
    """Judge a colouring of the 8 leaves of a tree of depth 3 in which both colours have height 2."""
    return _judged_heights(answer, 2, "not yet: the heights {} and {} have the sum {}",
                           "accepted: the heights are 2 and 2, twice the sum that the proof promises")


@asked("Find two classes of dimension 1 that have all functions on three points together.", level=1, minutes=10)
@answered
def judge_cube(answer) -> str:
    """Judge two lists of functions on 3 points, integers 0 to 7: dimension 1 each, all 8 functions together."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return "not yet: give two lists of integers from 0 to 7, each a function on 3 points"
    parts = [set(part) for part in answer]
    if any(type(f) is not int or not 0 <= f < 8 for part in parts for f in part):
        return "not yet: a function on 3 points is an integer from 0 to 7"
    missing = sorted(set(range(8)) - parts[0] - parts[1])
    if missing:
        return f"not yet: the function {missing[0]:03b} is in neither class"
    for part in parts:
        rows = [[f >> x & 1 for x in range(3)] for f in sorted(part)]
        value = littlestone_by_definition(ConceptClass.from_matrix(rows)) if rows else -1
        if value != 1:
            return f"not yet: the class of {sorted(part)} has dimension {value}"
    return "accepted: two classes of dimension 1, and a union of dimension 3"
