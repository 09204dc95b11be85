"""Sub-laws: what is left of a law when an unbounded loop is cut.

Definitions
-----------
A *sub-law* is a table of masses together with ``missing``, the mass on which nothing is known.  Probabilities are
then bracketed: an event has probability between its mass and its mass plus ``missing``.

>>> from privlearn.laws.law import bernoulli
>>> tries = cut_loop(bernoulli(Fraction(1, 2)), accept=lambda bit: bit == 1, rounds=3)
>>> tries.masses, tries.missing
({1: Fraction(7, 8)}, Fraction(1, 8))
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_integer
from privlearn.laws.law import Law, as_law


@dataclass(frozen=True)
class SubLaw:
    """Masses that sum to ``1 - missing``."""

    masses: dict[Any, Fraction]
    missing: Fraction

    def __post_init__(self) -> None:
        if sum(self.masses.values()) + self.missing != 1 or min([self.missing, *self.masses.values()]) < 0:
            raise ValueError("masses and missing must not be negative and sum to 1, "
                             f"got {self.masses} and {self.missing}")

    def probability(self, event: Callable[[Any], bool]) -> Bracket:
        """Bracket the probability of an event.

        Examples
        --------
        >>> SubLaw({0: Fraction(1, 2), 1: Fraction(1, 4)}, missing=Fraction(1, 4)).probability(lambda bit: bit == 1)
        Bracket(lower=Fraction(1, 4), upper=Fraction(1, 2))
        """
        mass = sum((weight for outcome, weight in self.masses.items() if event(outcome)), Fraction(0))
        return Bracket(mass, mass + self.missing)


def cut_loop(body: Law, accept: Callable[[Any], bool], rounds: int) -> SubLaw:
    """Return the sub-law of "repeat ``body`` until ``accept``", cut after ``rounds`` repetitions.

    Examples
    --------
    >>> from privlearn.laws import uniform
    >>> cut_loop(uniform(range(4)), accept=lambda x: x < 3, rounds=1).missing
    Fraction(1, 4)
    """
    as_integer(rounds, "rounds", least=0)
    table = as_law(body, "body").exact()
    refused = sum((weight for outcome, weight in table.items() if not accept(outcome)), Fraction(0))
    reached = sum((refused**k for k in range(rounds)), Fraction(0))
    masses = {outcome: weight * reached for outcome, weight in table.items() if accept(outcome) and rounds}
    return SubLaw(masses, refused**rounds)
