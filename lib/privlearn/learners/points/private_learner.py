"""What users call: which single point of a huge domain is labelled 1, learned privately from arrays or lists.

Definitions
-----------
The boosted learner (:mod:`~privlearn.learners.points.boosted`) behind one call: privacy, accuracy and confidence are
asked for, a *plan* (:mod:`~privlearn.learners.points.plans`) says how many rows that takes, and the result is a
function of the points, whose flips are drawn when they are asked for.

>>> rng = np.random.default_rng(1)
>>> h = private_point_learner([(5, 1)] * 9000, size=8, epsilon=1/2, alpha=1/4, beta=1/100, rng=rng)
>>> h(5)
1

Source: BBKN14, Claim 4.5.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.laws.randomness import Generator
from privlearn.learners.points.boosted import boosted_point_learner, private_plan
from privlearn.learners.points.lazy import LazyHypothesis, as_generator, listed_points
from privlearn.learners.points.plans import PointPlan, frugal_plan


@dataclass(frozen=True)
class PrivatePointResult:
    """What :func:`private_point_learner` returns.

    Attributes
    ----------
    hypothesis : LazyHypothesis or None
        ``None``: the learner gave up; ``predict`` then answers 0 everywhere.
    plan : PointPlan
        How the rows were used.
    size : int
        Number of points.

    Notes
    -----
    The labels may be published, as many as one likes; the object itself must not be: its hypothesis remembers which
    points the test rows asked for.
    """

    hypothesis: LazyHypothesis | None
    plan: PointPlan
    size: int

    def __call__(self, x: Any) -> Any:
        """Return the label of one point, or the array of labels of an array of points."""
        return self.predict(x) if isinstance(x, (np.ndarray, list, tuple)) else int(self.predict([x])[0])

    def predict(self, points: Any) -> np.ndarray[Any, Any]:
        """Return the labels of a sequence of points as an array of 0 and 1."""
        if self.hypothesis is not None:
            return self.hypothesis.predict(points)
        asked = [as_integer(x, "x", least=0, most=self.size - 1) for x in listed_points(points)]
        return np.zeros(len(asked), dtype=np.int8)


def private_point_learner(rows: Any, *, size: int, epsilon: Number, alpha: Number, beta: Number, rng: Generator,
                          plan: PointPlan | None = None) -> PrivatePointResult:
    """Learn privately which single point is labelled 1, where the labels are those of one point.

    Nothing is promised where they are not; for noisy labels of a threshold there is
    :func:`~privlearn.private.labelled.learn_agnostic_threshold`.

    Parameters
    ----------
    rows : integer array of shape (n, 2), or sequence of (x, y) and None
        Points and labels, independently drawn, in the order they came (blocks are taken by position).
    size : int
        Number of points; the rows needed do not depend on it.
    epsilon : number in (0, 40]
        Privacy under replacing one row.
    alpha : number in (0, 1/2)
        Error of the labels that is tolerated.
    beta : number in (0, 1)
        Probability with which it may be exceeded.
    rng : numpy.random.Generator or random.Random
        Privacy holds for those who cannot predict it: a seed that is fixed or published hides nothing.
    plan : PointPlan, optional
        :func:`~privlearn.learners.points.plans.frugal_plan` by default;
        :func:`~privlearn.learners.points.plans.printed_point_plan` has the constants of BBKN14, Claim 4.5.  A plan that
        is less private than epsilon is refused.

    Returns
    -------
    PrivatePointResult
        Callable; ``predict`` takes many points.  The labels are epsilon-private, whatever the rows; if the rows are
        drawn independently and labelled by a point function, then, except with probability beta, at most a mass alpha
        of the points is labelled wrongly.

    Raises
    ------
    ValueError
        If a parameter, a label or a point is out of range, or there are too few rows (the number needed is named).

    Notes
    -----
    Only the first ``plan.total`` rows are read.  Cost: one sort of those rows, some coins for each block, and one flip
    for each block and distinct point of the test rows; nothing has the size of the domain.  Which error is raised, if
    any, depends on the parameters, the number of rows and rows outside the domain alone.  Source: BBKN14, Claim 4.5.

    Examples
    --------
    >>> rng = np.random.default_rng(7)
    >>> x = np.where(rng.random(10_000) < 1/2, 41_337, rng.integers(2**40, size=10_000))
    >>> sample = np.column_stack([x, x == 41_337])
    >>> h = private_point_learner(sample, size=2**40, epsilon=1/2, alpha=1/4, beta=1/100, rng=rng)
    >>> h(41_337), h.plan.total
    (1, 8299)
    """
    as_integer(size, "size", least=1)
    as_generator(rng)
    used = frugal_plan(epsilon, alpha, beta) if plan is None else private_plan(plan, epsilon, alpha, beta)
    hypothesis: Any = boosted_point_learner(rows, size=size, plan=used).sample(rng)
    return PrivatePointResult(hypothesis, used, size)
