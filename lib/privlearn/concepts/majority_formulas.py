"""Every Boolean function but 0 as a majority of majorities of literals and constants.

Definitions
-----------
A rule G of k arguments is a truth table, an integer (:mod:`~privlearn.concepts.aggregation`).  Its *minterms* are the
inputs with value 1, as numbers; each stands for the conjunction of k literals that is 1 on this input alone, and G is
the disjunction of these m conjunctions.  A majority with constants is a conjunction or a disjunction:

    z_1 and ... and z_k = MAJ(z_1, ..., z_k, k - 1 zeros),    y_1 or ... or y_m = MAJ(y_1, ..., y_m, m - 1 ones),

so G is a majority of 2m - 1 majorities of 2k - 1 literals and constants.

>>> formula = to_majority_formula(6, 2)  # exclusive or
>>> formula.minterms, formula.outer_arity, formula.inner_arity, formula.rule()
((1, 2), 3, 3, 6)

Source: ABMS20, Section 4.2.2, proof of equation (5).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from privlearn.concepts.aggregation import aggregate, as_arity, as_rule, named_rule
from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_TABLE = 10  # arguments of a rule whose formula is evaluated on all inputs
TOP_BITS = bytes(b"01"[byte >> 7] for byte in range(256))


def majority(values: Sequence[int]) -> int:
    """Return 1 if more than half of the values are 1, else 0.

    Parameters
    ----------
    values : sequence of 0 and 1
        Of odd length.

    Raises
    ------
    ValueError
        If the length is even or a value is not 0 or 1.

    Examples
    --------
    >>> majority([1, 1, 0])
    1
    """
    if len(values) % 2 == 0:
        raise ValueError(f"values must be odd in number, got {len(values)}")
    if any(value not in (0, 1) for value in values):
        raise ValueError("values must be 0 or 1")
    return int(2 * sum(values) > len(values))


def minterms_of(rule: int, arity: int) -> tuple[int, ...]:
    """Return the inputs with value 1, as numbers, least first.

    Examples
    --------
    >>> minterms_of(6, 2)
    (1, 2)
    """
    table, k = as_rule(rule, arity), as_arity(arity)
    return tuple(v for v in range(1 << k) if table >> v & 1)


def rule_of_minterms(minterms: Sequence[int], arity: int) -> int:
    """Return the truth table of a disjunction of minterms, from its literals.

    Examples
    --------
    >>> rule_of_minterms((1, 2), 2)
    6
    """
    k, table = as_arity(arity), 0
    for term in minterms:
        table |= _conjunction(as_integer(term, "minterm", least=0), k)
    return table


@lru_cache(maxsize=1 << 14)
def _conjunction(term: int, arity: int) -> int:
    """Return the truth table of the conjunction of the literals of a minterm."""
    everything = (1 << (1 << arity)) - 1
    table = everything
    for j in range(arity):
        table &= _variable(j, arity) if term >> j & 1 else everything ^ _variable(j, arity)
    return table


@lru_cache(maxsize=64)
def _variable(j: int, arity: int) -> int:
    """Return the truth table of a variable."""
    return sum(1 << v for v in range(1 << arity) if v >> j & 1)


@dataclass(frozen=True)
class MajorityFormula:
    """A majority of majorities of literals and constants.

    Attributes
    ----------
    arity : int
        k, the number of variables.
    minterms : tuple of int
        One inner majority for each, at least one; its literals are 1 where the input agrees with the minterm.
    outer, inner : int
        The constants that fill up the outer majority (m - 1 times) and every inner one (k - 1 times).
    """

    arity: int
    minterms: tuple[int, ...]
    outer: int = 1
    inner: int = 0

    def __post_init__(self) -> None:
        as_arity(self.arity)
        if not self.minterms:
            raise ValueError("minterms must not be empty: a majority of -1 values does not exist")
        if min(self.minterms) < 0 or max(self.minterms) >= 1 << self.arity:
            raise ValueError(f"minterms must be below 2^{self.arity}, got {self.minterms}")

    @property
    def outer_arity(self) -> int:
        """``2m - 1``."""
        return 2 * len(self.minterms) - 1

    @property
    def inner_arity(self) -> int:
        """``2k - 1``."""
        return 2 * self.arity - 1

    def literals(self, minterm: int) -> tuple[int, ...]:
        """Return for each variable whether a minterm has it as it is (1) or negated (0).

        Examples
        --------
        >>> to_majority_formula(6, 2).literals(0b10)
        (1, 0)
        """
        return tuple(minterm >> self.arity - 1 - j & 1 for j in range(self.arity))

    def value(self, *values: int) -> int:
        """Evaluate the formula, gate after gate.

        Examples
        --------
        >>> [to_majority_formula(6, 2).value(a, b) for a in (0, 1) for b in (0, 1)]
        [0, 1, 1, 0]
        """
        if len(values) != self.arity:
            raise ValueError(f"values must be {self.arity} in number, got {len(values)}")
        gates = [majority([int(v == literal) for v, literal in zip(values, self.literals(term), strict=True)]
                          + [self.inner] * (self.arity - 1)) for term in self.minterms]
        return majority(gates + [self.outer] * (len(gates) - 1))

    def rule(self) -> int:
        """Return the truth table of the formula.

        Raises
        ------
        TooLargeToEnumerate
            For more than 10 variables.
        """
        if self.arity > LARGEST_TABLE:
            raise TooLargeToEnumerate("the inputs of the formula", 1 << self.arity, 1 << LARGEST_TABLE)
        ones, places = _gates(self.arity, self.inner)
        needed = len(self.minterms) - self.outer * (len(self.minterms) - 1)  # ones among the gates, of 2m - 1
        counts = sum(map(ones.__getitem__, self.minterms), places * ((1 << 15) - needed))
        upper_halves = counts.to_bytes(2 << self.arity, "big")[::2]  # the top bit of a place: whether they are enough
        return int(upper_halves.translate(TOP_BITS), 2)

    def classes(self, *classes: ConceptClass) -> ConceptClass:
        """Return the composed class: every occurrence of a class chooses its own concept.

        It contains all ``G(h_1, ..., h_k)`` and can be larger, as different minterms may use different ``h_j``.

        Examples
        --------
        >>> constants = ConceptClass.from_matrix([[0], [1]])
        >>> to_majority_formula(8, 2).classes(constants, constants).matrix.tolist()
        [[0], [1]]
        """
        if len(classes) != self.arity:
            raise ValueError(f"classes must be {self.arity} in number, got {len(classes)}")
        width = classes[0].matrix.shape[1]
        constant = [ConceptClass.from_matrix([[bit] * width]) for bit in (0, 1)]
        either = [(ConceptClass.from_matrix(1 - c.matrix), c) for c in classes]
        inside, padding = _majority_rule(self.inner_arity), [constant[self.inner]] * (self.arity - 1)
        gates = [aggregate(inside, *(pair[literal] for pair, literal in zip(either, self.literals(term), strict=True)),
                           *padding) for term in self.minterms]
        return aggregate(_majority_rule(self.outer_arity), *gates, *[constant[self.outer]] * (len(gates) - 1))


@cache
def _majority_rule(arity: int) -> int:
    return named_rule("majority", arity)


@lru_cache(maxsize=64)
def _gates(arity: int, constant: int) -> tuple[list[int], int]:
    """Return for each minterm the values of its inner majority, and the number of all ones.

    Both as whole numbers with 16 bits for each input, so that adding them counts for all inputs at once.
    """
    numbers = np.arange(1 << arity, dtype=np.int64)
    differing = numbers[:, None] ^ numbers[None, :]
    agreeing = arity - sum((differing >> j & 1) for j in range(arity))
    values = np.asarray(2 * (agreeing + constant * (arity - 1)) > 2 * arity - 1, dtype="<u2")
    return [int.from_bytes(row.tobytes(), "little") for row in values], int.from_bytes(b"\1\0" * len(values), "little")


def to_majority_formula(rule: int, arity: int) -> MajorityFormula:
    """Return the formula of a rule that is not identically 0.

    Raises
    ------
    ValueError
        For the rule 0: it has no minterm; compose the constant class directly.

    Examples
    --------
    >>> to_majority_formula(0, 1)
    Traceback (most recent call last):
    ValueError: minterms must not be empty: a majority of -1 values does not exist
    """
    return MajorityFormula(as_arity(arity), minterms_of(rule, arity))
