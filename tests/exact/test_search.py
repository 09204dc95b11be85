"""The least integer with a monotone property."""

import pytest

from privlearn.exact import least_integer


@pytest.mark.parametrize("first", [0, 1, 5])
@pytest.mark.parametrize("goal", [0, 1, 2, 3, 7, 8, 9, 1000])
def test_result_is_the_first_true_value(first, goal):
    assert least_integer(lambda n: n >= goal, first) == max(first, goal)
