"""Hard pairs and the interval of alpha-minimality."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_classes, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions.representation import minimality_interval, representation_alpha
from privlearn.dimensions.representation.minimality import hard_pairs, minimality_bounds


@pytest.mark.parametrize(("hypotheses", "concepts"), [
    (point_functions(3), point_functions(3)), (initial_segments(3), initial_segments(3)),
    (projective_plane_lines(2), point_functions(7))])
def test_bounds_agree_with_deleting_each_hypothesis(hypotheses, concepts):
    assert minimality_bounds(hypotheses, concepts) == minimality_interval(hypotheses, concepts)


def is_hard_pair(pair, hypothesis, hypotheses, alpha):
    """Tell whether the weights are a distribution, on which all hypotheses but one have error above alpha."""
    errors = [sum(q for q, label, bit in zip(pair.distribution, pair.concept, row, strict=True) if label != bit)
              for row in hypotheses.rows()]
    law = sum(pair.distribution) == 1 and min(pair.distribution) >= 0
    return law and all(error > alpha for h, error in enumerate(errors) if h != hypothesis)


def test_hard_pairs_are_hard_below_their_value():
    lines = projective_plane_lines(2)
    for h, pair in enumerate(hard_pairs(lines, point_functions(7))):
        assert is_hard_pair(pair, h, lines, pair.value - Fraction(1, 100))
        assert not is_hard_pair(pair, h, lines, pair.value)
    with_zero = point_functions(2).union(ConceptClass.from_matrix([[0, 0]]))  # redundant: no hard pair
    assert hard_pairs(with_zero, point_functions(2))[2].value == 0


@pytest.mark.parametrize("function", [hard_pairs, minimality_bounds])
def test_single_hypothesis_is_refused(function):
    assert len(function(point_functions(2), point_functions(2))) == 2
    with pytest.raises(ValueError, match="hypotheses must be at least two, got 1"):
        function(point_functions(1), point_functions(1))


def test_on_two_points_bounds_and_hard_pairs_follow_from_the_definition():
    for hypotheses, concepts in product([c for c in all_classes(2) if len(c) > 1], list(all_classes(2))[::2]):
        assert minimality_bounds(hypotheses, concepts) == minimality_interval(hypotheses, concepts)
        for h, pair in enumerate(hard_pairs(hypotheses, concepts)):
            assert pair.concept in concepts.rows()
            assert pair.value == representation_alpha(hypotheses.without(h), concepts)
            assert is_hard_pair(pair, h, hypotheses, pair.value - Fraction(1, 1000))
            assert not is_hard_pair(pair, h, hypotheses, pair.value)
