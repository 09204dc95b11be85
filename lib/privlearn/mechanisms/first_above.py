"""AboveThreshold and the sparse vector technique: which of many answers is the first above a noisy threshold?

Definitions
-----------
Integer answers are compared with one noisy threshold (:mod:`~privlearn.mechanisms.noisy_comparisons`).
*AboveThreshold* stops at the first "above" and returns its index, counted from 0, or ``None`` if there is none.
*Sparse vector* stops at the c-th "above" and returns all bits told so far.  Every law is an exact table of fractions.

>>> above_threshold((0, 2), 1, 2, 2).exact()
{0: Fraction(11, 27), 1: Fraction(8, 21), None: Fraction(40, 189)}
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_exp_epsilon, as_integer
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law, fold, pure
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.laws.randomness import Generator
from privlearn.mechanisms.noise import GeometricNoise
from privlearn.mechanisms.noisy_comparisons import as_noise_ratio, pattern_probability, pattern_sums


def above_threshold(answers: Sequence[int], threshold: int, exp_threshold: Number, exp_query: Number) -> Law:
    """Return the law of the index of the first noisy answer that reaches the noisy threshold.

    Parameters
    ----------
    answers : sequence of int
        The true answers of k >= 0 queries.
    threshold : int
    exp_threshold, exp_query : number > 1
        The noises have ``P(k)`` proportional to ``exp_threshold**-abs(k)`` (one for the threshold) and
        ``exp_query**-abs(k)`` (one for each query).

    Returns
    -------
    Law
        Outcomes ``0..k-1`` and ``None`` ("none was above").

    Raises
    ------
    TooLargeToEnumerate
        By the exact reading, if answers are too far from the threshold; sampling always works.

    Notes
    -----
    Guarantee for queries that neighbours change by at most 1: privacy ratio ``exp_threshold * exp_query**2``, and
    ``exp_threshold * exp_query`` if they are *monotone* (adding a row changes each by 0 or 1); see
    :func:`above_threshold_ratio`.  Cost: ``O(k^3)`` rational operations exactly, ``k`` draws by sampling.

    References
    ----------
    KLMNS20, Theorem 4.2 (with Laplace noise); Dwork, Naor, Reingold, Rothblum and Vadhan, STOC 2009.

    Examples
    --------
    >>> above_threshold((0,), threshold=1, exp_threshold=2, exp_query=2).exact()
    {0: Fraction(11, 27), None: Fraction(16, 27)}
    """
    return _FirstAbove(answers, threshold, exp_threshold, exp_query, cutoff=1)


def sparse_vector(answers: Sequence[int], threshold: int, exp_threshold: Number, exp_query: Number,
                  cutoff: int | None = None) -> Law:
    """Return the law of the bits told until the ``cutoff``-th 1, all against the same noisy threshold.

    Parameters
    ----------
    answers, threshold, exp_threshold, exp_query
        As in :func:`above_threshold`.
    cutoff : int, optional
        Stop after so many ones, at least 1; without it every query is answered.

    Notes
    -----
    Guarantee with a cut-off c: privacy ratio ``exp_threshold * exp_query**(2 c)``, without the 2 for monotone queries.
    Without a cut-off there is no such guarantee for all k.

    Examples
    --------
    >>> law = sparse_vector((0, 2), 1, 2, 2, cutoff=1).exact()
    >>> law[0, 1] == above_threshold((0, 2), 1, 2, 2).exact()[1]
    True
    """
    return _Comparisons(answers, threshold, exp_threshold, exp_query, cutoff)


def above_threshold_ratio(exp_threshold: Number, exp_query: Number, *, monotone: bool, cutoff: int = 1) -> Fraction:
    """Return the proved privacy ratio ``exp_threshold * exp_query**s`` with ``s = cutoff`` or, in general, twice it.

    The general bound holds in both directions.  For monotone queries it is needed only from the smaller database to
    the larger one; the other direction costs ``exp_query**cutoff`` alone.

    Examples
    --------
    >>> above_threshold_ratio(2, 3, monotone=True), above_threshold_ratio(2, 3, monotone=False)
    (Fraction(6, 1), Fraction(18, 1))
    """
    times = as_integer(cutoff, "cutoff", least=1) * (1 if monotone else 2)
    return as_exp_epsilon(exp_threshold, "exp_threshold") * as_exp_epsilon(exp_query, "exp_query") ** times


def above_threshold_failure(queries: int, error: int, exp_threshold: Number, exp_query: Number) -> Fraction:
    """Return the largest probability, over all sequences of answers, of a wrong report.

    Parameters
    ----------
    queries : int
        k, at least 1.
    error : int
        A report is wrong if it says "above" for an answer below ``T - error``, or "below" for one above ``T + error``.

    Returns
    -------
    Fraction
        Exact, also for queries chosen adaptively: until it stops, the mechanism has said nothing but "below".

    Notes
    -----
    The worst sequences have ``k - 1`` answers ``T - error - 1`` and then one more of them or one ``T + error + 1``.  A
    higher wrong answer is likelier to be wrong than a lower one; a query that cannot be wrong only helps to stop; and
    after an answer that must be "above" the game is over either way.

    Examples
    --------
    >>> above_threshold_failure(1, 0, 2, 2)
    Fraction(11, 27)
    """
    k, a = as_integer(queries, "queries", least=1), as_integer(error, "error", least=0)
    lows = [-a - 1] * (k - 1)
    right = (pattern_probability([*lows, -a - 1], [False] * k, 0, exp_threshold, exp_query),
             pattern_probability([*lows, a + 1], [*[False] * (k - 1), True], 0, exp_threshold, exp_query))
    return 1 - min(right)


ERROR: dict[str, Any] = {
    "where": ("epsilon > 0", "0 < beta < 1", "queries >= 1"), "tex": {"queries": "k"},
    "corners": {"queries": (10**9, 40, 2, 1, 0), "beta": (Fraction(1, 10**20), Fraction(1, 10), Fraction(9, 10), 2),
                "epsilon": (Logarithm(Fraction(9, 7) ** 4), Logarithm(Fraction(16)))}}
BEYOND = {"epsilon > 0": "else there is no noise", "0 < beta < 1": "no probability is above 1",
          "queries >= 1": "without a query no report is wrong"}


@formula("at most", **ERROR, loose=BEYOND | dict.fromkeys(("8 -> 6", "8 -> 4"), "4 is enough, see the least error")
         | dict.fromkeys(("2", "2 * queries -> queries", "ln(2 * queries / beta) -> ln(2 * queries / beta) ** 2"),
                         "the source's constants are not sharp"))
def printed_error(queries: int, beta: Value, epsilon: Value) -> Value:
    """Return the error bound ``(8 / epsilon) ln(2 queries / beta)`` of KLMNS20, Theorem 4.2.

    Examples
    --------
    >>> float(printed_error(1, Fraction(1, 2), Logarithm(Fraction(2))).upper)  # 8 log2(4)
    16.0
    """
    return 8 / epsilon * ln(2 * queries / beta)


@formula("at most", **ERROR, loose=BEYOND | {
    "ln(queries / beta) -> ln(queries / beta) ** 2": "for beta near 1 a third of the probability is to spare"})
def least_error(queries: int, beta: Value, epsilon: Value) -> Value:
    """Return ``(4 / epsilon) ln(queries / beta)``, which is enough as well: a report errs by the sum of two noises.

    Examples
    --------
    >>> float(least_error(1, Fraction(1, 2), Logarithm(Fraction(2))).upper)  # 4 log2(2)
    4.0
    """
    return 4 / epsilon * ln(queries / beta)


def needed_error(queries: int, beta: Number, exp_threshold: Number, exp_query: Number) -> int:
    """Return the least error at which :func:`above_threshold_failure` is at most ``beta``.

    Examples
    --------
    >>> needed_error(1, Fraction(1, 2), 2, 2), needed_error(1, Fraction(1, 3), 2, 2)
    (0, 1)
    """
    b, high = as_inner_probability(beta, "beta"), 1
    while above_threshold_failure(queries, high, exp_threshold, exp_query) > b:
        high *= 2
    low = -1
    while high - low > 1:
        middle = (low + high) // 2
        good = above_threshold_failure(queries, middle, exp_threshold, exp_query) <= b
        low, high = (low, middle) if good else (middle, high)
    return high


class _Comparisons(Law):
    """The bits told until the cut-off: sampled as written, read exactly by geometric series."""

    def __init__(self, answers: Sequence[int], threshold: int, exp_threshold: Number, exp_query: Number,
                 cutoff: int | None) -> None:
        self.answers = tuple(as_integer(answer, "answer") for answer in answers)
        self.threshold = as_integer(threshold, "threshold")
        self.ratios = as_noise_ratio(exp_threshold, "exp_threshold"), as_noise_ratio(exp_query, "exp_query")
        self.cutoff = None if cutoff is None else as_integer(cutoff, "cutoff", least=1)

    def _stopped(self, bits: tuple[int, ...]) -> bool:
        return self.cutoff is not None and sum(bits) >= self.cutoff

    def sample(self, rng: Generator) -> Any:
        """Run the mechanism."""
        for_threshold, for_query = (GeometricNoise(1 / ratio) for ratio in self.ratios)

        def tell(level: int) -> Law:
            return fold((), self.answers, lambda bits, answer: pure(bits) if self._stopped(bits) else for_query.map(
                lambda noise: (*bits, int(answer + noise >= level))))

        return for_threshold.then(lambda noise: tell(self.threshold + noise)).sample(rng)

    def masses(self) -> dict[Any, Any]:
        """Return the table bits -> probability: every pattern that can be told is one sum."""
        told: list[tuple[int, ...]] = [()]
        finished: list[tuple[int, ...]] = []
        for _ in self.answers:
            told = [(*bits, bit) for bits in told for bit in (1, 0)]
            finished += [bits for bits in told if self._stopped(bits)]
            told = [bits for bits in told if not self._stopped(bits)]
            if len(told) > LARGEST_SUPPORT:
                raise TooLargeToEnumerate("the patterns of answers", len(told), LARGEST_SUPPORT)
        known: dict[Any, Any] = {}  # the order of the queries does not matter, given the pattern

        def probability(bits: tuple[int, ...]) -> Any:
            pairs = tuple(sorted(zip(self.answers, bits, strict=False)))
            if pairs not in known:
                known[pairs] = pattern_sums([f for f, _ in pairs], [bool(bit) for _, bit in pairs], self.threshold,
                                             self.ratios, every=False)[-1]
            return known[pairs]

        return {bits: probability(bits) for bits in (*finished, *told)}


class _FirstAbove(_Comparisons):
    """The index of the first 1: its table needs only the chances that the first j queries are all below."""

    def sample(self, rng: Generator) -> Any:
        """Run the mechanism."""
        bits = super().sample(rng)
        return len(bits) - 1 if bits and bits[-1] else None

    def masses(self) -> dict[Any, Any]:
        """Return the table index -> probability."""
        quiet = pattern_sums(self.answers, [False] * len(self.answers), self.threshold, self.ratios, every=True)
        return {**{i: before - after for i, (before, after) in enumerate(pairwise(quiet))}, None: quiet[-1]}
