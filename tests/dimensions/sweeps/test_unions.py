"""Tables of unions and blocks for all classes."""

from functools import reduce
from itertools import combinations
from operator import and_

import pytest

from privlearn.dimensions.sweeps import blocks_of_all_classes, unions_of_all_classes
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("points", [1, 2, 3])
def test_unions_are_those_of_the_definition(points):
    for number, found in enumerate(unions_of_all_classes(points).tolist()):
        functions = [f for f in range(1 << points) if number >> f & 1]
        assert found == sum(1 << h for h in {f | g for f in functions for g in functions})


@pytest.mark.parametrize("points", [1, 2])
def test_blocks_are_those_of_the_definition(points):
    for number, found in enumerate(blocks_of_all_classes(points).tolist()):
        functions = [f for f in range(1 << points) if number >> f & 1]
        assert found == max((min(k, reduce(and_, chosen).bit_count()) for k in range(1, len(functions) + 1)
                             for chosen in combinations(functions, k)), default=0)


@pytest.mark.parametrize("table", [unions_of_all_classes, blocks_of_all_classes])
def test_tables_are_read_only_and_end_at_four_points(table):
    with pytest.raises(ValueError, match="read-only"):
        table(1)[0] = 1
    with pytest.raises(TooLargeToEnumerate):
        table(5)
    with pytest.raises(ValueError, match="points"):
        table(0)
    assert blocks_of_all_classes(4)[-1] == 2  # all functions on four points
