"""Weights of patterns, and what choosing one costs."""

from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, initial_segments
from privlearn.exact import as_fraction
from privlearn.laws import choice, pure
from privlearn.learners.relabeling import branch_weights, error_count, relabel_and_learn_law, relabelling_ratio
from privlearn.learners.relabeling.privacy import branches, choices, matching_extensions


def test_weights_of_disjoint_and_of_equal_inputs():
    weights = branch_weights(all_functions(3), error_count, (((0, 0),), ((2, 0),)), (((1, 1),), ((2, 0),)), 4)
    assert [sum(column) for column in zip(*weights.values(), strict=True)] == [1, 1]
    given = (((0, 0), (1, 1)), ((2, 0),))
    assert relabelling_ratio(initial_segments(3), error_count, given, given, 4)[0] == 1
    # the extensions of disjoint inputs belong to the empty pattern
    assert list(matching_extensions(all_functions(2), error_count, (((0, 0),), ()), (((1, 0),), ()))) == [()]


def test_branches_make_up_the_law_of_relabelling_and_learning():
    concepts, rest = initial_segments(3), ((2, 0),)
    first, second = ((((0, 1),), rest), (((1, 0),), rest))

    def learner(rows):
        return choice({rows[0][1]: Fraction(3, 4), 1 - rows[0][1]: Fraction(1, 4)})

    parts = branches(choices(concepts, error_count, first), choices(concepts, error_count, second), learner, 4)
    for side, given in enumerate((first, second)):
        law = relabel_and_learn_law(concepts, error_count, learner, given[0], given[1], (), 4).map(lambda o: o[:2])
        for (answer, published), p in law.exact().items():
            branch = parts[(published[0][1],)]
            assert as_fraction(branch.weights[side] * branch.answers[side][answer]) == p


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


def test_the_answers_of_a_branch_are_mixed_by_the_chances_of_its_extensions():
    first, second = INPUTS[0]
    parts = branches(*(choices(initial_segments(4), error_count, given) for given in (first, second)), pure, 4)
    for side, given in enumerate((first, second)):
        law = relabel_and_learn_law(initial_segments(4), error_count, pure, *given, (), 4).map(lambda o: o[0]).exact()
        found = {}
        for branch in parts.values():
            assert sum(branch.answers[side].values()) == 1
            for answer, chance in branch.answers[side].items():
                found[answer] = found.get(answer, 0) + as_fraction(branch.weights[side] * chance)
        assert found == law
