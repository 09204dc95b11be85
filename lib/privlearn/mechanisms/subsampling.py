"""Privacy amplification by subsampling.

Definitions
-----------
*Poisson subsampling* keeps each row independently with probability ``q`` and runs a mechanism on the rows kept.  If
the mechanism has ratio ``r`` under :func:`add_remove_one`, the subsampled one has ratio ``1 + q (r - 1)``: with
probability ``1 - q`` the row in which neighbours differ is not even looked at.  (Not ``r^q``, which is smaller for
every ``0 < q < 1`` and ``r > 1``.)

>>> amplified_exp_epsilon(4, Fraction(1, 2))
Fraction(5, 2)
"""

from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold
from privlearn.mechanisms.neighbours import Database, add_remove_one, as_database
from privlearn.mechanisms.promise import Promise, PromisedMechanism


def amplified_exp_epsilon(exp_epsilon: Number, kept: Number) -> Fraction:
    """Return ``1 + kept (exp_epsilon - 1)``, the ratio after subsampling.

    Parameters
    ----------
    exp_epsilon : number
        Ratio of the mechanism, at least 1.
    kept : number in [0, 1]
        Probability q of keeping a row.

    Examples
    --------
    >>> amplified_exp_epsilon(3, Fraction(1, 4))
    Fraction(3, 2)
    """
    return 1 + as_probability(kept, "kept") * (as_exp_epsilon(exp_epsilon) - 1)


def kept_rows(database: Database, kept: Number) -> Law:
    """Return the law of the tuple of rows kept, each with probability ``kept``, their order unchanged.

    Examples
    --------
    >>> kept_rows(("a", "b"), Fraction(1, 2)).exact()[("b",)]
    Fraction(1, 4)
    """
    coin = bernoulli(as_probability(kept, "kept"))
    return fold((), as_database(database), lambda chosen, row: coin.map(lambda bit: (*chosen, row) if bit else chosen))


def subsampled(mechanism: PromisedMechanism, kept: Number) -> PromisedMechanism:
    """Return ``mechanism`` on a Poisson subsample, with the amplified promise.

    Parameters
    ----------
    mechanism : PromisedMechanism
        Promised under :func:`add_remove_one`, with delta 0; it must accept every sub-database.
    kept : number in [0, 1]

    Raises
    ------
    ValueError
        If the promise is about another relation or has a delta.

    References
    ----------
    Li, Qardaji and Su, On sampling, anonymization, and differential privacy, ASIACCS 2012.

    Examples
    --------
    >>> from privlearn.mechanisms import noisy_histogram
    >>> mechanism = subsampled(noisy_histogram(1, Fraction(1, 2), most=1), Fraction(1, 2))
    >>> mechanism.promise.exp_epsilon, mechanism((0,)).exact()
    (Fraction(3, 2), {(0,): Fraction(1, 2), (1,): Fraction(1, 2)})
    """
    if mechanism.promise.neighbours is not add_remove_one or mechanism.promise.delta != 0:
        raise ValueError(f"mechanism must be promised under add_remove_one with delta 0, got {mechanism.promise}")
    ratio = amplified_exp_epsilon(mechanism.promise.exp_epsilon, kept)
    return PromisedMechanism(lambda database: kept_rows(database, kept).then(mechanism.law),
                             Promise(ratio, add_remove_one), f"{mechanism.name}, subsampled")
