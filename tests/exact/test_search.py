"""The least integer with a monotone property."""

import pytest

from privlearn.exact import least_integer


@pytest.mark.parametrize("first", [0, 1, 5])
@pytest.mark.parametrize("goal", [0, 1, 2, 3, 7, 8, 9, 1000])
def test_result_is_the_first_true_value(first, goal):
    assert least_integer(lambda n: n >= goal, first) == max(first, goal)
    assert least_integer(lambda n: True) == 0


@pytest.mark.parametrize("first", [0, 100])
def test_calls_are_few_and_never_below_the_first(first):
    for goal in (first, first + 1, 1000, 10**6, 10**30):
        asked = []
        assert least_integer(lambda n, goal=goal, asked=asked: asked.append(n) or n >= goal, first) == goal
        assert min(asked) == first
        assert len(asked) <= 2 * goal.bit_length() + 3
