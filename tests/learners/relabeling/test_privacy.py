"""Weights of patterns, and what choosing one costs."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, initial_segments
from privlearn.learners.relabeling import branch_weights, error_count, relabelling_ratio
from privlearn.learners.relabeling.privacy import matching_extensions


def test_weights_of_disjoint_and_of_equal_inputs():
    weights = branch_weights(all_functions(3), error_count, (((0, 0),), ((2, 0),)), (((1, 1),), ((2, 0),)), 4)
    assert [sum(column) for column in zip(*weights.values(), strict=True)] == [1, 1]
    given = (((0, 0), (1, 1)), ((2, 0),))
    assert relabelling_ratio(initial_segments(3), error_count, given, given, 4)[0] == 1
    # the extensions of disjoint inputs belong to the empty pattern
    assert list(matching_extensions(all_functions(2), error_count, (((0, 0),), ()), (((1, 0),), ()))) == [()]


INPUTS = [((((0, 1), (2, 0)), ((3, 1),)), (((0, 1), (1, 1)), ((3, 1),))),
          ((((1, 0), (1, 0), (2, 1)), ()), (((1, 0), (2, 1), (2, 1)), ())),
          ((((0, 0),), ((2, 0),)), (((0, 0),), ((1, 0),))), ((((3, 1),), ((1, 0),)), (((0, 0),), ((1, 0),)))]


@pytest.mark.parametrize("concepts", [initial_segments(4), all_functions(4)])
@pytest.mark.parametrize("pair", [*INPUTS, *[pair[::-1] for pair in INPUTS]])
def test_weights_are_the_chances_of_the_patterns_on_the_common_points(concepts, pair):
    points = [sorted({x for rows in given for x, _ in rows}) for given in pair]
    common, columns, extensions = [x for x in points[0] if x in points[1]], [], {}
    for side, (given, own) in enumerate(zip(pair, points, strict=True)):
        scores = {tuple(h[x] for x in own): sum(h[x] != y for x, y in given[0]) for h in concepts.rows()}
        column = {}
        for pattern, score in scores.items():
            kept = tuple(value for x, value in zip(own, pattern, strict=True) if x in common)
            column[kept] = column.get(kept, 0) + Fraction(2, 3) ** score
            extensions.setdefault(kept, ({}, {}))[side][pattern] = score
        columns.append({h: weight / sum(column.values()) for h, weight in column.items()})
    weights = branch_weights(concepts, error_count, *pair, Fraction(9, 4))
    assert weights == {h: (columns[0][h], columns[1][h]) for h in columns[0]}
    assert matching_extensions(concepts, error_count, *pair) == extensions
    ratio, h = relabelling_ratio(concepts, error_count, *pair, Fraction(9, 4))
    assert ratio == max(a / b for a, b in weights.values()) == weights[h][0] / weights[h][1]

