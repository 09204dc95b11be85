"""Exact privacy audits.

Definitions
-----------
A mechanism (a function from a database to a :class:`~privlearn.laws.law.Law`) is *epsilon-private* under a neighbour
relation if for every ordered neighbouring pair and every outcome ``Pr[M(left) = o] <= e^epsilon Pr[M(right) = o]``;
it is *(epsilon, delta)-private* if ``Pr[M(left) in S] <= e^epsilon Pr[M(right) in S] + delta`` for every event S.
An audit evaluates the exact law of every database and returns the least ratio ``e^epsilon``, or the least delta,
that is true of the pairs given, with the pair and the outcome or event that force it.  It is an equality on these
databases, not an estimate.

>>> from privlearn.mechanisms import randomised_response, replace_one
>>> audit_pure(randomised_response(Fraction(3, 4)), [(0,), (1,)], replace_one).exp_epsilon
Fraction(3, 1)
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.divergences import table_hockey_stick, table_ratio, whole_ratio, whole_table
from privlearn.mechanisms.neighbours import Database, Pair, Relation, as_database, as_databases

Mechanism = Callable[[Any], Law]


@dataclass(frozen=True)
class PureAudit:
    """Outcome of :func:`audit_pure`.

    Attributes
    ----------
    exp_epsilon : Fraction or math.inf
        The least ratio that is true of all pairs.
    witness : (left, right, outcome)
        Where it is attained.
    neighbours : str
        Name of the relation.
    pairs : int
        Number of ordered pairs that were compared.
    """

    exp_epsilon: Fraction | float
    witness: tuple[Database, Database, Any]
    neighbours: str
    pairs: int


@dataclass(frozen=True)
class ApproximateAudit:
    """Outcome of :func:`audit_approximate`; ``delta`` is the least one at the given ``exp_epsilon``."""

    exp_epsilon: Fraction
    delta: Fraction
    witness: tuple[Database, Database, frozenset[Any]]
    neighbours: str
    pairs: int


def _pairs(databases: Iterable[Database], neighbours: Relation | Iterable[Pair]) -> tuple[list[Pair], str]:
    listed = as_databases(databases)
    if callable(neighbours):
        pairs, name = neighbours(listed), getattr(neighbours, "__name__", "relation")
    else:
        pairs, name = _given_pairs(neighbours), "given pairs"
        known = set(listed)
        outside = [database for pair in pairs for database in pair if database not in known]
        if outside:
            raise ValueError(f"neighbours must be pairs of the given databases, got {outside[0]!r}")
    if not pairs:
        raise ValueError("neighbours must give at least one pair among the databases, got none: nothing to audit")
    return pairs, name


def _given_pairs(neighbours: Any) -> list[Pair]:
    if not isinstance(neighbours, Iterable):
        raise ValueError(f"neighbours must be a relation or pairs of databases, got {neighbours!r}")
    pairs = [tuple(pair) if isinstance(pair, (tuple, list)) else () for pair in neighbours]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("neighbours must be a relation or pairs of databases, got an entry that is no pair")
    return [(as_database(left), as_database(right)) for left, right in pairs]


def _laws(mechanism: Mechanism, pairs: list[Pair]) -> dict[Database, dict[Any, Any]]:
    if not callable(mechanism):
        raise ValueError(f"mechanism must be a function from databases to laws, got {mechanism!r}")
    laws: dict[Database, dict[Any, Any]] = {}
    for pair in pairs:
        for database in pair:
            if database not in laws:
                law = mechanism(database)
                if not isinstance(law, Law):
                    raise ValueError(f"mechanism must return a Law, got {law!r} on {database!r}")
                laws[database] = law.masses()
    return laws


def _with_different_laws(pairs: list[Pair], laws: dict[Database, dict[Any, Any]]) -> Iterable[Pair]:
    """Return the first pair of databases for every pair of laws: where the laws are equal, so is what they lose."""
    numbers: dict[Any, int] = {}
    kind = {database: numbers.setdefault(frozenset(law.items()), len(numbers)) for database, law in laws.items()}
    first: dict[tuple[int, int], Pair] = {}
    for pair in pairs:
        first.setdefault((kind[pair[0]], kind[pair[1]]), pair)
    return first.values()


def audit_pure(mechanism: Mechanism, databases: Iterable[Database],
               neighbours: Relation | Iterable[Pair]) -> PureAudit:
    """Return the exact privacy ratio of a mechanism over all neighbouring pairs among ``databases``.

    Parameters
    ----------
    mechanism : callable
        Database -> Law with finitely many outcomes.
    databases : iterable of tuples of rows
    neighbours : relation or iterable of pairs
        ``replace_one``, ``add_remove_one``, another relation, or its ordered pairs.

    Raises
    ------
    ValueError
        If no two databases are neighbours: an audit of nothing proves nothing.

    Notes
    -----
    Cost: one exact law for each database and one pass over the outcomes for each pair.

    Examples
    --------
    >>> from privlearn.mechanisms import randomised_response, replace_one
    >>> found = audit_pure(randomised_response(Fraction(2, 3)), [(0,), (1,)], replace_one)
    >>> found.exp_epsilon, found.witness
    (Fraction(2, 1), ((0,), (1,), (0,)))
    """
    pairs, name = _pairs(databases, neighbours)
    laws = _laws(mechanism, pairs)
    whole = {database: whole_table(law) for database, law in laws.items()}
    best: Fraction | float = Fraction(-1)
    witness: tuple[Database, Database, Any] = (*pairs[0], None)
    for left, right in _with_different_laws(pairs, laws):
        p, q = whole[left], whole[right]
        if p is not None and q is not None:
            top, bottom, outcome = whole_ratio(p, q)
            if bottom and top * best.denominator <= best.numerator * bottom:  # type: ignore[union-attr]
                continue
            ratio: Fraction | float = Fraction(top, bottom) if bottom else math.inf
        else:
            ratio, outcome = table_ratio(laws[left], laws[right])
        if ratio > best:
            best, witness = ratio, (left, right, outcome)
            if best == math.inf:
                break
    return PureAudit(best, witness, name, len(pairs))


def audit_approximate(mechanism: Mechanism, databases: Iterable[Database], neighbours: Relation | Iterable[Pair],
                      exp_epsilon: Number) -> ApproximateAudit:
    """Return the least delta at ``exp_epsilon`` over all neighbouring pairs among ``databases``.

    Raises
    ------
    ValueError
        If ``exp_epsilon`` is below 1 or no two databases are neighbours.

    Examples
    --------
    >>> from privlearn.mechanisms import randomised_response, replace_one
    >>> found = audit_approximate(randomised_response(Fraction(2, 3)), [(0,), (1,)], replace_one, 1)
    >>> found.delta, found.witness
    (Fraction(1, 3), ((0,), (1,), frozenset({(0,)})))
    """
    ratio = as_exp_epsilon(exp_epsilon)
    pairs, name = _pairs(databases, neighbours)
    laws = _laws(mechanism, pairs)
    best = Fraction(-1)
    witness: tuple[Database, Database, frozenset[Any]] = (*pairs[0], frozenset())
    for left, right in _with_different_laws(pairs, laws):
        delta, event = table_hockey_stick(laws[left], laws[right], ratio)
        if delta > best:
            best, witness = delta, (left, right, event)
    return ApproximateAudit(ratio, best, witness, name, len(pairs))


def refutes_pure(witness: tuple[Database, Database, Any], mechanism: Mechanism, exp_epsilon: Number) -> bool:
    """Verify that a witness breaks ``exp_epsilon``: one outcome, two exact probabilities, one comparison.

    Examples
    --------
    >>> from privlearn.mechanisms import randomised_response
    >>> response, witness = randomised_response(Fraction(2, 3)), ((0,), (1,), (0,))  # 2/3 against 1/3
    >>> refutes_pure(witness, response, 1), refutes_pure(witness, response, 2)
    (True, False)
    """
    left, right, outcome = witness
    p, q = (mechanism(database).exact().get(outcome, Fraction(0)) for database in (left, right))
    return p > as_exp_epsilon(exp_epsilon) * q


def refutes_approximate(witness: tuple[Database, Database, Iterable[Any]], mechanism: Mechanism,
                        exp_epsilon: Number, delta: Number) -> bool:
    """Verify that the event of a witness is more likely than ``exp_epsilon`` times its neighbour's plus ``delta``.

    Examples
    --------
    >>> from privlearn.mechanisms import randomised_response
    >>> witness = ((0,), (1,), [(0,)])  # 2/3 against 1/3
    >>> [refutes_approximate(witness, randomised_response(Fraction(2, 3)), 1, delta) for delta in (0, Fraction(1, 3))]
    [True, False]
    """
    left, right, event = witness
    outcomes = set(event)
    p, q = (sum(w for o, w in mechanism(database).exact().items() if o in outcomes) for database in (left, right))
    return p > as_exp_epsilon(exp_epsilon) * q + as_probability(delta, "delta")
