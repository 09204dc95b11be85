"""The least error on lines, with a symmetric protocol and a hard weight as its two proofs."""

from fractions import Fraction

import pytest

from privlearn.communication import worst_error
from privlearn.communication.lines import best_line_protocol, line_value, rate_line_protocol, symmetric_line_protocol
from privlearn.concepts import lines
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("p", "messages"), [(2, 1), (2, 2), (2, 3), (3, 2), (3, 4), (3, 5)])
def test_symmetric_protocol_attains_the_value_and_the_hard_weight_forces_it(p, messages):
    solved = line_value(p, messages)
    assert sum(weight for weight, _ in solved.mixture) == 1
    assert worst_error(symmetric_line_protocol(p, solved.mixture), lines(p)) == solved.value
    assert best_line_protocol(p, messages, solved.incident_weight).error(solved.incident_weight) == solved.value


def test_value_falls_with_the_number_of_messages():
    values = [line_value(3, k).value for k in range(1, 10)]
    assert values[0] == Fraction(1, 2)
    assert values[-1] == 0
    assert sorted(values, reverse=True) == values
    assert line_value(2, 7).value == 0


def test_errors_of_the_simplest_protocols():
    answers = [[int(row[z]) for z in range(4)] for row in lines(2).rows()]
    named = rate_line_protocol(2, (0, 1, 2, 3), answers)
    assert (named.false_zeros, named.false_ones) == (0, 0)
    silent = rate_line_protocol(3, [0] * 9, [[0] * 9])
    assert silent.error(Fraction(1)) == 1
    assert silent.error(Fraction(0)) == 0
    with pytest.raises(TooLargeToEnumerate):
        best_line_protocol(5, 2, Fraction(1, 2))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: best_line_protocol(2, 0, Fraction(1, 2)), "messages must be an integer of at least 1"),
    (lambda: rate_line_protocol(2, (0, 0, 0, 1), [(0,) * 4]), "messages must be .* at most 0, got 1"),
    (lambda: rate_line_protocol(2, (0, 0, 0, -1), [(0,) * 4]), "messages must be .* at least 0 .* got -1")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
