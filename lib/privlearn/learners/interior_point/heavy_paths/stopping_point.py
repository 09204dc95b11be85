"""StoppingPoint: at which level does HeavyPaths find a heavy element?

Definitions
-----------
*StoppingPoint* asks AboveThreshold about ``f_1, f_2, ...``, the largest multiplicities in the databases of
ConstructPaths, in turn, and returns the index of the first answer "above", and ``levels`` if there is none.  The
noises are two-sided geometric: ``rho``, drawn once, on the threshold T, and ``nu_i`` on each ``f_i``; the answer is
"above" if ``f_i + nu_i >= T + rho``.  For rational ``e^{e_1}``, ``e^{e_2}`` every probability is rational.

>>> law = stopping_point_law((1, 1, 1, 2, 2, 6), 3, 2, 0, 1, threshold=2, exp_threshold=2, exp_query=2)
>>> law.exact()
{1: Fraction(16, 27), 2: Fraction(11, 27)}
"""

from collections.abc import Sequence
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.learners.interior_point.heavy_paths.databases import query_values
from privlearn.mechanisms import above_threshold


def answers_law(database: Sequence[int], bits: int, levels: int, trim: int, stop: int, *, threshold: int,
                exp_threshold: Number, exp_query: Number) -> Law:
    """Return the law of AboveThreshold's answers about ``f_1, ..., f_levels``.

    Parameters
    ----------
    database, bits, levels, trim, stop
        As for :func:`~privlearn.learners.interior_point.heavy_paths.databases.construct_paths`.
    threshold : int
        T.
    exp_threshold, exp_query : numbers above 1
        ``e^{e_1}`` of the noise on the threshold and ``e^{e_2}`` of the noise on each query: two-sided geometric.

    Returns
    -------
    Law
        Of ``i``, the first "above" being the i-th answer, or ``None`` if all answers are "below".
    """
    values = query_values(database, bits, levels, trim, stop)
    return above_threshold(values, threshold, exp_threshold, exp_query).map(one_based)


def stopping_point_law(database: Sequence[int], bits: int, levels: int, trim: int, stop: int, *, threshold: int,
                       exp_threshold: Number, exp_query: Number) -> Law:
    """Return the law of StoppingPoint: the index of the first "above", ``levels`` if there is none.

    Parameters are those of :func:`answers_law`; ``levels`` must be at least 1.

    Notes
    -----
    Guarantee: let ``high <= stop`` and let d be the probability that the two noises differ by more than
    ``high - threshold``, ``Pr[rho - nu > high - threshold]``; then it is ``(e_1 + e_2, d)``-private for adding or
    removing a point.

    References
    ----------
    KLMNS20, Algorithm 3 and Lemma 4.5; constants reconstructed.
    """
    last = as_integer(levels, "levels", least=1)
    law = answers_law(database, bits, levels, trim, stop, threshold=threshold, exp_threshold=exp_threshold,
                      exp_query=exp_query)
    return law.map(lambda index: last if index is None else index)


def one_based(index: int | None) -> int | None:
    """Return the number of a level from AboveThreshold's index of a query, which begins at 0."""
    return None if index is None else index + 1


def noise_gap_tail(exp_threshold: Number, exp_query: Number, gap: int) -> Fraction:
    """Return ``Pr[rho - nu >= gap]`` for the two noises, exactly.

    Parameters
    ----------
    exp_threshold, exp_query : numbers above 1
        ``P(rho = k)`` is proportional to ``exp_threshold**-abs(k)``, ``P(nu = k)`` to ``exp_query**-abs(k)``.
    gap : int
        Any integer.

    Examples
    --------
    >>> noise_gap_tail(2, 2, 0), noise_gap_tail(2, 2, 1), noise_gap_tail(2, 3, 1)
    (Fraction(16, 27), Fraction(11, 27), Fraction(23, 60))
    """
    a, b = (1 / as_exp_epsilon(ratio) for ratio in (exp_threshold, exp_query))
    if 1 in (a, b):
        raise ValueError(f"exp_threshold and exp_query must be above 1, got {exp_threshold} and {exp_query}")
    k = as_integer(gap, "gap")
    if k <= 0:
        return 1 - noise_gap_tail(exp_threshold, exp_query, 1 - k)  # the difference is symmetric
    if a == b:
        return (1 - a) / (1 + a) ** 2 * a**k * (k + (1 + a * a) / (1 - a * a) + a / (1 - a))
    return _share(a, b) * a**k + _share(b, a) * b**k


def _share(own: Fraction, other: Fraction) -> Fraction:
    """Return the coefficient of ``own**k`` in the tail, from the partial fractions of the generating function."""
    return (1 - other) ** 2 / ((1 + own) * (1 - other / own) * (1 - own * other))


def stopping_margins(levels: int, *, exp_threshold: Number, exp_query: Number, delta: Number,
                     beta: Number) -> tuple[int, int]:
    """Return the least margins ``(above, below)`` of the threshold for StoppingPoint.

    Parameters
    ----------
    levels : int
        N, at least 1.
    exp_threshold, exp_query : numbers above 1
        The noises, as for :func:`noise_gap_tail`.
    delta, beta : numbers in (0, 1)

    Returns
    -------
    (int, int)
        ``Pr[rho - nu > above] <= delta``, so a level that reaches ``T + above`` is passed over with probability at
        most ``delta``; ``levels * Pr[nu - rho > below] <= beta``, so one that does not reach ``T - below`` is reported
        with probability at most ``beta``.

    Examples
    --------
    >>> stopping_margins(3, exp_threshold=4, exp_query=4, delta=Fraction(1, 100), beta=Fraction(1, 10))
    (4, 3)
    """
    number = as_integer(levels, "levels", least=1)

    def least(probability: Fraction) -> int:
        margin = 0
        while noise_gap_tail(exp_threshold, exp_query, margin + 1) > probability:
            margin += 1
        return margin

    return (least(as_inner_probability(delta, "delta")), least(as_inner_probability(beta, "beta") / number))
