"""What HeavyPaths costs: privacy in both directions, and the composition of its steps.

Definitions
-----------
``S`` gets one more point and becomes ``S'``.  *Direction A* bounds probabilities under S by those under S', *direction
B* those under S' by those under S.  With the names of
:class:`~privlearn.learners.interior_point.heavy_paths.law.HeavyPathsParameters`, ``delta_s = Pr[rho - nu > high -
threshold]``, the curve W and ``u`` of the random path at the gap g, and the deltas of the two choices:

- A: ``e_1 + e_2 + epsilon_p + epsilon_y + N (epsilon_c + epsilon_e)`` with ``delta_s``;
- B: ``e_2 + g + epsilon_y + N (epsilon_c + epsilon_e)`` with ``delta_s + W(g) + u + delta_y + N delta_c``.

Direction B of the stopping point costs ``e_2`` only: up to ``i*`` all queries are monotone, so that under S' "below"
is no likelier than under S, and the one "above" at most ``e^{e_2}`` times as likely.  With one level there is nothing
to stop at: neither ``e_1``, ``e_2`` nor ``delta_s``.

The N choices of nodes and N choices of leaves are adaptive, and each is made on a database that is a function of S
alone: any composition theorem applies to them (:func:`composed_privacy`).

>>> range_composition([(2, Fraction(1, 2))], Fraction(1, 10)).upper < 1
True

Source: KLMNS20, Lemmas 4.10 and 4.11, whose constants are lost; all constants here are ours.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact import (Bracket, as_exp_epsilon, as_fraction, as_integer, exp_bracket, is_at_most, log_bracket,
                             round_up)
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln, sqrt
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.heavy_paths.law import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths.stopping_point import noise_gap_tail
from privlearn.learners.interior_point.tree_log.failure import LONGEST_POWER, share, short
from privlearn.learners.interior_point.trees.path_privacy import path_curve
from privlearn.mechanisms.choosing_once import check_one_shot, one_shot_delta

BITS = 96
ACCOUNTINGS = ("basic", "bounded range")


@dataclass(frozen=True)
class HeavyPathsPrivacy:
    """What is proved for HeavyPaths under adding and removing a point.

    Attributes
    ----------
    exp_forward, delta_forward : Fraction
        Direction A, from S to S + x.
    exp_backward : Fraction
        Direction B, from S + x to S.
    delta_backward : Bracket
        Its upper end is proved.
    """

    exp_forward: Fraction
    delta_forward: Fraction
    exp_backward: Fraction
    delta_backward: Bracket

    def replacement(self) -> tuple[Fraction, Bracket]:
        """Return ``(e^epsilon, delta)`` for replacing a point: ``e^(a + b)`` and ``delta_B + e^b delta_A``."""
        return (self.exp_forward * self.exp_backward,
                self.delta_backward + self.exp_backward * as_bracket(self.delta_forward))


def check_heavy_paths(parameters: HeavyPathsParameters) -> None:
    """Raise a ``ValueError`` unless the preconditions of the privacy proof hold.

    They are ``high <= stop`` (databases above ``i*`` are neighbours), purity of direction A for both choices
    (``delta <= 1 - e^-epsilon``) and for the path (``1 + exp_path^-stop <= exp_path``).
    """
    if parameters.high > parameters.stop:
        raise ValueError(f"high must be at most stop = {parameters.stop}, got {parameters.high}: paths of levels that "
                         f"are not passed over would depend on a single point")
    check_one_shot(parameters.exp_level, parameters.level_threshold)
    check_one_shot(parameters.exp_choose, parameters.threshold_choose)
    path = as_exp_epsilon(parameters.exp_path)
    if not is_at_most(share(path, parameters.stop), 1 - 1 / path):
        raise ValueError(f"stop must satisfy 1 + exp_path^-stop <= exp_path = {path}, got {parameters.stop}")


def _stopping(parameters: HeavyPathsParameters) -> tuple[Fraction, Fraction, Fraction]:
    """Return the ratios of StoppingPoint in directions A and B, and its delta."""
    if parameters.levels == 1:
        return Fraction(1), Fraction(1), Fraction(0)
    first, second = as_exp_epsilon(parameters.exp_threshold), as_exp_epsilon(parameters.exp_query)
    return first * second, second, noise_gap_bracket(first, second, parameters.high - parameters.threshold + 1).upper


def step_deltas(parameters: HeavyPathsParameters, exp_gap: Number) -> dict[str, Bracket]:
    """Return the parts of direction B's delta: of the stopping point, the path, new levels and new nodes."""
    path = path_curve(parameters.exp_path, exp_gap) + share(parameters.exp_path, parameters.stop)
    return {"stopping point": short(_stopping(parameters)[2]), "path": path,
            "level": short(one_shot_delta(parameters.exp_level, parameters.level_threshold)),
            "nodes": parameters.levels * short(one_shot_delta(parameters.exp_choose, parameters.threshold_choose))}


def noise_gap_bracket(exp_threshold: Number, exp_query: Number, gap: int) -> Bracket:
    """Return the tail of the difference of two noises, enclosed if the gap is large.

    See :func:`~privlearn.learners.interior_point.heavy_paths.stopping_point.noise_gap_tail`.

    Examples
    --------
    >>> exact, near = noise_gap_bracket(2, 3, 1), noise_gap_bracket(Fraction(101, 100), Fraction(51, 50), 5000)
    >>> exact.lower == exact.upper == Fraction(23, 60), near.lower <= noise_gap_tail(
    ...     Fraction(101, 100), Fraction(51, 50), 5000) <= near.upper
    (True, True)
    """
    if gap <= LONGEST_POWER:
        return short(noise_gap_tail(exp_threshold, exp_query, gap))

    def tail() -> Ball:
        a, b = (ball(1 / as_exp_epsilon(ratio)) for ratio in (exp_threshold, exp_query))
        powers = [(base.log() * gap).exp() for base in (a, b)]
        if as_exp_epsilon(exp_threshold) == as_exp_epsilon(exp_query):
            return (1 - a) / (1 + a) ** 2 * powers[0] * (gap + (1 + a * a) / (1 - a * a) + a / (1 - a))
        near, far = ((1 - other) ** 2 / ((1 + own) * (1 - other / own) * (1 - own * other))
                     for own, other in ((a, b), (b, a)))
        return near * powers[0] + far * powers[1]

    return bracket_of(tail, 256)


def heavy_paths_privacy(parameters: HeavyPathsParameters, exp_gap: Number) -> HeavyPathsPrivacy:
    """Return what basic composition proves; see the module.

    Parameters
    ----------
    parameters : HeavyPathsParameters
    exp_gap : number of at least 1
        ``e^g``, at which the curve of the random path is read in direction B.

    Raises
    ------
    ValueError
        If a precondition of :func:`check_heavy_paths` fails.

    References
    ----------
    KLMNS20, Lemma 4.11; constants reconstructed.

    Examples
    --------
    >>> settings = HeavyPathsParameters.with_one_base(2, levels=2, trim=0, stop=4, threshold=1, high=4,
    ...                                               level_threshold=3, threshold_choose=3)
    >>> found = heavy_paths_privacy(settings, 4)
    >>> found.exp_forward, found.exp_backward, found.delta_forward
    (Fraction(256, 1), Fraction(256, 1), Fraction(5, 54))
    """
    check_heavy_paths(parameters)
    forward, backward, delta_stop = _stopping(parameters)
    steps = (as_fraction(parameters.exp_choose) * as_fraction(parameters.exp_end)) ** parameters.levels
    common = as_fraction(parameters.exp_level) * steps
    delta = sum(step_deltas(parameters, exp_gap).values(), as_bracket(0))
    return HeavyPathsPrivacy(forward * common * as_fraction(parameters.exp_path), delta_stop,
                             backward * common * as_exp_epsilon(exp_gap, "exp_gap"), delta)


def range_composition(steps: Iterable[tuple[int, Number | Bracket]], delta_slack: Number) -> Bracket:
    """Bracket the epsilon of an adaptive composition of exponential mechanisms, ``rho + 2 sqrt(rho ln(1/delta'))``.

    Parameters
    ----------
    steps : pairs (how many, epsilon)
        Each step has *bounded range*: the logarithms of its likelihood ratios differ by at most epsilon.
    delta_slack : number in (0, 1)
        ``delta'``.

    Notes
    -----
    ``rho = sum of epsilon^2 / 8``: the Renyi divergence of order a of a step of range epsilon is at most
    ``a epsilon^2 / 8``, and divergences add.

    References
    ----------
    KLMNS20, Section 2 has the form of Dwork, Rothblum and Vadhan; this sharper one is for exponential mechanisms.
    """
    rho = as_bracket(0)
    for count, epsilon in steps:
        rho = rho + as_integer(count, "how many", least=0) * (as_bracket(epsilon) * epsilon) / 8
    return as_bracket(range_epsilon(rho, delta_slack))


@formula("at most", where=("rho >= 0", "0 < delta_slack < 1"), tex={"rho": "r", "delta_slack": r"\delta'"},
         corners={"rho": (Fraction(1, 1000), Fraction(1), Fraction(10)), "delta_slack": (
             Fraction(1, 10**6), Fraction(1, 10**60))},
         loose={"rho >= 0": "no sum of squares is below 0", "0 < delta_slack < 1": "without failures there is no bound",
                "1": "a normal tail is thinner than e^(-x^2/2)"})
def range_epsilon(rho: Value, delta_slack: Value) -> Value:
    """Return the epsilon of a composition with Renyi divergences of at most ``a rho`` at every order a.

    Examples
    --------
    >>> round(float(range_epsilon(1, Fraction(1, 10**6)).upper), 3)
    8.434
    """
    return rho + 2 * sqrt(rho * ln(1 / delta_slack))


def composed_privacy(parameters: HeavyPathsParameters, exp_gap: Number, delta_slack: Number) -> HeavyPathsPrivacy:
    """Return what is proved if the 2 N choices on the way up are composed by :func:`range_composition`.

    Parameters
    ----------
    parameters, exp_gap
        As for :func:`heavy_paths_privacy`.
    delta_slack : number in (0, 1)
        What the composition adds to delta, in both directions.

    Returns
    -------
    HeavyPathsPrivacy
        Its ratios are rational upper bounds.

    Notes
    -----
    In direction B the choices of new nodes are set aside: they are in delta.  In direction A the same events are set
    aside under S', which raises epsilon by ``N ln(1 / (1 - delta_c))``.

    Examples
    --------
    >>> settings = HeavyPathsParameters.with_one_base(2, levels=60, trim=0, stop=99, threshold=1, high=4,
    ...                                               level_threshold=9, exp_choose=Fraction(11, 10),
    ...                                               threshold_choose=90, exp_end=Fraction(11, 10))
    >>> found = composed_privacy(settings, 4, Fraction(1, 10**6))
    >>> found.exp_backward < heavy_paths_privacy(settings, 4).exp_backward / 5
    True
    """
    check_heavy_paths(parameters)
    n, slack = parameters.levels, as_inner_probability(delta_slack, "delta_slack")
    forward, backward, delta_stop = _stopping(parameters)
    choose, end = (log_bracket(as_fraction(ratio), BITS) for ratio in (parameters.exp_choose, parameters.exp_end))
    way_up = exp_bracket(range_composition([(n, choose), (n, end)], slack).upper).upper
    common = as_fraction(parameters.exp_level) * round_up(way_up, BITS)
    fresh = one_shot_delta(parameters.exp_choose, parameters.threshold_choose)
    chosen = round_up(short(1 / (1 - fresh)).upper ** n, BITS)
    delta = sum(step_deltas(parameters, exp_gap).values(), as_bracket(slack))
    return HeavyPathsPrivacy(forward * common * as_fraction(parameters.exp_path) * chosen, delta_stop + slack,
                             backward * common * as_exp_epsilon(exp_gap, "exp_gap"), delta)
