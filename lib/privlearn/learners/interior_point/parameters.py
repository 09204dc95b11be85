"""Parameters for TreeLog: how many rows a wanted privacy and success need, with a proof of both.

Definitions
-----------
A *plan* is a choice of all public parameters, together with what is proved for it: ``e^epsilon`` and delta under the
stated neighbour relation, and the failure on every database of at least ``rows`` elements.  There are three kinds:

* ``"exponential"``: no recursion, the exponential mechanism on the whole domain;
* ``"heavy path"``: one level with the deterministic heavy path; under replacement only, where the number of rows is
  public, and with at most ``2 stop + 1`` elements after trimming;
* ``"random path"``: TreeLog as printed, for databases of any size (under replacement and with one level: of the
  planned size, which makes the path cheaper).

The search for good parameters is in floating point; what it proposes is rounded to rationals, and privacy and failure
are then computed from these, exactly or in brackets.

>>> from privlearn.mechanisms import replace_one
>>> plan = plan_tree_log(1024, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
>>> plan.kind, plan.failure.upper <= Fraction(1, 10), plan.rows < 263
('heavy path', True, True)

Source: KLMNS20, Theorem 1.2 and Lemmas 3.7 and 3.8, whose constants are lost; all constants here are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.exact.brackets import Bracket, as_bracket, exp_bracket, is_at_most, log_bracket, round_down, round_up
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_inner_probability, as_integer
from privlearn.exact.search import least_integer
from privlearn.learners.interior_point import parameter_search as search
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log_privacy import tree_log_directions
from privlearn.learners.interior_point.utility import (
    base_size,
    exponential_failure_bracket,
    share,
    sizes,
    tree_log_failure_bracket,
    with_no_answer,
    wrong_answer_bound,
)
from privlearn.mechanisms.neighbours import add_remove_one, replace_one, replace_one_unordered

KINDS = ("exponential", "heavy path", "random path")
BITS = 24  # of the rational e^epsilon of each step
Relation = Callable[..., Any]


@dataclass(frozen=True)
class TreeLogPlan:
    """Parameters with what is proved for them; make it with :func:`plan_tree_log`.

    Attributes
    ----------
    kind : str
        One of ``KINDS``.
    neighbours : function
        ``replace_one`` (the number of rows is public) or ``add_remove_one``.
    domain_bits : int
    rows : int
        The failure is proved for every database of at least so many rows; with a public number of rows call
        :meth:`for_rows` when there are more.
    parameters : TreeLogParameters
        All ``exp_*`` rational, thresholds integers.
    exp_gap : Fraction or None
        ``e^g``, the loss at which the curve of the random path is read.
    exp_epsilon : Fraction
        Proved.
    delta, failure : Bracket
        Proved: their upper ends bound the true values.
    wrong : Bracket
        Its upper end bounds, for databases of any size, the probability of an answer that is a point but not interior.
        It is 1 unless the plan is a cautious one.
    """

    kind: str
    neighbours: Relation
    domain_bits: int
    rows: int
    parameters: TreeLogParameters
    exp_gap: Fraction | None
    exp_epsilon: Fraction
    delta: Bracket
    failure: Bracket
    wrong: Bracket

    def for_rows(self, rows: int) -> TreeLogPlan:
        """Return the plan for a public number of rows: those beyond ``self.rows`` are trimmed away on either side.

        Trimming more moves the answer towards the median and changes neither privacy nor the bound on failure.  Under
        ``add_remove_one`` the plan itself is for any number of rows.

        Raises
        ------
        ValueError
            If there are fewer than ``self.rows``, naming that number.
        """
        count = as_integer(rows, "rows")
        if count < self.rows:
            raise ValueError(f"rows must be at least {self.rows} for this domain, privacy and success, got {count}")
        if self.neighbours is add_remove_one or not self.parameters.levels:
            return self
        more, odd = divmod(count - self.rows, 2)
        first, *others = self.parameters.levels
        wider = replace(first, trim=first.trim + more)
        if odd and self.kind == "heavy path" and count - 2 * wider.trim > 2 * wider.stop + 1:
            wider = replace(wider, stop=wider.stop + 1)
        elif odd and self.exp_gap is not None and not others:
            wider = replace(wider, stop=wider.stop + 1)  # the path's bound is for a given size beyond the stop
        parameters = replace(self.parameters, levels=(wider, *others))
        return _certified(self.kind, self.neighbours, self.domain_bits, count, parameters, self.exp_gap)


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


def _certified(kind: str, neighbours: Relation, domain_bits: int, rows: int, parameters: TreeLogParameters,
               exp_gap: Fraction | None) -> TreeLogPlan:
    exp_epsilon, delta = proved_privacy(parameters, neighbours, rows=rows if is_replacement(neighbours) else None,
                                        exp_gap=exp_gap)
    if parameters.levels:
        failure = tree_log_failure_bracket(domain_bits, rows, parameters)
    else:
        failure = exponential_failure_bracket(domain_bits, rows, log_bracket(as_fraction(parameters.exp_base), 200),
                                              threshold=parameters.threshold_base)
    return TreeLogPlan(kind, neighbours, domain_bits, rows, parameters, exp_gap, exp_epsilon, delta, failure,
                       wrong_answer_bound(domain_bits, parameters))


def exponential_rows(domain_bits: int, epsilon: Number | Bracket, beta: Number, threshold: int | None = None) -> int:
    """Return the least number of rows with which the exponential mechanism fails with probability at most beta.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``; 2^64 bits are no problem.
    epsilon : positive number or Bracket
        The weight of a point of score q is ``e^(epsilon q)``: epsilon-private under ``add_remove_one`` and
        ``2 epsilon``-private under ``replace_one``.
    beta : number in (0, 1)
    threshold : int, optional
        The score of "no answer", if that takes part.

    Notes
    -----
    Exact worst case over all databases (:func:`exponential_failure_bracket`), about
    ``(2/epsilon) ln(2^domain_bits (1/beta - 1) / 2)``.

    Examples
    --------
    >>> tenth = Fraction(1, 10)
    >>> [exponential_rows(64, e, tenth) for e in (1, Fraction(1, 2))], exponential_rows(1 << 20, 1, tenth)
    ([92, 184], 1453639)
    """
    bits = 256 + 2 * as_integer(domain_bits, "domain_bits", least=0).bit_length()
    wanted = as_inner_probability(beta, "beta")
    if as_bracket(epsilon).lower <= 0:
        raise ValueError(f"epsilon must be positive, got {epsilon}")

    def enough(rows: int) -> bool:
        return is_at_most(exponential_failure_bracket(domain_bits, rows, epsilon, bits, threshold), wanted)

    return least_integer(enough, 1)


def plan_tree_log(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number,
                  kind: str | None = None, levels: int = 1, cautious: bool = False) -> TreeLogPlan:
    """Return parameters that are (epsilon, delta)-private and fail with probability at most beta on every database.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``, at least 1.
    neighbours : function
        ``replace_one`` or ``add_remove_one``; see :class:`TreeLogPlan`.
    epsilon : number
        Above 0, at most 20.
    delta, beta : numbers in (0, 1)
    kind : str, optional
        One of ``KINDS``; by default the one that needs fewest rows.
    levels : int
        Levels of recursion of a random path, at least 1 (one is best for every domain of fewer than ``2^(2^100)``
        points).
    cautious : bool
        Under ``add_remove_one``: also answer with a point that is not interior with probability at most beta on
        databases of *any* size.  "No answer" then takes part at the base with a weight that outdoes all points
        without support; it costs no privacy, and about ``(2/epsilon) ln(1/beta)`` rows at the base.

    Returns
    -------
    TreeLogPlan
        With ``exp_epsilon <= e^epsilon``, ``delta.upper <= delta`` and ``failure.upper <= beta``, certified.  The
        number of rows is near the least for this analysis, not the least.

    Raises
    ------
    ValueError
        On bad arguments, or if the search finds nothing for this kind.

    References
    ----------
    KLMNS20, Theorem 1.2.

    Notes
    -----
    Under a second; plans are cached.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    wanted = as_fraction(epsilon, "epsilon")
    if not 0 < wanted <= 20:
        raise ValueError(f"epsilon must be positive and at most 20, got {wanted}")
    if kind == "heavy path" and not is_replacement(neighbours):
        raise ValueError("kind 'heavy path' needs a public number of rows: neighbours must be replace_one")
    bits = as_integer(domain_bits, "domain_bits", least=1)
    bounds = wanted, as_inner_probability(delta, "delta"), as_inner_probability(beta, "beta")
    relation = replace_one if is_replacement(neighbours) else add_remove_one
    depth = as_integer(levels, "levels", least=1)
    if cautious and relation is replace_one:
        raise ValueError("cautious is for a private number of rows: neighbours must be add_remove_one")
    if kind is not None:
        return _plan(bits, relation, *bounds, kind, depth, bool(cautious))
    other = "heavy path" if relation is replace_one else "random path"
    return _best_plan(bits, relation, *bounds, other, depth, bool(cautious))


def _best_plan(bits: int, relation: Relation, epsilon: Fraction, delta: Fraction, beta: Fraction, other: str,
               levels: int, cautious: bool) -> TreeLogPlan:
    simple = _plan(bits, relation, epsilon, delta, beta, "exponential", levels, cautious)
    try:
        found = _plan(bits, relation, epsilon, delta, beta, other, levels, cautious)
    except ValueError:  # nothing found for absurd parameters
        return simple
    return min(simple, found, key=lambda plan: plan.rows)


@lru_cache(maxsize=512)
def _plan(bits: int, relation: Relation, epsilon: Fraction, delta: Fraction, beta: Fraction, kind: str,
          levels: int, cautious: bool) -> TreeLogPlan:
    if kind == "exponential":
        base = _rational(epsilon / (2 if relation is replace_one else 1), 48)
        parameters = TreeLogParameters((), base)
        if cautious:
            parameters = with_no_answer(bits, parameters, beta)
        rows = exponential_rows(bits, log_bracket(base, 200), beta, parameters.threshold_base)
        return _certified(kind, relation, bits, rows, parameters, None)
    path = "none" if kind == "heavy path" else "bounded" if relation is replace_one and levels == 1 else "any"
    depth = 1 if kind == "heavy path" else levels
    values = round(base_size(bits, depth) * (1.6 / float(beta) if cautious else 1))  # "no answer" counts as more points
    budget = search.Budget(depth, values, float(epsilon), float(delta), float(beta),
                           2 if relation is replace_one else 1, path)
    for relax in (0, 1e-3, 1e-2, 1e-1):  # a first proposal nearly always passes
        proposal = search.propose(replace(budget, delta=budget.delta * (1 - relax), beta=budget.beta * (1 - relax)))
        plan = _from_proposal(proposal, bits, relation, budget.levels, kind, beta if cautious else None)
        if (plan.exp_epsilon <= exp_bracket(epsilon).lower and plan.delta.upper <= delta
                and plan.failure.upper <= beta):
            return plan
    raise ValueError(f"no certified {kind} plan found for epsilon = {epsilon}, delta = {delta}, beta = {beta}")


def _rational(epsilon: float | Fraction, bits: int = BITS) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, bits)


def _from_proposal(proposal: search.Proposal, bits: int, relation: Relation, levels: int, kind: str,
                   wrong: Fraction | None) -> TreeLogPlan:
    random_path = kind == "random path"
    level = Level(exp_path=_rational(proposal.path) if random_path else None, exp_choose=_rational(proposal.choose),
                  threshold=proposal.threshold, exp_end=_rational(proposal.end), trim=proposal.trim,
                  stop=proposal.stop)
    parameters = TreeLogParameters((level,) * levels, _rational(proposal.base))
    gap = round_up(exp_bracket(Fraction(proposal.gap)).upper, BITS) if random_path else None
    rows = search.rows(proposal, levels)
    assert sizes(rows, parameters)[-1] == proposal.base_rows
    if wrong is None:
        return _certified(kind, relation, bits, rows, parameters, gap)
    parameters = with_no_answer(bits, parameters, wrong)

    def enough(count: int) -> bool:
        return tree_log_failure_bracket(bits, count, parameters).upper <= wrong or count > rows + 200

    return _certified(kind, relation, bits, least_integer(enough, rows), parameters, gap)


def rows_needed(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number) -> int:
    """Return the number of rows with which ``release.tree_log`` is promised to succeed.

    It is that of :func:`plan_tree_log`, with a cautious plan under ``add_remove_one``.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> rows_needed(32, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
    95
    """
    return plan_tree_log(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta,
                         cautious=not is_replacement(neighbours)).rows
