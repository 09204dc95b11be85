"""How private the random path of TreeLog is: the curve W, its divergences, and a sharper bound for small databases.

Definitions
-----------
A database ``S`` gets one more point and becomes ``S'``.  Paths of ``S'`` are told apart only by the path of ``S`` that
they extend, their *class*.  Following the nodes that hold the new point, the two runs differ by how fast they leave it:
with ``c = exp_path`` a step that is left with chance ``h`` under ``S'`` is left with chance ``c h / r`` under ``S``,
``r = 1 + (c - 1) h``.  In the limit of many small steps this is an exponential clock of rate 1 against one of rate
``c``, whose hockey sticks are

``W(z) = (1 - 1/c) (c z)^(-1/(c-1))`` for ``z >= 1/c``, and ``1 - z`` below, ``z = e^g = exp_gap``.

No tree and no size of database is worse.

>>> path_curve(2, 1), path_curve(2, 4)
(Bracket(lower=Fraction(1, 4), upper=Fraction(1, 4)), Bracket(lower=Fraction(1, 16), upper=Fraction(1, 16)))

Source: our analysis of KLMNS20, Claim 3.5 and Lemma 3.6, in the direction for which the paper's constants are lost.
"""

from fractions import Fraction

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number, as_inner_probability


def _base(exp_path: Number) -> Fraction:
    base = as_exp_epsilon(exp_path, "exp_path")
    if base == 1:
        raise ValueError("exp_path must be greater than 1 (at 1 the path does not depend on the weights), got 1")
    return base


def _ratio(exp_gap: Number) -> Fraction:
    ratio = as_fraction(exp_gap, "exp_gap")
    if ratio <= 0:
        raise ValueError(f"exp_gap must be positive (it is e^g), got {ratio}")
    return ratio


def _power(argument: Fraction, exponent: Fraction) -> Bracket:
    """Bracket ``argument ** exponent`` for a positive argument, without width if the exponent is an integer."""
    if exponent.denominator == 1:
        return as_bracket(argument ** exponent.numerator)
    return exp_bracket(log_bracket(argument, 96) * exponent, 80)


def path_decay(exp_path: Number) -> Fraction:
    """Return ``1/(c - 1)``, the rate at which ``W`` falls with ``g``.

    Examples
    --------
    >>> path_decay(Fraction(11, 10))
    Fraction(10, 1)
    """
    return 1 / (_base(exp_path) - 1)


def path_curve(exp_path: Number, exp_gap: Number) -> Bracket:
    """Return ``W(e^g)``, a bound on ``Pr[class under S' in F] - e^g Pr[class under S in F]`` over matched classes.

    Parameters
    ----------
    exp_path : number greater than 1
        ``c``, the base of the path's law.
    exp_gap : number greater than 0
        ``z = e^g``.

    Returns
    -------
    Bracket
        Around the hockey stick of the exponential distributions of rate 1 and ``c``; of width 0 if ``1/(c-1)`` is an
        integer or ``z <= 1/c``.  It holds for all databases, all stopping weights and every domain, and is the
        supremum over them.

    References
    ----------
    KLMNS20, Section 3.1; our replacement of Claim 3.5 in the direction from S' to S.

    Examples
    --------
    >>> path_curve(Fraction(3, 2), Fraction(3, 2))
    Bracket(lower=Fraction(16, 243), upper=Fraction(16, 243))
    """
    c, z = _base(exp_path), _ratio(exp_gap)
    return as_bracket(1 - z if c * z <= 1 else two_clocks(c, z))


@formula("equals", where=("exp_path > 1", "exp_path * exp_gap >= 1"),
         corners={"exp_path": (Fraction(6, 5), Fraction(3, 2), Fraction(2), Fraction(3)),
                  "exp_gap": (Fraction(1, 10), Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(4))},
         tex={"exp_path": "c", "(exp_path * exp_gap) ** (-1 / (exp_path - 1))":
              r"\exp(-\frac{g + \epsilon}{c - 1})"}, loose={"exp_path > 1": "at 1 both are the same"})
def two_clocks(exp_path: Value, exp_gap: Value) -> Value:
    """Return the hockey stick at ``e^g`` of the exponential laws of rate 1 and c, where it is not linear.

    Examples
    --------
    >>> two_clocks(2, 4)
    Fraction(1, 16)
    """
    return (1 - 1 / exp_path) * (exp_path * exp_gap) ** (-1 / (exp_path - 1))


def path_gap(exp_path: Number, delta: Number) -> Bracket:
    """Return the ratio ``e^g`` at which ``W`` equals ``delta``: ``((1 - 1/c) / delta)^(c-1) / c``.

    Raises
    ------
    ValueError
        Unless ``0 < delta <= 1 - 1/c``.

    Examples
    --------
    >>> path_gap(2, Fraction(1, 16))
    Bracket(lower=Fraction(4, 1), upper=Fraction(4, 1))
    """
    c, d = _base(exp_path), as_inner_probability(delta, "delta")
    if d > 1 - 1 / c:
        raise ValueError(f"delta must be at most 1 - 1/exp_path = {1 - 1 / c}, got {d}")
    return _power((1 - 1 / c) / d, c - 1) / c


BASE = {"exp_path >= 1": "no ratio is below 1"}
STEPS = {"exp_path": (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(2)), "stop": tuple(range(7))}


@formula("at most", where=("exp_path >= 1",), corners=STEPS, tex={"exp_path ** stop": r"e^{\epsilon_p t}"}, loose=BASE)
def unmatched_bound(exp_path: Value, stop: int) -> Value:
    """Return ``1 / (1 + exp_path ** stop)``, a bound on the chance under S' of a path that extends no path of S.

    Examples
    --------
    >>> unmatched_bound(2, 3)
    Fraction(1, 9)
    """
    return 1 / (1 + exp_path**stop)


@formula("at most", where=("exp_path >= 1",), corners=STEPS, loose=BASE,
         tex={"max(exp_path, 1 + exp_path ** (-stop))": r"\max\{c, 1 + c^{-t}\}"})
def forward_factor(exp_path: Value, stop: int) -> Value:
    """Return ``max(c, 1 + c^-stop)``, the factor of the direction from S to S'.

    Examples
    --------
    >>> forward_factor(Fraction(3, 2), 0), forward_factor(Fraction(3, 2), 2)
    (2, Fraction(3, 2))
    """
    return max(exp_path, 1 + exp_path**-stop)


def path_moment(exp_path: Number, order: Number, *, reverse: bool = False) -> Bracket:
    """Return the moment ``sum p^order q^(1 - order)`` of the two exponential distributions.

    For ``order > 1`` it bounds the same sum over the matched classes; the Renyi divergence is its logarithm divided by
    ``order - 1``.

    Parameters
    ----------
    exp_path : number greater than 1
    order : number greater than 1
        Below ``c/(c-1)`` unless ``reverse``: from there on the moment is infinite.
    reverse : bool
        False: ``p`` has rate 1 (the database with the point), ``q`` rate ``c``: ``c^(1-a) / (a - c(a-1))``.
        True: the other way round, ``c^a / (c a + 1 - a)``.

    Examples
    --------
    >>> path_moment(Fraction(3, 2), 2), path_moment(Fraction(3, 2), 2, reverse=True)
    (Bracket(lower=Fraction(4, 3), upper=Fraction(4, 3)), Bracket(lower=Fraction(9, 8), upper=Fraction(9, 8)))
    """
    c, a = _base(exp_path), as_fraction(order, "order")
    if a <= 1:
        raise ValueError(f"order must be greater than 1, got {a}")
    if reverse:
        return _power(c, a) / (c * a + 1 - a)
    if a >= c / (c - 1):
        raise ValueError(f"order must be below exp_path / (exp_path - 1) = {c / (c - 1)}, got {a}")
    return _power(c, 1 - a) / (a - c * (a - 1))


def path_renyi(exp_path: Number, order: Number, *, reverse: bool = False) -> Bracket:
    """Return the Renyi divergence of the given order, in nats; arguments as for :func:`path_moment`.

    Examples
    --------
    >>> found = path_renyi(Fraction(3, 2), 2)
    >>> found.lower < Fraction(2877, 10**4) and found.upper > Fraction(2876, 10**4)  # ln(4/3)
    True
    """
    return log_bracket(path_moment(exp_path, order, reverse=reverse)) / (as_fraction(order) - 1)


def path_relative_entropy(exp_path: Number) -> Bracket:
    """Return ``c - 1 - ln c``, the relative entropy of rate 1 from rate ``c``, in nats (about ``epsilon^2 / 2``).

    Examples
    --------
    >>> found = path_relative_entropy(2)
    >>> found.lower < Fraction(306853, 10**6) < found.upper + Fraction(1, 10**6)
    True
    """
    c = _base(exp_path)
    return c - 1 - log_bracket(c, 96)
