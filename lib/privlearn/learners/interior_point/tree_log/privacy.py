"""What is proved about TreeLog's privacy: by adding up the levels, and by composing the steps of its class view.

Definitions
-----------
Neighbours are S and ``S' = S + x``.  *Forward* is from S to S', *backward* from S' to S.  One level costs

* forward: the path ``max(e^p, 1 + e^(-p stop))``, the choice of a node ``max(e^c, 1 + e^(c (1 - threshold)))``, the end
  ``e^e``; no delta;
* backward: a path's loss ``e^g``, ``e^c`` and ``e^e``, and in delta what the curve ``W`` leaves at ``g``, the chance of
  an unmatched path and that of a node that is new in S' (:func:`removed_mass` is the sum of the last two).

Replacing one element is one step backward and one forward, so the factors multiply and delta stays as it is.  Under
addition and removal a plan has to hold for databases of all sizes, and the worse direction counts; under replacement
the number of rows is public (:func:`proved_privacy`).

The *class view* (:mod:`~privlearn.learners.interior_point.tree_log.class_view`) makes of the ``3 N + 1`` steps an
adaptive composition, for which Renyi divergences add up: :func:`view_renyi`.

>>> level = Level(exp_path=2, exp_choose=2, threshold=5, exp_end=2, trim=0, stop=3)
>>> found = tree_log_directions(TreeLogParameters((level,), exp_base=2), exp_gap=4)
>>> found.forward, found.backward, found.delta.lower == Fraction(1, 16) + Fraction(1, 9) + Fraction(1, 17)
(Fraction(16, 1), Fraction(32, 1), True)

Source: KLMNS20, Lemma 3.6, with constants of ours; the composition of the class view is ours.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, is_at_most, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.tree_log.failure import share, sizes
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.trees.bounded_paths import bounded_curve
from privlearn.learners.interior_point.trees.path_privacy import forward_factor, path_curve, path_renyi
from privlearn.mechanisms.neighbours import Relation, is_replacement


@dataclass(frozen=True)
class Directions:
    """What is proved for adding one element: for every event F and ``S' = S + x``,

    ``Pr[S in F] <= forward * Pr[S' in F]`` and ``Pr[S' in F] <= backward * Pr[S in F] + delta``.

    Attributes
    ----------
    forward, backward : Fraction
        At least 1.
    delta : Bracket
        Its upper end bounds; of width 0 if the numbers are rational and short.
    """

    forward: Fraction
    backward: Fraction
    delta: Bracket

    @property
    def replacement(self) -> Fraction:
        """The factor for replacing one element; its delta is ``delta``, without a factor."""
        return self.forward * self.backward


@formula("at most", where=("exp_choose >= 1",), loose={"exp_choose >= 1": "no ratio is below 1",
                                                             "1 -> 5 / 4": "this is no less, up to rounding"},
         corners={"exp_choose": (Fraction(11, 10), Fraction(3, 2), Fraction(4)), "threshold": (-1, 1, 3, 26)},
         tex={"max(exp_choose, 1 + exp_choose ** (1 - threshold))":
              r"\max\{e^{\epsilon_c}, 1 + e^{\epsilon_c (1 - \tau)}\}"})
def choice_loss(exp_choose: Value, threshold: Value) -> Value:
    """Return the factor of one-shot choosing from S to S'.

    Examples
    --------
    >>> choice_loss(2, 3), choice_loss(Fraction(11, 10), 1)
    (2, 2)
    """
    return max(exp_choose, 1 + exp_choose ** (1 - threshold))


def choice_factor(exp_choose: Number, threshold: int) -> Fraction:
    """Return :func:`choice_loss`, without an exact power where that is long.

    It is ``c`` if and only if ``delta <= 1 - 1/c`` for the delta of the other direction.

    Examples
    --------
    >>> choice_factor(2, 3), choice_factor(Fraction(11, 10), 1)
    (Fraction(2, 1), Fraction(2, 1))
    """
    c, weight = as_exp_epsilon(exp_choose, "exp_choose"), as_integer(threshold, "threshold")
    return c if is_at_most(share(c, weight - 1), 1 - 1 / c) else Fraction(choice_loss(c, weight))


def tree_log_directions(parameters: TreeLogParameters, exp_gap: Number | None = None, *,
                        rows: int | None = None) -> Directions:
    """Return what Lemma 3.6 proves for TreeLog with these parameters.

    Parameters
    ----------
    parameters : TreeLogParameters
        With integer thresholds; any number of levels.
    exp_gap : number of at least 1
        ``e^g`` at which the curve of a random path is read, the same at all levels; needed for random paths only.
    rows : int, optional
        A public bound on the number of elements of S'.  Needed for heavy paths; it sharpens the curve of random ones.

    Raises
    ------
    ValueError
        If a heavy path may meet more than ``2 stop + 1`` elements, or ``exp_gap`` is missing or below 1.

    References
    ----------
    KLMNS20, Lemma 3.6 (constants reconstructed).

    Examples
    --------
    >>> heavy = Level(exp_path=None, exp_choose=2, threshold=5, exp_end=2, trim=2, stop=8)
    >>> found = tree_log_directions(TreeLogParameters((heavy,), 2), rows=20)
    >>> found.replacement, found.delta
    (Fraction(64, 1), Bracket(lower=Fraction(1, 17), upper=Fraction(1, 17)))
    """
    forward = backward = as_exp_epsilon(parameters.exp_base, "exp_base")
    delta = as_bracket(0)
    counts = None if rows is None else sizes(as_integer(rows, "rows", least=0), parameters)
    kept = [None if counts is None else max(0, counts[place] - 2 * level.trim)
            for place, level in enumerate(parameters.levels)]
    for (level, most), times in Counter(zip(parameters.levels, kept, strict=True)).items():
        choose, threshold = as_exp_epsilon(level.exp_choose, "exp_choose"), as_integer(level.threshold, "threshold")
        loss, gap, tail = _path_costs(level, exp_gap, most)
        end = as_fraction(level.exp_end)
        forward *= (loss * choice_factor(choose, threshold) * end) ** times
        backward *= (gap * choose * end) ** times
        delta = delta + times * (tail + share(choose, threshold - 1))
    return Directions(forward, backward, delta)


def _path_costs(level: Level, exp_gap: Number | None, most: int | None) -> tuple[Fraction, Fraction, Bracket]:
    """Return the factors of one path and its delta, if S' has at most ``most`` elements after trimming."""
    if level.exp_path is None:
        if most is None or most > 2 * level.stop + 1:
            raise ValueError(f"rows must be public and leave at most {2 * level.stop + 1} elements after trimming for "
                             f"a heavy path, got {most}")
        return Fraction(1), Fraction(1), as_bracket(0)
    if exp_gap is None:
        raise ValueError("exp_gap must be given for a random path, got None")
    path, gap = as_exp_epsilon(level.exp_path, "exp_path"), as_exp_epsilon(exp_gap, "exp_gap")
    tail = path_curve(path, gap) if path > 1 else as_bracket(0)
    if most is not None and path > 1:
        tail = as_bracket(min(tail.upper, bounded_curve(path, level.stop, max(0, most - 1)).bound(most - 1, gap)
                              if most else Fraction(0)))
    unmatched = share(path, level.stop)
    factor = path if is_at_most(unmatched, 1 - 1 / path) else forward_factor(path, level.stop)
    return factor, gap, tail + unmatched


def removed_mass(parameters: TreeLogParameters) -> Bracket:
    """Return ``sum (u + delta_c)``: how often, under S', a path is unmatched or a new node is chosen, at most.

    Examples
    --------
    >>> removed_mass(TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=5, exp_end=2, trim=0,
    ...                                       stop=3),) * 2, 2)) == as_bracket(2 * Fraction(26, 153))
    True
    """
    total = as_bracket(0)
    for level, times in Counter(parameters.levels).items():
        if level.exp_path is not None:
            total = total + times * share(level.exp_path, level.stop)
        total = total + times * share(level.exp_choose, as_integer(level.threshold, "threshold") - 1)
    return total


def range_renyi(exp_epsilon: Number, order: Number) -> Bracket:
    """Return ``order * epsilon^2 / 8``, the Renyi loss of an exponential mechanism of bounded range ``epsilon``.

    Examples
    --------
    >>> found = range_renyi(2, 2)  # (ln 2)^2 / 4
    >>> found.lower < Fraction(120114, 10**6) < found.upper + Fraction(1, 10**6)
    True
    """
    epsilon = log_bracket(as_exp_epsilon(exp_epsilon), 96)
    return as_fraction(order, "order") * epsilon * epsilon / 8


def view_renyi(parameters: TreeLogParameters, order: Number, *, reverse: bool = False) -> Bracket:
    """Return the bound on the Renyi divergence of the class view, in nats, without the removed events.

    Parameters
    ----------
    parameters : TreeLogParameters
        Without removed events a heavy path costs nothing, for few enough rows.
    order : number greater than 1
        Below ``c/(c-1)`` for every ``c = exp_path``, unless ``reverse``.
    reverse : bool
        False: S' from S.  True: S from S'.

    Examples
    --------
    >>> level = Level(exp_path=Fraction(3, 2), exp_choose=2, threshold=5, exp_end=2, trim=0, stop=3)
    >>> round(float(view_renyi(TreeLogParameters((level,), 2), 2).upper), 4)
    0.648
    """
    total = range_renyi(parameters.exp_base, order)
    for level, times in Counter(parameters.levels).items():
        step = range_renyi(level.exp_choose, order) + range_renyi(level.exp_end, order)
        if level.exp_path is not None and level.exp_path != 1:
            step = step + path_renyi(level.exp_path, order, reverse=reverse)
        total = total + times * step
    return total


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
    >>> from privlearn.mechanisms import replace_one
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
