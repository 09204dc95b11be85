"""The sparse vector technique as published in several places, right and wrong (after Lyu, Su and Li, 2017).

Definitions
-----------
A row is a tuple of bits, the answers to k queries; the database is one row, and a replacement may change every answer
by 1 in either direction.  Each variant compares the answers with one noisy threshold; ``exp_threshold`` and
``exp_query`` are the noises, the promise is what its authors believed.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.exact import as_exp_epsilon
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one, sparse_vector
from privlearn.mechanisms.first_above import above_threshold_ratio
from privlearn.mechanisms.noisy_comparisons import pattern_probability

LOW, HIGH = -2, 3  # published values are clamped to this range, which only hides something


def _told(exp_threshold: Number, exp_query: Number, cutoff: int | None, promise: Fraction,
          name: str) -> PromisedMechanism:
    def law(database: Any) -> Law:
        (answers,) = database
        return sparse_vector(answers, 0, exp_threshold, exp_query, cutoff)

    return PromisedMechanism(law, Promise(promise, replace_one), name)


def right_sparse_vector(exp_threshold: Number, exp_query: Number, cutoff: int = 1) -> PromisedMechanism:
    """Control, variant 1: the query noise is scaled by twice the cut-off."""
    promise = above_threshold_ratio(exp_threshold, exp_query, monotone=False, cutoff=cutoff)
    return _told(exp_threshold, exp_query, cutoff, promise, "sparse vector, variant 1")


def broken_sparse_vector_publishes_value(root: Number) -> PromisedMechanism:
    """Variant 3: publish the noisy answer that was above, not only that it was; ``root`` is ``e^(epsilon/2)``."""
    ratio = as_exp_epsilon(root)

    def law(database: Any) -> Law:
        (answers,) = database
        return choice(_with_value(answers, ratio))

    return PromisedMechanism(law, Promise(ratio**2, replace_one), "sparse vector, variant 3")


def _with_value(answers: Sequence[int], ratio: Fraction) -> dict[Any, Fraction]:
    table: dict[Any, Fraction] = {}
    for i, answer in enumerate(answers):
        before, quiet = answers[:i], [False] * i

        def below(level: int, before: Any = before, quiet: Any = quiet) -> Fraction:
            return pattern_probability(before, quiet, 0, ratio, ratio, most=level)

        exact = {v: _at(ratio, v - answer) * below(v) for v in range(LOW + 1, HIGH)}
        told = pattern_probability([*before, answer], [*quiet, True], 0, ratio, ratio)
        low = (pattern_probability([*before, answer], [*quiet, True], 0, ratio, ratio, most=LOW)
               - _at_least(ratio, LOW + 1 - answer) * below(LOW))
        told_no = ("no",) * i  # not 0: that is a value here
        table |= {(*told_no, v): mass for v, mass in exact.items()}
        table |= {(*told_no, LOW): low, (*told_no, HIGH): told - low - sum(exact.values())}
    silent = [False] * len(answers)
    return table | {("no",) * len(answers): pattern_probability(answers, silent, 0, ratio, ratio)}


def _at(ratio: Fraction, k: int) -> Fraction:
    return (ratio - 1) / (ratio + 1) * ratio ** -abs(k)


def _at_least(ratio: Fraction, k: int) -> Fraction:
    return ratio ** (1 - k) / (ratio + 1) if k >= 0 else 1 - _at_least(ratio, 1 - k)


def broken_sparse_vector_ignores_cutoff(quarter: Number, cutoff: int) -> PromisedMechanism:
    """Variant 4: a quarter of epsilon for the threshold, the rest for query noise that knows neither 2 nor c."""
    fourth = as_exp_epsilon(quarter)
    return _told(fourth, fourth**3, cutoff, fourth**4, "sparse vector, variant 4")


def broken_sparse_vector_without_query_noise(root: Number) -> PromisedMechanism:
    """Variant 5: a noisy threshold, exact answers, no cut-off."""
    ratio = as_exp_epsilon(root)

    def law(database: Any) -> Law:
        (answers,) = database
        low, high = min(answers), max(answers)
        weights = {level: _at(ratio, level) for level in range(low + 1, high + 1)}
        weights |= {low: 1 - _at_least(ratio, low + 1), high + 1: _at_least(ratio, high + 1)}
        patterns: dict[Any, Fraction] = {}
        for level, weight in weights.items():
            bits = tuple(int(answer >= level) for answer in answers)
            patterns[bits] = patterns.get(bits, Fraction(0)) + weight
        return choice(patterns)

    return PromisedMechanism(law, Promise(ratio**2, replace_one), "sparse vector, variant 5")


def broken_sparse_vector_without_cutoff(root: Number) -> PromisedMechanism:
    """Variant 6: noise on both sides, but the answers never stop."""
    ratio = as_exp_epsilon(root)
    return _told(ratio, ratio, None, ratio**2, "sparse vector, variant 6")


def broken_sparse_vector_monotone_noise(exp_threshold: Number, exp_query: Number) -> PromisedMechanism:
    """The smaller noise that monotone queries allow, promised for queries that move in both directions."""
    promise = above_threshold_ratio(exp_threshold, exp_query, monotone=True)
    return _told(exp_threshold, exp_query, 1, promise, "sparse vector, noise for monotone queries")


def one_row(queries: int) -> list[Any]:
    """Return all databases of one row of answers 0 and 1."""
    return [(row,) for row in product((0, 1), repeat=queries)]
