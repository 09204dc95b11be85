"""How many rows closure learning takes: what its steps ask for, the printed number, and the repaired one.

Definitions
-----------
Classes with the dimensions ``d_1, ..., d_k`` are composed, alpha and beta are the error and the failure allowed.  With
every constant taken as 1, ``L = ln(k / beta)``, and p the dimension of the functions ``G(h_1, ..., h_{i-1}, c_i, ...,
c_k)`` with the first ones fixed, step i needs

    ``k^2 (p + L) / alpha^2``              for uniform convergence to alpha/k,
    ``k (L + d_i ln(k / alpha)) / alpha``  for a good relabelling, and
    ``k^2 (d_i + L) / alpha^2``            for the learner's answer to generalize

rows, besides those that its private learner needs, which enter all sizes alike and are left out here.

>>> needed, printed = needed_rows((1,) * 50, 1, Fraction(1, 100), partial=1), printed_rows(50, 1, 1, Fraction(1, 100))
>>> 16 < (needed / printed).lower < 17
True

Source: ABMS20, Theorem 7.1 and Lemma 7.3.
"""

from collections.abc import Sequence
from fractions import Fraction

from privlearn.dimensions.composition import closure_bound
from privlearn.exact import Bracket, as_fraction, as_integer, log_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.rationals import Number


def needed_rows(dimensions: Sequence[int], alpha: Number, beta: Number, partial: int | None = None) -> Bracket:
    """Return the rows that all steps together ask for.

    Parameters
    ----------
    dimensions : sequence of int, at least 1 each
        ``VC(H_1), ..., VC(H_k)``.
    alpha, beta : numbers in (0, 1]
    partial : int, optional
        p; by default the bound that holds for all rules and learners, the largest n with ``2^n <= C(n, <=d_1) ...
        C(n, <=d_k)``.
    """
    k, error, failure = _given(len(dimensions), alpha, beta)
    sizes = [as_integer(d, "dimensions", least=1) for d in dimensions]
    p = closure_bound(*sizes) if partial is None else as_integer(partial, "partial", least=0)
    confidence, accuracy = log_bracket(k / failure), log_bracket(k / error)
    return sum(((confidence + p) * (k / error) ** 2 + (confidence + accuracy * d) * (k / error)
                + (confidence + d) * (k / error) ** 2 for d in sizes), start=Bracket(Fraction(0), Fraction(0)))


def printed_rows(classes: int, composed: int, alpha: Number, beta: Number) -> Bracket:
    """Return ``(k^3 composed + k^2 ln(k / beta)) / alpha^2``, as printed; ``composed`` is the composed dimension."""
    k, error, failure = _given(classes, alpha, beta)
    return (log_bracket(k / failure) * k**2 + k**3 * as_integer(composed, "composed", least=0)) * (1 / error**2)


@formula("rows", where=("k >= 2", "0 < alpha <= 1", "0 < beta <= 1"),
         corners={"k": (2, 10, 50), "total": (2, 10, 200, 250), "alpha": (Fraction(1, 100), Fraction(3, 4), 1),
                  "beta": (Fraction(1, 10**300), Fraction(1, 2), 1)},
         tex={"total": r"\sum_i \mathrm{VC}(\mathcal H_i)", "ln(k / beta)": r"\ln(k/\beta)"},
         loose={"0 < alpha <= 1": "no error is above 1", "0 < beta <= 1": "no probability is above 1"})
def repaired_rows(k: int, total: int, alpha: Value, beta: Value) -> Value:
    """Return how many rows are enough, up to a constant, for k classes whose dimensions have this sum.

    Examples
    --------
    >>> round(float(repaired_rows(2, 3, 1, 1).upper), 2)  # 32 ln 2
    22.18
    """
    return (k**3 * ln(k) * total + k**3 * ln(k / beta)) / alpha**2


def _given(classes: int, alpha: Number, beta: Number) -> tuple[Fraction, Fraction, Fraction]:
    error, failure = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if not (0 < error <= 1 and 0 < failure <= 1):
        raise ValueError(f"alpha and beta must be in (0, 1], got {error} and {failure}")
    return Fraction(as_integer(classes, "classes", least=1)), error, failure
