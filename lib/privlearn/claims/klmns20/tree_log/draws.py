"""The law of a sampler, by giving it all equally likely draws, one after the other, in place of random ones."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

WORD = 1 << 64


class _More(Exception):
    """The script has ended: the sampler asks for one of so many equally likely draws."""


class Script(random.Random):
    """A generator whose draws are written down.

    The k-th draw is the cell ``script[k]`` of ``cells`` equal parts of [0, 1), of which the 64 bits asked for are the
    lowest or the highest number, or, of ``randrange(bound)``, the number itself.
    """

    def __new__(cls, *_: Any) -> "Script":
        """Make it unseeded."""
        return super().__new__(cls)

    def __init__(self, script: Sequence[int], cells: int, high: bool):
        super().__init__(0)
        self._script, self._cells, self._high, self._drawn = script, cells, high, 0

    def _next(self, choices: int) -> int:
        if self._drawn == len(self._script):
            raise _More(choices)
        self._drawn += 1
        return self._script[self._drawn - 1]

    def getrandbits(self, k: int, /) -> int:
        """Return the word of the next cell."""
        place = self._next(self._cells)
        return (place + 1) * WORD // self._cells - 2 if self._high else place * WORD // self._cells + 1

    def randrange(self, start: int, stop: Any = None, step: int = 1) -> int:
        """Return the next number below a bound."""
        return self._next(start) if start > 1 else 0


class Digits(random.Random):
    """A generator whose words are the binary digits of one number of [0, 1), and whose integers are the greatest."""

    def __new__(cls, *_: Any) -> "Digits":
        """Make it unseeded."""
        return super().__new__(cls)

    def __init__(self, number: Fraction):
        super().__init__(0)
        self._rest = number

    def getrandbits(self, k: int, /) -> int:
        """Return the next digits."""
        word, self._rest = divmod(self._rest * (1 << k), 1)
        return int(word)

    def randrange(self, start: int, stop: Any = None, step: int = 1) -> int:
        """Return the greatest integer below a bound."""
        return start - 1


def law_of_draws(sample: Callable[[Any], Any], cells: int, high: bool) -> dict[Any, Fraction]:
    """Return outcome -> probability of a sampler all of whose decisions lie at multiples of ``1/cells``.

    Two laws that agree, from the lowest and from the highest number of every cell, leave no room for a boundary inside
    a cell.
    """
    found: dict[Any, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, mass = waiting.pop()
        try:
            outcome = sample(Script(script, cells, high))
        except _More as more:
            (choices,) = more.args
            waiting += [((*script, place), mass / choices) for place in range(choices)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + mass
    return found
