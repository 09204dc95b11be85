"""Certified minimax programs over products of simplices.

Definitions
-----------
The variables are split into *blocks*, each a probability vector.  A *ratio row* ``(i, j, r)`` asks ``x_i <= r x_j``.  A
*task* is a vector of losses.  The program is

    minimise   max over tasks of  sum_i loss_i x_i
    subject to every block sums to 1, every ratio row holds, x >= 0.

Zero-sum games have one block and no ratio rows; "the best of all private mechanisms" has one block for each database
and a ratio row for each pair of neighbours and each output.

A feasible ``x`` gives an upper bound.  Multipliers ``nu`` of the tasks (a probability vector) and ``lam >= 0`` of
the ratio rows give the lower bound ``sum over blocks of min_i c_i`` with
``c = sum nu_t loss_t + sum lam (e_i - r e_j)``: whatever the multipliers, however they were found, this bound is
true.  An :class:`Enclosure` carries both; :func:`is_enclosure` recomputes them in rationals and shares no code with
the solver.

>>> coin = MinimaxProgram(blocks=(2,), tasks=({0: Fraction(1)}, {1: Fraction(1)}))
>>> half = Fraction(1, 2)
>>> is_enclosure(Enclosure(half, half, (half, half), (half, half), {}), coin)
True
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import lcm

from privlearn.exact.rationals import as_fraction

LONGEST_UNIT = 4096  # bits of a common denominator


@dataclass(frozen=True)
class MinimaxProgram:
    """Minimise the largest task loss over a product of simplices under ratio rows.

    Attributes
    ----------
    blocks : tuple of int
        Sizes of the blocks; variables are numbered through, block after block.
    tasks : tuple of dict
        Each maps variable numbers to losses (rational); missing variables have loss 0.
    ratios : tuple of (int, int, Fraction)
        ``(i, j, r)`` means ``x_i <= r x_j`` with ``r > 0``.
    """

    blocks: tuple[int, ...]
    tasks: tuple[dict[int, Fraction], ...]
    ratios: tuple[tuple[int, int, Fraction], ...] = ()

    def __post_init__(self) -> None:
        size = self.size
        if not self.blocks or min(self.blocks) < 1:
            raise ValueError(f"blocks must be a non-empty tuple of positive sizes, got {self.blocks}")
        if not self.tasks:
            raise ValueError("tasks must not be empty: there is nothing to minimise")
        used = {v for task in self.tasks for v in task} | {v for i, j, _ in self.ratios for v in (i, j)}
        if used and not (min(used) >= 0 and max(used) < size):
            raise ValueError(f"variables must be numbered 0..{size - 1}, got {min(used)}..{max(used)}")
        if any(r <= 0 for _, _, r in self.ratios):
            raise ValueError("ratios must be positive")

    @property
    def size(self) -> int:
        """Number of variables."""
        return sum(self.blocks)

    def block_ranges(self) -> list[range]:
        """Return the variable numbers of each block."""
        ends = list(accumulate(self.blocks))
        return [range(end - size, end) for end, size in zip(ends, self.blocks, strict=True)]


@dataclass(frozen=True)
class Enclosure:
    """Certified bounds on the value of a :class:`MinimaxProgram`, with what proves them.

    Attributes
    ----------
    lower, upper : Fraction
        ``lower <= value <= upper``.
    point : tuple of Fraction
        A feasible point whose largest loss is ``upper``.
    task_weights : tuple of Fraction
        Probability vector over the tasks.
    ratio_weights : dict
        Row number -> multiplier (rows that are missing have multiplier 0).
    """

    lower: Fraction
    upper: Fraction
    point: tuple[Fraction, ...] = field(repr=False)
    task_weights: tuple[Fraction, ...] = field(repr=False)
    ratio_weights: dict[int, Fraction] = field(repr=False)

    @property
    def value(self) -> Fraction:
        """The exact optimum, where both ends agree.

        Raises
        ------
        ValueError
            If the enclosure is wider than a point.
        """
        if self.lower != self.upper:
            raise ValueError(f"the optimum is only enclosed: {float(self.lower)} <= value <= {float(self.upper)}")
        return self.lower


def is_enclosure(enclosure: Enclosure, program: MinimaxProgram) -> bool:
    """Verify an enclosure in rational arithmetic, from the definition alone.

    Cost: one pass over the data of the program.
    """
    x, nu, lam = enclosure.point, enclosure.task_weights, enclosure.ratio_weights
    terms = [value.as_integer_ratio() for value in x]
    feasible = (
        len(x) == program.size
        and all(value >= 0 for value in x)
        and all(sum(x[i] for i in block) == 1 for block in program.block_ranges())
        and all(terms[i][0] * terms[j][1] * r.denominator <= r.numerator * terms[j][0] * terms[i][1]
                for i, j, r in program.ratios)
        and all(sum(w * x[i] for i, w in task.items()) <= enclosure.upper for task in program.tasks)
    )
    weights_allowed = (
        len(nu) == len(program.tasks) and sum(nu) == 1 and min(nu) >= 0 and all(w >= 0 for w in lam.values())
    )
    cost = [Fraction(0)] * program.size
    for weight, task in zip(nu, program.tasks, strict=False):
        for i, loss in task.items():
            cost[i] += weight * loss
    for row, weight in lam.items():
        i, j, r = program.ratios[row]
        cost[i] += weight
        cost[j] -= weight * r
    bound = sum(min(cost[i] for i in block) for block in program.block_ranges())
    return bool(feasible and weights_allowed and bound >= enclosure.lower)


def dominated_value(program: MinimaxProgram, point: tuple[Fraction, ...]) -> Fraction:
    """Return the largest task loss at ``point`` (no feasibility check)."""
    support = {i: x for i, x in enumerate(point) if x}
    unit = 1  # a common denominator, as long as it stays short: sums of integers are faster
    for x in support.values():
        unit = lcm(unit, x.denominator)
        if unit.bit_length() > LONGEST_UNIT:
            return max(sum((as_fraction(w) * support[i] for i, w in task.items() if i in support), Fraction(0))
                       for task in program.tasks)
    whole = {i: x.numerator * (unit // x.denominator) for i, x in support.items()}
    return max(_integer_loss(task, whole) for task in program.tasks) / unit


def _integer_loss(task: dict[int, Fraction], whole: dict[int, int]) -> Fraction:
    """Return the task's loss at a point of integers, added up for each denominator of the weights."""
    parts: dict[int, int] = {}
    for i, weight in task.items():
        if i in whole:
            w = as_fraction(weight)
            parts[w.denominator] = parts.get(w.denominator, 0) + w.numerator * whole[i]
    return sum((Fraction(top, bottom) for bottom, top in parts.items()), Fraction(0))
