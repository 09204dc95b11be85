"""Permute and flip: try the candidates in random order, take the first whose coin says yes.

Definitions
-----------
Given integer scores that a neighbour changes by at most ``sensitivity``, let ``base = e^{epsilon / (2 sensitivity)}``.
Draw a candidate that was not drawn yet, uniformly; accept it with probability ``base^(score - best)``, which is 1 for
the best one; else go on (McKenna and Sheldon 2020).  It is epsilon-private, like the exponential mechanism, and its
mean score is at least as high.  The privacy losses of the exponential mechanism between two neighbours lie in *some*
interval of length epsilon, those of permute and flip only between ``-epsilon`` and ``epsilon``: in the sense of
Renyi divergences the exponential mechanism is the more private one.

With arrival times uniform in [0, 1], candidate i with acceptance ``a_i`` is taken with probability
``a_i`` times the integral of ``prod_{j != i} (1 - a_j t)`` over t: :func:`permute_and_flip_table`.

>>> permute_and_flip({"a": 1, "b": 0}, base=2).exact() == {"a": Fraction(3, 4), "b": Fraction(1, 4)}
True
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, uniform
from privlearn.laws.powers import unfold

Scores = Mapping[Any, int]


def _acceptances(scores: Scores, base: Number) -> dict[Any, Any]:
    if not isinstance(scores, Mapping) or not scores:
        raise ValueError(f"scores must be a mapping that is not empty, got {scores!r}")
    weight = rational(as_exp_epsilon(base, "base"))
    whole = {outcome: as_integer(score, "score") for outcome, score in scores.items()}
    best = max(whole.values())
    return {outcome: weight ** (score - best) for outcome, score in whole.items()}


def permute_and_flip(scores: Scores, base: Number) -> Law:
    """Return the law of the candidate that permute and flip takes.

    Parameters
    ----------
    scores : mapping
        Candidate -> integer score, at least one.
    base : number
        ``e^{epsilon / (2 sensitivity)}``, at least 1.

    Notes
    -----
    Guarantee: a neighbour that moves each score by at most ``sensitivity`` changes no probability by more than the
    factor ``base ** (2 * sensitivity)``.  Cost of a sample: at most one coin for each candidate; of ``exact``: two to
    the number of candidates (:func:`permute_and_flip_table` needs its square only).

    References
    ----------
    McKenna and Sheldon, Permute-and-flip: a new mechanism for differentially private selection, 2020.

    Examples
    --------
    >>> permute_and_flip({"a": 1, "b": 0}, base=3).exact()["a"]  # 1/2 + 1/2 * 2/3
    Fraction(5, 6)
    """
    accepted = _acceptances(scores, base)

    def step(state: tuple[str, Any]) -> Law | None:
        kind, left = state
        if kind == "taken":
            return None
        return uniform(left).then(lambda drawn: bernoulli(as_fraction(accepted[drawn])).map(
            lambda bit: ("taken", drawn) if bit else ("left", left - {drawn})))

    return unfold(("left", frozenset(accepted)), step).map(lambda state: state[1])


def permute_and_flip_table(scores: Scores, base: Number) -> dict[Any, Fraction]:
    """Return the table of :func:`permute_and_flip` by the integral over arrival times.

    Examples
    --------
    >>> permute_and_flip_table({"a": 0, "b": 0, "c": -1}, 2) == permute_and_flip({"a": 0, "b": 0, "c": -1}, 2).exact()
    True
    """
    accepted = _acceptances(scores, base)
    table = {}
    for i, a in accepted.items():
        poly = [rational(1)]  # coefficients of the product, in t
        for j, other in accepted.items():
            if j != i:
                poly = [x - other * y for x, y in zip([*poly, rational(0)], [rational(0), *poly], strict=True)]
        table[i] = as_fraction(a * sum((c / (k + 1) for k, c in enumerate(poly)), rational(0)))
    return table
