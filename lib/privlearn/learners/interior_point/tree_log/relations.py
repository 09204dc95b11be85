"""What basic composition proves for TreeLog under a neighbour relation, and what has to hold for it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_integer, is_at_most
from privlearn.exact.rationals import Number
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
    >>> proved_privacy(TreeLogParameters((Level(None, 2, 5, 2, 3, 8),), 2), replace_one, rows=20)
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
