"""From any learner of intervals to a proper one, if its hypotheses have few switching points.

Definitions
-----------
Points are ``0..T-1``, interval concept j is 1 below j, ``j = 0..T``; rows are ``(x, y)``.  Given a learner and a number
z, the *reduction* runs the learner on disjoint blocks of rows, keeps the first hypothesis ``h`` with at most z
switching points (no such one: outcome ``None``, "FAIL"), and draws a concept of ``SWITCH(h)`` with probability
proportional to ``e^{-epsilon errors / 2}``, errors being counted on rows of its own (BBKN14, proof of Theorem 5.4).

For accuracy alpha and failure beta it uses ``alpha' = alpha/4``, ``beta' = beta/6``, ``ceil(log2(1/beta'))`` blocks and
``ceil(8 ln(12/beta) / alpha^2 + 8 ln((6 - beta) z / beta) / (alpha epsilon))`` rows for the last draw.

>>> number_of_blocks(Fraction(3, 10)), interval_selection_rows(11, Logarithm(4), Fraction(2, 5), Fraction(3, 10))
(5, 262)
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.formulas import Logarithm, Value, ceil, formula, ln, log2
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, fold, pure
from privlearn.laws.law import as_law
from privlearn.learners.intervals.exponential import Database, interval_errors
from privlearn.learners.intervals.switching import Hypothesis, switch_numbers
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one

Learner = Callable[[Database], Law]
Selection = Callable[[Sequence[int], Database, Fraction], Law]
ANY_SIZE: Any = math.inf  # points are checked to be integers of at least 0: the reduction does not know the domain


@formula("rows", where=("0 < beta < 1",),
         corners={"beta": (Fraction(1, 10**100), Fraction(3, 8), Fraction(1, 2), Fraction(7))},
         loose={"0 < beta < 1": "no probability is above 1, and at 0 no number of blocks is enough"})
def number_of_blocks(beta: Value) -> Value:
    """Return ``ceil(log2(6 / beta))``, how often the learner is run."""
    return ceil(log2(6 / beta))


@formula("rows", where=("switches >= 2", "epsilon > 0", "0 < alpha < 1", "0 < beta < 1"),
         tex={"switches": "z", "epsilon": r"\eps"},
         corners={"switches": (0, 2, 2**64), "epsilon": (Fraction(1, 1000), Fraction(100)),
                  "alpha": (Fraction(1, 20), Fraction(9, 10), Fraction(2)),
                  "beta": (Fraction(1, 10**100), Fraction(1, 2), Fraction(99, 100), Fraction(3))},
         loose={"12": "the sample misleads less often than the bound 2 exp(-2 s alpha'^2) says",
                "switches >= 2": "every hypothesis has two switching points", "epsilon > 0": "at 0 it is undefined",
                "0 < alpha < 1": "no error is above 1", "0 < beta < 1": "no probability is above 1"})
def interval_selection_rows(switches: int, epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(8 ln(12/beta) / alpha^2 + 8 ln((6 - beta) z / beta) / (alpha epsilon))``.

    Parameters
    ----------
    switches : int
        z, at least 2; ``2**4096`` is fine.
    epsilon : number above 0, or Logarithm
    alpha, beta : numbers in (0, 1)

    References
    ----------
    BBKN14, proof of Theorem 5.4, without its term ``K(...)``.
    """
    return ceil(8 / alpha**2 * ln(12 / beta) + 8 / (alpha * epsilon) * ln((6 - beta) * switches / beta))


def first_simple(learner: Learner, blocks: Sequence[Database], switches: int) -> Law:
    """Return the law of the first hypothesis with at most ``switches`` switching points, ``None`` if there is none."""

    def simple(hypothesis: Hypothesis | None) -> Hypothesis | None:
        few = hypothesis is not None and len(switch_numbers(hypothesis)) <= switches
        return hypothesis if few else None

    return fold(None, blocks, lambda found, block: (
        as_law(learner(block), "learner").map(simple) if found is None else pure(found)))


def select_switch(concepts: Sequence[int], database: Database, root: Fraction) -> Law:
    """Return the exponential mechanism over the given interval concepts; ``root = e^{epsilon/2}``."""
    return from_scores({j: -wrong for j, wrong in interval_errors(concepts, database).items()}, root)


@dataclass(frozen=True)
class ReductionPlan:
    """The numbers of the reduction.

    Attributes
    ----------
    blocks, block_rows : int
        How often the learner is run, and on how many rows each time.
    switches : int
        z, the most switching points that are accepted.
    rows : int
        s, the rows of the last draw.
    """

    blocks: int
    block_rows: int
    switches: int
    rows: int

    def __post_init__(self) -> None:
        as_integer(self.blocks, "blocks", least=0)
        as_integer(self.block_rows, "block_rows", least=0)
        as_integer(self.switches, "switches", least=0)
        as_integer(self.rows, "rows", least=0)

    @property
    def total(self) -> int:
        """All rows."""
        return self.blocks * self.block_rows + self.rows

    def split(self, database: Database) -> tuple[list[Database], Database]:
        """Return the blocks and the rows of the last draw.

        Raises
        ------
        ValueError
            If the database has another number of rows than ``total``.
        """
        return split_rows(database, self.blocks, self.block_rows, self.rows)


def split_rows(database: Database, blocks: int, block_rows: int, rows: int) -> tuple[list[Database], Database]:
    """Return so many blocks of ``block_rows`` rows, in order, and the last ``rows`` rows; no other number will do."""
    total = blocks * block_rows + rows
    if not isinstance(database, (tuple, list)):
        raise ValueError(f"database must be a tuple of rows, got {type(database).__name__}")
    if len(database) != total:
        raise ValueError(f"database must have {total} rows for this plan, got {len(database)}")
    ends = [k * block_rows for k in range(blocks + 1)]
    return [tuple(database[a:b]) for a, b in zip(ends, ends[1:], strict=False)], tuple(database[ends[-1]:])


def check_reduction(learner: Any, plan: Any, kind: type) -> None:
    """Raise a ``ValueError`` unless ``plan`` is of the given kind and ``learner``, if it is run at all, a function."""
    if not isinstance(plan, kind):
        raise ValueError(f"plan must be a {kind.__name__}, got {plan!r}")
    if getattr(plan, "blocks", 1) and not callable(learner):
        raise ValueError(f"learner must be a function from databases to laws, got {learner!r}")


def plan_reduction(block_rows: int, switches: int, exp_epsilon: Number, alpha: Number, beta: Number) -> ReductionPlan:
    """Return the plan for accuracy alpha and failure beta from a learner that needs ``block_rows`` rows."""
    n = as_integer(block_rows, "block_rows", least=0)
    selection = interval_selection_rows(switches, Logarithm(as_exp_epsilon(exp_epsilon)), alpha, beta)
    return ReductionPlan(number_of_blocks(beta), n, switches, selection)


def proper_from_improper(learner: Learner, exp_epsilon: Number, plan: ReductionPlan,
                         select: Selection = select_switch) -> PromisedMechanism:
    """Return the proper learner of intervals that the reduction makes of a learner with few switching points.

    Parameters
    ----------
    learner : callable
        Database -> Law over hypotheses (tuples of bits or Steps; ``None`` is "no hypothesis"), private with ratio
        ``exp_epsilon`` on blocks of ``plan.block_rows`` rows.
    exp_epsilon : number
        At least 1 and the square of a rational.
    plan : ReductionPlan
    select : callable, optional
        ``(concept numbers, rows, e^{epsilon/2}) -> Law``, the last draw; an argument so that a wrong one can be put
        in its place and be caught.

    Returns
    -------
    PromisedMechanism
        Takes tuples of exactly ``plan.total`` rows ``(x, y)``; outcomes are concept numbers in ``0..T``, or ``None``
        for FAIL.  Each row is used once, so it is private with ratio ``exp_epsilon``.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if the number of rows is another one (the number
        needed is named) or a row is not ``(x, y)`` with an integer x of at least 0 and y in {0, 1}.

    Notes
    -----
    Cost: the learner's on every block, then O((rows + switching points) log rows).

    References
    ----------
    BBKN14, proof of Theorem 5.4, steps (1) to (5).
    """
    ratio = as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")
    check_reduction(learner, plan, ReductionPlan)

    def law(database: Database) -> Law:
        blocks, rest = plan.split(database)
        check_labelled(database, ANY_SIZE)  # all rows, before any coin: an error must not tell what a block gave
        found = first_simple(learner, blocks, plan.switches)
        return found.then(lambda h: pure(None) if h is None else select(switch_numbers(h), rest, root))

    return PromisedMechanism(law, Promise(ratio, replace_one), "proper learner from few switching points")
