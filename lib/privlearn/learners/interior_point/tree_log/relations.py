"""What basic composition proves for TreeLog under a neighbour relation, and what has to hold for it.

Definitions
-----------
Under :func:`~privlearn.mechanisms.neighbours.add_remove_one` a plan has to hold for databases of all sizes, and the
worse direction counts; under :func:`~privlearn.mechanisms.neighbours.replace_one` the number of rows is public, and one
step backward and one forward add up.  The directions are those of
:mod:`~privlearn.learners.interior_point.tree_log.privacy`.

>>> level = Level(exp_path=None, exp_choose=2, threshold=5, exp_end=2, trim=3, stop=8)
>>> proved_privacy(TreeLogParameters((level,), 2), replace_one, rows=20)
(Fraction(64, 1), Bracket(lower=Fraction(1, 17), upper=Fraction(1, 17)))
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, is_at_most
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.tree_log.failure import share
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.privacy import tree_log_directions
from privlearn.mechanisms import add_remove_one, replace_one, replace_one_unordered

Relation = Callable[..., Any]


def proved_privacy(parameters: TreeLogParameters, neighbours: Relation, *, rows: int | None = None,
                   exp_gap: Number | None = None) -> tuple[Fraction, Bracket]:
    """Return ``(e^epsilon, delta)`` proved for TreeLog with these parameters by basic composition.

    Parameters
    ----------
    parameters : TreeLogParameters
        With integer thresholds.
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    rows : int, optional
        The public number of rows, under ``replace_one`` only.  Needed for a heavy path; with one level it sharpens the
        bound for a random path.
    exp_gap : number of at least 1, optional
        ``e^g`` at which the curve of a random path is read; needed for random paths.

    Raises
    ------
    ValueError
        If a precondition fails: a choice with ``delta > 1 - 1/exp_choose``, a stopping weight with
        ``1 + exp_path^-stop > exp_path``, a heavy path without a public number of rows, on more than ``2 stop + 1``
        elements, or at two levels.

    References
    ----------
    KLMNS20, Lemma 3.6 and Lemma 3.7; constants reconstructed.

    Examples
    --------
    >>> proved_privacy(TreeLogParameters((Level(exp_path=None, exp_choose=2, threshold=5, exp_end=2, trim=3,
    ...                                         stop=8),), 2), replace_one, rows=20)
    (Fraction(64, 1), Bracket(lower=Fraction(1, 17), upper=Fraction(1, 17)))
    """
    replacement = is_replacement(neighbours)
    public = rows if replacement else None
    for level in dict.fromkeys(parameters.levels):
        _check_preconditions(level, len(parameters.levels), public)
    found = tree_log_directions(parameters, exp_gap, rows=public if len(parameters.levels) == 1 else None)
    return (found.replacement if replacement else max(found.forward, found.backward)), found.delta


def is_replacement(neighbours: Relation) -> bool:
    """Tell whether the relation is replacement of one row (True) or addition and removal of one (False).

    Raises
    ------
    ValueError
        If it is neither.
    """
    if neighbours in (replace_one, replace_one_unordered):
        return True
    if neighbours is not add_remove_one:
        raise ValueError(f"neighbours must be replace_one or add_remove_one, got {neighbours!r}")
    return False


def checked_goal(epsilon: Number, delta: Number, beta: Number) -> tuple[Fraction, Fraction, Fraction]:
    """Return epsilon in (0, 20], delta and beta in (0, 1) as fractions; a ``ValueError`` for anything else.

    Below 2^-40 and 2^-1000 they are refused, too: plans are sought in floats before they are proved.
    """
    wanted, leak = as_fraction(epsilon, "epsilon"), as_inner_probability(delta, "delta")
    failure = as_inner_probability(beta, "beta")
    if not 0 < wanted <= 20:
        raise ValueError(f"epsilon must be positive and at most 20, got {wanted}")
    for name, number, bits in (("epsilon", wanted, 40), ("delta", leak, 1000), ("beta", failure, 1000)):
        if number < Fraction(1, 1 << bits):
            raise ValueError(f"{name} must be at least 2^-{bits}")
    return wanted, leak, failure


def checked_wishes(domain_bits: int, neighbours: Relation, epsilon: Number, delta: Number,
                   beta: Number) -> tuple[int, Relation, tuple[Fraction, Fraction, Fraction]]:
    """Return what a planner is asked for, checked: bits, the relation, and (epsilon, delta, beta).

    Raises
    ------
    ValueError
        If one of them is out of its range.

    Examples
    --------
    >>> checked_wishes(8, add_remove_one, 21, Fraction(1, 100), Fraction(1, 10))
    Traceback (most recent call last):
        ...
    ValueError: epsilon must be positive and at most 20, got 21
    """
    relation = replace_one if is_replacement(neighbours) else add_remove_one
    return as_integer(domain_bits, "domain_bits", least=1), relation, checked_goal(epsilon, delta, beta)


def _check_preconditions(level: Level, levels: int, rows: int | None) -> None:
    """Refuse what would make a step cost more than its own epsilon; ``rows`` is None unless public."""
    threshold, choose = as_integer(level.threshold, "threshold"), as_exp_epsilon(level.exp_choose, "exp_choose")
    if not is_at_most(share(choose, threshold - 1), 1 - 1 / choose):
        raise ValueError(f"threshold must make delta at most 1 - 1/exp_choose, got {threshold} for "
                         f"exp_choose = {level.exp_choose}")
    if level.exp_path is None:
        if rows is None or levels > 1:
            raise ValueError("rows must be public, and there must be one level, for a heavy path (exp_path = None)")
        if rows - 2 * level.trim > 2 * level.stop + 1:
            raise ValueError(f"rows must be at most {2 * level.trim + 2 * level.stop + 1} for this heavy path, "
                             f"got {rows}")
        return
    path = as_exp_epsilon(level.exp_path, "exp_path")
    if not is_at_most(share(path, level.stop), 1 - 1 / path):
        raise ValueError(f"stop must satisfy 1 + exp_path^-stop <= exp_path, got {level.stop}")
