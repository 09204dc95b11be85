"""Classes on which relabelling costs the most: enumerated ratios against closed forms."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from privlearn.concepts import ConceptClass, all_functions
from privlearn.exact import as_fraction
from privlearn.learners.relabeling import error_count, relabelling_ratio
from privlearn.learners.relabeling.extremal import (error_family, error_ratio, general_family, general_ratio,
                                                    hidden_family, hidden_ratio, marker_score, pattern_learner,
                                                    relabel_all_then_learn, saturated_instance, saturated_ratios)

ROOT = Fraction(3, 2)


@pytest.mark.parametrize("ordinary", [1, 2, 3, 6])
def test_the_families_have_their_closed_forms(ordinary):
    assert relabelling_ratio(error_family(ordinary)[0], error_count, *error_family(ordinary)[1:],
                             ROOT**2)[0] == error_ratio(ordinary, ROOT)
    assert relabelling_ratio(general_family(ordinary)[0], marker_score, *general_family(ordinary)[1:],
                             ROOT**2)[0] == general_ratio(ordinary, ROOT)
    assert relabelling_ratio(hidden_family(ordinary)[0], error_count, *hidden_family(ordinary)[1:],
                             ROOT**2)[0] == hidden_ratio(ordinary)


def test_the_saturated_instance_and_the_families_at_their_least():
    # without ordinary patterns all ratios are one
    assert error_ratio(0, ROOT) == general_ratio(0, ROOT) == hidden_ratio(0) == 1
    # with no data to score the class is that of the errors
    assert hidden_family(3)[0] == error_family(3)[0] != general_family(3)[0]
    # the pattern learner is the exponential mechanism
    law = pattern_learner(all_functions(2), (0,), 4)(((0, 1), (1, 0)))  # the point 1 is not looked at
    assert law.exact() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}
    _, common, left, right = saturated_instance(2, 3)
    assert common == (2, 3)
    assert sorted(left[:-1]) == sorted(right[:-1]) == sorted((x, y) for x in (2, 3) for y in (0, 1) for _ in range(3))
    assert (left[-1], right[-1]) == ((0, 0), (1, 0))
    assert saturated_ratios(1, Fraction(2), Fraction(1)) == {0: 1, 1: 1}
    assert saturated_ratios(1, Fraction(2), Fraction(1, 2)) == {0: Fraction(7, 5), 1: Fraction(5, 7)}


@pytest.mark.parametrize(("ratio", "limit"), [
    (lambda n: error_ratio(n, ROOT), (1 + ROOT) ** 2), (lambda n: general_ratio(n, ROOT), 4 * ROOT**2),
    (hidden_ratio, 4)])
def test_ratios_grow_towards_their_limits(ratio, limit):
    found = [ratio(n) for n in (1, 10, 1000, 10**9)]
    assert found == sorted(set(found))
    assert limit - Fraction(1, 10**6) < found[-1] < limit


@pytest.mark.parametrize("family", [error_family, general_family, hidden_family])
def test_inputs_differ_in_one_row(family):
    _, first, second = family(3)
    changed = [(a, b) for left, right in zip(first, second, strict=True) for a, b in zip(left, right, strict=True)
               if a != b]
    assert changed == [((0, 0), (1, 0))]


@pytest.mark.parametrize(("points", "concept", "score"), [
    ((2, 0), (0, 0, 0), 1), ((2, 0), (0, 0, 1), 0), ((2, 1), (0, 0, 1), 1), ((2, 1), (0, 0, 0), 0),
    ((2,), (0, 0, 0), 0), ((2, 0, 1), (0, 0, 0), 0), ((0,), (0, 0, 0), 0), ((), (0, 0, 1), 0)])
def test_the_marker_is_scored_if_exactly_one_of_the_two_points_stands_beside_it(points, concept, score):
    assert marker_score(tuple((x, 0) for x in points), concept) == score


@pytest.mark.parametrize("points", [1, 2])
def test_saturated_ratios_are_those_of_the_whole_law(points):
    concepts, common, left, right = saturated_instance(points, 1)
    learner = pattern_learner(concepts, common, 16)  # one point labelled otherwise costs 1/4 for each of its two rows
    first, second = (relabel_all_then_learn(concepts, error_count, learner, data, 4).exact() for data in (left, right))
    expected = saturated_ratios(points, Fraction(2), Fraction(1, 16))
    assert {as_fraction(first[g] / second[g]) for g in first} == set(expected.values())


@pytest.mark.parametrize(("call", "message"), [
    (lambda: error_family(0), "ordinary must"), (lambda: general_family(0), "ordinary must"),
    (lambda: hidden_family(0), "ordinary must"), (lambda: saturated_instance(0, 1), "must"),
    (lambda: saturated_instance(1, 0), "must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("data", [(), ((2, 1), (2, 1), (0, 0), (1, 1)), ((0, 1), (2, 0), (3, 1), (0, 1))])
def test_the_pattern_learner_weighs_every_pattern_by_its_disagreements(data):
    rows = [(0, 0, 1, 1), (0, 1, 1, 0), (1, 1, 0, 1)]
    law = pattern_learner(ConceptClass.from_matrix(rows), (2, 0), Fraction(9, 4))(data).exact()
    seen = {(row[2], row[0]) for row in rows}
    weight = {p: prod(Fraction(2, 3) for x, y in data if x in (0, 2) and p[0 if x == 2 else 1] != y) for p in seen}
    assert law == {p: w / sum(weight.values()) for p, w in weight.items()}


@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_saturated_class_has_every_pattern_and_one_of_them_twice(points):
    concepts, common, left, right = saturated_instance(points, 2)
    assert common == tuple(range(2, points + 2))
    tails = list(product((0, 1), repeat=points))
    assert sorted(concepts.rows()) == sorted([*((1, b, *t) for t in tails[:-1] for b in (0, 1)),
                                              (0, 1, *tails[-1]), (1, 1, *tails[-1])])
    body = tuple((x, y) for x in common for y in (0, 1) for _ in range(2))
    assert (left, right) == ((*body, (0, 0)), (*body, (1, 0)))


def test_inputs_of_the_families_hold_the_points_that_tell_the_patterns_apart():
    for n, points in ((1, (2,)), (2, (2, 3)), (3, (2, 3)), (4, (2, 3, 4))):
        rest = tuple((x, 0) for x in points)
        assert error_family(n)[1:] == ((((0, 0),), rest), (((1, 0),), rest))
        assert hidden_family(n)[1:] == (((), ((0, 0), *rest)), ((), ((1, 0), *rest)))
        assert error_family(n)[0].size == len(points) + 2
