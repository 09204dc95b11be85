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

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket, least_integer, log_bracket, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.problem import exponential_failure_bracket, exponential_rows
from privlearn.learners.interior_point.tree_log.failure import base_size, sizes, tree_log_failure_bracket
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.no_answer import with_no_answer, wrong_answer_bound
from privlearn.learners.interior_point.tree_log.privacy import proved_privacy
from privlearn.learners.interior_point.tree_log.search import Budget, Proposal, propose, proposed_rows
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.mechanisms.wishes import checked_wishes

KINDS = ("exponential", "heavy path", "random path")
BITS = 24  # of the rational e^epsilon of each step


@dataclass(frozen=True, kw_only=True)
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


def _certified(kind: str, neighbours: Relation, domain_bits: int, rows: int, parameters: TreeLogParameters,
               exp_gap: Fraction | None) -> TreeLogPlan:
    exp_epsilon, delta = proved_privacy(parameters, neighbours, rows=rows if is_replacement(neighbours) else None,
                                        exp_gap=exp_gap)
    if parameters.levels:
        failure = tree_log_failure_bracket(domain_bits, rows, parameters)
    else:
        failure = exponential_failure_bracket(domain_bits, rows, log_bracket(as_fraction(parameters.exp_base), 200),
                                              threshold=parameters.threshold_base)
    return TreeLogPlan(kind=kind, neighbours=neighbours, domain_bits=domain_bits, rows=rows, parameters=parameters,
                       exp_gap=exp_gap, exp_epsilon=exp_epsilon, delta=delta, failure=failure,
                       wrong=wrong_answer_bound(domain_bits, parameters))


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
    bits, relation, goal = checked_wishes(domain_bits, neighbours, epsilon, delta, beta)
    if kind == "heavy path" and relation is add_remove_one:
        raise ValueError("kind 'heavy path' needs a public number of rows: neighbours must be replace_one")
    depth = as_integer(levels, "levels", least=1)
    if cautious and relation is replace_one:
        raise ValueError("cautious is for a private number of rows: neighbours must be add_remove_one")
    if kind is not None:
        return _plan(bits, relation, *goal, kind, depth, bool(cautious))
    other = "heavy path" if relation is replace_one else "random path"
    return _best_plan(bits, relation, *goal, other, depth, bool(cautious))


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
    budget = Budget(levels=depth, size=values, epsilon=float(epsilon), delta=float(delta), beta=float(beta),
                    fold=2 if relation is replace_one else 1, path=path)
    for relax in (0, 1e-3, 1e-2, 1e-1):  # a first proposal nearly always passes
        proposal = propose(replace(budget, delta=budget.delta * (1 - relax), beta=budget.beta * (1 - relax)))
        plan = _from_proposal(proposal, bits, relation, budget.levels, kind, beta if cautious else None)
        if (plan.exp_epsilon <= exp_bracket(epsilon).lower and plan.delta.upper <= delta
                and plan.failure.upper <= beta):
            return plan
    raise ValueError(f"no certified {kind} plan found for epsilon = {epsilon}, delta = {delta}, beta = {beta}")


def _rational(epsilon: float | Fraction, bits: int = BITS) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, bits)


def _from_proposal(proposal: Proposal, bits: int, relation: Relation, levels: int, kind: str,
                   wrong: Fraction | None) -> TreeLogPlan:
    random_path = kind == "random path"
    level = Level(exp_path=_rational(proposal.path) if random_path else None, exp_choose=_rational(proposal.choose),
                  threshold=proposal.threshold, exp_end=_rational(proposal.end), trim=proposal.trim,
                  stop=proposal.stop)
    parameters = TreeLogParameters((level,) * levels, _rational(proposal.base))
    gap = round_up(exp_bracket(Fraction(proposal.gap)).upper, BITS) if random_path else None
    rows = proposed_rows(proposal, levels)
    assert sizes(rows, parameters)[-1] == proposal.base_rows
    if wrong is None:
        return _certified(kind, relation, bits, rows, parameters, gap)
    parameters = with_no_answer(bits, parameters, wrong)

    def enough(count: int) -> bool:
        return tree_log_failure_bracket(bits, count, parameters).upper <= wrong or count > rows + 200

    return _certified(kind, relation, bits, least_integer(enough, rows), parameters, gap)


def tree_log_rows_needed(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number,
                         beta: Number) -> int:
    """Return the number of rows with which ``release.tree_log`` is promised to succeed.

    It is that of :func:`plan_tree_log`, with a cautious plan under ``add_remove_one``.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> tree_log_rows_needed(32, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
    95
    """
    return plan_tree_log(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta,
                         cautious=not is_replacement(neighbours)).rows
