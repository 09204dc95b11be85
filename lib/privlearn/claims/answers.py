"""What the judges of exercises share; the judges of a page stand in its package's module ``exercises``.

A judge takes an answer and says "accepted: ..." or "not yet: ..." with the reason; it never raises, whatever it gets.
Where it would need a package that is lacking, it says so instead.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any

from privlearn.extras import lacking

LONGEST_NUMBER = 1 << 12  # bits: longer numbers are no answers, and would take long to judge
LONGEST_VERDICT = 400  # characters: an answer may be quoted in it


def answered(judge: Callable) -> Callable:
    """Return the judge with every exception that an answer brings about turned into words."""

    @wraps(judge)
    def judged(answer: Any, *more: Any) -> str:
        try:
            verdict = judge(answer, *more)
        except Exception as error:  # an answer may hold anything: functions that raise, entries that cannot be compared
            told = lacking(error).removeprefix("skipped: ")
            verdict = (f"not judged here: {told}" if told
                       else f"not yet: this cannot be judged ({type(error).__name__}: {error})")
        return verdict if len(verdict) <= LONGEST_VERDICT else verdict[:LONGEST_VERDICT] + " ..."

    return judged


def is_exact(value: Any) -> bool:
    """Tell whether ``value`` is an integer or a Fraction (no truth value, no float, no string) of sensible length."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return False
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_NUMBER
