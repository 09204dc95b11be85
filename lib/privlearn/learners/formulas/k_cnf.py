"""Learning k-CNF privately by statistical queries.

Definitions
-----------
A *statistical query* asks which fraction of the sample has a property.  Valiant's learner of k-CNF needs no more: for
every clause of at most k literals, how many positive examples violate it?  Clauses that (nearly) none violates are
kept, the hypothesis is their conjunction.  To answer privately, two-sided geometric noise is added to each of the N
counts.  Replacing one example changes a count by at most 1, so with ratio ``g`` one answer has privacy ratio ``1/g``
and all N together at most ``g^-N`` (BBKN14, Observation 2.7, after Blum, Dwork, McSherry and Nissim 2005).

Points are assignments, hypotheses truth tables, both as in :mod:`~privlearn.concepts.formulas`.

>>> learner = private_kcnf_learner(2, 1, query_ratio=Fraction(1, 2), tolerance=Fraction(1, 2))
>>> learner(((3, 1), (3, 1))).exact()[0b1000]  # "x0 and x1" among the 1-CNF of two variables
Fraction(125, 486)
"""

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Any

from privlearn.concepts.formulas import clause_table, full_table, literal_sets
from privlearn.exact import as_fraction, as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, pure
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.noise import geometric_ratio

Database = tuple[Any, ...]


def clause_tables(variables: int, width: int) -> list[int]:
    """Return the truth tables of all clauses of at most ``width`` literals, the N queries of the learner.

    Examples
    --------
    >>> len(clause_tables(3, 2))
    19
    """
    return [clause_table(clause, variables) for clause in literal_sets(variables, width)]


def violations(table: int, database: Iterable[tuple[int, int]]) -> int:
    """Return the number of rows ``(x, 1)`` whose point violates the clause with this truth table."""
    return sum(1 for x, y in database if y == 1 and not table >> x & 1)


def at_most_probability(ratio: Number, bound: int) -> Fraction:
    """Return ``Pr[noise <= bound]`` of two-sided geometric noise.

    Examples
    --------
    >>> at_most_probability(Fraction(1, 2), 0), at_most_probability(Fraction(1, 2), -1)
    (Fraction(2, 3), Fraction(1, 3))
    """
    g, k = geometric_ratio(ratio), as_integer(bound, "bound")
    return 1 - g ** (k + 1) / (1 + g) if k >= 0 else g**-k / (1 + g)


def private_kcnf_learner(variables: int, width: int, *, query_ratio: Number, tolerance: Number) -> PromisedMechanism:
    """Return the private learner of k-CNF by noisy counts.

    Parameters
    ----------
    variables, width : int
        n and k; N clauses of at most k literals.
    query_ratio : number in (0, 1)
        ``g = e^{-epsilon / N}`` of the geometric noise on each count.
    tolerance : number in (0, 1)
        tau: a clause is kept iff its noisy count is at most ``tau m / 2``, m the number of rows.

    Returns
    -------
    PromisedMechanism
        Database of rows ``(point, label)`` -> Law over truth tables.  Its promise is ``g^-N`` under ``replace_one``.
        The empty database gives the empty conjunction, which is 1 everywhere.

    Notes
    -----
    The bit "kept" has a closed form, so the law is exact though the noise is unbounded; the conjunction is built up
    clause by clause, equal functions merging.  Cost: N times the number of functions reached.

    Guarantee: if no noise exceeds ``tau m / 4`` in absolute value and the sample is labelled by a k-CNF, then every
    clause of the target is kept, every kept clause is violated by less than ``3 tau / 4`` of the rows, and the
    hypothesis is wrong on fewer than ``N tau`` of them.

    References
    ----------
    BBKN14, Observation 2.7.
    """
    tables, ratio = clause_tables(variables, width), geometric_ratio(query_ratio)
    tau = as_fraction(tolerance, "tolerance")
    if not 0 < tau < 1:
        raise ValueError(f"tolerance must lie strictly between 0 and 1, got {tau}")
    everywhere = full_table(variables)

    def law(database: Database) -> Law:
        _check_rows(database, variables)
        if not database:
            return pure(everywhere)
        threshold = floor(tau * len(database) / 2)
        chances = [at_most_probability(ratio, threshold - violations(table, database)) for table in tables]
        kept = [(table, bernoulli(chance)) for table, chance in zip(tables, chances, strict=True)]
        return fold(everywhere, kept, _conjoin)

    return PromisedMechanism(law, Promise(ratio ** -len(tables), replace_one), "k-CNF by noisy counts")


def _conjoin(table: int, clause_and_coin: tuple[int, Law]) -> Law:
    clause, coin = clause_and_coin
    return coin.map(lambda kept: table & clause if kept else table)


def _check_rows(database: Database, variables: int) -> None:
    for row in database:
        x, y = row
        if not 0 <= x < 1 << variables or y not in (0, 1):
            raise ValueError(f"database must hold rows (x, y) with x in 0..{(1 << variables) - 1} and y in {{0, 1}}")


@formula("equals", where=("0 < ratio < 1",), corners={
    "ratio": (Fraction(20, 21), Fraction(1)), "queries": (0, 1, 19), "bound": (0, 1, 40, 125)}, tex={
    "queries": "N", "2 * ratio ** (floor(bound) + 1) / (1 + ratio)": "2g^k/(1+g)"}, loose={
    "0 < ratio < 1": "at 1 there is no such noise"})
def some_noise_exceeds(ratio: Value, queries: int, bound: Value) -> Value:
    """Return ``1 - (1 - 2 g^k / (1 + g))^N``, the probability that one of N noises exceeds ``bound`` in absolute value.

    Parameters
    ----------
    ratio : number in (0, 1)
        g.
    queries : int
        N.
    bound : number of at least 0
        k is the least integer above it.

    Examples
    --------
    >>> some_noise_exceeds(Fraction(1, 2), 2, Fraction(1, 3))
    Fraction(8, 9)
    """
    return 1 - (1 - 2 * ratio ** (floor(bound) + 1) / (1 + ratio)) ** queries
