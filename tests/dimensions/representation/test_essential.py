"""Points that may be left out, and put back."""

from privlearn.concepts import ConceptClass, lines
from privlearn.dimensions.representation.essential import essential_points


def test_lines_are_all_functions_on_two_points_with_copies():
    assert len(essential_points(lines(2))[0]) == 2


def test_constant_points_follow_the_constant():
    assert essential_points(ConceptClass.from_matrix([[1, 0], [1, 1]])) == ((1,), (1, (0, 0)))
