"""Parameters for HeavyPaths: how many rows a wanted privacy and success need, with a proof of both.

Definitions
-----------
A *plan* is a choice of all public parameters with what is proved for it, by the formulas of
:mod:`~privlearn.learners.interior_point.heavy_paths.privacy`.  Two *accountings* of the choices that are made on each
of the N levels: ``"basic"`` adds up their epsilons, ``"bounded range"`` composes them by Renyi divergences, which pays
for many levels only.

HeavyPaths answers with interior points or not at all: whatever the number of rows, the answer is a point that is not
interior with probability at most ``levels * end_failure`` (the plan's ``wrong``).  For the level of
OneRandomPath is one of the database's own, and ``None`` is the answer where there is none.

>>> from privlearn.mechanisms import add_remove_one
>>> wishes = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
>>> plan = plan_heavy_paths(64, neighbours=add_remove_one, **wishes)
>>> plan.parameters.levels, plan.failure.upper <= Fraction(1, 10), plan.rows < 1700
(2, True, True)

Source: KLMNS20, Theorem 4.1 and Lemmas 4.10 and 4.11, whose constants are lost; all constants here are ours.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from privlearn.exact import Bracket, as_integer, exp_bracket, is_at_most, least_integer, round_up
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.rationals import Number
from privlearn.learners.interior_point.heavy_paths.failure import failure_parts, heavy_paths_rows
from privlearn.learners.interior_point.heavy_paths.law import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths.privacy import (ACCOUNTINGS, composed_privacy, heavy_paths_privacy,
                                                                   noise_gap_bracket)
from privlearn.learners.interior_point.heavy_paths.search import HeavyBudget, HeavyProposal, propose
from privlearn.learners.interior_point.tree_log.failure import base_size, share, short
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.mechanisms.wishes import checked_wishes

BITS = 24  # of the rational e^epsilon of each step
MOST_VALUES = 1 << 12  # of the last database: more are never worth while


@dataclass(frozen=True, kw_only=True)
class HeavyPathsPlan:
    """Parameters with what is proved for them; make it with :func:`plan_heavy_paths`.

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
    slack : Fraction
        What the accounting by bounded range adds to delta; 0 for the basic one.
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
    slack: Fraction
    exp_epsilon: Fraction
    delta: Bracket
    failure: Bracket
    wrong: Bracket


def proved_privacy(parameters: HeavyPathsParameters, neighbours: Relation, exp_gap: Number,
                   slack: Number = 0) -> tuple[Fraction, Bracket]:
    """Return ``(e^epsilon, delta)`` proved for HeavyPaths under a relation.

    Parameters
    ----------
    parameters : HeavyPathsParameters
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    exp_gap : number of at least 1
        ``e^g`` at which the curve of the random path is read.
    slack : number in [0, 1)
        What the accounting by bounded range adds to delta; 0 for the basic one.

    Notes
    -----
    Replacement goes through the common part of n - 1 rows: ``(a + b, delta_B + e^b delta_A)``.

    References
    ----------
    KLMNS20, Lemma 4.11; constants reconstructed.
    """
    found = composed_privacy(parameters, exp_gap, slack) if slack else heavy_paths_privacy(parameters, exp_gap)
    if is_replacement(neighbours):
        return found.replacement()
    forward = short(found.delta_forward)
    worse = Bracket(max(forward.lower, found.delta_backward.lower), max(forward.upper, found.delta_backward.upper))
    return max(found.exp_forward, found.exp_backward), worse


def certified(neighbours: Relation, domain_bits: int, parameters: HeavyPathsParameters, low: int, exp_gap: Fraction,
              slack: Fraction = Fraction(0)) -> HeavyPathsPlan:
    """Return the plan with these parameters: everything that is proved for it is computed here."""
    exp_epsilon, delta = proved_privacy(parameters, neighbours, exp_gap, slack)
    return HeavyPathsPlan(neighbours=neighbours, domain_bits=domain_bits,
                          rows=heavy_paths_rows(domain_bits, parameters, low), parameters=parameters, low=low,
                          exp_gap=exp_gap, slack=slack, exp_epsilon=exp_epsilon, delta=delta,
                          failure=_failure(parameters, low), wrong=short(failure_parts(parameters, low)["leaves"]))


def plan_heavy_paths(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number,
                     levels: int | None = None, accounting: str = "basic") -> HeavyPathsPlan:
    """Return parameters that are (epsilon, delta)-private and fail with probability at most beta on every database.

    Parameters
    ----------
    domain_bits : int
        The domain is ``0..2^domain_bits - 1``, at least 1.
    neighbours : function
        ``replace_one`` or ``add_remove_one``; see :class:`HeavyPathsPlan`.
    epsilon : number
        Above 0, at most 20.
    delta, beta : numbers in (0, 1)
    levels : int, optional
        N, at least 1; by default the one that needs fewest rows.
    accounting : str
        ``"basic"`` or ``"bounded range"``.

    Returns
    -------
    HeavyPathsPlan
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
    bits, relation, goal = checked_wishes(domain_bits, neighbours, epsilon, delta, beta)
    if accounting not in ACCOUNTINGS:
        raise ValueError(f"accounting must be one of {', '.join(ACCOUNTINGS)}, got {accounting!r}")
    bounds = *goal, accounting
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
def _plan(bits: int, relation: Relation, epsilon: Fraction, delta: Fraction, beta: Fraction, accounting: str,
          levels: int) -> HeavyPathsPlan:
    budget = HeavyBudget(levels=levels, values=base_size(bits, levels), epsilon=float(epsilon), delta=float(delta),
                         beta=float(beta), fold=2 if relation is replace_one else 1, composed=accounting != "basic")
    found: HeavyPathsPlan | None = None
    for relax in (0, 1e-3, 1e-2, 1e-1):  # a first proposal nearly always passes
        proposal = propose(replace(budget, delta=budget.delta * (1 - relax), beta=budget.beta * (1 - relax)))
        found = _from_proposal(proposal, bits, relation, levels)
        if found.exp_epsilon <= exp_bracket(epsilon).lower and found.delta.upper <= delta and (
                found.failure.upper <= beta):
            return _tightened(found, beta)
    raise ValueError(f"no certified plan found for epsilon = {epsilon}, delta = {delta}, beta = {beta}")


def _from_proposal(proposal: HeavyProposal, bits: int, relation: Relation, levels: int) -> HeavyPathsPlan:
    """Round the steps to rationals and take the least integers that give each step what was proposed for it."""
    names = ("threshold", "query", "path", "level", "choose", "end")
    first, second, path, level, choose, end = (_rational(getattr(proposal, name)) for name in names)
    aims = {name: Fraction(value) for name, value in vars(proposal).items() if name.startswith(("delta", "beta"))}
    fresh, node = _least_threshold(level, aims["delta_level"]), _least_threshold(choose, aims["delta_choose"])
    low = least_integer(lambda m: is_at_most(share(level, m - fresh), aims["beta_level"]), fresh)
    above, below = (_margin(first, second, aims[name]) if levels > 1 else 0 for name in ("delta_stop", "beta_early"))
    unmatched = min(aims["delta_unmatched"], 1 - 1 / path)
    stop = least_integer(lambda t: is_at_most(share(choose, t + 1 - node), aims["beta_choose"])
                         and is_at_most(share(path, t), unmatched), low + below + above)
    trim = least_integer(lambda t: is_at_most(share(end, t + 1, 3), aims["beta_end"]), 0)
    gap = round_up(exp_bracket(Fraction(proposal.gap)).upper, BITS)
    parameters = HeavyPathsParameters(levels=levels, trim=trim, stop=stop, threshold=low + below,
                                      high=low + below + above, exp_threshold=first, exp_query=second, exp_path=path,
                                      exp_level=level, level_threshold=fresh, exp_choose=choose, threshold_choose=node,
                                      exp_end=end)
    return certified(relation, bits, parameters, low, gap, Fraction(proposal.slack))


def _margin(exp_threshold: Fraction, exp_query: Fraction, probability: Fraction) -> int:
    """Return the least margin that the difference of the two noises exceeds with at most this probability."""
    return least_integer(lambda m: is_at_most(noise_gap_bracket(exp_threshold, exp_query, m + 1), probability), 0)


def _least_threshold(ratio: Fraction, delta: Fraction) -> int:
    """Return the least threshold of a choice with at most ``delta`` in direction B and none in direction A."""
    return least_integer(lambda t: is_at_most(share(ratio, t - 1), min(delta, 1 - 1 / ratio)), 1)


def _rational(epsilon: float) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, BITS)


def _tightened(plan: HeavyPathsPlan, beta: Fraction) -> HeavyPathsPlan:
    """Return the plan with a lower ``low`` and less trimming, as far as beta, which rounding did not use up, allows.

    Neither enters the privacy proof.
    """
    parameters, low = plan.parameters, plan.low
    while low > 1 and _failure(parameters, low - 1).upper <= beta:
        low -= 1
    while parameters.trim > 0:
        less = replace(parameters, trim=parameters.trim - 1)
        if _failure(less, low).upper > beta:
            break
        parameters = less
    return certified(plan.neighbours, plan.domain_bits, parameters, low, plan.exp_gap, plan.slack)


def _failure(parameters: HeavyPathsParameters, low: int) -> Bracket:
    return sum(map(short, failure_parts(parameters, low).values()), as_bracket(0))


def heavy_rows_needed(domain_bits: int, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number) -> int:
    """Return the number of rows of :func:`plan_heavy_paths`, with which ``heavy_paths`` is promised to succeed.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> heavy_rows_needed(8, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10)) < 1400
    True
    """
    return plan_heavy_paths(domain_bits, neighbours=neighbours, epsilon=epsilon, delta=delta, beta=beta).rows
