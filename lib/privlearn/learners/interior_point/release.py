"""Private interior points of integers of any length, sampled exactly; :mod:`privlearn.private` builds on them.

Definitions
-----------
An *interior point* of a database is any point between its smallest and its largest row, the answer ``None`` means "no
answer".  Both come with a proved guarantee: (epsilon, delta)-privacy under the neighbour relation that is named, and an
interior point with probability at least ``1 - beta`` on every database with enough rows.  ``tree_log_rows_needed`` says
beforehand how many that is.  All parameters are rational and all draws exact: no float decides an outcome.

The two relations treat the number of rows differently.  Under ``replace_one`` it is public: too few rows are refused
with the number needed, before the rows are looked at; of more rows only the middle ones are used, as many as are
needed, so that the answer comes near the median.  Under ``add_remove_one`` it is private, so that nothing may depend
on it: the mechanism runs as always, on no rows, too.  Then with *any* number of rows the answer is a point that is not
interior with probability at most ``beta`` only; with too few rows, where a correct answer cannot be promised, it is
None or a correct answer with probability at least ``1 - beta``, and without rows None with probability at least
``1 - beta``.  TreeLog as printed has no such property: its base, an exponential mechanism, always answers, on few rows
nearly at random.  Here "no answer" takes part in that choice with a fixed score
(``plan_tree_log(..., cautious=True)``), which costs no privacy and a few rows.  HeavyPaths has the property
by itself.

>>> from fractions import Fraction
>>> import random
>>> from privlearn.mechanisms import replace_one
>>> wishes = {"neighbours": replace_one, "epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
>>> from privlearn.learners.interior_point.tree_log.plans import tree_log_rows_needed
>>> rows = tree_log_rows_needed(1024, **wishes)
>>> low, high = 2**1000 + 15, 2**1023 - 4
>>> answer = tree_log([low, high] * rows, domain_bits=1024, rng=random.Random(4), **wishes)
>>> low <= answer <= high
True
"""

from dataclasses import replace
from typing import Any

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.heavy_paths.fast import fast_heavy_paths_law
from privlearn.learners.interior_point.heavy_paths.plans import plan_heavy_paths
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.law import TreeLogParameters
from privlearn.learners.interior_point.tree_log.plans import TreeLogPlan, plan_tree_log
from privlearn.learners.interior_point.trees.common_prefixes import sorted_points
from privlearn.learners.interior_point.trees.fast_walk import middle_points
from privlearn.mechanisms.columns import check_generator, number_of_rows, unwrapped
from privlearn.mechanisms.neighbours import Relation, is_replacement


def tree_log(database: Any, *, neighbours: Relation, domain_bits: int, epsilon: Number, delta: Number, beta: Number,
             rng: Generator) -> int | None:
    """Return a private interior point of integer rows, or None for "no answer".

    Parameters
    ----------
    database : integer array, sequence of int, or SparsePoints
        Rows in ``0..2^domain_bits - 1``, in any order; a column of a data frame counts as an array.
    neighbours : function
        ``replace_one`` (the number of rows is public) or ``add_remove_one`` (it is not).
    domain_bits : int
        At least 1.
    epsilon, delta, beta : numbers
        Privacy, ``epsilon > 0`` and ``delta`` in (0, 1); failure ``beta`` in (0, 1).
    rng : numpy.random.Generator or random.Random
        For a real release ``random.SystemRandom()``.

    Returns
    -------
    int or None

    Raises
    ------
    ValueError
        Before any private step: if an argument or a row is bad, or, under ``replace_one``, there are too few rows.

    Notes
    -----
    Guarantee: see the module.  The mechanism is the one with fewest rows by :func:`plan_tree_log`: TreeLog with the
    random or the heavy path, or the exponential mechanism.  Cost: a sort, O(n) machine operations, O(n) words.
    """
    check_generator(rng)
    public, rows = is_replacement(neighbours), number_of_rows(database)
    plan = plan_tree_log(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta,
                         cautious=not public)
    parameters = fitted(plan, rows) if public else plan.parameters
    points = sorted_points(unwrapped(database), plan.domain_bits)
    answer = fast_tree_log_law(points, plan.domain_bits, parameters).sample(rng)
    return None if answer is None else as_integer(answer, "answer")


def heavy_paths(database: Any, *, neighbours: Relation, domain_bits: int, epsilon: Number, delta: Number, beta: Number,
                rng: Generator) -> int | None:
    """Return a private interior point of integer rows by HeavyPaths, or None for "no answer".

    Parameters
    ----------
    database, neighbours, domain_bits, epsilon, delta, beta, rng
        As for :func:`tree_log`.

    Returns
    -------
    int or None

    Raises
    ------
    ValueError
        As :func:`tree_log`; the number of rows needed is that of ``plan_heavy_paths``.

    Notes
    -----
    Guarantee: see the module.  In every domain that occurs HeavyPaths needs more rows than :func:`tree_log`: its gain
    is in the growth with the depth of the recursion.  More rows do not move the answer to the median.  Cost: a sort,
    O(n) machine operations for each level, O(n) words.

    References
    ----------
    KLMNS20, Algorithm 6 and Theorem 4.1; constants reconstructed.

    Examples
    --------
    >>> import random
    >>> from privlearn.mechanisms import add_remove_one
    >>> rows, wishes = [2**100] * 1000 + [2**120] * 1000, {"epsilon": 1, "delta": 2**-20, "beta": 2**-4}
    >>> answer = heavy_paths(rows, neighbours=add_remove_one, domain_bits=128, rng=random.Random(6), **wishes)
    >>> 2**100 <= answer <= 2**120
    True
    """
    check_generator(rng)
    public, rows = is_replacement(neighbours), number_of_rows(database)
    plan = plan_heavy_paths(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta)
    if public and rows < plan.rows:
        raise ValueError(f"rows must be at least {plan.rows} for this domain, privacy and success, got {rows}")
    points = sorted_points(unwrapped(database), plan.domain_bits)
    if public:  # the middle rows of neighbours are neighbours
        points = middle_points(points, (rows - plan.rows) // 2)
    answer = fast_heavy_paths_law(points, plan.domain_bits, plan.parameters).sample(rng)
    return None if answer is None else as_integer(answer, "answer")


def fitted(plan: TreeLogPlan, rows: int) -> TreeLogParameters:
    """Return the plan's parameters for a public number of rows: more rows are trimmed away, half on either side.

    Privacy depends on what is left after trimming, and success only gains; so nothing but the parity is new.

    Raises
    ------
    ValueError
        If there are too few rows, naming the number needed.
    """
    more, odd = divmod(max(0, rows - plan.rows), 2)
    parameters = plan.for_rows(min(rows, plan.rows + odd)).parameters
    if not parameters.levels:
        return parameters
    first, *others = parameters.levels
    return replace(parameters, levels=(replace(first, trim=first.trim + more), *others))
