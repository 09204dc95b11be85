"""The explicit chain from the Littlestone dimension to private samples."""

from fractions import Fraction
from math import ceil, e, floor, log, log2

import pytest

from privlearn.communication import messages_lower_bound, private_samples_lower_bound
from privlearn.communication.private_samples import line_bits_for, line_samples_lower_bound, pure_line_samples
from privlearn.exact import exp_bracket, log_bracket


def entropy(p):
    return -p * log2(p) - (1 - p) * log2(1 - p)


@pytest.mark.parametrize("dimension", [0, 1, 5, 20, 60])
@pytest.mark.parametrize("error", [Fraction(1, 10), Fraction(1, 3)])
def test_messages_agree_with_the_formula_in_floats(dimension, error):
    assert abs(messages_lower_bound(dimension, error) - 2 ** ((1 - entropy(float(error))) * dimension)) < 1 + 1e-6
    assert messages_lower_bound(7, 0) == 128  # without error every string needs its message
    assert messages_lower_bound(1000, Fraction(1, 2)) == messages_lower_bound(1000, 1) == 1  # a fair coin


def possible(samples, dimension, privacy, alpha, beta):
    """Whether the chain allows so many samples for every miss probability of the representation, in floats."""
    for j in range(1, 64):
        miss = j / 64
        error = alpha + miss - alpha * miss
        if error < 1 / 2:
            size = -(-e ** (privacy * samples) * log(1 / miss) / (1 - beta) // 1)
            if log2(size) < (1 - entropy(error)) * dimension:
                return False
    return True


@pytest.mark.parametrize(("dimension", "alpha", "beta"), [(10, 1 / 4, 1 / 4), (100, 1 / 4, 1 / 4),
                                                                  (100, 1 / 8, 1 / 8), (300, 1 / 16, 1 / 2)])
def test_the_least_number_of_samples_is_where_the_chain_closes(dimension, alpha, beta):
    found = private_samples_lower_bound(dimension, alpha=alpha, beta=beta)
    assert possible(found, dimension, 1, alpha, beta)
    assert found == 0 or not possible(found - 1, dimension, 1, alpha, beta)


def test_one_sample_is_enough_exactly_from_the_ratio_on_that_reaches_all_messages_but_one():
    dimension, alpha, beta = 200, Fraction(1, 100), Fraction(1, 4)  # the messages are written with 166 bits
    ratios = []  # ratio ln(1/w) / (1 - beta) is the number of messages less 1
    for miss in (Fraction(j, 64) for j in range(1, 32)):
        messages = messages_lower_bound(dimension, min(alpha + miss - alpha * miss, Fraction(1, 2)))
        ratios.append((messages - 1) * (1 - beta) / -log_bracket(miss, 256).upper)
    just = Fraction(1, 2**60)
    assert private_samples_lower_bound(dimension, max(ratios), alpha, beta) == 1
    assert private_samples_lower_bound(dimension, max(ratios) * (1 - just), alpha, beta) == 2


def test_samples_grow_with_the_dimension_and_fall_with_the_privacy():
    below, above = (private_samples_lower_bound(d, alpha=Fraction(1, 100)) for d in (5_000, 6_000))
    assert 1.19 < above / below < 1.21
    assert private_samples_lower_bound(500, 2) > private_samples_lower_bound(500, 20) > 0
    found = [private_samples_lower_bound(d, alpha=Fraction(1, 8)) for d in range(0, 200, 20)]
    assert found == sorted(found)


@pytest.mark.parametrize("samples", [1, 3, 8, 10])
def test_bits_for_are_the_least(samples):
    b = line_bits_for(samples)
    assert line_samples_lower_bound(b - 1) < samples <= line_samples_lower_bound(b)


def test_no_bits_for_no_samples_and_twice_the_samples_for_half_of_epsilon():
    assert line_bits_for(0) == 0
    assert pure_line_samples(64, 1) == line_samples_lower_bound(64) < pure_line_samples(64, Fraction(1, 2))
    assert pure_line_samples(16, Fraction(1, 2)) >= 2 * pure_line_samples(16, 1) - 2


@pytest.mark.parametrize("dimension", [0, 3, 64, 100, 700])
@pytest.mark.parametrize(("privacy", "alpha", "beta"), [
    (Fraction(1), Fraction(1, 4), Fraction(1, 4)), (Fraction(3), Fraction(1, 8), Fraction(1, 2)),
    (Fraction(1, 4), Fraction(1, 3), Fraction(1, 16))])
def test_samples_are_the_most_that_any_miss_asks_for(dimension, privacy, alpha, beta):
    wanted = 0
    for miss in (j / 64 for j in range(1, 64)):
        error = float(alpha) + miss - float(alpha) * miss
        bits = (1 - entropy(error)) * dimension if error < 1 / 2 else 0
        others = log(ceil(2**bits - 1e-9) - 1) if 0 < bits < 60 else bits * log(2)
        if bits:
            wanted = max(wanted, floor((others + log(1 - beta) - log(log(1 / miss))) / float(privacy)) + 1)
    assert private_samples_lower_bound(dimension, exp_bracket(privacy), alpha, beta) == wanted


@pytest.mark.parametrize("bits", [0, 2, 4, 9, 40, 64, 65, 200])
@pytest.mark.parametrize(("privacy", "alpha", "beta"), [(1, 1 / 4, 1 / 4), (2, 1 / 16, 1 / 2)])
def test_samples_of_lines_are_the_most_that_any_miss_asks_for(bits, privacy, alpha, beta):
    wanted = 0
    for miss in (j / 64 for j in range(1, 64)):
        gap = 1 - 2 * (alpha + miss - alpha * miss) - 0.5 ** min(bits, 64)
        if gap > 0 and 4 * 2 ** min(bits, 64) * gap**2 > 2:
            others = bits * log(2) + log(4 * gap**2) - 1 / (4 * 2 ** min(bits, 64) * gap**2 - 1)
            wanted = max(wanted, floor((others + log(1 - beta) - log(log(1 / miss))) / privacy) + 1)
    ratio = exp_bracket(privacy)
    assert line_samples_lower_bound(bits, ratio, Fraction(alpha), Fraction(beta)) == wanted
    if (alpha, beta) == (1 / 4, 1 / 4):
        assert pure_line_samples(bits, privacy) == wanted


@pytest.mark.parametrize("error", [Fraction(1, 20), Fraction(2, 5), Fraction(3, 5), 1, 0])
def test_messages_are_rounded_up(error):
    for dimension in range(0, 30, 3):
        share = 0 if error >= Fraction(1, 2) else 1 if error == 0 else 1 - entropy(float(error))
        assert messages_lower_bound(dimension, error) == ceil(2 ** (share * dimension) - 1e-9)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: line_bits_for(-1), "samples must be"), (lambda: pure_line_samples(4, 0), "epsilon must be above 0"),
    (lambda: pure_line_samples(-1, 1), "bits must be"), (lambda: private_samples_lower_bound(-1), "littlestone"),
    (lambda: private_samples_lower_bound(3, 1), "exp_epsilon"),
    (lambda: private_samples_lower_bound(3, alpha=0), "alpha"),
    (lambda: private_samples_lower_bound(3, beta=1), "beta"), (lambda: messages_lower_bound(-1, 0), "littlestone"),
    (lambda: messages_lower_bound(1, -1), "error"), (lambda: messages_lower_bound(1, 2), "error"),
    (lambda: line_samples_lower_bound(4, 1), "exp_epsilon"), (lambda: private_samples_lower_bound(4, alpha=1), "alpha"),
    (lambda: private_samples_lower_bound(4, beta=0), "beta")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
