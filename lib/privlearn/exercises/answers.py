"""What the judges of exercises share; the judges of a page stand in its package's module ``exercises``.

A judge takes an answer and says "accepted: ..." or "not yet: ..." with the reason; it never raises, whatever it gets.

Definitions
-----------
A *plain value* is a number (``int``, ``bool``, ``Fraction``, ``float``), a string, ``None``, ``...``, a class of
concepts, or a tuple, list, set, frozenset or dictionary of plain values, each of exactly that type.  A judge never sees
the answer itself but plain values made anew from it, and for a function in it one that takes and returns plain values:
of an answer nothing runs but its functions, when they are called.

What goes wrong is *about the answer* if the answer is not plain, if a function in it raises, or if the library refuses
a value on purpose, by a ``ValueError`` from a ``raise`` statement of ours.  And if the judge itself meets another shape
than it asks for: its own lines, alone, take an answer apart.  Everything else is a fault of ours, and the judge says
so: "the judge failed (...)".  Where a package is lacking that it needs, it says that instead.
"""

import dis
import traceback
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from types import TracebackType
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.extras import lacking

LONGEST_NUMBER = 1 << 12  # bits: longer numbers are no answers, and would take long to judge
LONGEST_VERDICT = 400  # characters: an answer may be quoted in it
MOST_PARTS, DEEPEST = 1_000_000, 64  # of an answer
MISSHAPEN = (TypeError, ValueError, LookupError)  # raised where an answer is not as long or deep as it should be


class UnfitAnswer(ValueError):
    """An answer that is not made of plain values, or whose function raises."""


def answered(judge: Callable) -> Callable:
    """Return the judge of plain values that says why an answer cannot be judged, or that it failed itself."""

    @wraps(judge)
    def judged(answer: Any, *more: Any) -> str:
        try:
            verdict = judge(*(plain(value) for value in (answer, *more)))
        except Exception as error:  # an answer may hold anything: functions that raise, entries that cannot be compared
            told = lacking(error).removeprefix("skipped: ")
            kind = "not yet: this cannot be judged" if is_about_the_answer(error) else "the judge failed"
            verdict = f"not judged here: {told}" if told else f"{kind} ({in_words(error)})"
        return verdict if len(verdict) <= LONGEST_VERDICT else verdict[:LONGEST_VERDICT] + " ..."

    return judged


def in_words(error: BaseException) -> str:
    """Return the name and the text of what was raised, even if it cannot say that itself."""
    return str(error) if isinstance(error, UnfitAnswer) else traceback.format_exception_only(error)[-1].strip()


def is_about_the_answer(error: Exception) -> bool:
    """Tell whether what went wrong in a judge is about the answer; else it is a fault of ours."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    module = str(place.tb_frame.f_globals.get("__name__")) if place else ""
    if module.startswith(("privlearn.papers.", "privlearn.broken.")) and module.endswith(".exercises"):
        return isinstance(error, MISSHAPEN)
    return isinstance(error, UnfitAnswer) or isinstance(error, ValueError) and place is not None and _raises(place)


def _raises(place: TracebackType) -> bool:
    """Tell whether what stands at the end of a traceback is a ``raise`` statement of this library."""
    code = place.tb_frame.f_code
    return (str(place.tb_frame.f_globals.get("__name__")).startswith("privlearn.")
            and dis.opname[code.co_code[place.tb_lasti]] == "RAISE_VARARGS")


def plain(answer: Any) -> Any:
    """Return an answer made anew from plain values.

    What is of a type derived from one of theirs becomes a value of theirs, whatever its own methods say; numbers of
    NumPy become ``int``, ``bool`` and ``float``, its arrays lists.

    Raises
    ------
    UnfitAnswer
        If there is anything else in it, or too much.
    """
    parts = 0

    def rebuilt(value: Any, depth: int) -> Any:
        nonlocal parts
        parts += 1
        if depth > DEEPEST or parts > MOST_PARTS:
            raise UnfitAnswer(f"an answer has at most {MOST_PARTS} parts, {DEEPEST} within one another")
        kind = type(value)
        for base, parts_of in COLLECTIONS.items():
            if issubclass(kind, base):
                return base([rebuilt(part, depth + 1) for part in parts_of(value)])
        return _single(value, kind)

    return rebuilt(answer, 0)


COLLECTIONS: dict[type, Callable] = {tuple: tuple.__iter__, list: list.__iter__, set: set.__iter__,
                                     frozenset: frozenset.__iter__, dict: dict.items}
SINGLE: dict[type, Callable] = {int: int.__int__, float: float.__float__, str: str.__str__}


def _single(value: Any, kind: type) -> Any:
    if value is None or value is ... or kind is bool:
        return value
    for base, rebuilt in SINGLE.items():
        if issubclass(kind, base):
            return _sensible(rebuilt(value))
    if issubclass(kind, Fraction):
        above, below = Fraction._numerator.__get__(value), Fraction._denominator.__get__(value)  # type: ignore[attr-defined]
        if type(above) is type(below) is int and below:
            return Fraction(_sensible(above), _sensible(below))
    if issubclass(kind, np.generic) and type(number := np.generic.item(value)) in (bool, int, float):
        return number
    if kind is np.ndarray and value.dtype.kind in "biuf" and value.size <= MOST_PARTS:
        return value.tolist()
    if kind is ConceptClass:
        return ConceptClass.from_matrix(plain(value.matrix))
    if callable(value):
        return _asked(value)
    raise UnfitAnswer(f"give numbers, strings, tuples, lists, sets, dictionaries or functions, not a {kind.__name__}")


def _sensible(value: Any) -> Any:
    if type(value) is int and value.bit_length() > LONGEST_NUMBER:
        raise UnfitAnswer(f"a number in an answer has at most {LONGEST_NUMBER} bits")
    return value


def _asked(function: Callable) -> Callable:
    """Return the function that takes and returns plain values; to the same question it gives the same answer."""
    known: dict[str, Any] = {}

    def asked(*arguments: Any) -> Any:
        question = repr(arguments)
        if question not in known:
            given = tuple(plain(value) for value in arguments)
            try:
                found = function(*given)
            except (Exception, SystemExit) as error:
                raise UnfitAnswer(f"the function raised {in_words(error)}") from error
            known[question] = plain(found)
        return known[question]

    return asked


def is_exact(value: Any) -> bool:
    """Tell whether ``value`` is an integer or a Fraction (no truth value, no float, no string) of sensible length."""
    if type(value) not in (int, Fraction):
        return False
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_NUMBER
