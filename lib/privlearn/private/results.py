"""What the functions of this package return: the answer, what is promised of it, and what the promise was proved from.

Definitions
-----------
A *promise* has two halves.  *Privacy* holds whatever the data: replacing one row (or adding, or removing one, as
``neighbours`` says) changes the probability of every set of answers by a factor of at most ``e^epsilon``, but for
``delta``.  *Use* holds with probability at least ``1 - beta`` where its condition, if any, is met.

>>> from privlearn.mechanisms import replace_one
>>> words = "the answer is among the 10 middle rows"
>>> promise = Guarantee(Fraction(1), Fraction(0), replace_one, Fraction(1, 20), words)
>>> print(promise)
(1, 0)-private where one row is replaced; with probability at least 0.95 the answer is among the 10 middle rows
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.learners.interior_point.learned_thresholds import real_cut
from privlearn.mechanisms.columns import ColumnKind, read_like
from privlearn.mechanisms.neighbours import Relation, is_replacement


@dataclass(frozen=True)
class Guarantee:
    """What is promised of an answer.

    Attributes
    ----------
    epsilon, delta : Fraction
        Privacy.
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    beta : Fraction
        Probability with which the answer may be less useful than said.
    use : str
        What is said of its use, in words.
    """

    epsilon: Fraction
    delta: Fraction
    neighbours: Relation
    beta: Fraction
    use: str

    def __str__(self) -> str:
        change = "replaced" if is_replacement(self.neighbours) else "added or removed"
        return (f"({shown(self.epsilon)}, {shown(self.delta)})-private where one row is {change}; with probability at "
                f"least {shown(1 - self.beta)} {self.use}")


def shown(number: Fraction) -> str:
    """Return a number as people write it: whole, decimal where that is exact and short, else with six digits.

    Examples
    --------
    >>> [shown(Fraction(*pair)) for pair in ((3, 1), (1, 20), (1, 10**6), (1, 3))]
    ['3', '0.05', '1e-06', '0.333333']
    """
    return f"{float(number):.6g}"


@dataclass(frozen=True, kw_only=True)
class Result:
    """What all results have.

    Attributes
    ----------
    promise : Guarantee
    proved_from : str
        The statements that the promise rests on.
    plan : object
        What was run: its public parameters, with certified bounds.
    """

    promise: Guarantee
    proved_from: str
    plan: Any = field(repr=False, default=None)

    def _lines(self, answer: str) -> str:
        return f"{answer}\n  {self.promise}\n  proved from: {self.proved_from}"


@dataclass(frozen=True, kw_only=True)
class Answer(Result):
    """A value of the column's kind, several of them, or None for "no answer"; itself private, free to be published.

    Attributes
    ----------
    answer : value, tuple of values, or None
    """

    answer: Any

    def __str__(self) -> str:
        return self._lines(str(self.answer))


@dataclass(frozen=True, kw_only=True)
class Counts(Result):
    """Noisy counts, free to be published.

    Attributes
    ----------
    answer : mapping
        Cell -> noisy number of rows.
    elsewhere : int
        Noisy number of rows in none of the cells.
    error : int
        With probability ``1 - promise.beta`` no count is off by more.
    """

    answer: Mapping[Any, int]
    elsewhere: int
    error: int

    def __str__(self) -> str:
        return self._lines(f"{dict(self.answer)}, elsewhere {self.elsewhere}")


@dataclass(frozen=True, kw_only=True)
class LearnedThreshold(Result):
    """A threshold: values up to the cut have the first label, values above it the second; free to be published.

    Attributes
    ----------
    word : int
        The place of the cut among the words of the kind, -1 before all of them.
    kind : ColumnKind
        Of the points.
    labels : pair
        Below or at the cut, above it.
    errors : int
        Rows that it may label wrongly, beyond those of the best threshold, but for probability ``promise.beta``.
    """

    word: int = field(repr=False)
    kind: ColumnKind
    errors: int
    labels: tuple[Any, Any]

    @property
    def answer(self) -> Any:
        """The cut as a value of the column's kind; None (for reals minus infinity) if all values lie above it."""
        if self.kind.name == "reals":
            return real_cut(self.word)
        return None if self.word < 0 else self.kind.of_word(self.word)

    def predict(self, points: Any) -> np.ndarray[Any, Any]:
        """Return the labels of a column of points of the same kind as an array.

        Raises
        ------
        ValueError
            If the points are not of the kind that was learned from.
        """
        words = read_like(points, self.kind)
        above = np.ones(len(words), dtype=bool) if self.word < 0 else words > np.uint64(self.word)
        return np.where(above, self.labels[1], self.labels[0])

    def __call__(self, point: Any) -> Any:
        """Return the label of one point."""
        return self.predict([point])[0]

    def __str__(self) -> str:
        return self._lines(f"{self.labels[0]!r} up to {self.answer}, {self.labels[1]!r} above")


@dataclass(frozen=True, kw_only=True)
class LearnedPoint(Result):
    """A noisy indicator of one point.

    The labels that it gives may be published, as many as one likes; the object itself, or a file with it, must not
    be: it remembers its point without the noise.

    Attributes
    ----------
    labels : pair
        Of the other points, of the point.
    """

    answer: Callable[[Any], Any] | None = field(repr=False)
    key: Callable[[Any], Any] = field(repr=False)
    labels: tuple[Any, Any]

    def predict(self, points: Any) -> np.ndarray[Any, Any]:
        """Return the labels of a column of points as an array; of the other points' label if the learner gave up."""
        keys = self.key(points)
        hit = np.zeros(len(keys), dtype=bool) if self.answer is None else np.asarray(self.answer(keys)).astype(bool)
        return np.where(hit, self.labels[1], self.labels[0])

    def __call__(self, point: Any) -> Any:
        """Return the label of one point."""
        return self.predict([point])[0]

    def __str__(self) -> str:
        return self._lines(f"{self.labels[1]!r} at one point, with noise, {self.labels[0]!r} elsewhere")
