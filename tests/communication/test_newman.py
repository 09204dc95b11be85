"""Newman's theorem: lists of coin strings are judged exactly."""

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from privlearn.communication import deterministic_protocol, newman_protocol, union_bound_strings, worst_error
from privlearn.communication.equality import equality_protocol
from privlearn.communication.newman import (NoList, fewest_hash_strings, fixed_strings, greedy_strings,
                                            hash_coins_of_equality, protocol_coins, worst_average)
from privlearn.communication.protocols import PublicCoinProtocol
from privlearn.concepts import ConceptClass, points

HALF = Fraction(1, 2)


def test_the_zero_matrix_is_wrong_on_every_difference():
    mistakes = hash_coins_of_equality(3, 1)[1]
    assert mistakes((0,)).tolist() == [1] * 7
    assert worst_average(((0,), (1,)), mistakes) == 1
    single = hash_coins_of_equality(1, 1)[1]
    assert (single((0,)).tolist(), single((1,)).tolist()) == ([1], [0])
    mistakes = drawing()[1]
    assert worst_average(((1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 0), (1, 1, 0)), mistakes) == Fraction(4, 5)
    assert worst_average(((0, 0),), mistakes) == 0


def test_hashes_are_of_one_to_sixteen_bits():
    assert len(hash_coins_of_equality(16, 1)[1]((1,))) == 65535
    for bits, hashes, name in ((0, 1, "bits"), (17, 1, "bits"), (1, 0, "hashes")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1"):
            hash_coins_of_equality(bits, hashes)


def test_so_many_lists_are_drawn_as_there_are_tries():
    wrong, right = (1, 0), (0, 0)
    assert fixed_strings(drawing(right), 1, 0, seed=0, tries=1) == (right,)
    assert fixed_strings(drawing(wrong, wrong, right), 1, 0, seed=0, tries=3) == (right,)
    with pytest.raises(NoList, match="none of 2 lists"):
        fixed_strings(drawing(wrong, wrong, right), 1, 0, seed=0, tries=2)
    with pytest.raises(NoList):
        fixed_strings(hash_coins_of_equality(4, 2), 1, Fraction(3, 8), seed=1, tries=20)


def test_a_string_without_mistakes_is_a_list_without_error_and_no_input_has_no_mistakes():
    assert greedy_strings(drawing((0, 0)), 1, 0, seed=0, candidates=1) == ((0, 0),)
    assert greedy_strings(drawing((1, 0), (0, 0)), 2, HALF, seed=0, candidates=1) == ((1, 0), (0, 0))
    with pytest.raises(NoList, match="up to 1 strings"):
        greedy_strings(drawing((1, 0)), 1, HALF, seed=0, candidates=1)
    assert worst_average(((),), lambda string: np.zeros(0)) == 0
    assert greedy_strings(drawing(()), 1, 0, seed=0, candidates=1) == ((),)


def drawing(*strings):
    """Return coins that draw the given strings in turn; a string is the vector of its mistakes."""
    left = iter(strings)
    return (lambda rng: next(left)), lambda string: np.array(string, dtype=np.uint8)


def test_grown_list_passes_the_exact_check_or_is_given_up():
    coins = hash_coins_of_equality(4, 2)
    assert worst_average(greedy_strings(coins, 10, Fraction(3, 8), seed=1), coins[1]) <= Fraction(3, 8)
    with pytest.raises(NoList):
        greedy_strings(coins, 2, Fraction(3, 8), seed=1)
    assert fixed_strings(coins, 60, HALF, seed=3) == fixed_strings(coins, 60, HALF, seed=3)


def test_coins_and_private_protocol_of_all_branches_have_the_public_error():
    protocol = equality_protocol(2, 1)
    private, mistakes = newman_protocol(protocol, range(4)), protocol_coins(protocol, points(2))[1]
    assert worst_error(private, points(2)) == worst_error(protocol, points(2)) == HALF
    assert worst_average(tuple(range(4)), mistakes) == HALF
    assert private.messages == 8


@pytest.mark.parametrize(("target", "fewest"), [
    (HALF, 2), (Fraction(1, 3), 3), (Fraction(2, 5), 3), (Fraction(9, 10), 2)])
def test_one_mistake_among_few_strings_is_too_many(target, fewest):
    assert fewest_hash_strings(3, 2, target) == fewest == min(t for t in range(1, 9) if Fraction(1, t) <= target)
    assert fewest_hash_strings(2, 2, target) == fewest_hash_strings(2, 5, target) == 1
    assert (fewest_hash_strings(3, 3, HALF), fewest_hash_strings(4, 2, Fraction(3, 8))) == (1, 3)


@pytest.mark.parametrize("inputs", [1, 2, 3, 20, 64, 10**6])
@pytest.mark.parametrize("slack", [HALF, Fraction(1, 3), Fraction(1, 20), Fraction(9, 10)])
def test_strings_are_the_fewest_that_the_union_bound_allows(inputs, slack):
    found = union_bound_strings(inputs, slack)
    chances = [inputs * exp(-2 * float(slack) ** 2 * t) for t in (found - 1, found)]
    assert chances[1] < 1 <= chances[0] * (1 + 1e-12)


@pytest.mark.parametrize("matrix", [(5,), (3, 6), (7, 7), (0, 1), (1, 2, 4)])
def test_mistakes_of_hashes_are_the_differences_with_even_products(matrix):
    expected = [int(all((d & row).bit_count() % 2 == 0 for row in matrix)) for d in range(1, 8)]
    assert hash_coins_of_equality(3, len(matrix))[1](matrix).tolist() == expected


def test_drawn_matrices_have_their_rows_and_bits():
    draw, rng = hash_coins_of_equality(3, 2)[0], np.random.default_rng(4)
    drawn = [draw(rng) for _ in range(400)]
    assert {len(one) for one in drawn} == {2}
    assert {row for one in drawn for row in one} == set(range(8))


UNEVEN = PublicCoinProtocol(((Fraction(1, 2), (0, 1, 1), ((0, 1), (1, 0))), (Fraction(1, 3), (0, 0, 0), ((1, 1),)),
                             (Fraction(1, 6), (2, 1, 0), ((0, 0), (1, 1), (0, 1)))))


def test_branches_are_drawn_with_their_weights_and_err_where_they_say():
    concepts = ConceptClass.from_matrix([[0, 1], [1, 1], [1, 0]])
    draw, mistakes = protocol_coins(UNEVEN, concepts)

    class Tickets:
        def __init__(self):
            self.left = iter(range(6))

        def integers(self, many):
            assert many == 6
            return next(self.left)

    tickets = Tickets()
    assert [draw(tickets) for _ in range(6)] == [0, 0, 0, 1, 1, 2]
    for branch, (_, alice, bob) in enumerate(UNEVEN.branches):
        assert list(mistakes(branch)) == [
            int(bob[alice[f]][x] != row[x]) for f, row in enumerate(concepts.rows()) for x in range(2)]


@pytest.mark.parametrize("strings", [(0,), (1, 2), (2, 0, 0, 1), (2, 2, 2)])
def test_a_private_protocol_sends_the_place_and_the_message(strings):
    private, k = newman_protocol(UNEVEN, strings), 3
    assert private.messages == k * len(strings)
    for f in range(3):
        sent = {t * k + UNEVEN.branches[b][1][f]: Fraction(1, len(strings)) for t, b in enumerate(strings)}
        assert private.alice[f] == tuple(sent.get(m, 0) for m in range(private.messages))
        for t, b in enumerate(strings):
            _, alice, bob = UNEVEN.branches[b]
            assert private.bob[t * k + alice[f]] == bob[alice[f]]


def test_the_string_that_evens_the_mistakes_out_is_added():
    coins = drawing((1, 1, 0), (1, 0, 0), (1, 0, 0), (0, 1, 0))
    assert greedy_strings(coins, 2, HALF, seed=0, candidates=2) == ((1, 0, 0), (0, 1, 0))
    for most in (0, -1):
        with pytest.raises(ValueError, match="most must be an integer of at least 1"):
            greedy_strings(coins, most, HALF, seed=0)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: union_bound_strings(4, 0), "slack"),
    (lambda: worst_average((), hash_coins_of_equality(2, 1)[1]), "strings"),
    (lambda: newman_protocol(deterministic_protocol((0,), ((0,),)), ()), "strings"),
    (lambda: greedy_strings(drawing((0,)), 1, HALF, seed=0, candidates=0), "candidates must be an integer"),
    (lambda: fixed_strings(drawing((0,)), 0, HALF, seed=0, tries=1), "strings must be an integer of at least 1"),
    (lambda: fixed_strings(drawing((0,)), 1, HALF, seed=0, tries=0), "tries must be an integer of at least 1")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
