"""Every judge of every exercise answers "not yet: ..." to nonsense, and never raises."""

import importlib
import inspect
import itertools
import math
import pkgutil
from fractions import Fraction

import numpy as np
import pytest

from privlearn.claims import answers as exercises
from privlearn.claims.answers import LONGEST_VERDICT, answered, is_exact
from privlearn.mechanisms import randomised_response


class Incomparable:
    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("no comparison")


def raises(*arguments):
    raise RuntimeError("an answer that raises")


def nested(depth):
    answer = []
    for _ in range(depth):
        answer = [answer]
    return answer


ENTRIES = [None, True, -1, 10**30, 0.5, math.nan, "a", Fraction(-1, 2), Fraction(1, 3**20_000), (), (0, 7), [0, 7], {},
           Incomparable(), np.array([0, 1])]
NONSENSE = [
    ..., math.inf, 1j, "", "not yet", "0" * 6, b"abc", np.float64(0.5), np.zeros((2, 2)), range(10**12), nested(3000),
    (None, ("1e999999999",)), (("1e9999999",) * 5, ("1e9999999",) * 10), (2, "1e9999999", Fraction(1, 2)),
    (0, (0, 1), 2), ((0,) * 40, (1,) * 40, 0), (0,) * 100_000, [(0, 1)] * 10_000, [range(10**12)], "x" * 100_000,
    raises, lambda: 0, lambda *arguments: None, lambda *arguments: 10**5000, lambda *arguments: np.array([1, 2]),
    lambda *arguments: Incomparable(), lambda *arguments: "a",
    *ENTRIES, *([entry] * n for entry in ENTRIES for n in (1, 2, 3, 4, 8)), *((entry,) * n for entry in ENTRIES
                                                                             for n in (2, 3, 4, 6, 8, 12, 64)),
    *([(entry,) * 8] * n for entry in ENTRIES for n in (5, 8)), *({(1, 3): entry} for entry in ENTRIES),
    *(((entry,) * 5, (entry,) * 10) for entry in ENTRIES), *(((entry,) * 20,) * 4 for entry in ENTRIES),
    *((((0, 1),) * 4, ((0, 1),) * 3 + (entry,), entry) for entry in ENTRIES),
    *(([(entry,) * 8] * 5, [[entry] * 3]) for entry in ENTRIES),
]
ENDLESS = [itertools.count, lambda: itertools.repeat(()), lambda: (itertools.count(),) * 4, lambda: [itertools.count()]]
JUDGES = [function for module in pkgutil.iter_modules(exercises.__path__)
          for name, function in inspect.getmembers(importlib.import_module(f"{exercises.__name__}.{module.name}"))
          if name.startswith("judge_")]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_nonsense_is_not_accepted_and_breaks_nothing(judge):
    more = [randomised_response(Fraction(3, 4))] * (len(inspect.signature(judge).parameters) - 1)
    for answer in [*NONSENSE, *(make() for make in ENDLESS)]:
        said = judge(answer, *more)
        assert said.startswith("not yet: "), said
        assert len(said) <= LONGEST_VERDICT + 4


def test_every_judge_is_found():
    assert len(JUDGES) >= 30


def test_an_exception_is_a_reason():
    assert answered(raises)(1) == "not yet: this cannot be judged (RuntimeError: an answer that raises)"


def test_long_verdicts_are_cut():
    assert len(answered(lambda answer: "not yet: " + "x" * 10_000)(1)) == LONGEST_VERDICT + 4


@pytest.mark.parametrize("value", [1, -7, Fraction(1, 3)])
def test_integers_and_fractions_are_exact(value):
    assert is_exact(value)


@pytest.mark.parametrize("value", [True, 0.5, "1", None, 10**2000, Fraction(1, 10**2000)])
def test_floats_words_and_endless_numbers_are_not(value):
    assert not is_exact(value)
