"""Exact values as JSON and as short text.

Definitions
-----------
Integers stay integers (as strings beyond 53 bits); rationals are strings ``"7/19"``; infinity is ``"inf"``; a
bracket is a string ``"[a, b]"`` of rationals rounded outward; other values are their text.  A rational with more
than 40 digits is also shown rounded outward.
"""

import math
import re
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import plain

LONGEST = 40  # digits of a number that are shown in full
LONGEST_TEXT = 2000


def encode(value: Any) -> Any:
    """Return ``value`` as JSON: int, str, float (numeric grades only), bool, None, or lists of these."""
    value = plain(value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if hasattr(value, "__index__"):
        value = int(value)
        return value if abs(value) < 2**53 else _digits(value)
    if isinstance(value, Fraction):
        return encode(value.numerator) if value.denominator == 1 else _rational(value)
    if isinstance(value, Bracket):
        return f"[{_short(round_down(value.lower, 40))}, {_short(round_up(value.upper, 40))}]"
    if isinstance(value, (tuple, list)):
        return _within_limit([encode(part) for part in value])
    if isinstance(value, (set, frozenset)):
        return _within_limit([encode(part) for part in sorted(value, key=repr)])
    if isinstance(value, dict):
        return _within_limit([[encode(key), encode(part)] for key, part in value.items()])
    return str(getattr(value, "__name__", value))


def _within_limit(parts: list[Any]) -> Any:
    text = str(parts)
    return parts if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + " ... (shortened)"


def _digits(value: int) -> str:
    text = str(value) if value.bit_length() < 200 else ""
    return text if text and len(text) <= LONGEST else f"about {_scientific(Fraction(value))}"


def _rational(value: Fraction) -> str:
    if value.numerator.bit_length() + value.denominator.bit_length() < 3.3 * LONGEST:
        return f"{value.numerator}/{value.denominator}"
    return f"[{_short(round_down(value, 40))}, {_short(round_up(value, 40))}]"


def _short(value: Fraction) -> str:
    """A dyadic as a decimal to 12 significant digits would round; give it as a product with a power of two instead."""
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value.numerator)
    if value.denominator < 10**15 and abs(value.numerator) < 10**15:
        return f"{value.numerator}/{value.denominator}"
    twos = value.denominator.bit_length() - 1 if value.denominator > 1 else 0
    odd, up = value.numerator, 0
    while odd and odd % 2 == 0:
        odd, up = odd // 2, up + 1
    return f"{odd}*2^{up - twos}"


def _scientific(value: Fraction) -> str:
    exponent = len(str(abs(value.numerator) // value.denominator)) - 1 if abs(value) >= 1 else 0
    return f"{float(value / 10**exponent):.6f}e{exponent}"


def show(value: Any) -> str:
    """Return a short text for people: exact where short, else about six significant digits with ``≈``."""
    if isinstance(value, str) and value.startswith("["):
        return value
    if isinstance(value, Fraction):
        text = str(value)
        return text if len(text) <= 16 else f"≈ {_decimal(value)}"
    if isinstance(value, Bracket):
        return f"≈ {_decimal((value.lower + value.upper) / 2)}"
    return str(value)


def _decimal(value: Fraction) -> str:
    if value == 0:
        return "0"
    exponent = math.floor((abs(value.numerator).bit_length() - value.denominator.bit_length()) * math.log10(2))
    mantissa = float(value / Fraction(10) ** exponent)
    if abs(mantissa) >= 10:
        mantissa, exponent = mantissa / 10, exponent + 1
    if -4 <= exponent <= 6:
        return f"{mantissa * 10.0**exponent:.6g}"
    return f"{mantissa:.5f}e{exponent}"


_NUMBER = re.compile(r"(-?\d+)(?:/(\d+)|\*2\^(-?\d+))?")


def readable(text: str) -> str:
    """Return an encoded number or bracket of numbers as ``≈`` a decimal if it is long; other texts unchanged.

    Examples
    --------
    >>> readable("[219539174277/2199023255552, 54884793570/549755813888]")
    '≈ 0.0998349'
    >>> readable("7/19"), readable("a longer text that is no number")
    ('7/19', 'a longer text that is no number')
    """
    ends = _ends(text)
    return text if len(text) <= 16 or not ends else f"≈ {_decimal(sum(ends, Fraction(0)) / len(ends))}"


def least(value: Any) -> Fraction | float:
    """Return the number that an encoded one stands for, the lower end of a bracket; infinity for other values.

    >>> least("7/19"), least("[1/2, 3*2^-1]"), least("inf")
    (Fraction(7, 19), Fraction(1, 2), inf)
    """
    if isinstance(value, (int, float)):
        return value
    ends = _ends(str(value))
    return ends[0] if ends else -math.inf if value == "-inf" else math.inf


def _ends(text: str) -> list[Fraction]:
    """Return the numbers in the text of one, or of a bracket; nothing if it is another text."""
    parts = [_NUMBER.fullmatch(part) for part in text.strip("[]").split(", ")]
    if len(parts) > 2 or not all(parts):
        return []
    return [Fraction(int(m[1]), int(m[2] or 1)) * Fraction(2) ** int(m[3] or 0) for m in parts if m]
