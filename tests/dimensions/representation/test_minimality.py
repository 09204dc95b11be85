"""Hard pairs and the interval of alpha-minimality."""

from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions.representation import minimality_interval
from privlearn.dimensions.representation.minimality import hard_pairs, is_hard_pair, minimality_bounds


@pytest.mark.parametrize(("hypotheses", "concepts"), [
    (point_functions(3), point_functions(3)), (initial_segments(3), initial_segments(3)),
    (projective_plane_lines(2), point_functions(7)),
])
def test_bounds_agree_with_deleting_each_hypothesis(hypotheses, concepts):
    assert minimality_bounds(hypotheses, concepts) == minimality_interval(hypotheses, concepts)


def test_hard_pairs_pass_their_verifier_below_their_value():
    lines = projective_plane_lines(2)
    for h, pair in enumerate(hard_pairs(lines, point_functions(7))):
        assert is_hard_pair(pair, h, lines, pair.value - Fraction(1, 100))


def test_verifier_refuses_a_pair_at_its_value():
    lines = projective_plane_lines(2)
    pair = hard_pairs(lines, point_functions(7))[0]
    assert not is_hard_pair(pair, 0, lines, pair.value)


def test_redundant_hypothesis_has_no_hard_pair():
    with_zero = point_functions(2).union(ConceptClass.from_matrix([[0, 0]]))
    assert hard_pairs(with_zero, point_functions(2))[2].value == 0


@pytest.mark.parametrize("function", [hard_pairs, minimality_bounds])
def test_single_hypothesis_is_refused(function):
    assert len(function(point_functions(2), point_functions(2))) == 2
    with pytest.raises(ValueError, match="hypotheses must be at least two, got 1"):
        function(point_functions(1), point_functions(1))
