"""How many independent rows a private learner of thresholds takes: from errors on the rows to the error itself.

Definitions
-----------
:func:`~privlearn.learners.interior_point.learned_thresholds.learn_threshold` promises at most e errors on the rows that
it is given.  Let n of them be drawn independently and labelled by a threshold.  Then, for every distribution, *every*
cut with at most e errors on them has an error of at most alpha, except with probability

``2 Pr[Bin(n, alpha) <= e]``.

For of the cuts above the target's whose error is more than alpha let j be the least.  It errs between the two cuts, on
a mass p > alpha, and so does every such cut.  If one of them has at most e errors, so has j, and ``Bin(n, p) <= e`` has
at most the probability of ``Bin(n, alpha) <= e``.  Cuts below the target's are treated alike.  The tail is at most
``exp(-n KL(e/n, alpha))`` for ``e < alpha n`` (Chernoff's bound), which falls as n grows.

>>> rows_for_errors(0, Fraction(1, 2), Fraction(1, 5)), rows_for_errors(100, Fraction(1, 10), Fraction(1, 8))
(4, 1242)

Source: KLMNS20, Section 1.1; the step from the rows to the distribution is ours.
"""

from fractions import Fraction

from privlearn.exact import as_integer, least_integer, log_bracket
from privlearn.exact.concentration import relative_entropy
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.learned_thresholds import plan_threshold_learner
from privlearn.mechanisms import replace_one

BITS = 96


def rows_for_errors(errors: int, alpha: Number, beta: Number) -> int:
    """Return a number n of rows with which no cut with so many errors on them has an error above alpha.

    Parameters
    ----------
    errors : int
        e, at least 0.
    alpha, beta : numbers in (0, 1)

    Returns
    -------
    int
        The least n for which Chernoff's bound on ``2 Pr[Bin(n, alpha) <= e]`` is at most beta.
    """
    e, a = as_integer(errors, "errors", least=0), as_inner_probability(alpha, "alpha")
    wanted = log_bracket(2 / as_inner_probability(beta, "beta"), BITS).upper

    def enough(n: int) -> bool:
        if e == 0:  # (1 - alpha)^n
            return -n * log_bracket(1 - a, BITS).upper >= wanted
        return n * relative_entropy(Fraction(e, n), a, BITS).lower >= wanted

    return least_integer(enough, e // a + 1)


def private_threshold_rows(*, domain_bits: int, epsilon: Number, delta: Number, alpha: Number, beta: Number) -> int:
    """Return a number of independent rows with which thresholds on ``2^domain_bits`` points are learned privately.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    epsilon : number
        Above 0, at most 40.
    delta, alpha, beta : numbers in (0, 1)
        Privacy under the replacement of a row; error; failure.

    Returns
    -------
    int
        Half of beta is for the promise of ``plan_threshold_learner``, half for the rows; any larger number will do.

    Examples
    --------
    >>> wishes = {"epsilon": 1, "delta": Fraction(1, 10**6), "alpha": Fraction(1, 4), "beta": Fraction(1, 4)}
    >>> [private_threshold_rows(domain_bits=bits, **wishes) for bits in (4, 16, 64)]
    [114, 274, 858]
    """
    half = as_inner_probability(beta, "beta") / 2
    plan = plan_threshold_learner(domain_bits=domain_bits, neighbours=replace_one, epsilon=epsilon, delta=delta,
                                  beta=half)
    return rows_for_errors(plan.errors, alpha, half)
