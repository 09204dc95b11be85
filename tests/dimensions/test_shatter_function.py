import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.dimensions.sweeps import class_sizes, vc_of_all_classes
from privlearn.exact import TooLargeToEnumerate


def test_full_dimension_allows_all_functions():
    assert [sauer_bound(n, n) for n in range(1, 6)] == [2**n for n in range(1, 6)]


def test_dimension_minus_one_allows_nothing():
    assert sauer_bound(5, -1) == 0


@pytest.mark.parametrize("points", [1, 2, 3])
def test_all_classes_agree_with_the_search(points):
    functions = [[f >> x & 1 for x in range(points)] for f in range(1 << points)]
    for number, dimension in enumerate(vc_of_all_classes(points).tolist()):
        chosen = [row for f, row in enumerate(functions) if number >> f & 1]
        if chosen:
            concepts = ConceptClass.from_matrix(chosen)
            assert (dimension, class_sizes(points)[number]) == (vc_dimension(concepts), len(concepts))


def test_the_empty_class_has_dimension_minus_one():
    assert vc_of_all_classes(2)[0] == -1


def test_five_points_are_too_many():
    with pytest.raises(TooLargeToEnumerate):
        vc_of_all_classes(5)


@pytest.mark.parametrize("arguments", [(0, 1), (3, -2)])
def test_bad_numbers_are_refused(arguments):
    with pytest.raises(ValueError, match="points|dimension"):
        sauer_bound(*arguments)
