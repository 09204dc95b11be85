"""Fields with 2^d elements on plain integers."""

import random

import pytest
from flint import nmod_poly

from privlearn.exact import BinaryField
from privlearn.exact.binary_fields import common_divisor, irreducible_polynomial, is_irreducible, product, remainder


def flint(polynomial: int) -> nmod_poly:
    """Return the polynomial in the second library."""
    return nmod_poly([polynomial >> k & 1 for k in range(polynomial.bit_length())], 2)


@pytest.mark.parametrize("degree", [*range(1, 20), 64, 128])
def test_the_least_irreducible_polynomial_is_irreducible_for_flint(degree):
    found = irreducible_polynomial(degree)
    assert found.bit_length() == degree + 1
    assert flint(found).factor()[1] == [(flint(found), 1)]


def test_rabin_and_flint_agree_on_all_polynomials_up_to_degree_9():
    for polynomial in range(2, 1 << 10):
        assert is_irreducible(polynomial) == (sum(e for _, e in flint(polynomial).factor()[1]) == 1)
    assert not is_irreducible(0)
    assert not is_irreducible(1)


def test_products_agree_with_flint_at_256_bits():
    rng, field = random.Random(1), BinaryField(256)
    for _ in range(20):
        a, b = rng.getrandbits(256), rng.getrandbits(256)
        assert flint(field.multiply(a, b)) == flint(a) * flint(b) % flint(field.modulus)


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5])
def test_every_element_but_zero_has_one_inverse(degree):
    field = BinaryField(degree)
    for a in range(1, field.size):
        assert [field.multiply(a, b) for b in range(field.size)].count(1) == 1


def test_multiplication_distributes_in_the_field_of_eight():
    field = BinaryField(3)
    triples = [(a, b, c) for a in range(8) for b in range(8) for c in range(8)]
    assert all(field.multiply(a, b ^ c) == field.multiply(a, b) ^ field.multiply(a, c) for a, b, c in triples)


def test_products_divisors_and_remainders_of_the_smallest_polynomials():
    assert [product(a, b, 0b10) for a in (0, 1) for b in (0, 1)] == [0, 0, 0, 1]
    assert common_divisor(0b110, 0) == 0b110
    assert remainder(3, 1) == 0
    assert BinaryField(3).multiply(7, 0) == BinaryField(3).multiply(0, 7) == 0


@pytest.mark.parametrize(("call", "message"), [
    *((lambda a=a, b=b: BinaryField(3).multiply(a, b), f"{name} must be an element, 0..7, got")
      for a, b, name in ((1, 8, "b"), (1, -1, "b"), (8, 1, "a"), (-1, 1, "a"))),
    (lambda: BinaryField(0), "degree"), (lambda: remainder(3, 0), "modulus must not be 0"),
    (lambda: remainder(3, -1), "modulus must be an integer of at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
