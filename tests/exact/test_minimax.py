"""Programs and enclosures: what is one, and what their verifier refuses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.minimax import dominated_value

F = Fraction
COIN = MinimaxProgram(blocks=(2,), tasks=({0: F(1)}, {1: F(1)}))
# one bit, two outputs, ratio 3: randomised response is optimal
RESPONSE = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1)}), tuple(
    (i, j, F(3)) for i, j in ((0, 2), (2, 0), (1, 3), (3, 1))))


@pytest.mark.parametrize("change", [
    {"upper": F(1, 5)}, {"lower": F(1, 3)}, {"point": (F(1), F(0), F(0), F(1))}, {"point": (F(1, 2),) * 3},
    {"task_weights": (F(1), F(1))}, {"ratio_weights": {0: F(-1)}}, {"point": (F(3, 4), F(1, 2), F(1, 4), F(3, 4))},
])
def test_verifier_refuses_a_changed_enclosure(change):
    assert not is_enclosure(replace(solve(RESPONSE), **change), RESPONSE)


def test_enclosure_wider_than_a_point_has_no_value():
    wide = replace(solve(COIN), lower=F(0))
    with pytest.raises(ValueError, match="only enclosed"):
        _ = wide.value


def test_losses_at_a_point():
    assert dominated_value(COIN, (F(1, 3), F(2, 3))) == F(2, 3)


@pytest.mark.parametrize(("arguments", "message"), [
    (((), ({0: F(1)},)), "blocks"), (((0,), ({},)), "blocks"), (((1,), ()), "tasks"),
    (((1,), ({1: F(1)},)), "variables"), (((1,), ({0: F(1)},), ((0, 0, F(0)),)), "ratios"),
])
def test_bad_programs_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        MinimaxProgram(*arguments)
