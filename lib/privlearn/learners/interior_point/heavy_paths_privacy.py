"""What HeavyPaths costs and when it fails: privacy in both directions, the bound on failure, what N steps cost.

Definitions
-----------
``S`` gets one more point and becomes ``S'``.  *Direction A* bounds probabilities under S by those under S', *direction
B* those under S' by those under S.  With the names of
:class:`~privlearn.learners.interior_point.heavy_paths.HeavyPathsParameters`, ``delta_s = Pr[rho - nu > high -
threshold]``, the curve W and ``u`` of the random path at the gap g, and the deltas of the two choices:

- A: ``e_1 + e_2 + epsilon_p + epsilon_y + N (epsilon_c + epsilon_e)`` with ``delta_s``;
- B: ``e_1 + e_2 + g + epsilon_y + N (epsilon_c + epsilon_e)`` with ``delta_s + W(g) + u + delta_y + N delta_c``.

The N choices of nodes and N choices of leaves are adaptive, and each is made on a database that is a function of S
alone: any composition theorem applies to them (:func:`composed_privacy`).

>>> range_composition([(2, Fraction(1, 2))], Fraction(1, 10)).upper < 1
True

Source: KLMNS20, Lemmas 4.10 and 4.11, whose constants are lost; all constants here are ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact.brackets import Bracket, as_bracket, log_bracket, round_down, round_up, sqrt_bracket
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_inner_probability, as_integer
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.path_privacy import path_curve, unmatched_bound
from privlearn.learners.interior_point.stopping_point import noise_gap_tail
from privlearn.learners.interior_point.utility import base_size, choice_failure, end_failure
from privlearn.mechanisms.choosing import check_one_shot, one_shot_delta

BITS = 96
ACCOUNTINGS = ("basic", "bounded range")


@dataclass(frozen=True)
class HeavyPathsPrivacy:
    """What is proved for HeavyPaths under adding and removing a point, by basic composition.

    Attributes
    ----------
    exp_forward, delta_forward : Fraction
        Direction A, from S to S + x.
    exp_backward : Fraction
        Direction B, from S + x to S.
    delta_backward : Bracket
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
    if 1 + path**-parameters.stop > path:
        raise ValueError(f"stop must satisfy 1 + exp_path^-stop <= exp_path = {path}, got {parameters.stop}")


def short(value: Fraction) -> Bracket:
    """Return the number itself, or a narrow bracket around it if it has very many digits."""
    if value.denominator.bit_length() < 4096:
        return as_bracket(value)
    return Bracket(round_down(value, 128), round_up(value, 128))


def step_deltas(parameters: HeavyPathsParameters, exp_gap: Number) -> dict[str, Bracket]:
    """Return the parts of direction B's delta: of the stopping point, the path, new levels and new nodes."""
    path = path_curve(parameters.exp_path, exp_gap) + short(unmatched_bound(parameters.exp_path, parameters.stop))
    return {"stopping point": short(parameters.delta_stop), "path": path,
            "level": short(one_shot_delta(parameters.exp_level, parameters.level_threshold)),
            "nodes": parameters.levels * short(one_shot_delta(parameters.exp_choose, parameters.threshold_choose))}


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
    >>> settings = HeavyPathsParameters(2, 0, 4, 1, 4, 2, 2, 2, 2, 3, 2, 3, 2)
    >>> found = heavy_paths_privacy(settings, 4)
    >>> found.exp_forward, found.exp_backward, found.delta_forward
    (Fraction(256, 1), Fraction(512, 1), Fraction(5, 54))
    """
    check_heavy_paths(parameters)
    parts = [as_exp_epsilon(ratio) for ratio in (parameters.exp_threshold, parameters.exp_query, parameters.exp_level)]
    steps = (as_fraction(parameters.exp_choose) * as_fraction(parameters.exp_end)) ** parameters.levels
    common = parts[0] * parts[1] * parts[2] * steps
    delta = sum(step_deltas(parameters, exp_gap).values(), as_bracket(0))
    return HeavyPathsPrivacy(common * as_fraction(parameters.exp_path), parameters.delta_stop,
                             common * as_exp_epsilon(exp_gap, "exp_gap"), delta)


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
    slack = log_bracket(1 / as_inner_probability(delta_slack, "delta_slack"), BITS)
    rho = as_bracket(0)
    for count, epsilon in steps:
        rho = rho + as_integer(count, "how many", least=0) * (as_bracket(epsilon) * epsilon) / 8
    product = rho * slack
    root = Bracket(sqrt_bracket(product.lower, BITS).lower, sqrt_bracket(product.upper, BITS).upper)
    return rho + 2 * root


def composed_privacy(parameters: HeavyPathsParameters, exp_gap: Number, delta_slack: Number) -> tuple[
        tuple[Bracket, Bracket], tuple[Bracket, Bracket]]:
    """Return (epsilon, delta) of directions A and B if the 2 N choices are composed by :func:`range_composition`.

    Parameters
    ----------
    parameters, exp_gap
        As for :func:`heavy_paths_privacy`.
    delta_slack : number in (0, 1)
        What the composition adds to delta.

    Notes
    -----
    In direction B the choices of new nodes are set aside: they are in delta.  In direction A the same events are set
    aside under S', which raises epsilon by ``N ln(1 / (1 - delta_c))``.
    """
    check_heavy_paths(parameters)
    n, slack = parameters.levels, as_inner_probability(delta_slack, "delta_slack")
    names = ("exp_threshold", "exp_query", "exp_level", "exp_choose", "exp_end", "exp_path")
    first, second, level, choose, end, path = (log_bracket(as_fraction(getattr(parameters, k)), BITS) for k in names)
    chosen = short(one_shot_delta(parameters.exp_choose, parameters.threshold_choose))
    common = first + second + level + range_composition([(n, choose), (n, end)], slack)
    forward = common + path + n * log_bracket(1 / (1 - chosen), BITS)
    backward = common + log_bracket(as_fraction(exp_gap), BITS)
    delta = sum(step_deltas(parameters, exp_gap).values(), as_bracket(slack))
    return (forward, short(parameters.delta_stop) + slack), (backward, delta)


def failure_parts(parameters: HeavyPathsParameters) -> dict[str, Fraction]:
    """Return the terms of :func:`heavy_paths_failure`, for a database of enough rows.

    ``too early`` is N times the probability that a level that does not reach ``T_low`` is reported, ``no level`` the
    failure of the choice of a level of multiplicity ``T_low``; they are given for the best ``T_low``.
    """
    n = parameters.levels
    noises = parameters.exp_threshold, parameters.exp_query

    def parts(low: int) -> tuple[Fraction, Fraction]:
        early = n * noise_gap_tail(*noises, parameters.threshold - low + 1)
        return early, choice_failure(parameters.exp_level, parameters.level_threshold, low - 1)

    low, high = 1, max(1, parameters.threshold)
    while low < high:  # the first part rises with low and the second falls: where they cross, their maximum is least
        middle = (low + high) // 2
        early, none = parts(middle)
        low, high = (low, middle) if early >= none else (middle + 1, high)
    early, none = min((parts(x) for x in {max(1, low - 1), low}), key=sum)
    return {"too late": parameters.delta_stop, "too early": early, "no level": none,
            "nodes": n * choice_failure(parameters.exp_choose, parameters.threshold_choose, parameters.stop),
            "leaves": n * end_failure(parameters.exp_end, parameters.trim)}


def heavy_paths_rows(parameters: HeavyPathsParameters, base_values: int) -> int:
    """Return ``N (2 trim + stop) + B high``: with so many rows some level has an element ``high`` times.

    Parameters
    ----------
    parameters : HeavyPathsParameters
    base_values : int
        B, how many values the last database has (:func:`~privlearn.learners.interior_point.utility.base_size`).
    """
    values = as_integer(base_values, "base_values", least=1)
    return parameters.levels * (2 * parameters.trim + parameters.stop) + values * parameters.high


def heavy_paths_failure(domain_bits: int, rows: int, parameters: HeavyPathsParameters) -> Fraction:
    """Return the bound on the failure of HeavyPaths on every database of at least ``rows`` points.

    Returns
    -------
    Fraction
        The sum of :func:`failure_parts`, at most 1; and 1 if there are fewer rows than :func:`heavy_paths_rows`.

    References
    ----------
    KLMNS20, Lemma 4.10; the explicit form is reconstructed.
    """
    if as_integer(rows, "rows", least=0) < heavy_paths_rows(parameters, base_size(domain_bits, parameters.levels)):
        return Fraction(1)
    return min(Fraction(1), sum(failure_parts(parameters).values(), Fraction(0)))

