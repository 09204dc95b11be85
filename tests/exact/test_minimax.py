"""Programs and enclosures: what is one, and what their verifier refuses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.minimax import Enclosure, dominated_value

F = Fraction
COIN = MinimaxProgram(blocks=(2,), tasks=({0: F(1)}, {1: F(1)}))
# one bit, two outputs, ratio 3: randomised response is optimal
RESPONSE = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1)}), tuple(
    (i, j, F(3)) for i, j in ((0, 2), (2, 0), (1, 3), (3, 1))))


@pytest.mark.parametrize("change", [
    {"upper": F(1, 5)}, {"lower": F(1, 3)}, {"point": (F(1), F(0), F(0), F(1))}, {"point": (F(1, 2),) * 3},
    {"task_weights": (F(1), F(1))}, {"ratio_weights": {0: F(-1)}}, {"point": (F(3, 4), F(1, 2), F(1, 4), F(3, 4))}])
def test_verifier_refuses_a_changed_enclosure(change):
    assert not is_enclosure(replace(solve(RESPONSE), **change), RESPONSE)


def test_an_enclosure_wider_than_a_point_has_no_value_but_a_point_its_losses():
    wide = replace(solve(COIN), lower=F(0))
    with pytest.raises(ValueError, match="only enclosed"):
        _ = wide.value
    assert dominated_value(COIN, (F(1, 3), F(2, 3))) == F(2, 3)


# minimise max(x_1, x_2 / 2) where x_0 <= (2/3) x_2: the optimum 3/7 by hand
TIGHT = MinimaxProgram((2, 2), ({1: F(1)}, {2: F(1, 2)}), ((0, 2, F(2, 3)),))
BEST = Enclosure(F(3, 7), F(3, 7), (F(4, 7), F(3, 7), F(6, 7), F(1, 7)), (F(3, 7), F(4, 7)), {0: F(3, 7)})
LITTLE = F(1, 10**6)


@pytest.mark.parametrize("change", [{}, {"lower": F(3, 7) - LITTLE}, {"upper": F(3, 7) + LITTLE},
                                    {"ratio_weights": {}, "lower": F(0)}, {"ratio_weights": {0: F(0)}, "lower": F(0)},
                                    {"task_weights": (F(1), F(0)), "ratio_weights": {}, "lower": F(0)},
                                    {"point": (F(0), F(1), F(0), F(1)), "upper": F(1)}])
def test_verifier_accepts_bounds_that_are_proved_even_if_not_the_best(change):
    assert is_enclosure(replace(BEST, **change), TIGHT)


@pytest.mark.parametrize("change", [
    {"lower": F(3, 7) + LITTLE}, {"upper": F(3, 7) - LITTLE}, {"ratio_weights": {0: F(3, 7) - LITTLE}},
    {"ratio_weights": {0: F(3, 7) + LITTLE}}, {"ratio_weights": {0: F(-1)}, "lower": F(-9)},
    {"task_weights": (F(3, 7),)}, {"task_weights": (F(3, 7), F(4, 7), F(0))},
    {"task_weights": (F(3, 2), F(-1, 2)), "lower": F(-9)}, {"task_weights": (F(1, 2), F(1, 4)), "lower": F(-9)},
    {"point": (F(0), F(1), F(0), F(1))}, {"point": (F(4, 7), F(3, 7), F(1), F(0))},
    {"point": (F(4, 7) + LITTLE, F(3, 7) - LITTLE, F(6, 7), F(1, 7))},  # the ratio
    {"point": (F(4, 7), F(3, 7), F(6, 7), F(0))}, {"point": (F(4, 7), F(2, 7), F(6, 7), F(1, 7))},  # the sums
    {"point": (F(-1), F(2), F(6, 7), F(1, 7)), "upper": F(9)}, {"point": (F(0), F(1), F(2), F(-1)), "upper": F(9)},
    {"point": (F(4, 7), F(3, 7), F(6, 7), F(1, 7), F(0))}])
def test_verifier_refuses_every_kind_of_wrong_enclosure(change):
    assert not is_enclosure(replace(BEST, **change), TIGHT)


@pytest.mark.parametrize("bits", [3, 2000, 5000])  # with and without a common denominator
def test_losses_are_those_of_the_definition_for_short_and_long_denominators(bits):
    program = MinimaxProgram((3, 2), ({0: F(1, 3), 1: F(1, 2), 4: F(5, 7)}, {2: F(2), 3: F(-1, 2)}, {},
    {0: F(7, 2), 1: F(9, 2), 2: F(5, 2)}))
    point = (F(1, 2**bits), F(1, 3), F(2, 3) - F(1, 2**bits), F(1), F(0))
    for x in (point, (F(0), F(0), F(1), F(1, 3**bits), 1 - F(1, 3**bits))):
        assert dominated_value(program, x) == max(sum(w * x[i] for i, w in task.items()) for task in program.tasks)


@pytest.mark.parametrize(("arguments", "message"), [
    (((), ({0: F(1)},)), "blocks"), (((0,), ({},)), "blocks"), (((2, 0), ({0: F(1)},)), "blocks"),
    (((1,), ()), "tasks"), (((1,), ({1: F(1)},)), "variables"), (((2,), ({-1: F(1), 0: F(1)},)), "variables"),
    (((2,), ({0: F(1), 2: F(1)},)), "variables"), (((2,), ({},), ((0, 2, F(1)),)), "variables"),
    (((2,), ({},), ((-1, 0, F(1)),)), "variables"), (((1,), ({0: F(1)},), ((0, 0, F(0)),)), "ratios"),
    (((2,), ({},), ((0, 1, F(1)), (1, 0, F(-1)))), "ratios")])
def test_programs_with_one_bad_part_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        MinimaxProgram(*arguments)


def test_small_ratios_and_the_last_variable_are_fine():
    assert MinimaxProgram((1, 1), ({1: F(1)},), ((0, 1, F(1, 2)),)).block_ranges() == [range(1), range(1, 2)]
    assert BEST.value == solve(TIGHT).value == F(3, 7)
