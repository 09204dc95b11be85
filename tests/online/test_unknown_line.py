from itertools import permutations, product

import pytest

from privlearn.online.unknown_line import predict_on_line


def test_fewer_than_two_points_give_no_line():
    assert not any(predict_on_line((), (x, y), 3) for x in range(3) for y in range(3))  # nothing known means zero
    assert [predict_on_line(((1, 2),), (1, y), 3) for y in range(3)] == [0, 0, 1]


@pytest.mark.parametrize("p", [2, 3, 5, 7])
def test_known_points_of_any_line_settle_it_in_any_order_and_from_any_residue(p):
    for a, b in product(range(p), repeat=2):
        for x0, x1 in permutations(range(p), 2):
            known = ((x0 + p, a * x0 + b), (x1, (a * x1 + b) % p), (x0, (a * x0 + b + 1) % p))  # the third is unused
            for told in (known, ((x0, (a * x0 + b) % p), known[1])):
                assert all(predict_on_line(told, (x, y), p) == ((a * x + b - y) % p == 0)
                           for x, y in product(range(p), repeat=2))


@pytest.mark.parametrize(("known", "p", "rule"), [
    ((), 4, "prime"), *((known, 3, "known must hold points with distinct x") for known in (
        ((0, 0), (0, 1)), ((1, 0), (1, 1)), ((4, 0), (1, 1))))])
def test_a_composite_modulus_and_points_above_each_other_are_refused(known, p, rule):
    with pytest.raises(ValueError, match=rule):
        predict_on_line(known, (1, 1), p)
