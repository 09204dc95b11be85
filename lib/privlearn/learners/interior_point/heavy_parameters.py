"""Parameters for HeavyPaths: how many rows a wanted privacy and success need, with a proof of both.

Definitions
-----------
A *plan* is a choice of all public parameters with what is proved for it.  ``low`` is the multiplicity that the chosen
level has to have for success; it enters the proof only.  Beside what
:mod:`~privlearn.learners.interior_point.heavy_paths_privacy` proves, three things are used:

* *Direction B of the stopping point costs e_2 only* (B: from S + x to S).  Up to ``i*`` all queries are monotone, so
  that "below" is no likelier under S + x, and the one "above" at most ``e^{e_2}`` times as likely.
* *With one level* there is nothing to stop at: no cost and no delta.
* *Nothing has to reach* ``high`` *for success.*  If no level is reported, the last one is taken, and its database, of
  more than ``B (low - 1)`` elements with B values, has an element ``low`` times.

HeavyPaths answers with interior points or not at all: whatever the number of rows, the answer is a point that is not
interior with probability at most ``levels * end_failure`` (:attr:`HeavyPathsDomainPlan.wrong`).  For the level of
OneRandomPath is one of the database's own, and ``None`` is the answer where there is none.

>>> from privlearn.mechanisms import add_remove_one
>>> wishes = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
>>> plan = plan_heavy_paths_domain(64, neighbours=add_remove_one, **wishes)
>>> plan.parameters.levels, plan.failure.upper <= Fraction(1, 10), plan.rows < 1700
(2, True, True)

Source: KLMNS20, Theorem 4.1 and Lemmas 4.10 and 4.11, whose constants are lost; all constants here are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from privlearn.exact.brackets import Bracket, as_bracket, exp_bracket, round_down, round_up
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_inner_probability, as_integer
from privlearn.exact.search import least_integer
from privlearn.learners.interior_point import heavy_search as search
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths_privacy import HeavyPathsPrivacy, heavy_paths_privacy, short
from privlearn.learners.interior_point.parameters import Relation, is_replacement
from privlearn.learners.interior_point.path_privacy import unmatched_bound
from privlearn.learners.interior_point.stopping_point import noise_gap_tail
from privlearn.learners.interior_point.utility import base_size, choice_failure, end_failure
from privlearn.mechanisms.choosing import one_shot_least_threshold
from privlearn.mechanisms.neighbours import add_remove_one, replace_one

BITS = 24  # of the rational e^epsilon of each step
MOST_VALUES = 1 << 12  # of the last database: more are never worth while


@dataclass(frozen=True)
class HeavyPathsDomainPlan:
    """Parameters with what is proved for them; make it with :func:`plan_heavy_paths_domain`.

    Attributes
    ----------
    neighbours : function
        ``replace_one`` (the number of rows is public) or ``add_remove_one``.
    domain_bits : int
    rows : int
        The failure is proved for every database of at least so many rows.
    parameters : HeavyPathsParameters
        All ``exp_*`` rational, thresholds integers.  Private for any number of rows.
    low : int
        The multiplicity that makes a level good enough.
    exp_gap : Fraction
        ``e^g``, the loss at which the curve of the random path is read.
    exp_epsilon : Fraction
        Proved.
    delta, failure, wrong : Bracket
        Proved: their upper ends bound the true values.  ``wrong`` bounds, for any number of rows, the probability of a
        point that is not interior.
    """

    neighbours: Relation
    domain_bits: int
    rows: int
    parameters: HeavyPathsParameters
    low: int
    exp_gap: Fraction
    exp_epsilon: Fraction
    delta: Bracket
    failure: Bracket
    wrong: Bracket


def proved_directions(parameters: HeavyPathsParameters, exp_gap: Number) -> HeavyPathsPrivacy:
    """Return the privacy of HeavyPaths in both directions, with the savings of the module.

    Raises
    ------
    ValueError
        If a precondition fails: ``high > stop``, or direction A of a choice or of the path is not pure.

    Examples
    --------
    >>> settings = HeavyPathsParameters(2, 0, 4, 1, 4, 2, 2, 2, 2, 3, 2, 3, 2)
    >>> found = proved_directions(settings, 4)
    >>> found.exp_forward, found.exp_backward, found.delta_forward
    (Fraction(256, 1), Fraction(256, 1), Fraction(5, 54))
    """
    found = heavy_paths_privacy(parameters, exp_gap)
    first, second = as_exp_epsilon(parameters.exp_threshold), as_exp_epsilon(parameters.exp_query)
    backward = found.exp_backward / first
    if parameters.levels > 1:
        return replace(found, exp_backward=backward)
    return HeavyPathsPrivacy(found.exp_forward / (first * second), Fraction(0), backward / second,
                             found.delta_backward - short(parameters.delta_stop))


def proved_privacy(parameters: HeavyPathsParameters, neighbours: Relation, exp_gap: Number) -> tuple[Fraction, Bracket]:
    """Return ``(e^epsilon, delta)`` proved for HeavyPaths under a relation.

    Parameters
    ----------
    parameters : HeavyPathsParameters
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    exp_gap : number of at least 1
        ``e^g`` at which the curve of the random path is read.

    Notes
    -----
    Replacement goes through the common part of n - 1 rows: ``(a + b, delta_B + e^b delta_A)``.

    References
    ----------
    KLMNS20, Lemma 4.11; constants reconstructed.
    """
    found = proved_directions(parameters, exp_gap)
    if is_replacement(neighbours):
        return found.replacement()
    forward = short(found.delta_forward)
    worse = Bracket(max(forward.lower, found.delta_backward.lower), max(forward.upper, found.delta_backward.upper))
    return max(found.exp_forward, found.exp_backward), worse


def planned_rows(domain_bits: int, parameters: HeavyPathsParameters, low: int) -> int:
    """Return ``N (2 trim + stop) + B (low - 1) + 1``: with so many rows the last database has an element ``low`` times.

    Examples
    --------
    >>> planned_rows(64, HeavyPathsParameters(2, 5, 20, 1, 4, 2, 2, 2, 2, 3, 2, 3, 2), 4)
    85
    """
    levels = parameters.levels
    values = base_size(domain_bits, levels)
    return levels * (2 * parameters.trim + parameters.stop) + values * (as_integer(low, "low", least=1) - 1) + 1


def failure_terms(parameters: HeavyPathsParameters, low: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return what can go wrong with enough rows: a level below ``low`` reported, no level, no node, a bad leaf.

    The last two count ``levels`` steps each.

    Examples
    --------
    >>> failure_terms(HeavyPathsParameters(2, 1, 4, 3, 4, 2, 2, 2, 2, 1, 2, 3, 2), 2) == (
    ...     noise_gap_tail(2, 2, 2), choice_failure(2, 1, 1), 2 * choice_failure(2, 3, 4), 2 * end_failure(2, 1))
    True
    """
    n = parameters.levels
    early = noise_gap_tail(parameters.exp_threshold, parameters.exp_query, parameters.threshold - low + 1)
    return ((n - 1) * early, choice_failure(parameters.exp_level, parameters.level_threshold, low - 1),
            n * choice_failure(parameters.exp_choose, parameters.threshold_choose, parameters.stop),
            n * end_failure(parameters.exp_end, parameters.trim))


def certified(neighbours: Relation, domain_bits: int, parameters: HeavyPathsParameters, low: int,
              exp_gap: Fraction) -> HeavyPathsDomainPlan:
    """Return the plan with these parameters: everything that is proved for it is computed here."""
    exp_epsilon, delta = proved_privacy(parameters, neighbours, exp_gap)
    terms = [short(term) for term in failure_terms(parameters, low)]
    return HeavyPathsDomainPlan(neighbours, domain_bits, planned_rows(domain_bits, parameters, low), parameters, low,
                                exp_gap, exp_epsilon, delta, sum(terms, as_bracket(0)), terms[-1])


def plan_heavy_paths_domain(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number,
                     levels: int | None = None) -> HeavyPathsDomainPlan:
    """Return parameters that are (epsilon, delta)-private and fail with probability at most beta on every database.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``, at least 1.
    neighbours : function
        ``replace_one`` or ``add_remove_one``; see :class:`HeavyPathsDomainPlan`.
    epsilon : number
        Above 0, at most 20.
    delta, beta : numbers in (0, 1)
    levels : int, optional
        N, at least 1; by default the one that needs fewest rows.

    Returns
    -------
    HeavyPathsDomainPlan
        With ``exp_epsilon <= e^epsilon``, ``delta.upper <= delta`` and ``failure.upper <= beta``, certified.  The
        number of rows is near the least for this analysis, not the least.

    Raises
    ------
    ValueError
        On bad arguments, or if the search finds nothing.

    References
    ----------
    KLMNS20, Theorem 4.1.

    Notes
    -----
    About a second; plans are cached.
    """
    bits, wanted = as_integer(domain_bits, "domain_bits", least=1), as_fraction(epsilon, "epsilon")
    if not 0 < wanted <= 20:
        raise ValueError(f"epsilon must be positive and at most 20, got {wanted}")
    relation = replace_one if is_replacement(neighbours) else add_remove_one
    bounds = wanted, as_inner_probability(delta, "delta"), as_inner_probability(beta, "beta")
    if levels is not None:
        return _plan(bits, relation, *bounds, as_integer(levels, "levels", least=1))
    depth = least_integer(lambda n: base_size(bits, n) <= MOST_VALUES, 1)
    best = _plan(bits, relation, *bounds, depth)
    while base_size(bits, depth + 1) < base_size(bits, depth):  # fewer values are gained for one more step
        depth += 1
        more = _plan(bits, relation, *bounds, depth)
        if more.rows >= best.rows:
            break
        best = more
    return best


@lru_cache(maxsize=256)
def _plan(bits: int, relation: Relation, epsilon: Fraction, delta: Fraction, beta: Fraction,
          levels: int) -> HeavyPathsDomainPlan:
    budget = search.HeavyBudget(levels, base_size(bits, levels), float(epsilon), float(delta), float(beta),
                                2 if relation is replace_one else 1)
    found: HeavyPathsDomainPlan | None = None
    for relax in (0, 1e-3, 1e-2, 1e-1):  # a first proposal nearly always passes
        proposal = search.propose(replace(budget, delta=budget.delta * (1 - relax), beta=budget.beta * (1 - relax)))
        found = _from_proposal(proposal, bits, relation, levels)
        if found.exp_epsilon <= exp_bracket(epsilon).lower and found.delta.upper <= delta and (
                found.failure.upper <= beta):
            return _tightened(found, beta)
    raise ValueError(f"no certified plan found for epsilon = {epsilon}, delta = {delta}, beta = {beta}")


def _from_proposal(proposal: search.HeavyProposal, bits: int, relation: Relation, levels: int) -> HeavyPathsDomainPlan:
    """Round the steps to rationals and take the least integers that give each step what was proposed for it."""
    names = ("threshold", "query", "path", "level", "choose", "end")
    first, second, path, level, choose, end = (_rational(getattr(proposal, name)) for name in names)
    aims = {name: Fraction(value) for name, value in vars(proposal).items() if name.startswith(("delta", "beta"))}
    fresh = one_shot_least_threshold(level, aims["delta_level"])
    node = one_shot_least_threshold(choose, aims["delta_choose"])
    low = least_integer(lambda m: choice_failure(level, fresh, m - 1) <= aims["beta_level"], fresh)
    above = least_integer(lambda m: noise_gap_tail(first, second, m + 1) <= aims["delta_stop"], 0) if levels > 1 else 0
    below = least_integer(lambda m: noise_gap_tail(first, second, m + 1) <= aims["beta_early"], 0) if levels > 1 else 0
    stop = least_integer(lambda t: choice_failure(choose, node, t) <= aims["beta_choose"]
                  and unmatched_bound(path, t) <= aims["delta_unmatched"] and 1 + path**-t <= path,
                  low + below + above)
    trim = least_integer(lambda t: end_failure(end, t) <= aims["beta_end"], 0)
    gap = round_up(exp_bracket(Fraction(proposal.gap)).upper, BITS)
    parameters = HeavyPathsParameters(levels, trim, stop, low + below, low + below + above, first, second, path, level,
                                      fresh, choose, node, end)
    return certified(relation, bits, parameters, low, gap)


def _rational(epsilon: float) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, BITS)


def _tightened(plan: HeavyPathsDomainPlan, beta: Fraction) -> HeavyPathsDomainPlan:
    """Return the plan with less trimming and a lower ``low``, as far as beta, which rounding did not use up, allows."""
    for change in ({"low": -1}, {"trim": -1}):
        while True:
            parameters, low = plan.parameters, plan.low + change.get("low", 0)
            trim = parameters.trim + change.get("trim", 0)
            if low < 1 or trim < 0:
                break
            trial = certified(plan.neighbours, plan.domain_bits, replace(parameters, trim=trim), low, plan.exp_gap)
            if trial.failure.upper > beta:
                break
            plan = trial
    return plan


def heavy_rows_needed(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number) -> int:
    """Return the number of rows of :func:`plan_heavy_paths_domain`, with which ``heavy_paths`` is promised to succeed.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> heavy_rows_needed(8, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10)) < 1400
    True
    """
    return plan_heavy_paths_domain(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta).rows
