"""Rows replaced by stars."""

import random
from fractions import Fraction

import pytest

from privlearn.exact import is_enclosure, solve
from privlearn.laws import choice, pure
from privlearn.mechanisms import all_databases, audit_pure, replace_one, starred
from privlearn.mechanisms.starring import sharp_star_keep_probability, star_keep_probability, starring_program


def response(database):
    bit = database[0] or 0
    return choice({bit: Fraction(4, 5), 1 - bit: Fraction(1, 5)})


def ratio(keep):
    return audit_pure(starred(response, keep), all_databases([None, 0, 1], 1), replace_one).exp_epsilon


@pytest.mark.parametrize(("keep", "attained"), [
    (sharp_star_keep_probability(Fraction(3, 2), 4), Fraction(3, 2)), (1, 4), (0, 1),
    (star_keep_probability(Fraction(3, 2), 4), Fraction(15, 11))])  # the printed rate stays below
def test_sharp_rate_attains_the_ratio(keep, attained):
    assert ratio(keep) == attained


def test_stars_stay_stars():
    thinned = starred(pure, Fraction(1, 2))
    assert thinned((None, None)).exact() == {(None, None): 1}
    assert thinned(()).exact() == {(): 1}
    drawn = thinned((1,) * 1000).sample(random.Random(5))
    assert len(drawn) == 1000
    assert set(drawn) == {1, None}
    with pytest.raises(ValueError, match="mechanism"):
        starred(3, Fraction(1, 2))


def test_program_is_the_one_by_hand_and_solved_exactly():
    program = starring_program(Fraction(1, 6), 4)
    found = solve(program)
    assert -found.value == Fraction(3, 2)
    assert is_enclosure(found, program)
    program = starring_program(Fraction(1, 4), 3)  # b/4 and 3c/4, then a/12 and the rest
    assert (program.blocks, program.tasks) == ((2, 2), ({2: -3, 1: -1},))
    units = (4, Fraction(4, 3), 12)
    assert sorted(program.ratios) == [(i, j, 3 * units[j] / Fraction(units[i]))
                                      for i in range(3) for j in range(3) if i != j]


@pytest.mark.parametrize(("r", "s"), [(2, 1), (4, 2), (1, 1), (Fraction(21, 10), 2)])
def test_equal_ratios_keep_every_row_and_those_out_of_order_are_refused(r, s):
    assert (sharp_star_keep_probability(2, 2), star_keep_probability(2, 2)) == (1, Fraction(1, 2))
    with pytest.raises(ValueError, match="exp_epsilon_star"):
        star_keep_probability(r, s)
    for keep, star in ((1, 4), (0, 4), (Fraction(1, 2), 1)):
        with pytest.raises(ValueError, match="keep must lie strictly between 0 and 1 and exp_epsilon_star be above 1"):
            starring_program(keep, star)
