"""AboveThreshold and sparse vector: closed forms against sums, sampling, promises, the worst sequence of answers."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import worst_ratio
from privlearn.mechanisms import above_threshold, first_above, sparse_vector
from privlearn.mechanisms.first_above import above_threshold_failure, above_threshold_ratio, needed_error, printed_error
from privlearn.mechanisms.noisy_comparisons import pattern_probability

E1, E2 = Fraction(5, 3), Fraction(9, 7)


@pytest.mark.parametrize("answers", [(), (0,), (0, 2), (5, -5, 3), (1, 1, 1, 1), (-40, 40)])
def test_above_threshold_is_sparse_vector_that_stops_at_the_first(answers):
    index = sparse_vector(answers, 1, E1, E2, cutoff=1).map(lambda bits: len(bits) - 1 if sum(bits) else None)
    assert above_threshold(answers, 1, E1, E2).exact() == index.exact()


def test_laws_that_are_known():
    assert above_threshold((0, 2, 5), 1, E1, E2).exact() == above_threshold((7, 9, 12), 8, E1, E2).exact()  # shifted
    assert above_threshold((), 3, 2, 2).exact() == {None: 1}
    assert sparse_vector((), 3, 2, 2).exact() == {(): 1}
    assert all(sum(bits) <= 2 and (len(bits) == 3 or sum(bits) == 2)
               for bits in sparse_vector((0, 1, 2), 1, 2, 2, cutoff=2).exact())


def test_sampling_follows_the_law():
    law, rng, draws = above_threshold((0, 2, 1), 1, 2, 3), Random(4), 4000
    counts, table = Counter(law.sample(rng) for _ in range(draws)), law.exact()
    assert set(counts) <= set(table)
    assert all(abs(counts[o] / draws - float(p)) < 0.04 for o, p in table.items())  # 5 standard deviations


def test_as_many_patterns_as_the_limit_are_listed_and_sampling_needs_no_list(monkeypatch):
    law = above_threshold((0, 10**9), 10**6, 2, 2)
    assert law.sample(Random(1)) == 1
    with pytest.raises(TooLargeToEnumerate):
        law.exact()
    monkeypatch.setattr(first_above, "LARGEST_SUPPORT", 4)
    assert len(sparse_vector((0, 1), 1, 2, 2).exact()) == 4
    with pytest.raises(TooLargeToEnumerate, match="8"):
        sparse_vector((0, 1, 2), 1, 2, 2).exact()


@pytest.mark.parametrize(("steps", "monotone"), [((0, 1), True), ((-1, 0, 1), False)])
def test_the_promised_ratio_is_kept(steps, monotone):
    for answers, step in product(product((0, 2), repeat=3), product(steps, repeat=3)):
        moved = [f + d for f, d in zip(answers, step, strict=True)]
        pair = [above_threshold(f, 1, E1, E2) for f in (answers, moved)]
        assert worst_ratio(*pair)[0] <= above_threshold_ratio(E1, E2, monotone=monotone)


@pytest.mark.parametrize(("k", "error"), [(1, 0), (2, 0), (2, 1), (3, 1)])
def test_no_sequence_of_answers_fails_more_often(k, error):
    def failure(answers):
        law = above_threshold(answers, 0, E2**2, E2).exact()
        return sum(mass for stop, mass in law.items()
                   if any(f > error for f in answers[:stop]) or (stop is not None and answers[stop] < -error))

    worst = max(failure(answers) for answers in product(range(-error - 2, error + 3), repeat=k))
    assert worst == above_threshold_failure(k, error, E2**2, E2)


@pytest.mark.parametrize(("k", "error"), [(1, 0), (2, 1), (3, 4)])
def test_an_error_at_which_the_failure_is_just_as_asked_is_enough(k, error):
    assert needed_error(k, above_threshold_failure(k, error, E2**2, E1), E2**2, E1) == error
    assert needed_error(1, Fraction(1, 2), 2, 2) == 0  # failure is likely anyway


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: above_threshold((0.5,), 1, 2, 2), "answer must be"),
    (lambda: above_threshold((0,), 1, 1, 2), "exp_threshold"),
    (lambda: above_threshold((0,), 1, 2, 1), "exp_query"), (lambda: sparse_vector((0,), 1, 2, 2, cutoff=0), "cutoff"),
    (lambda: pattern_probability((0, 1), (True,), 1, 2, 2), "one entry for each"),
    (lambda: printed_error(1, Fraction(1, 2), 0), "epsilon > 0"), (lambda: printed_error(1, 0, 2), "beta"),
    (lambda: above_threshold_failure(0, 1, 2, 2), "queries"),
    (lambda: above_threshold_ratio(2, 2, monotone=True, cutoff=0), "cutoff")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("k", "beta"), [
    (1, Fraction(1, 2)), (3, Fraction(1, 10)), (2, Fraction(9, 10)), (5, Fraction(1, 10)), (9, Fraction(1, 7))])
def test_needed_errors_are_found_by_trying_all(k, beta):
    for ratios in ((2, 2), (E2**2, E1), (E2**2, E2)):
        assert needed_error(k, beta, *ratios) == next(
            a for a in range(99) if above_threshold_failure(k, a, *ratios) <= beta)
