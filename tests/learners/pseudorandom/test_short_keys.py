"""Keyed families of functions."""

import random
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations, product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import conditioned
from privlearn.learners.pseudorandom import AffineFamily, HashFamily, RandomFunctions, zeros_for

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize(("bits", "zeros"), [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3)])
def test_affine_pairs_are_independent(bits, zeros):
    family = AffineFamily(bits, zeros)
    tables = family.tables().exact()
    for x, y in combinations(range(family.size), 2):
        assert sum(mass for table, mass in tables.items() if table[x] and table[y]) == family.bias**2


@pytest.mark.parametrize(("bits", "zeros"), [(1, 1), (2, 2), (3, 1)])
def test_affine_keys_through_a_point_are_those_that_rejection_leaves(bits, zeros):
    family = AffineFamily(bits, zeros)
    for j in range(family.size):
        rejected = conditioned(family.keys(), lambda key, j=j: family.value(key, j) == 1)
        assert family.keys_through(j).exact() == rejected.exact()


@pytest.mark.parametrize("family", [AffineFamily(64, 4), AffineFamily(256, 7), HashFamily(64, 128, Fraction(1, 16)),
                                    HashFamily(256, 512, Fraction(1, 16))])
def test_sampled_keys_through_a_point_are_one_there(family):
    rng = random.Random(3)
    points = [rng.getrandbits(64) for _ in range(20)]
    assert all(family.value(family.keys_through(j).sample(rng), j) == 1 for j in points)


def test_hash_families_of_few_bits():
    assert HashFamily(2, 3, Fraction(1)).table(5) == (1, 1, 1, 1)
    assert HashFamily(2, 3, Fraction(0)).table(5) == (0, 0, 0, 0)
    family = HashFamily(3, 2, QUARTER)  # keyed hash has all points and keys
    assert (family.size, family.keys().exact()) == (8, dict.fromkeys(range(4), QUARTER))
    # key lengths are twice the bits or the table
    assert (AffineFamily(20, 3).key_bits, RandomFunctions(8, QUARTER).key_bits) == (40, 8)
    # hash values are those of the standard library
    digest = blake2b((9).to_bytes(1, "big"), key=(77).to_bytes(2, "big"), digest_size=8).digest()
    assert HashFamily(8, 10, QUARTER).value(77, 9) == int(int.from_bytes(digest, "big") < 2**62)
    with pytest.raises(TooLargeToEnumerate):  # tables of large domains are refused
        AffineFamily(64, 4).table((1, 2))
    for alpha in (Fraction(k, 40) for k in range(1, 41)):  # the bias lies between an eighth and a quarter of alpha
        assert alpha / 8 < Fraction(1, 2 ** zeros_for(alpha)) <= alpha / 4


@pytest.mark.parametrize(("call", "message"), [
    (lambda: AffineFamily(0, 1), "bits"), (lambda: AffineFamily(3, 4), "zeros"), (lambda: AffineFamily(3, 0), "zeros"),
    (lambda: HashFamily(3, 8, 2), "bias"), (lambda: zeros_for(0), "alpha"),
    (lambda: zeros_for(Fraction(9, 8)), "alpha"), (lambda: AffineFamily(2, 1).keys_through(4), "point"),
    (lambda: HashFamily(0, 8, QUARTER), "bits must be an integer"),
    (lambda: HashFamily(8, 0, QUARTER), "key_bits must be an integer"),
    (lambda: HashFamily(8, 513, QUARTER), "key_bits must be an integer")])
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("bits", "key_bits", "key", "point"), [
    (9, 9, 300, 400), (8, 8, 7, 255), (1, 1, 1, 1), (8, 512, 2**511, 0)])
def test_keyed_hash_is_one_just_below_the_bias(bits, key_bits, key, point):
    digest = int.from_bytes(blake2b(point.to_bytes(-(-bits // 8), "big"), key=key.to_bytes(-(-key_bits // 8), "big"),
                                    digest_size=8).digest(), "big")
    families = [HashFamily(bits, key_bits, Fraction(share, 2**64)) for share in (digest, digest + 1)]
    assert [family.value(key, point) for family in families] == [0, 1]


@pytest.mark.parametrize(("bits", "zeros"), [(2, 1), (3, 1), (3, 2), (3, 3)])
def test_affine_values_are_one_where_the_leading_bits_are_zero(bits, zeros):
    family = AffineFamily(bits, zeros)
    assert (family.size, family.bias, family.key_bits) == (2**bits, Fraction(1, 2**zeros), 2 * bits)
    assert family.keys().exact() == dict.fromkeys(product(range(2**bits), repeat=2), Fraction(1, 4**bits))
    for a, b in product(range(2**bits), repeat=2):
        sums = [family.field.multiply(a, x) ^ b for x in range(2**bits)]
        assert family.table((a, b)) == tuple(int(format(v, f"0{bits}b").startswith("0" * zeros)) for v in sums)
