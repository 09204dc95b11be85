"""Weights of patterns, and what choosing one costs."""

from fractions import Fraction

from privlearn.concepts import all_functions, initial_segments
from privlearn.exact import as_fraction
from privlearn.laws import choice
from privlearn.learners.relabeling import branch_weights, error_count, relabel_and_learn_law, relabelling_ratio
from privlearn.learners.relabeling.privacy import branches, choices, matching_extensions


def test_weights_of_both_sides_sum_to_one():
    weights = branch_weights(all_functions(3), error_count, (((0, 0),), ((2, 0),)), (((1, 1),), ((2, 0),)), 4)
    assert [sum(column) for column in zip(*weights.values(), strict=True)] == [1, 1]


def test_equal_inputs_have_ratio_one():
    given = (((0, 0), (1, 1)), ((2, 0),))
    assert relabelling_ratio(initial_segments(3), error_count, given, given, 4)[0] == 1


def test_the_extensions_of_disjoint_inputs_belong_to_the_empty_pattern():
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
