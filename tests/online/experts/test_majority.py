from fractions import Fraction
from itertools import product
from math import log, log2

import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.online import StandardOptimalAlgorithm
from privlearn.online.experts import WeightedMajority, best_discount, weighted_majority_bound
from privlearn.online.experts.majority import _excess, even_split_run, rounds_possible, worst_mistakes
from privlearn.online.unions import chip_game

HALF = Fraction(1, 2)


def experts(*classes):
    return tuple(StandardOptimalAlgorithm(ConceptClass.from_matrix(rows)) for rows in classes)


def test_weights_follow_the_experts():
    learner = WeightedMajority(experts([[0, 0], [1, 1]], [[0, 1], [1, 1]])).updated(0, 1)
    assert learner.weights() == (HALF, HALF)
    assert WeightedMajority(experts([[0]], [[1]])).updated(0, 1).weights() == (0, 1)  # refuted expert is removed
    learner = WeightedMajority(experts(*[list(product((0, 1), repeat=3))] * 2, [[0, 1, 0], [1, 1, 1]]))
    for point, label in ((0, 1), (1, 1), (2, 1)):
        learner = learner.updated(point, label)
    assert learner.mistakes == (3, 3, 1)
    assert learner.weights() == (HALF**3, HALF**3, HALF)
    three = experts([[0]], [[1]], [[0], [1]])
    assert WeightedMajority((three[0], None, *three[1:]), Fraction(2, 3), (2, 1, 0, 3)).weights() == (
        Fraction(4, 9), 0, 1, Fraction(8, 27))
    learner = WeightedMajority((None, *experts([[0, 1]])))
    assert learner.updated(1, 1).experts[0] is None
    with pytest.raises(ValueError, match="label must be possible .* got 0 at point 1"):
        learner.updated(1, 0)


def test_learners_differ_by_any_of_their_parts():
    both = [WeightedMajority(experts([[0, 0], [1, 1]])) for _ in range(2)]
    assert both[0] == both[1]
    assert hash(both[0]) == hash(both[1])
    assert both[0] != both[1].updated(0, 1)
    one, two = experts([[0, 1]], [[1, 1]])
    learner = WeightedMajority((one, two), HALF, (0, 1))
    others = [WeightedMajority((two, one), HALF, (0, 1)), WeightedMajority((one, two), Fraction(1, 3), (0, 1)),
              WeightedMajority((one, two), HALF, (1, 0)), WeightedMajority((one, None), HALF, (0, 1))]
    assert all(learner != other for other in [*others, one, None])
    assert learner == WeightedMajority((one, two), HALF, (0, 1))
    assert hash(learner) != hash(others[2])


@pytest.mark.parametrize(("call", "message"), [
    (lambda: WeightedMajority(experts([[0]])).updated(0, 1), "some expert that is left"),
    (lambda: WeightedMajority(()), "experts must not be empty"), (lambda: worst_mistakes(2, 1, 1, 2), "discount"),
    (lambda: worst_mistakes(2, 1, Fraction(-1, 2), 2), "discount"),
    (lambda: weighted_majority_bound(2, 1, 0), "beta must satisfy 0 < beta < 1"),
    (lambda: weighted_majority_bound(0, 1, HALF), "k must satisfy k >= 1"),
    (lambda: best_discount(1, 1, 0), "bits must be an integer of at least 1")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def run(wrong, lives, left, beta=HALF):
    if left == 0:
        return 0 if min(wrong) <= lives else -99
    best, total = -99, sum(beta**m for m in wrong)
    for errs in product((0, 1), repeat=len(wrong)):
        mistake = 2 * sum(e * beta**m for m, e in zip(wrong, errs, strict=True)) >= total
        best = max(best, mistake + run(tuple(m + e for m, e in zip(wrong, errs, strict=True)), lives, left - 1, beta))
    return best


def test_the_simplest_games():
    assert worst_mistakes(3, 1, HALF, 0) == (0, 0)
    assert weighted_majority_bound(1, 0, HALF).upper == 0
    assert (worst_mistakes(1, 1, HALF, 3), worst_mistakes(1, 0, HALF, 3)) == ((0, 1), (0,))
    assert [even_split_run(1, d) for d in (0, 3)] == [0, 3]
    assert even_split_run(4, 0) == chip_game(4, 0) == 2  # even split is a chip game of powers of two
    assert 2 <= best_discount(1, 1, 1)[1] <= Fraction(5, 2)  # best discount of one expert to one bit
    assert all(best_discount(k, 0)[0] == 0 for k in range(1, 9))  # without lives halving is best


def test_best_discount_keeps_its_promise():
    beta, mistakes = best_discount(16, 1)
    assert abs(weighted_majority_bound(16, 1, beta).upper - mistakes) < Fraction(1, 10**4)
    assert 40016 + Fraction(7, 10) < best_discount(1 << 40000, 1, 4)[1] < 40016 + Fraction(8, 10)


@pytest.mark.parametrize("bound", [best_discount, even_split_run, lambda k, d: worst_mistakes(k, d, HALF, 2)])
def test_no_expert_and_negative_lives_are_refused(bound):
    with pytest.raises(ValueError, match="experts must be an integer of at least 1"):
        bound(0, 1)
    with pytest.raises(ValueError, match="lives must be an integer of at least 0"):
        bound(1, -1)


@pytest.mark.parametrize("experts", [1, 2, 3, 5, 8, 13, 31])
@pytest.mark.parametrize("lives", [0, 1, 2, 3])
def test_even_split_halves_the_experts_of_every_count(experts, lives):
    left, forced = [0] * experts, 0
    while True:
        left = [m + (left[:i].count(m) < (left.count(m) + 1) // 2) for i, m in enumerate(left)]
        left = [m for m in left if m <= lives]
        if not left:
            break
        forced += 1
    assert even_split_run(experts, lives) == forced


@pytest.mark.parametrize(("experts", "lives", "bits"), [
    (2, 1, 3), (3, 2, 12), (5, 7, 20), (1000, 1, 9), (2, 60, 2), (2, 1000, 2), (7, 2, 1), (16, 5, 3)])
def test_best_discount_is_where_the_entropy_says(experts, lives, bits):
    def excess(mistakes):
        share = lives / mistakes
        entropy = -share * log2(share) - (1 - share) * log2(1 - share)
        return mistakes * (1 - entropy) - log2(experts)

    beta, mistakes = best_discount(experts, lives, bits)
    assert excess(float(mistakes) - 0.5**bits) <= 1e-12 < excess(float(mistakes))
    assert beta == lives / (mistakes - lives)


@pytest.mark.parametrize("mistakes", [Fraction(5, 2), 7, 100])
def test_excess_is_the_inequality_times_the_logarithm_of_2(mistakes):
    found = _excess(Fraction(mistakes), 3, 2)
    m = float(mistakes)
    assert float(found.lower) == pytest.approx(
        m * log(2) + 2 * log(2) + (m - 2) * log(m - 2) - m * log(m) - log(3), abs=1e-12)


@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 3), HALF, Fraction(4, 5)])
@pytest.mark.parametrize(("experts", "rounds"), [(2, 4), (3, 3), (3, 5), (4, 2)])
def test_worst_case_with_any_discount_is_that_of_the_game(experts, rounds, beta):
    found = [run((0,) * experts, d, rounds, beta) for d in (0, 1, 2)]
    assert worst_mistakes(experts, 2, beta, rounds) == tuple(found)
    assert all(m >= chip_game(4, d) for d, m in enumerate(worst_mistakes(4, 2, HALF, 9)))


def test_rounds_are_all_choices_of_wrong_experts():
    state, weight = (2, 0, 1, 0), (27, 9, 3, 1)
    expected = [((2 - a, a, 1 - b, b), 27 * a + 3 * b) for a in range(3) for b in range(2) if a or b]
    assert list(rounds_possible(state, weight)) == expected


@pytest.mark.parametrize("beta", [Fraction(0), Fraction(2, 3), HALF])
def test_predictions_and_mistakes_are_those_of_weights_kept_by_hand(beta):
    classes = ([[0, 0, 1], [0, 1, 1], [1, 1, 0]], [[1, 0, 1], [1, 1, 0]], [[0, 1, 0]], list(product((0, 1), repeat=3)))
    for labels in product((0, 1), repeat=3):
        learner, kept = WeightedMajority(experts(*classes), beta), [[e, Fraction(1)] for e in experts(*classes)]
        for point, label in zip((1, 2, 0), labels, strict=True):
            ones = [sum(w for e, w in kept if e and e.hypothesis()[x]) for x in range(3)]
            assert learner.hypothesis() == tuple(int(2 * one > sum(w for e, w in kept if e)) for one in ones)
            for entry in kept:
                if entry[0]:
                    entry[1] *= beta if entry[0].hypothesis()[point] != label else 1
                    try:
                        entry[0] = entry[0].updated(point, label)
                    except ValueError:
                        entry[:] = None, Fraction(0)
            learner = learner.updated(point, label)
            assert learner.weights() == tuple(w for _, w in kept)
            assert learner.discount == beta
            assert all(m == 0 for e, m in zip(learner.experts, learner.mistakes, strict=True) if e is None)


def test_votes_have_the_weights_and_a_tie_goes_to_zero():
    said = experts([[0, 1, 1, 0, 1, 0, 0]], [[1, 0, 0, 0, 1, 1, 0]], [[1, 0, 1, 0, 1, 0, 1]])
    learner = WeightedMajority((None, *said), Fraction(2, 3), (5, 0, 1, 2))  # 9 against 6 + 4
    assert learner.hypothesis() == (1, 0, 1, 0, 1, 0, 0)
    assert WeightedMajority(experts([[0]], [[1]])).hypothesis() == (0,)
    single = StandardOptimalAlgorithm(thresholds(2))
    assert WeightedMajority((single,)).updated(1, 1).hypothesis() == single.updated(1, 1).hypothesis()


@pytest.mark.parametrize(("experts", "lives", "beta"), [(5, 0, HALF), (7, 3, HALF), (2, 1, Fraction(1, 7)),
                                                        (100, 4, Fraction(9, 10)), (1, 2, Fraction(2, 3))])
def test_the_bound_is_a_quotient_of_logarithms(experts, lives, beta):
    found = weighted_majority_bound(experts, lives, beta)
    top = log(experts) + (lives * log(1 / beta) if lives else 0)
    assert float(found.lower) == pytest.approx(top / log(2 / (1 + float(beta))), rel=1e-12)
    assert 0 <= found.upper - found.lower < Fraction(1, 10**9)
