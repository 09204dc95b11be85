"""The online mistake-bound model as a game between a learner and an adversary.

Definitions
-----------
In each round the adversary shows a point, the learner predicts its label and is told the right one, which has to agree
with some concept of the class on all rounds so far. A wrong prediction is a mistake. ``mistake_bound`` is the value of
this game: the largest number of mistakes that an adversary can force from every learner. Source: FX15, Section 2.5.

What a learner knows is the version space V, and ``M(V) = max over points of min over predictions of max over the labels
that V allows of [mistake] + M(V with that label)``.  A point on which all of V agrees costs a sensible learner nothing
and tells it nothing, so only the others count.

>>> from privlearn.concepts import thresholds
>>> mistake_bound(thresholds(3))
3
"""

import math
from collections.abc import Iterable
from itertools import product

from privlearn.concepts import ConceptClass
from privlearn.dimensions import MistakeTree
from privlearn.online.standard_optimal import Learner
from privlearn.online.version_spaces import VersionSpaces


def mistake_bound(concepts: ConceptClass) -> int:
    """Return the number of mistakes that can be forced from every learner of the class.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.

    Notes
    -----
    Recursion over all version spaces; no tree and no dimension is used.  Cost: the number of version spaces that occur,
    times points.  Source: FX15, Section 2.5.

    >>> from privlearn.concepts import lines
    >>> mistake_bound(lines(3))
    2
    """
    spaces = VersionSpaces(concepts)
    known: dict[int, int] = {}

    def value(space: int) -> int:
        if space not in known:
            known[space] = max((min(max(value(zeros), 1 + value(ones)), max(1 + value(zeros), value(ones)))
                                for _, zeros, ones in spaces.splits(space)), default=0)
        return known[space]

    return value(spaces.everything)


def mistakes_forced(learner: Learner, concepts: ConceptClass) -> int | float:
    """Return the most mistakes that this learner makes on any sequence labelled by a concept, ``inf`` if unbounded.

    Parameters
    ----------
    learner : Learner
        In its initial state.
    concepts : ConceptClass
        Not empty.

    Notes
    -----
    A walk through all pairs (version space, state of the learner).  A mistake that leaves both as they were can be
    forced again and again.  A learner that comes back to an earlier state after other moves is refused.

    Raises
    ------
    ValueError
        If the learner can return to an earlier state other than by staying in it.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> from privlearn.online.standard_optimal import StandardOptimalAlgorithm
    >>> mistakes_forced(StandardOptimalAlgorithm(point_functions(4)), point_functions(4))
    1
    """
    spaces = VersionSpaces(concepts)
    return _Adversary(spaces).forces(spaces.everything, learner)


class _Adversary:
    """What can be forced from the learners that occur, for each version space and state."""

    def __init__(self, spaces: VersionSpaces):
        self.spaces = spaces
        self.known: dict[tuple[int, Learner], int | float] = {}
        self.open: set[tuple[int, Learner]] = set()

    def forces(self, space: int, state: Learner) -> int | float:
        """Return the most mistakes from here on."""
        here = space, state
        if here in self.known:
            return self.known[here]
        if here in self.open:
            raise ValueError("learner must not come back to an earlier state with the same version space")
        self.open.add(here)
        worst: int | float = 0
        predicted = state.hypothesis()
        for x, label in product(range(self.spaces.points), (0, 1)):
            left = self.spaces.agreeing(space, x, label)
            if left:
                following, mistake = state.updated(x, label), int(predicted[x] != label)
                if (left, following) != here:
                    worst = max(worst, mistake + self.forces(left, following))
                elif mistake:
                    worst = math.inf
        self.open.discard(here)
        self.known[here] = worst
        return worst


def play(learner: Learner, rounds: Iterable[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Let a learner play given rounds; return (point, prediction, label) for each.

    >>> from privlearn.concepts import thresholds
    >>> from privlearn.online.standard_optimal import StandardOptimalAlgorithm
    >>> play(StandardOptimalAlgorithm(thresholds(2)), [(1, 1), (0, 0), (3, 1)])
    ((1, 0, 1), (0, 0, 0), (3, 1, 1))
    """
    record = []
    for point, label in rounds:
        record.append((point, learner.hypothesis()[point], label))
        learner = learner.updated(point, label)
    return tuple(record)


def tree_adversary(learner: Learner, tree: MistakeTree) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Walk down a mistake tree, calling every prediction wrong; return the rounds and the row of the concept reached.

    Every round is a mistake, and the concept at the leaf agrees with all labels given: so a complete tree of depth d
    forces d mistakes from any learner.  Rounds are (point, prediction, label).

    >>> from privlearn.concepts import thresholds
    >>> from privlearn.dimensions import mistake_tree
    >>> from privlearn.online.standard_optimal import StandardOptimalAlgorithm
    >>> tree_adversary(StandardOptimalAlgorithm(thresholds(2)), mistake_tree(thresholds(2)))
    (((1, 0, 1), (0, 0, 1)), 0)
    """
    rounds = []
    while isinstance(tree, tuple):
        predicted = learner.hypothesis()[tree[0]]
        rounds.append((tree[0], predicted, 1 - predicted))
        learner = learner.updated(tree[0], 1 - predicted)
        tree = tree[2 - predicted]
    return tuple(rounds), tree
