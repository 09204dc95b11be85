"""TreeLog, written once: the law of its answer, in the order of the paper's steps.

Definitions
-----------
One level of the recursion sorts the database, sets the ``trim`` smallest and largest elements aside, draws a random
path in the binary tree, replaces every point by the level at which it falls off the path (without the ``stop`` largest
levels), finds an interior point ``y`` of these levels recursively, chooses a node of positive weight at level ``y``,
and takes one of the four candidate leaves of that node by their scores.  The base of the recursion is the exponential
mechanism.  The outcome is a point of the domain, or ``None`` where a choice gave no answer.

>>> level = Level(exp_path=2, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=1)
>>> law = tree_log_law((3, 3, 3, 3, 3, 3), bits=3, parameters=TreeLogParameters((level,), exp_base=2)).exact()
>>> max(law, key=law.get), law[None] > 0
(3, True)

Source: KLMNS20, Algorithm TreeLog (Section 3); all constants are parameters, as the printed ones are not known to us.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.learners.interior_point.problem import interior_point_law
from privlearn.learners.interior_point.trees.nodes import Node, as_points, level_bits, middle
from privlearn.learners.interior_point.trees.walk import candidates, embed, heavy_node, path_law
from privlearn.mechanisms import choose_one_shot


@dataclass(frozen=True, kw_only=True)
class Level:
    """The parameters of one level of TreeLog.

    Attributes
    ----------
    exp_path : number of at least 1, or None
        ``e^epsilon`` of a step of the random path; None for the heavy path, which is private for small databases only.
    exp_choose : number of at least 1
        ``e^epsilon`` of the choice of a node.
    threshold : number
        The weight at which a single node is as likely as no answer; :func:`tree_log_law` takes integers only, so that
        its law is rational.
    exp_end : number of at least 1
        ``e^epsilon`` of the choice among the candidate leaves.
    trim : int
        Elements set aside on either side, at least 0.
    stop : int
        The stopping weight of the path, which is also the number of largest levels that are dropped; at least 0.
    """

    exp_path: Number | None
    exp_choose: Number
    threshold: Number
    exp_end: Number
    trim: int
    stop: int

    def __post_init__(self) -> None:
        if self.exp_path is not None:
            as_exp_epsilon(self.exp_path, "exp_path")
        as_exp_epsilon(self.exp_choose, "exp_choose")
        as_fraction(self.threshold, "threshold")
        as_exp_epsilon(self.exp_end, "exp_end")
        as_integer(self.trim, "trim", least=0)
        as_integer(self.stop, "stop", least=0)


@dataclass(frozen=True)
class TreeLogParameters:
    """All parameters of TreeLog: one :class:`Level` per level of the recursion, and ``e^epsilon`` of the base.

    Attributes
    ----------
    levels : tuple of Level
    exp_base : number of at least 1
        ``e^epsilon`` of the exponential mechanism at the base.
    threshold_base : int, optional
        The score with which "no answer" takes part at the base.  By default it does not, as in the paper: then the
        base answers always, also on no elements at all.
    """

    levels: tuple[Level, ...]
    exp_base: Number
    threshold_base: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.levels, tuple) or not all(isinstance(level, Level) for level in self.levels):
            raise ValueError(f"levels must be a tuple of Level, got {self.levels!r}")
        as_exp_epsilon(self.exp_base, "exp_base")
        if self.threshold_base is not None:
            as_integer(self.threshold_base, "threshold_base")


def node_law(database: Iterable[int], bits: int, depth: int, exp_epsilon: Number, threshold: Number) -> Law:
    """Return the private choice of a node at ``depth`` by weight, None where it gives no answer (Step 7)."""
    as_integer(depth, "depth", least=0, most=bits)
    weights = Counter(x >> (bits - depth) for x in database)
    scores = {(depth, prefix): count for prefix, count in sorted(weights.items())}
    return choose_one_shot(scores, exp_epsilon, as_integer(threshold, "threshold"))


def last_node_law(points: tuple[int, ...], bits: int, level: Level) -> Law:
    """Return the law of the last node of the path of one level (Step 4)."""
    if level.exp_path is None:
        return pure(heavy_node(points, bits, level.stop))
    return path_law(points, bits, level.stop, level.exp_path)


def tree_log_law(database: Iterable[int], bits: int, parameters: TreeLogParameters) -> Law:
    """Return the law of TreeLog's answer.

    Parameters
    ----------
    database : sequence of int in ``0..2^bits - 1``
        A multiset of any size, 0 included.
    bits : int
        The domain is ``0..2^bits - 1``.
    parameters : TreeLogParameters
        With no levels the answer is the exponential mechanism's on the whole domain.

    Returns
    -------
    Law
        Over points and None ("no answer").  The exact table lists all paths, nodes and points: small domains only.

    Raises
    ------
    ValueError
        If a point lies outside the domain, before any private step.

    References
    ----------
    KLMNS20, Algorithm TreeLog.

    Examples
    --------
    >>> base = TreeLogParameters((), exp_base=2)
    >>> tree_log_law((0, 1), 1, base).exact()
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    if not isinstance(parameters, TreeLogParameters):
        raise ValueError(f"parameters must be TreeLogParameters, got {parameters!r}")
    points = as_points(database, bits)
    return _solve(points, bits, 1 << bits, parameters)


def _solve(points: tuple[int, ...], bits: int, size: int, parameters: TreeLogParameters) -> Law:
    if not parameters.levels:  # Step 1: the domain is 0..size - 1, not rounded up to a power of two
        return interior_point_law(points, range(size), parameters.exp_base, parameters.threshold_base)
    level, rest = parameters.levels[0], replace(parameters, levels=parameters.levels[1:])
    kept = middle(points, level.trim)  # Step 2

    def inner(levels_met: tuple[int, ...]) -> Law:  # Step 6
        return _solve(levels_met, level_bits(bits), bits + 1, rest)

    def choose(y: int | None) -> Law:  # Step 7; an inner candidate leaf may exceed the deepest level
        return pure(None) if y is None else node_law(kept, bits, min(y, bits), level.exp_choose, level.threshold)

    def finish(node: Any) -> Law:  # Steps 8 and 9, scored on all points, the trimmed ones included
        return pure(None) if node is None else interior_point_law(points, candidates(node, bits), level.exp_end)

    def embedded(node: Node) -> tuple[int, ...]:  # Step 5
        return embed(kept, bits, node, level.stop)

    return last_node_law(kept, bits, level).map(embedded).then(inner).then(choose).then(finish)
