"""ABMS20, Section 4.1: the proof of Observation 4.1, a ladder of a union dealt out to its two classes."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import privlearn.papers.abms20.unions.threshold_dimension  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, all_classes, classes_up_to_symmetry
from privlearn.dimensions import threshold_dimension, threshold_sequence
from privlearn.dimensions.composition import split_ladder
from privlearn.papers.by_definition import longest_ladder

Rows = tuple[tuple[int, ...], ...]
Steps = tuple[tuple[int, int], ...]


class Union(NamedTuple):
    """Two classes, a concept each row, and a class of which every concept should be in one of them."""

    H: Rows
    H_1: Rows
    H_2: Rows


@cache
def concept_class(rows: Rows) -> ConceptClass:
    return ConceptClass.from_matrix(rows)


@cache
def dimension(rows: Rows) -> int:
    return threshold_dimension(concept_class(rows))


@cache
def ladder_of(rows: Rows) -> Steps:
    """Return a longest ladder, as (number of a concept, point)."""
    return tuple(threshold_sequence(concept_class(rows)))


def wrong_values(rows: Rows, ladder: Steps) -> int:
    """Count the values of a list of concepts and points that are not those of a ladder."""
    return sum(rows[h][x] != int(i <= j) for i, (h, _) in enumerate(ladder) for j, (_, x) in enumerate(ladder))


def stairs(steps: int) -> Rows:
    return tuple(tuple(int(i <= j) for j in range(steps)) for i in range(steps))


@cache
def cut(first: int, second: int) -> tuple[int, ...]:
    """Return the dimensions of the two ends of a staircase and of both together; no step: the zero function."""
    rows, zero = stairs(first + second), ((0,) * max(first + second, 1),)
    one, two = rows[:first] or zero, rows[first:] or zero
    return dimension(one), dimension(two), dimension(tuple(dict.fromkeys(one + two)))


@cache
def family() -> list[Union]:
    """All pairs of classes on three points, the first up to symmetry, with their union."""
    pairs = product((c.rows() for c, _ in classes_up_to_symmetry(3)), (c.rows() for c in all_classes(3)))
    return [Union(tuple(sorted({*one, *two})), tuple(one), tuple(two)) for one, two in pairs]


def start() -> Union:
    """A staircase whose steps are dealt out in turn."""
    rows = stairs(4)
    return Union(rows, rows[::2], rows[1::2])


def more_concepts() -> Iterator[Union]:
    """Yield classes with a concept that neither of the two has."""
    for given in [start()] + family()[::9]:
        if len(given.H_2) > 1 and given.H_2[-1] not in given.H_1:
            yield given._replace(H_2=given.H_2[:-1])


@proof("ABMS20-4.1", grade="exhaustive", quantifier="all pairs of classes on 3 points, one of them up to symmetry",
       instances=family, start=start,
       steps={"parts": "{the wrong values of the two parts as ladders} are {none}",
              "lengths": "{the steps in H_1, H_2} are at most {T(H_1), T(H_2)}",
              "sum": "{the length of the ladder of the union} is at most {the steps in H_1 and those in H_2}",
              "equality": "{T of the first t_1 rows, of the other t_2, and of all} are {t_1, t_2, and t_1 + t_2}",
              "conclusion": "{T(H_1 u H_2)} is at most {T(H_1) + T(H_2)}"},
       hypotheses=(Hypothesis("every concept is in one of the two classes", more_concepts, ("sum", "conclusion")),))
def ladder_of_a_union_is_dealt_out(given: Union) -> Iterator[Line]:
    ladder = ladder_of(given.H)
    numbers = [{h for h, row in enumerate(given.H) if row in own} for own in (given.H_1, given.H_2)]
    sides = [split_ladder(ladder, own.__contains__)[0] for own in numbers]
    for i, (steps, own) in enumerate(zip(sides, (given.H_1, given.H_2), strict=True), 1):
        yield Line("parts", "==", wrong_values(given.H, steps), 0, f"class {i}")
        yield Line("lengths", "<=", len(steps), dimension(own), f"class {i}")
    yield Line("sum", "<=", len(ladder), sum(map(len, sides)))
    one, two = dimension(given.H_1), dimension(given.H_2)
    yield Line("equality", "==", cut(one, two), (one, two, one + two), f"t_1 = {one}, t_2 = {two}")
    yield Line("conclusion", "<=", dimension(given.H), one + two)


def refutes_ladder_of_a_union_is_dealt_out(given: Union, step: str, case: Any) -> bool:
    """Tell whether the class has a ladder that is too long for the other two, by the definition."""
    whole, *classes = ([sum(bit << x for x, bit in enumerate(row)) for row in rows] for rows in given)
    if step == "conclusion":
        return longest_ladder(whole) > sum(map(longest_ladder, classes))
    return longest_ladder(whole) > longest_ladder([h for h in whole if h in classes[0] + classes[1]])
