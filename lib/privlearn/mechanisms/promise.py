"""A mechanism with its promise.

Definitions
-----------
The *promise* is what the source says of a mechanism: a ratio ``exp_epsilon``, a ``delta``, and the neighbour
relation.  The audit is what its law does.  They are different fields and never copied from one to the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_probability
from privlearn.laws import Law
from privlearn.mechanisms.neighbours import Relation


@dataclass(frozen=True)
class Promise:
    """What is claimed: ``(ln exp_epsilon, delta)``-privacy under ``neighbours``."""

    exp_epsilon: Fraction
    neighbours: Relation
    delta: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "exp_epsilon", as_exp_epsilon(self.exp_epsilon))
        object.__setattr__(self, "delta", as_probability(self.delta, "delta"))
        if not callable(self.neighbours):
            raise ValueError(f"neighbours must be a relation such as replace_one, got {self.neighbours!r}")


@dataclass(frozen=True)
class PromisedMechanism:
    """A function from databases to laws together with its promise; call it like the function."""

    law: Callable[[Any], Law]
    promise: Promise
    name: str = ""

    def __call__(self, database: Any) -> Law:
        """Return the law of the output on ``database``."""
        return self.law(database)
