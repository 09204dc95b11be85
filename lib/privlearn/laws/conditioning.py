"""Conditional laws.

Definitions
-----------
The law of ``x`` *given* that ``accept(x)`` is true.  Read exactly it is the table of accepted outcomes, rescaled; read
by sampling it repeats the draw until one is accepted, ``1 / Pr[accept]`` tries on average.

>>> from privlearn.laws.law import uniform
>>> conditioned(uniform(range(6)), lambda face: face % 2 == 0).exact()
{0: Fraction(1, 3), 2: Fraction(1, 3), 4: Fraction(1, 3)}
"""

from collections.abc import Callable
from typing import Any

from privlearn.exact import as_integer, rational
from privlearn.laws.law import Law, Outcome, as_law
from privlearn.laws.randomness import Generator


class _Conditioned(Law):
    def __init__(self, law: Law, accept: Callable[[Any], bool], tries: int):
        self._law, self._accept, self._tries = law, accept, tries

    def masses(self) -> dict[Outcome, Any]:
        kept = {outcome: weight for outcome, weight in self._law.masses().items() if self._accept(outcome)}
        if not kept:
            raise ValueError("accept must be true of an outcome of positive probability, got none")
        total = sum(kept.values(), rational(0))
        return {outcome: weight / total for outcome, weight in kept.items()}

    def sample(self, rng: Generator) -> Outcome:
        for _ in range(self._tries):
            outcome = self._law.sample(rng)
            if self._accept(outcome):
                return outcome
        raise ValueError(f"accept must be true with positive probability, got no outcome in {self._tries} tries")


def conditioned(law: Law, accept: Callable[[Any], bool], *, tries: int = 1 << 20) -> Law:
    """Return ``law`` given that ``accept(outcome)`` is true.

    Parameters
    ----------
    law : Law
    accept : callable
        Outcome -> bool, true with positive probability.
    tries : int
        Sampling gives up after so many refused draws.

    Raises
    ------
    ValueError
        On reading the law, if no outcome is accepted.

    Examples
    --------
    >>> from privlearn.laws import uniform
    >>> conditioned(uniform(range(1, 7)), lambda face: face > 4).exact()
    {5: Fraction(1, 2), 6: Fraction(1, 2)}
    """
    if not callable(accept):
        raise ValueError(f"accept must be a function from outcomes to bool, got {accept!r}")
    return _Conditioned(as_law(law, "law"), accept, as_integer(tries, "tries", least=1))
