"""The library's own errors: what they are and what they say."""

import pytest

from privlearn.exact import TooLargeToEnumerate, Undecided


def test_too_large_names_the_thing_its_size_and_the_limit():
    with pytest.raises(TooLargeToEnumerate, match="the cube has 27 elements, more than the 8 that are enumerated"):
        raise TooLargeToEnumerate("the cube", 27, 8)
    assert str(TooLargeToEnumerate("a class", "2^99", 8)).startswith("a class has 2^99 elements, more than the 8")


@pytest.mark.parametrize(("error", "kind"), [(TooLargeToEnumerate, RuntimeError), (Undecided, ArithmeticError)])
def test_neither_error_is_about_an_argument(error, kind):
    assert issubclass(error, kind)
    assert not issubclass(error, ValueError)
