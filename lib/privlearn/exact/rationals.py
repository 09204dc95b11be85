"""Exact numbers: what comes in, what is used inside, what goes out.

Definitions
-----------
An *exact number* is an ``int``, a ``Fraction``, an ``fmpq`` of python-flint, or a ``float`` taken at its exact binary
value.  Inside the library weights live in the field :func:`rational` returns: ``fmpq`` where python-flint is
installed, ``Fraction`` elsewhere (the two never compare equal, so they are never mixed).  At every public edge numbers
leave as ``int`` or ``Fraction``, or as ``math.inf``.

>>> as_fraction(0.5)
Fraction(1, 2)
>>> rational_square_root(Fraction(9, 4))
Fraction(3, 2)
"""

import math
import operator
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

fmpq: Any
try:
    from flint import fmpq
except ImportError:  # python-flint has no build for the browser
    fmpq = None

Number = Any  # int | Fraction | fmpq | float: mypy cannot see python-flint's types


def as_fraction(value: Number, name: str = "value") -> Fraction:
    """Return ``value`` as a ``Fraction``, without rounding.

    Parameters
    ----------
    value : int, Fraction, fmpq or float
        A finite number; a float stands for its exact binary value.
    name : str
        The argument's name in the error message.

    Raises
    ------
    ValueError
        If ``value`` is no finite number (booleans and strings are refused).

    Examples
    --------
    >>> as_fraction(0.1) == Fraction(1, 10)
    False
    """
    kind = type(value)  # the usual cases before the slower questions
    if kind is Fraction:
        return value
    if kind is int:
        return Fraction(value)
    if kind is fmpq:
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, Fraction):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # a numpy scalar
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        raise ValueError(f"{name} must be a number (int, Fraction, fmpq or float), got {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return Fraction(value)


def rational(value: Number, name: str = "value") -> Any:
    """Return ``value`` in the field used for weights: ``fmpq`` if python-flint is present, else ``Fraction``."""
    kind = type(value)
    if kind is fmpq:
        return value
    if kind is int and fmpq is not None:
        return fmpq(value)
    fraction = as_fraction(value, name)
    return fraction if fmpq is None else fmpq(fraction.numerator, fraction.denominator)


def numerator_denominator(value: Any) -> tuple[int, int]:
    """Return numerator and denominator, in lowest terms, of a weight in either field."""
    if type(value) is fmpq:
        return int(value.p), int(value.q)
    return as_fraction(value).as_integer_ratio()


def plain(value: Any) -> Any:
    """Return ``value`` itself, an ``fmpq`` as a ``Fraction``: for values that leave the library as they are."""
    return as_fraction(value) if type(value) is fmpq else value


def as_probability(value: Number, name: str = "probability") -> Fraction:
    """Return ``value`` as a ``Fraction`` in [0, 1].

    Raises
    ------
    ValueError
        If the number is below 0 or above 1.
    """
    fraction = as_fraction(value, name)
    if not 0 <= fraction.numerator <= fraction.denominator:  # integers are compared in a fifth of the time
        raise ValueError(f"{name} must lie between 0 and 1, got {fraction}")
    return fraction


def as_inner_probability(value: Number, name: str = "probability") -> Fraction:
    """Return ``value`` as a ``Fraction`` strictly between 0 and 1.

    Raises
    ------
    ValueError
        If it lies outside, or on either end.
    """
    fraction = as_fraction(value, name)
    if not 0 < fraction.numerator < fraction.denominator:
        raise ValueError(f"{name} must lie strictly between 0 and 1, got {fraction}")
    return fraction


def as_distribution(weights: Iterable[Number], points: int | None = None,
                    name: str = "distribution") -> tuple[Fraction, ...]:
    """Return ``weights`` as a tuple of Fractions.

    Raises
    ------
    ValueError
        If a weight is negative, the weights do not sum to 1, or there are not ``points`` of them.
    """
    listed = tuple(weights)
    exact = listed if all(type(w) is Fraction for w in listed) else tuple(as_fraction(w, name) for w in listed)
    if points is not None and len(exact) != points:
        raise ValueError(f"{name} must hold {points} weights, one for each point, got {len(exact)}")
    return _checked_distribution(exact, name)


@lru_cache(maxsize=1 << 12)
def _checked_distribution(exact: tuple[Fraction, ...], name: str) -> tuple[Fraction, ...]:
    if any(weight.numerator < 0 for weight in exact):
        raise ValueError(f"{name} must not have negative weights, got {min(exact)}")
    if sum(exact) != 1:
        raise ValueError(f"{name} must sum to 1, got {sum(exact)}")
    return exact


def as_exp_epsilon(value: Number, name: str = "exp_epsilon") -> Fraction:
    """Return the privacy ratio ``e^epsilon`` as a ``Fraction`` of at least 1.

    Raises
    ------
    ValueError
        If the ratio is below 1: no neighbour relation is asymmetric, so no mechanism has such a ratio.
    """
    fraction = as_fraction(value, name)
    if fraction < 1:
        raise ValueError(f"{name} must be at least 1 (it is e^epsilon with epsilon >= 0), got {fraction}")
    return fraction


def as_integer(value: Any, name: str, least: int | None = None, most: int | None = None, *,
               private: bool = False) -> int:
    """Return ``value`` as an ``int`` within ``least..most``.

    Raises
    ------
    ValueError
        If it is not an integer (booleans are refused) or out of range.  The message shows it unless it is private.
    """
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return value  # the usual case
    try:
        integral = operator.index(value) is not None and not isinstance(value, bool)
    except TypeError:
        integral = False
    if not integral or (least is not None and value < least) or (most is not None and value > most):
        low = "" if least is None else f" of at least {least}"
        high = "" if most is None else f" and at most {most}"
        raise ValueError(f"{name} must be an integer{low}{high}" + ("" if private else f", got {value!r}"))
    return int(value)


def rational_square_root(value: Number, name: str = "value") -> Fraction:
    """Return the rational square root of ``value``.

    Raises
    ------
    ValueError
        If ``value`` is not the square of a rational.

    Examples
    --------
    >>> rational_square_root(Fraction(441, 400))
    Fraction(21, 20)
    """
    fraction = as_fraction(value, name)
    if fraction >= 0:
        root = Fraction(math.isqrt(fraction.numerator), math.isqrt(fraction.denominator))
        if root * root == fraction:
            return root
    raise ValueError(f"{name} must be the square of a rational number (such as 9/4 or 4), got {fraction}")
