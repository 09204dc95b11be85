"""OneRandomPath, LevelUp and HeavyPaths: interior points with a single random path.

Definitions
-----------
``D_0, D_1, ...`` are the databases of :mod:`~privlearn.learners.interior_point.heavy_paths.databases`.  *HeavyPaths*
first asks StoppingPoint for a level ``k`` whose database ``D_k`` has an element of large multiplicity.  *OneRandomPath*
draws a random path for ``D_{k-1}`` in place of the heavy one, chooses a heavy level ``y`` of what falls off it, a heavy
node at that level and one of its four candidate leaves: a point ``x_{k-1}`` for ``D_{k-1}``.  *LevelUp* then turns
``x_{i+1}``, which is a level of the tree of ``D_i``, into a point ``x_i``, for ``i = k-2, ..., 0``: a heavy node at
that level and one of its four leaves.  The answer is ``x_0``, or ``None`` where a choice gave no answer.

A point of the domain of ``D_{i+1}`` may exceed the deepest level of the tree of ``D_i`` (the domain is rounded up to a
power of 2): LevelUp takes the deepest level then.

>>> settings = HeavyPathsParameters.with_one_base(2, levels=2, trim=0, stop=2, threshold=1, high=2, exp_threshold=4,
...                                               exp_query=4, level_threshold=2, threshold_choose=2)
>>> law = heavy_paths_law((3,) * 9, 3, settings).exact()
>>> max(law, key=law.get), law[None] < Fraction(1, 6)
(3, True)

Source: KLMNS20, Algorithms 4 to 6 (Section 4); all constants are parameters, as the printed ones are not known to us.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.learners.interior_point.heavy_paths.databases import construct_paths, domain_sizes
from privlearn.learners.interior_point.heavy_paths.stopping_point import noise_gap_tail, stopping_point_law
from privlearn.learners.interior_point.problem import interior_point_law
from privlearn.learners.interior_point.tree_log.law import node_law
from privlearn.learners.interior_point.trees.nodes import Node, as_points, middle
from privlearn.learners.interior_point.trees.walk import candidates, embed, path_law
from privlearn.mechanisms import choose_one_shot

Points = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class HeavyPathsParameters:
    """The public parameters of HeavyPaths.

    Attributes
    ----------
    levels : int
        N, at least 1.
    trim : int
        Elements set aside on either side of every database, at least 0.
    stop : int
        t, the weight at which paths end and the number of largest levels that are dropped, at least 1.
    threshold : int
        T of StoppingPoint.
    high : int
        ``T_high``: a level whose database has an element so often is not passed over, but for the probability
        :attr:`delta_stop`.  At least ``threshold`` and at most ``stop``; it does not enter the algorithm, only what is
        proved of it.
    exp_threshold, exp_query : numbers above 1
        ``e^{e_1}`` and ``e^{e_2}`` of StoppingPoint's noises.
    exp_path : number above 1
        ``e^{epsilon_p}`` of a step of the random path.
    exp_level, level_threshold : number above 1, int
        ``e^{epsilon_y}`` and ``tau_y`` of the choice of a level.
    exp_choose, threshold_choose : number above 1, int
        ``e^{epsilon_c}`` and ``tau`` of the choices of nodes.
    exp_end : number of at least 1
        ``e^{epsilon_e}`` of the choices among the candidate leaves.

    Raises
    ------
    ValueError
        If a value is out of its range; that the algorithm is private needs more, see
        :func:`~privlearn.learners.interior_point.heavy_paths.privacy.check_heavy_paths`.
    """

    levels: int
    trim: int
    stop: int
    threshold: int
    high: int
    exp_threshold: Number
    exp_query: Number
    exp_path: Number
    exp_level: Number
    level_threshold: int
    exp_choose: Number
    threshold_choose: int
    exp_end: Number

    @classmethod
    def with_one_base(cls, base: Number, **others: Any) -> HeavyPathsParameters:
        """Return parameters whose numbers ``exp_...`` are ``base``, except for those that are given.

        Examples
        --------
        >>> numbers = {"levels": 1, "trim": 0, "stop": 1, "threshold": 1, "high": 1}
        >>> found = HeavyPathsParameters.with_one_base(2, exp_end=3, level_threshold=2, threshold_choose=2, **numbers)
        >>> found.exp_path, found.exp_end
        (2, 3)
        """
        bases = dict.fromkeys(("exp_threshold", "exp_query", "exp_path", "exp_level", "exp_choose", "exp_end"), base)
        return cls(**{**bases, **others})

    def __post_init__(self) -> None:
        as_integer(self.levels, "levels", least=1)
        as_integer(self.trim, "trim", least=0)
        as_integer(self.stop, "stop", least=1)
        for name in ("threshold", "level_threshold", "threshold_choose"):
            as_integer(getattr(self, name), name)
        as_integer(self.high, "high", least=self.threshold)
        as_exp_epsilon(self.exp_end, "exp_end")
        for name in ("exp_threshold", "exp_query", "exp_path", "exp_level", "exp_choose"):
            if as_exp_epsilon(getattr(self, name), name) == 1:
                raise ValueError(f"{name} must be above 1, got 1")

    @property
    def delta_stop(self) -> Fraction:
        """``Pr[rho - nu > high - threshold]``, the probability that a level that reaches ``high`` is passed over."""
        return noise_gap_tail(self.exp_threshold, self.exp_query, self.high - self.threshold + 1)


def random_step_law(points: Sequence[int], bits: int, parameters: HeavyPathsParameters) -> Law:
    """Return OneRandomPath's law on the database ``D_i`` itself, of points on ``bits`` bits.

    Examples
    --------
    >>> settings = HeavyPathsParameters.with_one_base(2, levels=1, trim=0, stop=1, threshold=1, high=1,
    ...                                               level_threshold=2, threshold_choose=2)
    >>> random_step_law((), 2, settings).exact()
    {None: Fraction(1, 1)}
    """
    kept = middle(as_points(points, bits), parameters.trim)

    def level(node: Node) -> Law:
        falls = Counter(embed(kept, bits, node, parameters.stop))
        return choose_one_shot(falls, parameters.exp_level, parameters.level_threshold)

    chosen = path_law(kept, bits, parameters.stop, parameters.exp_path).then(level)
    return chosen.then(lambda y: level_step_law(points, bits, y, parameters))


def level_step_law(points: Sequence[int], bits: int, y: int | None, parameters: HeavyPathsParameters) -> Law:
    """Return LevelUp's law on the database ``D_i`` itself, of points on ``bits`` bits, for the level ``y``."""
    if y is None:
        return pure(None)
    ordered = as_points(points, bits)
    depth = min(as_integer(y, "y", least=0), bits)
    nodes = node_law(middle(ordered, parameters.trim), bits, depth, parameters.exp_choose, parameters.threshold_choose)

    def end(node: Any) -> Law:
        return pure(None) if node is None else interior_point_law(ordered, candidates(node, bits), parameters.exp_end)

    return nodes.then(end)


def one_random_path_law(database: Sequence[int], bits: int, index: int, parameters: HeavyPathsParameters) -> Law:
    """Return the law of OneRandomPath's answer for the level ``index``.

    Parameters
    ----------
    database : points in 0..2**bits - 1
    bits : int
    index : int
        i, in ``0..levels - 1``: the answer is meant as an interior point of ``D_i``.
    parameters : HeavyPathsParameters

    Returns
    -------
    Law
        Over ``0..2**L_i - 1`` and None.  Small domains only.

    Notes
    -----
    If ``f_{i+1}`` is at least ``m``, the answer is an interior point of ``D_i`` but for the probability
    ``choice_failure(exp_level, level_threshold, m - 1)`` and those of one :func:`level_up_law`.

    References
    ----------
    KLMNS20, Algorithm 4 and Lemmas 4.6 and 4.7; constants reconstructed.
    """
    points, size = _at(database, bits, index, parameters)
    return random_step_law(points, size, parameters)


def level_up_law(database: Sequence[int], bits: int, index: int, y: int | None,
                 parameters: HeavyPathsParameters) -> Law:
    """Return the law of LevelUp's answer for the level ``index`` and the interior point ``y`` of the next one.

    Parameters
    ----------
    database : points in 0..2**bits - 1
    bits : int
    index : int
        i, in ``0..levels - 1``.
    y : int or None
        At least 0; more than the deepest level ``L_i`` is taken as ``L_i``, and None gives None.
    parameters : HeavyPathsParameters

    Returns
    -------
    Law
        Over ``0..2**L_i - 1`` and None.  Small domains only.

    Notes
    -----
    If ``y`` is an interior point of ``D_{i+1}``, the answer is one of ``D_i`` but for the probability
    ``choice_failure(exp_choose, threshold_choose, stop) + end_failure(exp_end, trim)``.

    References
    ----------
    KLMNS20, Algorithm 5 and Lemmas 4.8 and 4.9; constants reconstructed.
    """
    points, size = _at(database, bits, index, parameters)
    return level_step_law(points, size, y, parameters)


def answer_from_law(database: Sequence[int], bits: int, first: int, parameters: HeavyPathsParameters) -> Law:
    """Return the law of HeavyPaths' answer if StoppingPoint answers ``first``: the paper's algorithm A_k.

    OneRandomPath on level ``first - 1``, then LevelUp on the levels ``first - 2, ..., 0``.
    """
    last = as_integer(first, "first", least=1, most=parameters.levels)
    chain = construct_paths(database, bits, last - 1, parameters.trim, parameters.stop)
    sizes = domain_sizes(bits, last - 1)
    law = random_step_law(chain[-1], sizes[-1], parameters)
    for points, size in zip(chain[-2::-1], sizes[-2::-1], strict=True):
        law = _lifted(law, points, size, parameters)
    return law


def _lifted(law: Law, points: Points, bits: int, parameters: HeavyPathsParameters) -> Law:
    return law.then(lambda y: level_step_law(points, bits, y, parameters))


def heavy_paths_law(database: Sequence[int], bits: int, parameters: HeavyPathsParameters) -> Law:
    """Return the law of HeavyPaths' answer.

    Parameters
    ----------
    database : points in 0..2**bits - 1
        A multiset of any size, 0 included.
    bits : int
        The domain is ``0..2**bits - 1``.
    parameters : HeavyPathsParameters

    Returns
    -------
    Law
        Over points and None ("no answer").  Its exact table lists all paths, nodes and points: small domains only.

    Notes
    -----
    Privacy: :func:`~privlearn.learners.interior_point.heavy_paths.privacy.heavy_paths_privacy`.  Failure:
    :func:`~privlearn.learners.interior_point.heavy_paths.failure.heavy_paths_failure`.

    Raises
    ------
    ValueError
        If a point lies outside the domain, before any private step.

    References
    ----------
    KLMNS20, Algorithm 6; constants reconstructed.
    """
    points = as_points(database, bits)
    stopped = stopping_point_law(points, bits, parameters.levels, parameters.trim, parameters.stop,
                                 threshold=parameters.threshold, exp_threshold=parameters.exp_threshold,
                                 exp_query=parameters.exp_query)
    return stopped.then(lambda k: answer_from_law(points, bits, k, parameters))


def _at(database: Sequence[int], bits: int, index: int, parameters: HeavyPathsParameters) -> tuple[Points, int]:
    i = as_integer(index, "index", least=0, most=parameters.levels - 1)
    return (construct_paths(database, bits, i, parameters.trim, parameters.stop)[i], domain_sizes(bits, i)[i])
