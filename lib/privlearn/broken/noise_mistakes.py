"""Catalogue: mistakes with noise, subsampling and randomised response."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.broken import famous_noise as wrong
from privlearn.broken.trials import Mistake, Trial, audited
from privlearn.exact.fractions import HALF
from privlearn.laws import exp_renyi_two
from privlearn.mechanisms import (PromisedMechanism, all_databases, multiset_databases, noisy_histogram, noisy_max,
                                  randomised_response, replace_one, replace_one_unordered, subsampled)


def noise_mistakes() -> list[Mistake]:
    """Return rows 5, 6, 10, 11, 12, 17 and 19 of the catalogue."""
    return [value_published(), clamped_before_comparing(), resampled(), subsampling(), histogram(), skipped_bit(),
            half_epsilon(), telling_error(), exact_count(), exact_sum(), wrong_concentration()]


def _one_row(candidates: int) -> list[tuple[tuple[int, ...]]]:
    return [(row,) for row in product((0, 1), repeat=candidates)]


def _index_only() -> Trial:
    return audited("3 candidates, 1 row", noisy_max(3, HALF), _one_row(3))


def value_published() -> Mistake:
    """Noisy max that publishes the value."""
    broken = wrong.broken_noisy_max_publishes_value
    trials = [audited(f"{m} candidate{'s' * (m > 1)}, 1 row", broken(m, HALF), _one_row(m)) for m in (1, 2, 3, 4)]
    return Mistake("5", "noisy max publishes the value, not the index",
                   "The value depends on all counts at once, so m candidates cost the noise of m releases.",
                   trials, "index only", _index_only())


def clamped_before_comparing() -> Mistake:
    """Noisy max of counts clamped first."""
    broken = wrong.broken_noisy_max_of_clamped_counts
    trials = [audited(f"{m} candidates, 1 row", broken(m, HALF), _one_row(m)) for m in (2, 3, 4)]
    return Mistake("5b", "noisy counts clamped before they are compared",
                   "The proof for the index raises the winner's noise a little further; a clamp leaves it no room.",
                   trials, "no clamp", _index_only())


def resampled() -> Mistake:
    """Resampling until in range."""
    broken = wrong.broken_count_resampled_until_in_range(HALF)
    trials = [audited(f"counts 0..{n}", broken, multiset_databases((0, 1), n), replace_one_unordered)
              for n in (1, 2, 3, 10)]
    return Mistake("6", "noise drawn again until the count is in range",
                   "Clamping is post-processing; rejecting is not: the chance of rejection depends on the true count.",
                   trials, "clamp", audited("counts 0..2", wrong.clamped_count(HALF), all_databases((0, 1), 2)))


def subsampling() -> Mistake:
    """Subsampling that is believed to scale epsilon."""
    databases = [(), (0,), (1,)]
    cases = [("q = 1, ratio 4", Fraction(4, 5), 1, 4), ("q = 1/2, ratio 4", Fraction(4, 5), HALF, 2),
             ("q = 1/3, ratio 8", Fraction(8, 9), Fraction(1, 3), 2)]
    broken = wrong.broken_subsampling_scales_epsilon
    trials = [audited(f"at most 1 row, {text}", broken(truth, q, claimed), databases)
              for text, truth, q, claimed in cases]
    right = subsampled(wrong.response_on_any_one(Fraction(4, 5)), HALF)
    return Mistake("10", "subsampling promised to turn epsilon into q epsilon",
                   "The ratio 1 + q (e^epsilon - 1) is linear in e^epsilon, not in epsilon; equal only at q = 0 and 1.",
                   trials, "1 + q (e^epsilon - 1)", audited("at most 1 row, q = 1/2, ratio 4", right, databases))


def histogram() -> Mistake:
    """Histogram noise under the wrong relation."""
    broken = wrong.broken_histogram_promised_for_replace_one
    trials = [audited(f"{m} cells, {n} row{'s' * (n > 1)}", broken(m, HALF, most=n), all_databases(range(m), n))
              for m, n in ((2, 1), (2, 2), (3, 1))]
    small = [*all_databases(range(2), 0), *all_databases(range(2), 1)]
    return Mistake("11", "histogram noise for add/remove, used for replace-one",
                   "A promise without its neighbour relation is no promise: a replacement moves two counts.",
                   trials, "same noise, add/remove",
                   audited("2 cells, at most 1 row", noisy_histogram(2, HALF, most=1), small))


def skipped_bit() -> Mistake:
    """A loop that starts at 1."""
    def one_hot(bits: int) -> list[tuple[tuple[int, ...]]]:
        return [(tuple(int(i == j) for i in range(bits)),) for j in range(bits)]

    trials = [audited(f"one-hot rows of {bits} bits", wrong.broken_response_skips_first_bit(HALF), one_hot(bits))
              for bits in (2, 3)]
    return Mistake("12", "one coordinate is never randomised",
                   "An off-by-one in a loop; a test of the declared epsilon does not see it, the law does.",
                   trials, "all coordinates",
                   audited("one-hot rows of 2 bits", wrong.response_on_vectors(HALF), one_hot(2)))


def half_epsilon() -> Mistake:
    """A claimed epsilon of half the real one."""
    trials = [audited("1 bit", wrong.broken_response_claims_half_epsilon(Fraction(4, 5), 2), [(0,), (1,)])]
    return Mistake("17a", "claimed epsilon is half the real one",
                   "Promise and law are different things; compare them.",
                   trials, "the whole epsilon",
                   audited("1 bit", randomised_response(Fraction(4, 5)), [(0,), (1,)]))


def telling_error() -> Mistake:
    """An exception that depends on the rows."""
    broken = wrong.broken_count_fails_on_full_database(HALF)
    trials = [audited(f"{n} row{'s' * (n > 1)}", broken, all_databases((0, 1), n)) for n in (1, 2)]
    return Mistake("17b", "an error that depends on the rows",
                   "An exception is an outcome: it has a probability, and it is published.",
                   trials, "no error", audited("1 row", wrong.clamped_count(HALF), all_databases((0, 1), 1)))


def exact_count() -> Mistake:
    """The number of rows."""
    trials = [audited("at most 1 row", wrong.broken_exact_count(2), [(), (0,)])]
    return Mistake("17c", "exact count", "No noise, no privacy, when the number of rows is not public.",
                   trials, "noisy count",
                   audited("at most 1 row", noisy_histogram(1, HALF, most=1), [(), (0,)]))


def exact_sum() -> Mistake:
    """The sum of the rows."""
    trials = [audited("1 bit", wrong.broken_exact_sum(2), [(0,), (1,)])]
    return Mistake("17d", "exact sum", "No noise, no privacy.", trials, "noisy sum",
                   audited("1 bit", wrong.clamped_count(HALF), all_databases((0, 1), 1)))


def concentrated(instance: str, mechanism: PromisedMechanism, base: int, databases: list[Any]) -> Trial:
    """Return the trial of a promise on the Renyi divergence of order 2, for all neighbours among the databases."""
    promise = wrong.concentrated_promise(base)

    def measure() -> tuple[Any, Any]:
        worst = max(replace_one(databases), key=lambda pair: exp_renyi_two(*map(mechanism, pair)))
        return exp_renyi_two(*map(mechanism, worst)), worst

    def refutes(witness: Any) -> bool:
        left, right = (mechanism(database).exact() for database in witness)
        return 1 + sum((left.get(o, 0) - q) ** 2 / q for o, q in right.items()) > promise.upper

    return Trial(f"{instance}, e^epsilon = {base**2}", promise, measure, refutes, "e^(divergence of order 2)")


def wrong_concentration() -> Mistake:
    """Permute and flip with the exponential mechanism's concentrated privacy."""
    two_rows = all_databases(product((0, 1), repeat=2), 2)
    cases: list[tuple[str, int, int, list[Any]]] = [
        ("1 candidate, 1 row", 1, 2, _one_row(1)),
        ("2 candidates, 1 row for the first or none", 2, 2, [((0, 0),), ((1, 0),)]),
        ("2 candidates, 2 rows", 2, 8, two_rows),
        ("2 candidates, 1 row", 2, 2, _one_row(2)), ("2 candidates, 2 rows", 2, 2, two_rows),
        ("2 candidates, 2 rows", 2, 4, two_rows), ("3 candidates, 1 row", 3, 2, _one_row(3))]
    trials = [concentrated(instance, wrong.selection_by_permute_and_flip(m, base), base, databases)
              for instance, m, base, databases in cases]
    right = wrong.selection_by_exponential_mechanism(2, 2)
    return Mistake("19", "permute and flip with the exponential mechanism's concentrated privacy",
                   "Equal epsilons, unequal divergences: epsilon^2/8 needs losses in a range of length epsilon.",
                   trials, "exponential mechanism", concentrated("2 candidates, 2 rows", right, 2, two_rows))
