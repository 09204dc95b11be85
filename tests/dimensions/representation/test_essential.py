"""Points that may be left out, and put back."""

from privlearn.concepts import ConceptClass, lines
from privlearn.dimensions.representation.essential import essential_points


def test_points_that_are_copies_or_constant_are_left_out():
    assert len(essential_points(lines(2))[0]) == 2
    assert essential_points(ConceptClass.from_matrix([[1, 0], [1, 1]])) == ((1,), (1, (0, 0)))
