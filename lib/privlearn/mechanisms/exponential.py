"""The exponential mechanism, exactly.

Definitions
-----------
Given integer scores ``q(D, o)`` that a neighbour changes by at most ``sensitivity``, the *exponential mechanism*
outputs ``o`` with probability proportional to ``exp(epsilon q(D, o) / (2 sensitivity))`` (McSherry and Talwar 2007)
and is epsilon-private.  With a rational ``e^{epsilon / (2 sensitivity)}`` all its laws are rational.  A *run* is a
number of outcomes that share a score.

>>> from_scores({"a": 2, "b": 1}, base=2).exact()
{'a': Fraction(2, 3), 'b': Fraction(1, 3)}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import as_fraction, as_integer, rational
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional, uniform_range


def from_scores(scores: Mapping[Any, int], base: Number) -> Law:
    """Return the law proportional to ``base ** score`` with ``base = e^{epsilon / (2 sensitivity)}``.

    Parameters
    ----------
    scores : mapping
        Outcome -> integer score.
    base : number above 0

    Raises
    ------
    ValueError
        If there is no outcome, a score is no integer, or ``base`` is not positive.

    Examples
    --------
    >>> from_scores({0: 3, 1: 2, 2: 2}, base=2).exact()
    {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
    """
    if not scores:
        raise ValueError("scores must not be empty: there is nothing to choose from")
    b = as_fraction(base, "base")
    if b <= 0:
        raise ValueError(f"base must be positive, got {b}")
    whole = {outcome: as_integer(score, "score") for outcome, score in scores.items()}
    best = max(whole.values())
    weight = rational(b)
    return proportional({outcome: weight ** (score - best) for outcome, score in whole.items()})


@formula("at most", where=("0 < beta < 1",), tex={"size": "|F|"}, loose={"0 < beta < 1": "no probability is above 1"},
         corners={"size": (2, 10, 2**64), "beta": (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100), Fraction(2)),
                  "epsilon": tuple(Logarithm(Fraction(root) ** 2) for root in (2, Fraction(3, 2), Fraction(101, 100)))})
def exponential_error(size: int, beta: Value, epsilon: Value) -> Value:
    """Return ``(2/epsilon) ln(size / beta)``: so far below the best score is the outcome but with probability beta.

    Examples
    --------
    >>> round(float(exponential_error(1000, Fraction(1, 10), 1).upper), 2)
    18.42
    """
    return 2 / epsilon * ln(size / beta)


def run_law(runs: Sequence[tuple[int, int]], base: Number) -> Law:
    """Return the law of the *run* that :func:`from_runs` draws from: weights ``size * base ** score``.

    Its exact table has one entry for each run, whatever their sizes.

    Raises
    ------
    ValueError
        If there is no outcome at all, a size is negative, a score is no integer, or ``base`` is not positive.

    Examples
    --------
    >>> run_law([(6, 0), (1, 2), (0, 9)], 2).exact()
    {0: Fraction(3, 5), 1: Fraction(2, 5)}
    """
    whole = [(as_integer(size, "size of a run", least=0), as_integer(score, "score")) for size, score in runs]
    if not any(size for size, _ in whole):
        raise ValueError("runs must not be empty: there is nothing to choose from")
    b = as_fraction(base, "base")
    if b <= 0:
        raise ValueError(f"base must be positive, got {b}")
    best, weight = max(score for size, score in whole if size), rational(b)
    return proportional({k: size * weight ** (score - best) for k, (size, score) in enumerate(whole) if size})


def from_runs(runs: Sequence[tuple[int, int]], base: Number) -> Law:
    """Return :func:`from_scores` for runs ``(size, score)`` of outcomes with equal score, never listing them.

    Parameters
    ----------
    runs : sequence of (int, int)
        Sizes of at least 0 (``2 ** (2 ** 20)`` is fine for sampling), integer scores.
    base : number above 0
        ``e^{epsilon / (2 sensitivity)}``.

    Returns
    -------
    Law
        Outcomes are ``(run, position in the run)``.

    Notes
    -----
    Cost of a sample: one choice among the runs, then one uniform integer below the size of the run.

    Examples
    --------
    >>> from_runs([(2, 0), (1, 1)], 2).exact()
    {(0, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (1, 0): Fraction(1, 2)}
    """
    sizes = [size for size, _ in runs]
    return run_law(runs, base).then(lambda k: uniform_range(sizes[k]).map(lambda position: (k, position)))
