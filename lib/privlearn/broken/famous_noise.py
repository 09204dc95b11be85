"""Famous mistakes with noisy counts and randomised response, each promising what its authors believed."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, exp_bracket, log_bracket, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, choice, fold, pure
from privlearn.mechanisms import (Promise, PromisedMechanism, add_remove_one, from_scores, noisy_histogram,
                                  permute_and_flip, randomised_response, replace_one, subsampled, two_sided_geometric)
from privlearn.mechanisms.neighbours import Relation
from privlearn.mechanisms.noise import geometric_ratio
from privlearn.mechanisms.noisy_maximum import support_counts

ERROR = "error"  # an exception is an outcome like any other, and has a probability


def broken_noisy_max_publishes_value(candidates: int, ratio: Number) -> PromisedMechanism:
    """Publish the *value* of the largest noisy count (clamped to the possible counts) for the price of its index."""
    return _noisy_max(candidates, ratio, lambda noisy: max(noisy), "noisy max, value published")


def broken_noisy_max_of_clamped_counts(candidates: int, ratio: Number) -> PromisedMechanism:
    """Clamp the noisy counts *before* comparing them: the proof needs noise that can always rise a little further."""
    return _noisy_max(candidates, ratio, lambda noisy: noisy.index(max(noisy)), "noisy max of clamped counts")


def _noisy_max(candidates: int, ratio: Number, publish: Callable[[Any], Any], name: str) -> PromisedMechanism:
    g = geometric_ratio(ratio)

    def law(database: Any) -> Law:
        counts, top = support_counts(database, candidates), len(database)
        noisy = fold((), counts, lambda told, count: two_sided_geometric(g, centre=count, low=0, high=top).map(
            lambda value: (*told, value)))
        return noisy.map(publish)

    return PromisedMechanism(law, Promise(g**-2, replace_one), name)


def selection_by_permute_and_flip(candidates: int, base: Number) -> PromisedMechanism:
    """Noisy max by permute and flip on the numbers of supporters, rightly private with ratio ``base^2``.

    The mistake is to promise the exponential mechanism's concentrated privacy too: :func:`concentrated_promise`.
    """
    return _selection(candidates, base, permute_and_flip, "noisy max by permute and flip")


def selection_by_exponential_mechanism(candidates: int, base: Number) -> PromisedMechanism:
    """Control: the exponential mechanism on the numbers of supporters."""
    return _selection(candidates, base, from_scores, "noisy max by the exponential mechanism")


def _selection(candidates: int, base: Number, select: Callable[[Any, Any], Law], name: str) -> PromisedMechanism:
    b = as_exp_epsilon(base, "base")

    def law(database: Any) -> Law:
        return select(dict(enumerate(support_counts(database, candidates))), b)

    return PromisedMechanism(law, Promise(b**2, replace_one), name)


def concentrated_promise(base: Number) -> Bracket:
    """Bracket ``e^{2 rho}`` for ``rho = epsilon^2 / 8``, ``epsilon = 2 ln base``: what ``e^D`` may be, D of order 2."""
    log = log_bracket(as_exp_epsilon(base, "base"), 96)
    return exp_bracket(log * log, 80)


def clamped_count(ratio: Number) -> PromisedMechanism:
    """Control: the number of ones in a database of bits with geometric noise, clamped to the possible counts."""
    g = geometric_ratio(ratio)

    def law(database: Any) -> Law:
        return two_sided_geometric(g, centre=sum(database), low=0, high=len(database))

    return PromisedMechanism(law, Promise(1 / g, replace_one), "noisy count, clamped")


def broken_count_resampled_until_in_range(ratio: Number) -> PromisedMechanism:
    """Draw the noise again until the count lies in range: the normaliser depends on the true count."""
    g = geometric_ratio(ratio)

    def law(database: Any) -> Law:
        weights = {k: rational(g) ** abs(k - sum(database)) for k in range(len(database) + 1)}
        total = sum(weights.values())
        return choice({k: weight / total for k, weight in weights.items()})

    return PromisedMechanism(law, Promise(1 / g, replace_one), "noisy count, resampled until in range")


def broken_histogram_promised_for_replace_one(cells: int, ratio: Number, *, most: int) -> PromisedMechanism:
    """Promise for replacing a row what holds for adding or removing one: a replacement changes two cells."""
    right = noisy_histogram(cells, ratio, most=most)
    return PromisedMechanism(right.law, Promise(right.promise.exp_epsilon, replace_one), "histogram, wrong neighbours")


def response_on_vectors(forget: Number, first: int = 0) -> PromisedMechanism:
    """Control: one-hot rows of bits, from number ``first`` on a bit becomes a fair coin with probability ``forget``.

    Two rows with a single 1 each differ in two bits, so the ratio is ``((2 - forget) / forget)^2``.
    """
    truth = 1 - Fraction(forget) / 2
    lie = bernoulli(1 - truth)

    def law(database: Any) -> Law:
        (row,) = database
        kept = row[:first]
        return fold(kept, row[first:], lambda said, bit: lie.map(lambda flip: (*said, bit ^ flip)))

    return PromisedMechanism(law, Promise((truth / (1 - truth)) ** 2, replace_one), "randomised response on vectors")


def broken_response_skips_first_bit(forget: Number) -> PromisedMechanism:
    """Start the loop over the bits at 1 instead of 0: one coordinate is published as it is."""
    return response_on_vectors(forget, first=1)


def response_on_any_one(truth: Number) -> PromisedMechanism:
    """Control: randomised response on the single bit "some row is 1", private under adding or removing a row."""
    p = Fraction(truth)
    return PromisedMechanism(lambda database: bernoulli(p if any(database) else 1 - p),
                             Promise(p / (1 - p), add_remove_one), "randomised response on any one")


def broken_subsampling_scales_epsilon(truth: Number, kept: Number, claimed: Number) -> PromisedMechanism:
    """Subsample with probability q and promise ``claimed = e^{q epsilon}`` in place of ``1 + q (e^epsilon - 1)``."""
    right = subsampled(response_on_any_one(truth), kept)
    return PromisedMechanism(right.law, Promise(as_exp_epsilon(claimed), add_remove_one), "subsampling scales epsilon")


def broken_response_claims_half_epsilon(truth: Number, claimed: Number) -> PromisedMechanism:
    """Randomised response that promises the square root of its ratio."""
    promise = Promise(as_exp_epsilon(claimed), replace_one)
    return PromisedMechanism(randomised_response(truth).law, promise, "half epsilon")


def broken_count_fails_on_full_database(ratio: Number) -> PromisedMechanism:
    """A noisy count that raises an exception when every row is 1: the error tells what the noise hides."""
    right = clamped_count(ratio)

    def law(database: Any) -> Law:
        return pure(ERROR) if all(database) else right.law(database)

    return PromisedMechanism(law, right.promise, "error that depends on the rows")


def broken_exact_count(exp_epsilon: Number) -> PromisedMechanism:
    """The number of rows, without noise."""
    return _exact(len, add_remove_one, exp_epsilon, "exact count")


def broken_exact_sum(exp_epsilon: Number) -> PromisedMechanism:
    """The sum of the rows, without noise."""
    return _exact(sum, replace_one, exp_epsilon, "exact sum")


def _exact(query: Callable[[Any], Any], neighbours: Relation, exp_epsilon: Number, name: str) -> PromisedMechanism:
    promise = Promise(as_exp_epsilon(exp_epsilon), neighbours)
    return PromisedMechanism(lambda database: pure(query(database)), promise, name)
