import pytest

from privlearn.concepts import ConceptClass, aggregate
from privlearn.dimensions import littlestone_dimension, threshold_dimension
from privlearn.dimensions.sweeps import largest_on_five_points
from privlearn.dimensions.sweeps.simple_pairs import largest_simple_classes, partitions, up_to_renaming
from privlearn.exact import TooLargeToEnumerate


def class_of(functions, points=5):
    return ConceptClass.from_matrix([[f >> x & 1 for x in range(points)] for f in functions])


def test_partitions_and_simple_classes_on_few_points():
    assert [sum(1 for _ in partitions(n)) for n in range(6)] == [1, 1, 2, 5, 15, 52]
    assert {littlestone_dimension(class_of(c, 4)) for c in largest_simple_classes(4, flips=True)} == {1}
    assert {threshold_dimension(class_of(c, 4)) for c in largest_simple_classes(4, flips=False)} == {1}
    classes = [set(c) for c in largest_simple_classes(4, flips=True)]
    assert not any(a < b for a in classes for b in classes)
    assert len(up_to_renaming(largest_simple_classes(5, flips=False), 5)) == 7


@pytest.mark.parametrize(("flips", "solver"), [(True, littlestone_dimension), (False, threshold_dimension)])
@pytest.mark.parametrize("rule", [0b1000, 0b0110, 0b0001])
def test_witness_has_the_value(rule, flips, solver):
    value, pair = largest_on_five_points(rule, flips=flips)
    assert solver(aggregate(rule, *map(class_of, pair))) == value


def test_constant_rules_and_the_ends_of_points_and_rules():
    assert largest_on_five_points(0b0000, flips=True)[0] == 0
    assert len(largest_simple_classes(7, flips=False)) == 877
    assert up_to_renaming(((0,), (1,)), 1) == ((0,), (1,))
    assert up_to_renaming(((0, 1), (0, 2)), 5) == ((0, 1),)
    assert largest_on_five_points(15, flips=False)[0] == 1  # the constant 1


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="rule must be below 16"):
        largest_on_five_points(16, flips=True)
    with pytest.raises(TooLargeToEnumerate):
        largest_simple_classes(8, flips=True)
    with pytest.raises(TooLargeToEnumerate):
        up_to_renaming(((0, 1),), 6)
