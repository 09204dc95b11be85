"""Cut loops."""

from fractions import Fraction

import pytest

from privlearn.laws import SubLaw, cut_loop, pure, uniform

DIE = uniform(range(1, 7))


def test_what_is_missing_is_the_chance_to_run_on():
    assert cut_loop(DIE, lambda face: face == 6, 3).missing == Fraction(125, 216)


def test_masses_and_missing_sum_to_1():
    found = cut_loop(DIE, lambda face: face >= 5, 4)
    assert sum(found.masses.values()) + found.missing == 1


def test_the_bracket_encloses_the_loop_that_is_never_cut():
    found = cut_loop(DIE, lambda face: face >= 5, 4).probability(lambda face: face == 5)
    assert found.lower < Fraction(1, 2) < found.upper


def test_no_rounds_know_nothing():
    found = cut_loop(DIE, lambda face: True, 0)
    assert (found.masses, found.missing) == ({}, 1)


def test_a_loop_that_never_ends_keeps_all_mass_missing():
    assert cut_loop(DIE, lambda face: False, 5).missing == 1


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: cut_loop(pure(0), lambda x: True, -1), "rounds must be"),
    (lambda: cut_loop(None, lambda x: True, 1), "body must be or return a Law"),
    (lambda: SubLaw({0: Fraction(1, 2)}, Fraction(0)), "sum to 1"),
    (lambda: SubLaw({0: Fraction(2), 1: Fraction(-1)}, Fraction(0)), "not be negative")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


def test_nothing_need_be_missing():
    assert SubLaw({0: Fraction(1)}, Fraction(0)).probability(lambda x: x == 0).lower == 1


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
@pytest.mark.parametrize("least", [1, 3, 6])
def test_a_cut_loop_is_a_sum_over_its_rounds(rounds, least):
    found, refused = cut_loop(DIE, lambda face: face >= least, rounds), Fraction(least - 1, 6)
    share = sum(Fraction(1, 6) * refused**k for k in range(rounds))
    assert found.masses == (dict.fromkeys(range(least, 7), share) if rounds else {})
    assert found.missing == refused**rounds
    even = found.probability(lambda face: face % 2 == 0)
    assert even.lower == share * sum(face >= least for face in (2, 4, 6))
    assert even.upper == even.lower + refused**rounds


@pytest.mark.parametrize(("masses", "missing"), [
    ({0: Fraction(1, 2)}, Fraction(1, 3)), ({0: Fraction(1, 2)}, Fraction(2, 3)),
    ({0: Fraction(3, 2)}, Fraction(-1, 2)), ({0: Fraction(-1, 2)}, Fraction(3, 2))])
def test_masses_that_are_no_sub_law_are_refused(masses, missing):
    with pytest.raises(ValueError, match="sum to 1|not be negative"):
        SubLaw(masses, missing)
