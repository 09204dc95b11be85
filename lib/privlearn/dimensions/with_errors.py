"""Littlestone dimensions with errors: trees each of whose branches some concept fits with at most k errors.

Definitions
-----------
A tree is *shattered with k errors* if for each branch some concept disagrees with at most k of its labels.  A concept
may then be asked at the same point again, so that trees need not end.  The *k-Littlestone dimension* is the largest
depth of a complete one, the *randomised* one half the largest mean depth, a supremum; both are -1 for the empty class.

A *state* has for each concept how many errors are left to it, -1 if it is gone.  A label takes one from each concept
that says otherwise.  With a and b for the dimensions after label 0 and label 1, of a state and a point where neither is
empty, the dimensions are the largest ``1 + min(a, b)`` and ``(1 + a + b) / 2`` over the points.  If one of the labels
leaves the state as it is, for all concepts agree, then both equations say: at least 1 more than after the other label.

>>> from privlearn.concepts import thresholds
>>> littlestone_dimension_with_errors(thresholds(1), 1), randomized_littlestone_dimension_with_errors(thresholds(1), 1)
(3, Fraction(7, 4))

Source: FHMM23, the definitions before Theorem 46.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bounds import as_class
from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, rational

State = tuple[int, ...]
TWO = rational(2)
MOST_STATES = 200_000


class ErrorBudgets:
    """The states of a class whose concepts may err, and the two dimensions of each.

    Parameters
    ----------
    concepts : ConceptClass
    errors : int
        k, at least 0: how often each concept may err.
    limit : int
        How many states a search may look at.

    Attributes
    ----------
    start : tuple of int
        The state in which nothing has been told.
    points : int
    """

    def __init__(self, concepts: ConceptClass, errors: int, *, limit: int = MOST_STATES) -> None:
        k = as_integer(errors, "errors", least=0)
        self.start: State = (k,) * len(as_class(concepts))
        self.points = concepts.size
        self._columns = concepts.matrix.T.tolist()
        self._limit = as_integer(limit, "limit", least=0)
        self._depths: dict[State, int] = {}
        self._halves: dict[State, Any] = {}  # in the field of `rational`

    def told(self, state: State, point: int, label: int) -> State:
        """Return the state after a label was told.

        Examples
        --------
        >>> from privlearn.concepts import point_functions
        >>> ErrorBudgets(point_functions(2), 1).told((1, 1), 0, 1)  # the second one has erred
        (1, 0)
        """
        return tuple([left - (left >= 0 and said != label)
                      for left, said in zip(state, self._columns[point], strict=True)])

    def dimension(self, state: State) -> int:
        """Return the Littlestone dimension with errors of a state, -1 if no concept is left.

        Examples
        --------
        >>> from privlearn.concepts import point_functions
        >>> budgets = ErrorBudgets(point_functions(2), 1)
        >>> budgets.dimension(budgets.start), budgets.dimension((1, 0)), budgets.dimension((0, -1))
        (3, 2, 0)
        """
        return self._value(state, self._depths, lambda zero, one: 1 + min(zero, one))

    def randomized(self, state: State) -> Fraction:
        """Return the randomised Littlestone dimension with errors of a state, -1 if no concept is left.

        Examples
        --------
        >>> from privlearn.concepts import point_functions
        >>> budgets = ErrorBudgets(point_functions(2), 1)
        >>> budgets.randomized(budgets.start), budgets.randomized((0, 0))
        (Fraction(7, 4), Fraction(1, 2))
        """
        return as_fraction(self._value(state, self._halves, lambda zero, one: (1 + zero + one) / TWO))

    def _value(self, state: State, known: dict[State, Any], joined: Callable[[Any, Any], Any]) -> Any:
        if max(state, default=-1) < 0:
            return -1
        if state not in known:
            if len(known) >= self._limit:
                raise TooLargeToEnumerate("the collection of states", f"more than {self._limit}", self._limit)
            best = 0
            for x in range(self.points):
                zero, one = self.told(state, x, 0), self.told(state, x, 1)
                if max(zero) < 0 or max(one) < 0:
                    continue
                if state in (zero, one):
                    best = max(best, 1 + self._value(one if state == zero else zero, known, joined))
                else:
                    best = max(best, joined(self._value(zero, known, joined), self._value(one, known, joined)))
            known[state] = best
        return known[state]


def littlestone_dimension_with_errors(concepts: ConceptClass, errors: int, *, limit: int = MOST_STATES) -> int:
    """Return the depth of the deepest complete tree each of whose branches some concept fits but for k errors.

    Parameters
    ----------
    concepts : ConceptClass
    errors : int
        k, at least 0; for 0 this is Littlestone's dimension.
    limit : int
        How many states the search may look at.

    Raises
    ------
    TooLargeToEnumerate
        If that is not enough.

    Notes
    -----
    The most mistakes that can be forced from every deterministic learner if some concept errs at most k times.  Cost: a
    step for each point and state; there are at most ``(k + 2)^n`` states for n concepts.  Source: FHMM23.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [littlestone_dimension_with_errors(point_functions(2), k) for k in range(4)]
    [1, 3, 5, 7]
    """
    budgets = ErrorBudgets(concepts, errors, limit=limit)
    return budgets.dimension(budgets.start)


def randomized_littlestone_dimension_with_errors(concepts: ConceptClass, errors: int, *,
                                                 limit: int = MOST_STATES) -> Fraction:
    """Return half the largest mean depth of a tree each of whose branches some concept fits but for k errors.

    Parameters, errors and cost are those of :func:`littlestone_dimension_with_errors`.  This is the number of mistakes
    that a learner with coins must expect if some concept errs at most k times.  Source: FHMM23, Theorem 46.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [str(randomized_littlestone_dimension_with_errors(point_functions(2), k)) for k in range(4)]
    ['1/2', '7/4', '47/16', '131/32']
    """
    budgets = ErrorBudgets(concepts, errors, limit=limit)
    return budgets.randomized(budgets.start)
