from fractions import Fraction

import pytest

from privlearn.concepts import all_functions, initial_segments
from privlearn.exact import as_fraction
from privlearn.laws import choice
from privlearn.learners.relabeling import (
    branch_weights,
    error_count,
    matched_sensitivity,
    relabel_and_learn_law,
    relabelling_ratio,
    small_databases,
    standard_sensitivity,
)
from privlearn.learners.relabeling.all_classes import largest_ratio
from privlearn.learners.relabeling.extremal import (
    error_family,
    error_ratio,
    general_family,
    general_ratio,
    hidden_family,
    hidden_ratio,
    marker_score,
)
from privlearn.learners.relabeling.obstacles import (
    half_fail_learner,
    labels_are_balanced,
    least_rows_for,
    memorising_learner,
    relabelled_by_half,
)
from privlearn.learners.relabeling.privacy import branches, choices, matching_extensions


def test_weights_of_both_sides_sum_to_one():
    weights = branch_weights(all_functions(3), error_count, (((0, 0),), ((2, 0),)), (((1, 1),), ((2, 0),)), 4)
    assert [sum(column) for column in zip(*weights.values(), strict=True)] == [1, 1]


def test_equal_inputs_have_ratio_one():
    given = (((0, 0), (1, 1)), ((2, 0),))
    assert relabelling_ratio(initial_segments(3), error_count, given, given, 4)[0] == 1


@pytest.mark.parametrize("ordinary", [1, 2, 3, 6])
def test_the_families_have_their_closed_forms(ordinary):
    root = Fraction(3, 2)
    assert relabelling_ratio(error_family(ordinary)[0], error_count, *error_family(ordinary)[1:],
                             root**2)[0] == error_ratio(ordinary, root)
    assert relabelling_ratio(general_family(ordinary)[0], marker_score, *general_family(ordinary)[1:],
                             root**2)[0] == general_ratio(ordinary, root)
    assert relabelling_ratio(hidden_family(ordinary)[0], error_count, *hidden_family(ordinary)[1:],
                             root**2)[0] == hidden_ratio(ordinary)


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


def test_the_sweep_agrees_with_one_class_taken_by_hand():
    found = largest_ratio("both new", 0)
    assert found.value.lower <= Fraction(41951, 10000) <= found.value.upper + Fraction(1, 100)
    assert largest_ratio("none new", 0, in_data=False).value.upper == 1


def test_errors_have_matched_and_standard_sensitivity_one():
    assert matched_sensitivity(error_count, initial_segments(2), 2).value == 1
    assert standard_sensitivity(error_count, initial_segments(2), 2).value == 1


def test_small_databases_begin_with_the_empty_one():
    assert next(small_databases(2, 1)) == ()
    assert len(list(small_databases(2, 2))) == 1 + 4 + 10


@pytest.mark.parametrize("call", [lambda: largest_ratio("both", 0), lambda: largest_ratio("both new", 4),
                                  lambda: error_family(0), lambda: least_rows_for(Fraction(1)),
                                  lambda: matched_sensitivity(error_count, None, 1)])
def test_bad_arguments_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_a_relabelled_sample_of_even_size_is_balanced():
    assert [labels_are_balanced(relabelled_by_half(tuple((x, 0) for x in range(m)))) for m in (2, 3, 4)] == [
        True, False, True]


def test_half_fail_learner_is_good_on_unbalanced_samples():
    assert half_fail_learner(((0, 1), (1, 1), (2, 0)), 3) == (1, 1, 0)


def test_memoriser_without_data_is_the_complement():
    assert memorising_learner((), (0, 1)) == (1, 0)


def test_least_rows_is_monotone():
    assert least_rows_for(Fraction(1, 2)) == 2
    assert least_rows_for(Fraction(3, 8)) == 4
