"""Less privacy loss from more rows: rows replaced by stars at random.

Definitions
-----------
A *star* is a row ``None``, which says nothing.  For a mechanism A that accepts stars, ``starred(A, keep)`` keeps each
row with probability ``keep`` and replaces it by a star otherwise, independently, and then runs A.  Write ``s`` for the
ratio of A, where a star is a row like any other (replacing a row by a star changes no probability by more than the
factor s), and ``q = keep``.  Then the ratio is ``1 + q (s - 1)``, and no better one holds for all A: with probability
``1 - q`` the row in which two databases differ is not seen.

>>> sharp_star_keep_probability(Fraction(3, 2), 4), star_keep_probability(Fraction(3, 2), 4)
(Fraction(1, 6), Fraction(4, 33))
"""

from fractions import Fraction
from typing import Any

from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, choice, independent, pure
from privlearn.mechanisms.audit import Mechanism
from privlearn.mechanisms.neighbours import as_database


@formula("at least", where=("exp_epsilon >= 1", "exp_epsilon_star > 1", "exp_epsilon <= exp_epsilon_star"), corners={
    "exp_epsilon": (Fraction(101, 100), Fraction(2), Fraction(100)),
    "exp_epsilon_star": (Fraction(5, 4), Fraction(4), Fraction(10**6))}, tex={
    "exp_epsilon": r"e^\eps", "exp_epsilon_star": r"e^{\eps^*}",
    "exp_epsilon / exp_epsilon_star": r"e^{\eps - \eps^*}"}, loose={
    "exp_epsilon / exp_epsilon_star": "the sharp probability is (r - 1) / (s - 1)",
    "exp_epsilon >= 1": "no mechanism has a ratio below 1", "exp_epsilon_star > 1": "no mechanism has a ratio below 1",
    "exp_epsilon <= exp_epsilon_star": "whoever may lose more need not star"})
def star_keep_probability(exp_epsilon: Value, exp_epsilon_star: Value) -> Value:
    """Return ``(r - 1) / (s + r - r/s - 1)``, the keep probability of BBKN14, Lemma 4.4.

    Parameters
    ----------
    exp_epsilon : number
        ``r >= 1``, the ratio wanted.
    exp_epsilon_star : number
        ``s >= r``, ``s > 1``, the ratio of the mechanism.

    Notes
    -----
    Enough for the ratio ``r``, and more careful than needed: see :func:`sharp_star_keep_probability`.

    Examples
    --------
    >>> star_keep_probability(2, 4)
    Fraction(2, 9)
    """
    return (exp_epsilon - 1) / (exp_epsilon_star + exp_epsilon - exp_epsilon / exp_epsilon_star - 1)


def sharp_star_keep_probability(exp_epsilon: Number, exp_epsilon_star: Number) -> Fraction:
    """Return ``(r - 1) / (s - 1)``, the largest keep probability that gives the ratio ``r`` for every mechanism.

    The arguments are those of :func:`star_keep_probability`.

    Examples
    --------
    >>> sharp_star_keep_probability(2, 4)
    Fraction(1, 3)
    """
    r, s = as_exp_epsilon(exp_epsilon), as_exp_epsilon(exp_epsilon_star, "exp_epsilon_star")
    if s == 1 or r > s:
        raise ValueError(f"exp_epsilon_star must be above 1 and at least exp_epsilon = {r}, got {s}")
    return (r - 1) / (s - 1)


def starred(mechanism: Mechanism, keep: Number) -> Mechanism:
    """Return the mechanism that keeps each row with probability ``keep``, stars the others, and runs ``mechanism``.

    Parameters
    ----------
    mechanism : callable
        Database -> Law; it must accept rows ``None``.
    keep : number in [0, 1]

    Returns
    -------
    callable
        Database -> Law.  If ``mechanism`` has the ratio ``s`` under ``replace_one`` with stars among the rows, this one
        has ``1 + keep (s - 1)``.

    Notes
    -----
    Exact cost: one law of ``mechanism`` for each of the ``2**rows`` patterns; a sample costs one coin for each row.
    Source: BBKN14, Lemma 4.4.

    Examples
    --------
    >>> starred(lambda database: pure(database), Fraction(1, 4))(("a", None)).exact()
    {('a', None): Fraction(1, 4), (None, None): Fraction(3, 4)}
    """
    if not callable(mechanism):
        raise ValueError(f"mechanism must be a function from databases to laws, got {mechanism!r}")
    q = as_probability(keep, "keep")

    def law(database: Any) -> Law:
        rows = as_database(database)
        kept = {row: pure(None) if row is None else choice({row: q, None: 1 - q}) for row in rows}
        return independent([kept[row] for row in rows]).then(mechanism)

    return law


def starring_program(keep: Number, exp_epsilon_star: Number) -> MinimaxProgram:
    """Return the program whose value is minus the largest ratio of ``starred(A, keep)`` over all mechanisms A.

    An outcome has probability ``a`` if the differing row of the left database is kept, ``b`` if that of the right one
    is, and ``c`` if it is starred; given the other rows, these three are all that matters, and privacy of A says that
    any two are within the factor ``s = exp_epsilon_star``.  The ratio ``(q a + (1-q) c) / (q b + (1-q) c)`` does not
    change if all three are scaled, so the denominator is set to 1: the first block is ``(q b, (1-q) c)``; the second is
    ``(q a / s, rest)``.

    Parameters
    ----------
    keep : number in (0, 1)
        ``q``.
    exp_epsilon_star : number
        ``s``, above 1.

    Notes
    -----
    Databases with other rows are mixtures of such triples, and a ratio of mixtures is at most the largest ratio.

    Examples
    --------
    >>> from privlearn.exact import solve
    >>> solve(starring_program(Fraction(1, 4), 3)).value
    Fraction(-3, 2)
    """
    q, s = as_probability(keep, "keep"), as_exp_epsilon(exp_epsilon_star, "exp_epsilon_star")
    if not 0 < q < 1 or s == 1:
        raise ValueError(f"keep must lie strictly between 0 and 1 and exp_epsilon_star be above 1, got {q} and {s}")
    unit = {0: 1 / q, 1: 1 / (1 - q), 2: s / q}  # b, c and a, each divided by its variable
    ratios = tuple((i, j, s * unit[j] / unit[i]) for i in unit for j in unit if i != j)
    return MinimaxProgram((2, 2), ({2: -s, 1: Fraction(-1)},), ratios)
