"""Samplers judged exactly: a source of random numbers that gives all its answers, one script after the other.

Definitions
-----------
A *script* is a sequence of answers of a random source.  A request for a number below a bound has as many equally likely
answers; a request for a word of bits is answered by the middles of ``pieces`` equal parts of all words, which is exact
where every outcome takes whole parts, or by a word next to the lower or the upper end of each part: two laws that agree
leave no room for a boundary inside a part.  :func:`sampled` runs a sampler on every script and adds up the
probabilities; a script of more than ``most`` answers, in an unbounded loop, is cut.

>>> from privlearn.laws import choice
>>> sampled(choice({"a": Fraction(1, 3), "b": Fraction(2, 3)}).sample)
{'a': Fraction(1, 3), 'b': Fraction(2, 3)}
"""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

CUT = "cut"


class TooLong(Exception):
    """More answers were asked for than a script may have."""


class Script(random.Random):
    """A source that gives the listed answers, then always the first, and knows of how many each was one."""

    def __init__(self, answers: Sequence[int], pieces: int = 1, most: int = 99, quiet: bool = False,
                 end: int | None = None):
        super().__init__(0)
        self.answers, self._pieces, self._most, self._quiet, self._end = list(answers), pieces, most, quiet, end
        self.bounds: list[int] = []

    def _next(self, bound: int) -> int:
        if bound == 1:
            return 0
        if len(self.bounds) == self._most:
            raise TooLong
        self.bounds.append(bound)
        if len(self.answers) < len(self.bounds):
            self.answers.append(0)
        return self.answers[len(self.bounds) - 1]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the next answer; a quiet source gives 0 until the first word was asked for."""
        return 0 if self._quiet and not self.bounds else self._next(start)

    def getrandbits(self, k: int, /) -> int:
        """Return the middle of the next part of all words, or a word next to its lower (0) or upper (1) end."""
        part = self._next(self._pieces)
        if self._end is None:
            return ((2 * part + 1) << k - 1) // self._pieces
        return (part + self._end << k) // self._pieces + (1, -2)[self._end]


class Digits(random.Random):
    """A source whose words are the binary digits of one number of [0, 1), and whose integers are the greatest."""

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

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the greatest integer below a bound."""
        return start - 1


def sampled(sample: Callable[[Any], Any], pieces: int = 1, most: int = 99, quiet: bool = False,
            end: int | None = None) -> dict[Any, Fraction]:
    """Return the law of a sampler by all scripts, the mass of those that are cut under ``CUT``."""
    law: dict[Any, Fraction] = {}
    answers: list[int] = []
    while True:
        source = Script(answers, pieces, most, quiet, end)
        try:
            outcome = sample(source)
        except TooLong:
            outcome = CUT
        law[outcome] = law.get(outcome, Fraction(0)) + Fraction(1, prod(source.bounds))
        answers, bounds = source.answers, source.bounds
        while answers and answers[-1] + 1 == bounds[len(answers) - 1]:
            answers.pop()
        if not answers:
            return law
        answers[-1] += 1
