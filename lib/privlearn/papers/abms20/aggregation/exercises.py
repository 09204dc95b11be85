"""Judges of the exercises on the page aggregation."""

from itertools import product

from privlearn.checking import supplied
from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.exercises.answers import answered
from privlearn.exercises.asked import asked


def _pair(answer, points: int) -> tuple[ConceptClass, ConceptClass] | None:
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        return None
    for rows in answer:
        if not isinstance(rows, (list, tuple)) or not 0 < len(rows) <= 1 << points:
            return None
        if any(not isinstance(row, (list, tuple)) or len(row) != points or any(v not in (0, 1) for v in row)
               for row in rows) or len({tuple(row) for row in rows}) < len(rows):
            return None
    return ConceptClass.from_matrix(answer[0]), ConceptClass.from_matrix(answer[1])


@asked("Find two simple classes whose exclusive or has dimension 3.", level=2, minutes=20, library="sweep")
@answered
def judge_xor(answer) -> str:
    """Judge two classes on four points of Littlestone dimension 1 whose exclusive or has dimension 3."""
    pair = _pair(answer, 4)
    if pair is None:
        return "not yet: give two lists of different rows of four bits"
    found = [littlestone_dimension(c) for c in pair]
    if found != [1, 1]:
        return f"not yet: the dimensions are {found[0]} and {found[1]}, not 1 and 1"
    value = littlestone_dimension(aggregate(named_rule("xor", 2), *pair))
    return f"accepted: dimension {value} from 1 and 1" if value == 3 else f"not yet: the exclusive or has only {value}"


@asked("Find two families of disjoint sets whose unions have three thresholds.", level=2, minutes=20)
@answered
def judge_disjoint(answer) -> str:
    """Judge two families of disjoint sets on three points whose pairwise unions have threshold dimension 3."""
    pair = _pair(answer, 3)
    if pair is None:
        return "not yet: give two lists of different rows of three bits"
    for c in pair:
        rows = c.rows()
        if any(i < j and any(a and b for a, b in zip(rows[i], rows[j], strict=True))
               for i, j in product(range(len(rows)), repeat=2)):
            return "not yet: two sets of one family share a point"
    value = threshold_dimension(aggregate(named_rule("or", 2), *pair))
    return "accepted: threshold dimension 3" if value == 3 else f"not yet: the unions have only {value}"


@asked("Name dimensions that are too small, so that the bound on compositions is false.", level=1, minutes=15)
@answered
def judge_dimensions_too_small(answer) -> str:
    """Judge parts of an instance of the proof with a class whose dimension is above the number that stands for it."""
    return supplied.stops("ABMS20-2.1", "imitate/flips", answer)
