"""Promises."""

from fractions import Fraction

import pytest

from privlearn.laws import pure
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one


def test_a_promised_mechanism_is_called_like_its_function_and_holds_exact_numbers():
    made = PromisedMechanism(lambda database: pure(len(database)), Promise(2, replace_one))
    assert made((1, 2)).exact() == {2: 1}
    assert type(made.promise.exp_epsilon) is Fraction


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: Promise(Fraction(1, 2), replace_one), "exp_epsilon must be at least 1"),
    (lambda: Promise(2, replace_one, -1), "delta must lie between"),
    (lambda: Promise(2, "replace_one"), "neighbours must be a relation")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
