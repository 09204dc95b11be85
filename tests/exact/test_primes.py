"""Primes and prime powers, listed by hand."""

import pytest

from privlearn.exact.primes import as_prime, is_prime, is_prime_power, prime_power, primes


def test_primes_up_to_thirty_and_between_two_numbers():
    assert [n for n in range(31) if is_prime(n)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert [n for n in (49, 121, 10**10, (1 << 16) * 3) if is_prime(n)] == []
    assert primes(0, 13) == [2, 3, 5, 7, 11, 13]
    assert primes(5, 4) == []


def test_prime_powers_have_a_prime_and_an_exponent():
    assert [q for q in range(2, 11) if is_prime_power(q)] == [2, 3, 4, 5, 7, 8, 9]
    parts = {9: (3, 2), 2: (2, 1), 1024: (2, 10), 343: (7, 3), 65537: (65537, 1)}
    assert {order: prime_power(order) for order in parts} == parts


@pytest.mark.parametrize("order", [0, 1, 6, 12, 100])
def test_other_orders_are_refused(order):
    assert not is_prime_power(order)
    with pytest.raises(ValueError, match="order must be"):
        prime_power(order)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: primes(-1, 3), "first must be an integer of at least 0"), (lambda: primes(2, 2.5), "last must be"),
    (lambda: as_prime(9, "order"), "order must be a prime, got 9"), (lambda: as_prime(True), "number must be"),
    (lambda: is_prime(-1), "number"), (lambda: is_prime(2.5), "number"), (lambda: is_prime("7"), "number")])
def test_what_is_no_number_or_no_prime_is_refused(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
