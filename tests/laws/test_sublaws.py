"""Cut loops."""

from fractions import Fraction

import pytest

from privlearn.laws import SubLaw, cut_loop, pure, uniform

DIE = uniform(range(1, 7))


def test_a_loop_that_never_ends_keeps_all_mass_missing_and_nothing_need_be():
    assert cut_loop(DIE, lambda face: False, 5).missing == 1
    assert SubLaw({0: Fraction(1)}, Fraction(0)).probability(lambda x: x == 0).lower == 1


@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("least", [1, 3, 5, 6])
def test_a_cut_loop_is_a_sum_over_its_rounds(rounds, least):
    found, refused = cut_loop(DIE, lambda face: face >= least, rounds), Fraction(least - 1, 6)
    share = sum(Fraction(1, 6) * refused**k for k in range(rounds))
    assert found.masses == (dict.fromkeys(range(least, 7), share) if rounds else {})
    assert found.missing == refused**rounds
    even = found.probability(lambda face: face % 2 == 0)
    assert even.lower == share * sum(face >= least for face in (2, 4, 6))
    assert even.upper == even.lower + refused**rounds


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: cut_loop(pure(0), lambda x: True, -1), "rounds must be"),
    (lambda: cut_loop(None, lambda x: True, 1), "body must be or return a Law"),
    (lambda: SubLaw({0: Fraction(1, 2)}, Fraction(0)), "sum to 1"),
    (lambda: SubLaw({0: Fraction(2), 1: Fraction(-1)}, Fraction(0)), "not be negative"),
    *((lambda mass=mass, missing=missing: SubLaw({0: mass}, missing), "sum to 1|not be negative") for mass, missing in (
        (Fraction(1, 2), Fraction(1, 3)), (Fraction(1, 2), Fraction(2, 3)), (Fraction(3, 2), Fraction(-1, 2)),
        (Fraction(-1, 2), Fraction(3, 2))))])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
