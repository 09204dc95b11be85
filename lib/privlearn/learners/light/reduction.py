"""From any learner of points to a proper one, if its hypotheses are light.

Definitions
-----------
Points are ``0..T-1``; the concept that is 1 at j alone is written j; rows are ``(x, y)``.  Given a learner and a number
z, the *reduction* runs the learner on k disjoint blocks of rows, keeps the hypotheses of weight below z, collects the
points on which they are 1 as *candidates*, adds a few fixed *fallback* points, and draws one of these points with
probability proportional to ``e^{-epsilon errors / 2}``, errors being counted on rows of its own (BBKN14, proof of
Theorem 4.11, with the fallback points and an accuracy of alpha/4 for alpha/2 of the learner).

If a light hypothesis h of error at most alpha/4 is among them, some candidate j has error at most alpha/2: the target
itself if h is 1 there, any point of h otherwise, and if h is 0 everywhere the fallback point of least mass.

>>> number_of_runs(Fraction(1, 10)), fallback_points(1024, Fraction(2, 5))
(11, 9)
>>> plan_light_reduction(1024, 40, 10, 4, Fraction(2, 5), Fraction(1, 10)).total
3249
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer, least_integer
from privlearn.exact.formulas import Value, ceil, formula
from privlearn.exact.rationals import Number, as_inner_probability, rational_square_root
from privlearn.laws import Law, fold, pure
from privlearn.laws.law import as_law
from privlearn.learners.generic.exponential import point_scores
from privlearn.learners.generic.occam import occam_sample_size
from privlearn.learners.intervals.reduction import check_reduction, split_rows
from privlearn.learners.light.weights import Hypothesis, hypothesis_weight, support
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one

Database = tuple[Any, ...]
Learner = Callable[[Database], Law]
Selection = Callable[[Collection[int], Database, Fraction], Law]


def number_of_runs(beta: Number) -> int:
    """Return ``ceil(ln(beta/2) / ln(3/4))``, the least k with ``(3/4)^k <= beta/2``, for beta in (0, 1)."""
    b = as_inner_probability(beta, "beta")
    return least_integer(lambda k: Fraction(3, 4) ** k <= b / 2)


@formula("rows", where=("0 < alpha < 1",), tex={"min(size, ceil(4 / alpha) - 1)": r"\lceil 4/\alpha\rceil - 1"},
         corners={"size": (12, 24), "alpha": (Fraction(1, 2), Fraction(2, 5), Fraction(1, 4))},
         loose={"0 < alpha < 1": "an error is between 0 and 1"})
def fallback_points(size: int, alpha: Value) -> Value:
    """Return ``min(size, ceil(4 / alpha) - 1)``, how many fixed points make up for a zero hypothesis.

    Guarantee: if the target's mass is at most alpha/4, one of so many distinct points has error at most alpha/2,
    whatever the distribution; with one point fewer (and ``size`` large enough) some distribution leaves none.

    Parameters
    ----------
    size : int
    alpha : number in (0, 1)
    """
    return min(size, ceil(4 / alpha) - 1)


@dataclass(frozen=True)
class LightPlan:
    """The numbers of the reduction.

    Attributes
    ----------
    blocks, block_rows : int
        k and n': how often the learner is run, and on how many rows each time.
    weight_below : int
        z: a hypothesis is kept if its weight is less.
    fallback : int
        The points ``0..fallback-1`` are candidates whatever the learner says.
    rows : int
        The rows of the last draw.
    """

    blocks: int
    block_rows: int
    weight_below: int
    fallback: int
    rows: int

    def __post_init__(self) -> None:
        as_integer(self.blocks, "blocks", least=0)
        as_integer(self.block_rows, "block_rows", least=0)
        as_integer(self.weight_below, "weight_below", least=0)
        as_integer(self.fallback, "fallback", least=0)
        as_integer(self.rows, "rows", least=0)

    @property
    def total(self) -> int:
        """All rows."""
        return self.blocks * self.block_rows + self.rows

    def split(self, database: Database) -> tuple[list[Database], Database]:
        """Return the blocks and the rows of the last draw; a ``ValueError`` for another number of rows."""
        return split_rows(database, self.blocks, self.block_rows, self.rows)


def most_candidates(size: int, blocks: int, weight_below: int, fallback: int) -> int:
    """Return ``min(size, k (z - 1) + fallback)``, at most how many candidates there are."""
    runs, z = as_integer(blocks, "blocks", least=0), as_integer(weight_below, "weight_below", least=1)
    return min(as_integer(size, "size", least=1), runs * (z - 1) + as_integer(fallback, "fallback", least=0))


def plan_light_reduction(size: int, block_rows: int, weight_below: int, exp_epsilon: Number, alpha: Number,
                         beta: Number) -> LightPlan:
    """Return the plan for accuracy alpha and failure beta.

    Parameters
    ----------
    size : int
        T; ``2**4096`` is fine.
    block_rows : int
        n', with which the learner has error above alpha/4 with probability at most 1/4.
    weight_below : int
        z of at least 1, such that the learner's hypothesis has a smaller weight with probability at least 1/2.
    exp_epsilon : number above 1
    alpha, beta : numbers in (0, 1)

    Notes
    -----
    The number of rows of the last draw is that of the generic learner for the largest possible set of candidates, so
    it does not depend on the data.
    """
    runs, spare = number_of_runs(beta), fallback_points(size, alpha)
    most = most_candidates(size, runs, weight_below, spare)
    rows = occam_sample_size(most, exp_epsilon, alpha, as_inner_probability(beta, "beta") / 2)
    return LightPlan(runs, as_integer(block_rows, "block_rows", least=0), weight_below, spare, rows)


def candidate_points(learner: Learner, blocks: Sequence[Database], weight_below: int,
                     fallback: Iterable[int] = ()) -> Law:
    """Return the law of the candidates: the fallback points and the points of all hypotheses of weight below z.

    Parameters
    ----------
    learner : callable
        Database -> Law over tuples of bits, frozensets of points, or ``None`` for no hypothesis.
    blocks : sequence of databases
    weight_below : int
    fallback : iterable of points

    Returns
    -------
    Law
        Over frozensets of points.
    """
    def joined(found: frozenset[int], hypothesis: Hypothesis | None) -> frozenset[int]:
        light = hypothesis is not None and hypothesis_weight(hypothesis) < weight_below
        return found | support(hypothesis) if light and hypothesis is not None else found

    return fold(frozenset(fallback), blocks, lambda found, block: (
        as_law(learner(block), "learner").map(lambda h: joined(found, h))))


def points_as_good(hypothesis: Hypothesis, target: int) -> tuple[int, ...]:
    """Return the points whose concepts err, as approximations of the target's, only where the hypothesis errs.

    The target itself if the hypothesis is 1 there; else all points on which it is 1.  Empty for zero alone.

    References
    ----------
    BBKN14, proof of Theorem 4.11, with the exception.

    Examples
    --------
    >>> points_as_good((0, 1, 1), 0), points_as_good((0, 1, 1), 1), points_as_good((0, 0, 0), 1)
    ((1, 2), (1,), ())
    """
    ones = support(hypothesis)
    return (target,) if target in ones else tuple(sorted(ones))


def select_point(candidates: Collection[int], database: Database, root: Fraction) -> Law:
    """Return the exponential mechanism over the given points; ``root = e^{epsilon/2}``."""
    scores, others = point_scores(database)
    return from_scores({j: scores.get(j, others) for j in sorted(candidates)}, root)


def proper_from_light(learner: Learner, size: int, exp_epsilon: Number, plan: LightPlan,
                      select: Selection = select_point) -> PromisedMechanism:
    """Return the proper learner of points that the reduction makes of a learner with light hypotheses.

    Parameters
    ----------
    learner : callable
        Database -> Law over hypotheses (tuples of bits, frozensets of points, ``None`` for no hypothesis), private with
        ratio ``exp_epsilon`` on blocks of ``plan.block_rows`` rows.
    size : int
        T.
    exp_epsilon : number
        At least 1 and the square of a rational.
    plan : LightPlan
    select : callable, optional
        ``(points, rows, e^{epsilon/2}) -> Law``, the last draw; an argument so that a wrong one can be put in its place
        and be caught.

    Returns
    -------
    PromisedMechanism
        Takes tuples of exactly ``plan.total`` rows ``(x, y)``; outcomes are points ``0..T-1``, or ``None`` if there is
        no candidate, which needs ``plan.fallback = 0``.  Each row is used once, so it is private with ratio
        ``exp_epsilon``.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if the number of rows is another one (the number
        needed is named) or a row is not ``(x, y)`` with a point x and y in {0, 1}.

    Notes
    -----
    Cost: the learner's on every block, then O(rows + candidates).

    References
    ----------
    BBKN14, proof of Theorem 4.11, steps (1) to (4).
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")
    check_reduction(learner, plan, LightPlan)
    fallback = range(as_integer(plan.fallback, "plan.fallback", least=0, most=n))

    def law(database: Database) -> Law:
        check_labelled(database, n)
        blocks, rest = plan.split(database)
        found = candidate_points(learner, blocks, plan.weight_below, fallback)
        return found.then(lambda points: select(points, rest, root) if points else pure(None))

    return PromisedMechanism(law, Promise(ratio, replace_one), "proper learner from light hypotheses")
