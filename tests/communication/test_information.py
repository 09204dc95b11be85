import math
from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication import binary_entropy, information, mutual_information, shannon_entropy
from privlearn.communication.information import (bad_mass, collision_entropy, conditional, conditional_entropy,
                                                 distance_by_tests, divergence, entropy_of_counts,
                                                 information_as_divergence, log2_bracket, marginal, min_entropy,
                                                 product_of_marginals, statistical_distance)
from privlearn.exact import Bracket, LogSum, TooLargeToEnumerate, log2
from privlearn.laws import total_variation

HALF = Fraction(1, 2)
XOR = {(x, y, x ^ y): Fraction(1, 4) for x, y in product((0, 1), repeat=2)}


@pytest.mark.parametrize("entropy", [shannon_entropy, collision_entropy, min_entropy])
@pytest.mark.parametrize("points", [1, 2, 3, 7])
def test_entropies_of_the_uniform_distribution_are_the_logarithm(entropy, points):
    assert entropy([Fraction(1, points)] * points) == log2(points)


def test_entropies_of_laws_by_hand():
    assert entropy_of_counts({1: 2, 3: 1, 0: 5}) == shannon_entropy((Fraction(1, 5), Fraction(1, 5), Fraction(3, 5), 0))
    assert min_entropy((HALF, HALF, 0)) == shannon_entropy((HALF, HALF)) == log2(2)  # points without mass do not count
    assert binary_entropy(Fraction(1, 3)) == binary_entropy(Fraction(2, 3))
    assert binary_entropy(0) == binary_entropy(1) == Bracket(0, 0)
    assert log2_bracket(Fraction(1, 4)) == Bracket(-2, -2)
    assert divergence((HALF, HALF), (1, 0)) == math.inf  # divergence is infinite where the right has no mass
    assert divergence((HALF, HALF, 0), (HALF, HALF, 0)) == LogSum()  # divergence of equal laws is zero


def test_the_exclusive_or_of_two_bits():
    assert mutual_information(XOR, (0,), (2,)) == LogSum()
    assert mutual_information(XOR, (0,), (2,), (1,)) == mutual_information(XOR, (0,), (1, 2)) == log2(2)
    assert conditional_entropy(XOR, (0, 1)) == log2(4)
    assert conditional(XOR, (2,), (1,)) == {(0, 1, 1): HALF, (1, 0, 1): HALF}
    assert marginal(XOR, (2,)) == {(0,): HALF, (1,): HALF}
    joint, independent = product_of_marginals(XOR, (0,), (2,))
    assert joint == independent == [Fraction(1, 4)] * 4


def test_distance_has_three_forms_and_information_two():
    p, q = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    others = distance_by_tests(p, q), total_variation(dict(enumerate(p)), dict(enumerate(q)))
    assert others == (statistical_distance(p, q),) * 2
    table = {(0, 0, 0): Fraction(1, 6), (0, 1, 1): Fraction(1, 3), (1, 0, 0): Fraction(1, 4), (1, 1, 0): Fraction(1, 4)}
    assert mutual_information(table, (0,), (1,), (2,)) == information_as_divergence(table, (0,), (1,), (2,))


def test_tests_of_sixteen_points_are_tried_and_no_more(monkeypatch):
    monkeypatch.setattr(information, "product", lambda bits, repeat: [(1,) + (0,) * (repeat - 1)])
    assert distance_by_tests([1] + [0] * 15, [0] * 15 + [1]) == 1
    with pytest.raises(TooLargeToEnumerate):
        distance_by_tests([Fraction(1, 17)] * 17, [Fraction(1, 17)] * 17)


def test_a_message_that_pins_the_value_down_is_bad():
    table = {(x, int(x == 0)): Fraction(1, 8) for x in range(8)}
    assert bad_mass(table, Fraction(3, 2)) == bad_mass(table, 2) == bad_mass(table, 3) == Fraction(1, 8)
    assert bad_mass(table, 4) == 0
    assert bad_mass({**table, (0, 2): Fraction(0)}, 3) == Fraction(1, 8)  # a message that never comes


@pytest.mark.parametrize(("call", "message"), [
    (lambda: divergence((HALF, HALF), (HALF, HALF, 0)), "left and right must have as many points, got 2 and 3"),
    (lambda: statistical_distance((1,), (HALF, HALF)), "left and right must have as many points, got 1 and 2"),
    (lambda: distance_by_tests((1,), (HALF, HALF)), "left and right must have as many points, got 1 and 2"),
    (lambda: conditional(XOR, (0, 1, 2), (1, 1, 1)), "positive probability"),
    (lambda: shannon_entropy((HALF,)), "sum to 1"), (lambda: shannon_entropy((HALF, HALF, HALF)), "sum to 1"),
    (lambda: shannon_entropy((Fraction(3, 2), -HALF)), "sum to 1"),
    (lambda: entropy_of_counts({0: 3}), "weights of at least 0, not all of them 0"),
    (lambda: entropy_of_counts({3: 2, -1: 1}), "weights of at least 0, not all of them 0"),
    (lambda: bad_mass({(0, 0): Fraction(1)}, 1), "factor must be greater than 1"),
    (lambda: product_of_marginals(XOR, (3,), (1,)), "left and right must be places"),
    (lambda: product_of_marginals(XOR, (-1,), (1,)), "left and right must be places"),
    (lambda: product_of_marginals({}, (0,), (1,)), "left and right must be places")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
