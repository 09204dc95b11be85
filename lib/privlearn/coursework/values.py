"""Plain values as text, to be sent between processes.

Definitions
-----------
A plain value (:mod:`privlearn.exercises.answers`) is written as JSON: numbers but Fractions, strings, truth values and
``None`` as they are, everything else as a list that begins with the name of its type.  A function is written as its
number in a list; who reads it says what is to be called in its place.  Text holds nothing that could run.

>>> text = encoded({(1, 2): [Fraction(1, 3)]}, [])
>>> text
'["dict", [["tuple", [1, 2]], ["list", [["fraction", 1, 3]]]]]'
>>> decoded(text, list)
{(1, 2): [Fraction(1, 3)]}
"""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exercises.answers import UnfitAnswer, plain

COLLECTIONS: dict[str, type] = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}


def encoded(value: Any, functions: list[Callable]) -> str:
    """Return a value's text; the functions in it are added to the list.

    Raises
    ------
    UnfitAnswer
        If the value is not plain.
    """
    return json.dumps(_tagged(plain(value), functions))


def _tagged(value: Any, functions: list[Callable]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Fraction):
        return ["fraction", value.numerator, value.denominator]
    if isinstance(value, dict):
        return ["dict", *([_tagged(part, functions) for part in pair] for pair in value.items())]
    if isinstance(value, ConceptClass):
        return ["class", value.matrix.tolist()]
    if value is ...:
        return ["..."]
    if callable(value):
        functions.append(value)
        return ["function", len(functions) - 1]
    return [type(value).__name__, [_tagged(part, functions) for part in value]]


def decoded(text: str, function: Callable[[int], Any]) -> Any:
    """Return the value that a text stands for; ``function`` says what a function's number stands for.

    Raises
    ------
    UnfitAnswer
        If the text is none of a plain value.
    """
    try:
        return _untagged(json.loads(text), function)
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise UnfitAnswer(f"no text of a plain value ({type(error).__name__})") from None


def _untagged(value: Any, function: Callable[[int], Any]) -> Any:
    if isinstance(value, dict):
        raise ValueError("no plain value is written as an object")
    if not isinstance(value, list):
        return value
    tag, *parts = value
    if tag in COLLECTIONS:
        return COLLECTIONS[tag](_untagged(part, function) for part in parts[0])
    if tag == "dict":
        return {_untagged(key, function): _untagged(part, function) for key, part in parts}
    made: dict[str, Callable] = {"fraction": lambda above, below: Fraction(above, below),
                                 "class": ConceptClass.from_matrix, "function": function, "...": lambda: ...}
    return made[tag](*parts)
