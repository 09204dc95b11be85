"""What draws with replacement cost a private mechanism that is run on them.

Definitions
-----------
A mechanism that is private under replacement of one of its m rows is run on m rows, each drawn independently from the
n rows of a database.  A replaced row of the database is drawn a random number of times; :func:`price_of_draws` is what
that costs.  One draw is a subsample of rate 1/n, with the ratio
:func:`~privlearn.mechanisms.subsampling.amplified_exp_epsilon`.

>>> price_of_draws(4, 0, rows=3, draws=2)
(Fraction(4, 1), Fraction(0, 1))
"""

from collections import Counter
from fractions import Fraction

from privlearn.exact import as_exp_epsilon, as_integer, as_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, fold, proportional
from privlearn.mechanisms.neighbours import Database, as_database


def drawn_rows(database: Database, draws: int) -> Law:
    """Return the law of the tuple of ``draws`` rows drawn independently, each uniform on the rows, with replacement.

    Examples
    --------
    >>> drawn_rows(("a", "b"), 2).exact()[("b", "b")]
    Fraction(1, 4)
    """
    row = proportional(Counter(as_database(database)))
    return fold((), range(as_integer(draws, "draws", least=0)), lambda drawn, _: row.map(lambda one: (*drawn, one)))


def price_of_draws(exp_epsilon: Number, delta: Number, *, rows: int, draws: int) -> tuple[Fraction, Fraction]:
    """Return the ratio and the delta, for one replaced row, of a mechanism run on draws with replacement.

    Parameters
    ----------
    exp_epsilon, delta : number
        Promise of the mechanism for one replaced row of those drawn.
    rows, draws : int
        Rows of the database, at least 1, and rows drawn from it, at least 0.

    Notes
    -----
    With ``r = exp_epsilon`` the ratio is ``R = (1 + (r - 1)/rows)^draws``, and delta is multiplied by
    ``(R - 1)/(r - 1)``, by ``draws/rows`` for ``r = 1``.  No smaller pair holds for all mechanisms.

    Examples
    --------
    >>> price_of_draws(3, Fraction(1, 100), rows=2, draws=2)
    (Fraction(4, 1), Fraction(3, 200))
    """
    ratio, n = as_exp_epsilon(exp_epsilon), as_integer(rows, "rows", least=1)
    told = as_probability(delta, "delta")
    return (Fraction(draws_ratio(ratio, n, draws)),
            Fraction(draws_delta(ratio, told, n, draws) if ratio > 1 else told * draws / n))


RATIO = {"exp_epsilon": (Fraction(3, 2), Fraction(3)), "rows": (1, 2, 3), "draws": (1, 2, 3)}
EPSILON = {"exp_epsilon": r"e^\epsilon", "rows": "n", "draws": "m"}
REASONS = {"exp_epsilon >= 1": "no ratio is below 1", "exp_epsilon > 1": "at 1 it is delta m/n",
           "rows >= 1": "nothing is drawn from nothing"}


@formula("equals", where=("exp_epsilon >= 1", "rows >= 1"), corners=RATIO, tex=EPSILON, loose=REASONS)
def draws_ratio(exp_epsilon: Value, rows: int, draws: int) -> Value:
    """Return the ratio of :func:`price_of_draws`.

    Examples
    --------
    >>> draws_ratio(3, 2, 2)
    4
    """
    return (1 + (exp_epsilon - 1) / rows) ** draws


@formula("equals", where=("exp_epsilon > 1", "rows >= 1"), loose=REASONS,
         corners=RATIO | {"delta": (Fraction(0), Fraction(1, 100))},
         tex=EPSILON | {"(1 + (exp_epsilon - 1) / rows) ** draws": r"e^{\epsilon'}"})
def draws_delta(exp_epsilon: Value, delta: Value, rows: int, draws: int) -> Value:
    """Return the delta of :func:`price_of_draws` for a ratio above 1.

    Examples
    --------
    >>> draws_delta(3, Fraction(1, 100), 2, 2)
    Fraction(3, 200)
    """
    return ((1 + (exp_epsilon - 1) / rows) ** draws - 1) / (exp_epsilon - 1) * delta
