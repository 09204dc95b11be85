"""Terms, clauses, k-term DNF and k-CNF as truth tables.

Definitions
-----------
Points are the assignments of n variables, numbered ``0..2^n - 1``: variable i is bit i of the number.  A *literal* is a
pair ``(variable, value)``, true where the variable has that value.  A *term* is a set of literals joined by "and" (the
empty term is true everywhere), a *clause* one joined by "or" (the empty clause is false everywhere); neither mentions a
variable twice.  A *k-term DNF* is an "or" of at most k terms of any width, a *k-CNF* an "and" of any number of clauses
of at most k literals.  A function is stored as its truth table, an integer whose bit x is the value at point x.

Choosing one literal from each term turns a k-term DNF into a k-CNF (distributivity): so every k-term DNF function is a
k-CNF function, not conversely.

>>> dnf = (frozenset({(0, 1), (1, 1)}), frozenset({(2, 1)}))  # (x0 and x1) or x2
>>> [sorted(clause) for clause in dnf_to_cnf(dnf)]
[[(0, 1), (2, 1)], [(1, 1), (2, 1)]]
>>> len(dnf_functions(3, 2)), len(cnf_functions(3, 2))
(158, 166)
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product

from privlearn.exact import TooLargeToEnumerate, as_integer

Literal = tuple[int, int]
Term = frozenset[Literal]
Clause = frozenset[Literal]

MOST_VARIABLES = 12
LARGEST_SET = 1 << 20


def full_table(variables: int) -> int:
    """Return the truth table of the constant 1 on ``variables`` variables.

    Examples
    --------
    >>> bin(full_table(2))
    '0b1111'
    """
    return (1 << (1 << _checked(variables))) - 1


def _checked(variables: int) -> int:
    n = as_integer(variables, "variables", least=0)
    if n > MOST_VARIABLES:
        raise TooLargeToEnumerate("the truth table", f"2^{n}", 1 << MOST_VARIABLES)
    return n


def literal_table(literal: Literal, variables: int) -> int:
    """Return the truth table of one literal.

    Examples
    --------
    >>> bin(literal_table((1, 1), 2))
    '0b1100'
    """
    n = _checked(variables)
    variable = as_integer(literal[0], "literal", least=0, most=n - 1)
    value = as_integer(literal[1], "literal", least=0, most=1)
    return _literal_table(variable, value, n)


@lru_cache(maxsize=256)
def _literal_table(variable: int, value: int, variables: int) -> int:
    return sum(1 << x for x in range(1 << variables) if (x >> variable & 1) == value)


def term_table(term: Iterable[Literal], variables: int) -> int:
    """Return the truth table of the conjunction of literals.

    Examples
    --------
    >>> bin(term_table({(0, 1), (1, 1)}, 2))  # x0 and x1: point 3 alone
    '0b1000'
    """
    table = full_table(variables)
    for literal in term:
        table &= literal_table(literal, variables)
    return table


def clause_table(clause: Iterable[Literal], variables: int) -> int:
    """Return the truth table of the disjunction of literals.

    Examples
    --------
    >>> bin(clause_table({(0, 1), (1, 1)}, 2))  # x0 or x1: all points but 0
    '0b1110'
    """
    table = 0
    for literal in clause:
        table |= literal_table(literal, variables)
    return table


def dnf_table(dnf: Iterable[Iterable[Literal]], variables: int) -> int:
    """Return the truth table of a disjunction of terms; no term at all is the constant 0.

    Examples
    --------
    >>> bin(dnf_table([{(0, 1), (1, 1)}, {(0, 0), (1, 0)}], 2))  # x0 = x1: points 0 and 3
    '0b1001'
    """
    table = 0
    for term in dnf:
        table |= term_table(term, variables)
    return table


def cnf_table(cnf: Iterable[Iterable[Literal]], variables: int) -> int:
    """Return the truth table of a conjunction of clauses; no clause at all is the constant 1.

    Examples
    --------
    >>> bin(cnf_table([{(0, 1), (1, 1)}, {(0, 0), (1, 0)}], 2))  # exclusive or: points 1 and 2
    '0b110'
    """
    table = full_table(variables)
    for clause in cnf:
        table &= clause_table(clause, variables)
    return table


def literal_sets(variables: int, width: int) -> list[frozenset[Literal]]:
    """Return all sets of at most ``width`` literals that mention no variable twice, small ones first.

    They are the terms and the clauses of that width: ``sum over j <= width of C(n, j) 2^j`` of them.

    Examples
    --------
    >>> len(literal_sets(3, 2)), len(literal_sets(3, 3))
    (19, 27)
    """
    n, k = _checked(variables), as_integer(width, "width", least=0)
    return [frozenset(zip(chosen, values, strict=True)) for size in range(min(n, k) + 1)
            for chosen in combinations(range(n), size) for values in product((0, 1), repeat=size)]


def dnf_to_cnf(dnf: Sequence[Iterable[Literal]]) -> list[Clause]:
    """Return the k-CNF of a k-term DNF by distributivity: every choice of one literal from each term is a clause.

    Choices that hold a literal and its negation are true everywhere and left out; the clauses are distinct, in a fixed
    order, and have at most k literals.

    Examples
    --------
    >>> [sorted(clause) for clause in dnf_to_cnf([{(0, 1)}, {(0, 0), (1, 1)}])]  # x0 or (not x0 and x1)
    [[(0, 1), (1, 1)]]
    """
    found = set()
    for picked in product(*(sorted(term) for term in dnf)):
        if len({variable for variable, _ in picked}) == len(set(picked)):
            found.add(frozenset(picked))
    return sorted(found, key=lambda clause: (len(clause), sorted(clause)))


def dnf_functions(variables: int, terms: int) -> frozenset[int]:
    """Return the truth tables of all DNF with at most ``terms`` terms (none: the constant 0).

    Examples
    --------
    >>> len(dnf_functions(2, 1)), len(dnf_functions(2, 2))  # the constant 0 and 9 terms; all functions
    (10, 16)
    """
    n, k = _checked(variables), as_integer(terms, "terms", least=0)
    single = {term_table(term, n) for term in literal_sets(n, n)}
    found = {0}
    for _ in range(k):
        found |= {table | term for table in found for term in single}
        _fits(found)
    return frozenset(found)


def cnf_functions(variables: int, width: int) -> frozenset[int]:
    """Return the truth tables of all CNF with clauses of at most ``width`` literals.

    Examples
    --------
    >>> len(cnf_functions(2, 1)), len(cnf_functions(2, 2))  # the 9 terms and the constant 0; all functions
    (10, 16)
    """
    n = _checked(variables)
    found = {full_table(n)}
    for clause in literal_sets(n, width):
        table = clause_table(clause, n)
        found |= {other & table for other in found}
        _fits(found)
    return frozenset(found)


def _fits(found: set[int]) -> None:
    if len(found) > LARGEST_SET:
        raise TooLargeToEnumerate("the set of functions", len(found), LARGEST_SET)


def implied_clauses(table: int, variables: int, width: int) -> list[Clause]:
    """Return the clauses of at most ``width`` literals that are true wherever the function is.

    Examples
    --------
    >>> implied_clauses(term_table({(0, 1), (1, 1)}, 2), 2, width=1)  # x0 and x1 implies each of the two
    [frozenset({(0, 1)}), frozenset({(1, 1)})]
    """
    return [clause for clause in literal_sets(variables, width) if table & ~clause_table(clause, variables) == 0]


def strongest_cnf(table: int, variables: int, width: int) -> int:
    """Return the truth table of the conjunction of :func:`implied_clauses`: the least k-CNF above the function.

    It equals the function iff that is a k-CNF function.

    Examples
    --------
    >>> bin(strongest_cnf(0b0110, 2, width=2)), bin(strongest_cnf(0b0110, 2, width=1))  # exclusive or
    ('0b110', '0b1111')
    """
    return cnf_table(implied_clauses(table, variables, width), variables)


def eliminate_clauses(positive: int, variables: int, width: int) -> list[Clause]:
    """Return the clauses that no positive example violates: Valiant's learner of k-CNF.

    Parameters
    ----------
    positive : int
        The examples labelled 1, as a set of points (bit x: point x occurs).
    variables, width : int

    Notes
    -----
    Guarantee: if the target is a k-CNF of that width, its conjunction is consistent with every sample of the target and
    never 1 where the target is 0.

    Examples
    --------
    >>> eliminate_clauses(1 << 1 | 1 << 3, 2, width=1)  # points 1 and 3 occur: what they share is x0 = 1
    [frozenset({(0, 1)})]
    """
    return implied_clauses(positive, variables, width)


def bits_of(table: int, variables: int) -> tuple[int, ...]:
    """Return a truth table as a tuple of ``2^variables`` bits, the form concepts have elsewhere.

    Examples
    --------
    >>> bits_of(0b0110, 2)
    (0, 1, 1, 0)
    """
    return tuple(table >> x & 1 for x in range(1 << _checked(variables)))
