"""Audits against brute force from the definition of privacy."""

import math
from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.laws import choice, pure, uniform
from privlearn.mechanisms import (add_remove_one, all_databases, audit_approximate, audit_pure, randomised_response,
                                  refutes_pure, replace_one)
from privlearn.mechanisms.audit import refutes_approximate

BITS = all_databases((0, 1), 2)


def skewed(database):
    """A mechanism with three outcomes and nothing symmetric about it."""
    ones = sum(database)
    return choice({"a": Fraction(1 + ones, 6), "b": Fraction(2, 6), "c": Fraction(3 - ones, 6)})


LONG = [2**60 + k for k in range(64)]


def scattered(database):
    """A mechanism whose probabilities have so many long denominators that no common one is formed."""
    cut = 1 + sum(database)
    return choice({(n, low): Fraction(cut if low else n - cut, 64 * n) for n in LONG for low in (0, 1)})


def ratios(mechanism, pairs):
    return [mechanism(left).exact().get(o, 0) / mechanism(right).exact()[o]
            for left, right in pairs for o in mechanism(right).exact()]


def test_the_pure_audit_is_the_largest_ratio_and_its_witness_attains_it():
    found = audit_pure(skewed, BITS, replace_one)
    assert found.exp_epsilon == max(ratios(skewed, replace_one(BITS))) == 2
    left, right, outcome = found.witness
    assert (left, right) in replace_one(BITS)
    assert skewed(left).exact()[outcome] == found.exp_epsilon * skewed(right).exact()[outcome]
    assert refutes_pure(found.witness, skewed, found.exp_epsilon - Fraction(1, 10**9))
    assert not refutes_pure(found.witness, skewed, found.exp_epsilon)


@pytest.mark.parametrize("ratio", [1, Fraction(5, 4), Fraction(3, 2), 2, 3])
def test_the_approximate_audit_is_the_best_event(ratio):
    events = [s for k in range(4) for s in combinations("abc", k)]
    best = max(sum(skewed(left).exact()[o] - ratio * skewed(right).exact()[o] for o in s)
               for left, right in replace_one(BITS) for s in events)
    found = audit_approximate(skewed, BITS, replace_one, ratio)
    assert found.delta == best
    left, right, event = found.witness
    assert best == sum((skewed(left).exact()[o] - ratio * skewed(right).exact()[o] for o in event), Fraction(0))


def test_an_event_refutes_every_smaller_delta_and_not_its_own():
    found = audit_approximate(skewed, BITS, replace_one, 1)
    assert refutes_approximate(found.witness, skewed, 1, found.delta - Fraction(1, 10**9))
    assert not refutes_approximate(found.witness, skewed, 1, found.delta)
    assert audit_approximate(skewed, BITS, replace_one, 2).delta == 0  # at the audited ratio delta is 0


def test_a_constant_has_ratio_1_and_publishing_an_infinite_one():
    found = audit_pure(lambda database: pure("same"), BITS, replace_one)
    left, right, outcome = found.witness
    assert left != right
    assert (found.exp_epsilon, outcome) == (1, "same")
    assert audit_approximate(lambda database: uniform("ab"), BITS, replace_one, 1).delta == 0
    assert audit_pure(pure, BITS, replace_one).exp_epsilon == math.inf
    assert audit_approximate(pure, BITS, replace_one, 100).delta == 1


def test_numbers_are_fractions():
    assert type(audit_pure(skewed, BITS, replace_one).exp_epsilon) is Fraction
    assert type(audit_approximate(skewed, BITS, replace_one, 1.5).delta) is Fraction


def test_laws_with_and_without_a_common_denominator_are_compared():
    def mixed(database):
        return scattered(database) if any(database) else uniform((n, low) for n in LONG for low in (0, 1))

    found = audit_pure(mixed, BITS, replace_one)
    assert (found.exp_epsilon, found.witness[2]) == (Fraction(LONG[-1], 4), (LONG[-1], 1))
    found = audit_pure(scattered, BITS, replace_one)
    left, right, (_, low) = found.witness
    assert (found.exp_epsilon, sum(left), sum(right), low) == (2, 1, 0, 1)


def test_the_relation_or_the_given_pairs_are_audited():
    found = audit_approximate(skewed, BITS, [((0, 0), (0, 1))], 1)
    assert (found.delta, found.pairs) == (Fraction(1, 6), 1)
    def length(database):
        return pure(len(database))

    both = [*all_databases((0, 1), 1), *BITS]
    assert audit_pure(length, both, replace_one).exp_epsilon == 1
    assert audit_pure(length, both, add_remove_one).exp_epsilon == math.inf
    by_relation, by_pairs = (audit_pure(skewed, BITS, n) for n in (replace_one, replace_one(BITS)))
    assert (by_relation.exp_epsilon, by_relation.pairs) == (by_pairs.exp_epsilon, by_pairs.pairs)
    assert (by_relation.neighbours, by_pairs.neighbours) == ("replace_one", "given pairs")


def test_a_pair_in_one_order_is_audited_in_that_order():
    def leaning(database):
        return choice({0: 1}) if database == (0,) else uniform((0, 1))

    assert audit_pure(leaning, [(0,), (1,)], [((0,), (1,))]).exp_epsilon == 2
    assert audit_pure(leaning, [(0,), (1,)], [((1,), (0,))]).exp_epsilon == math.inf


RESPONSE = randomised_response(Fraction(3, 4))


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: audit_pure(RESPONSE, [(0,)], replace_one), "at least one pair"),
    (lambda: audit_pure(RESPONSE, [], replace_one), "at least one pair"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], []), "at least one pair"),
    (lambda: audit_approximate(RESPONSE, [(0,)], replace_one, 2), "at least one pair"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], [((0,), (7,))]), "pairs of the given databases, got"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], "xy"), "no pair"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], ["xy"]), "no pair"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], [5]), "no pair"),
    (lambda: audit_pure(RESPONSE, [(0,), (1,)], 5), "relation or pairs"),
    (lambda: audit_pure(RESPONSE, [(0,), (2,)], replace_one), "bit of database"),
    (lambda: audit_pure(RESPONSE, ["0", "1"], replace_one), "tuples of hashable rows"),
    (lambda: audit_pure(RESPONSE, [0, 1], replace_one), "tuples of hashable rows"),
    (lambda: audit_pure(RESPONSE, 5, replace_one), "collection of tuples"),
    (lambda: audit_pure(lambda database: 0, [(0,), (1,)], replace_one), "mechanism must return a Law, got 0"),
    (lambda: audit_pure(5, [(0,), (1,)], replace_one), "mechanism must be a function"),
    (lambda: audit_approximate(RESPONSE, BITS, replace_one, Fraction(1, 2)), "exp_epsilon must be at least 1"),
    (lambda: audit_approximate(RESPONSE, BITS, replace_one, math.inf), "exp_epsilon must be finite"),
    (lambda: refutes_approximate(((0,), (1,), []), RESPONSE, 2, -1), "delta must lie between")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
