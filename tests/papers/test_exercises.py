"""Every judge of every exercise answers "not yet: ..." to nonsense, and never raises."""

import importlib
import inspect
import itertools
import math
import pkgutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from privlearn import broken, papers
from privlearn.exercises.answers import LONGEST_VERDICT


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
           Incomparable(), np.array([0, 7])]
NONSENSE = [
    ..., math.inf, 1j, "", "not yet", "0" * 6, b"abc", np.float64(0.5), np.zeros((2, 2)), range(10**12), nested(3000),
    (None, ("1e999999999",)), (("1e9999999",) * 5, ("1e9999999",) * 10), (2, "1e9999999", Fraction(1, 2)),
    (0, (0, 1), 2), ((0,) * 40, (1,) * 40, 0), (0,) * 10_000, [(0, 1)] * 2_000, [range(10**12)], "x" * 100_000,
    raises, lambda: 0, lambda *arguments: None, lambda *arguments: 10**5000, lambda *arguments: np.array([1, 2]),
    lambda *arguments: Incomparable(), lambda *arguments: "a",
    *ENTRIES, *([entry] * n for entry in ENTRIES for n in (1, 2, 3, 4, 8)), *((entry,) * n for entry in ENTRIES
                                                                             for n in (2, 3, 4, 6, 8, 12, 64)),
    *([(entry,) * 8] * n for entry in ENTRIES for n in (5, 8)), *({(1, 3): entry} for entry in ENTRIES),
    *(((entry,) * 5, (entry,) * 10) for entry in ENTRIES), *(((entry,) * 20,) * 4 for entry in ENTRIES),
    *((((0, 1),) * 4, ((0, 1),) * 3 + (entry,), entry) for entry in ENTRIES),
    *(([(entry,) * 8] * 5, [[entry] * 3]) for entry in ENTRIES),
]
TESTS = Path(__file__).parents[1]
ENDLESS = [itertools.count, lambda: itertools.repeat(()), lambda: (itertools.count(),) * 4, lambda: [itertools.count()]]
MODULES = [importlib.import_module(name) for room in (papers, broken)
           for _, name, _ in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
           if name.endswith(".exercises")]
JUDGES = [function for module in MODULES for name, function in inspect.getmembers(module) if name.startswith("judge_")]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_nonsense_is_not_accepted_and_breaks_nothing(judge):
    for answer in [*NONSENSE, *(make() for make in ENDLESS)]:
        said = judge(answer)
        assert said.startswith("not yet: "), said
        assert len(said) <= LONGEST_VERDICT + 4


def test_every_judge_is_found():
    assert len(MODULES) >= 75
    assert len(JUDGES) >= 160


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_every_judge_has_a_test_of_its_own(judge):
    name = judge.__module__.removesuffix(".exercises")
    room, *place, page = name.replace("privlearn.broken", "broken.exercises").removeprefix("privlearn.").split(".")
    tests = TESTS / room / "/".join(place) / f"test_{page}.py"
    lines = (TESTS / "papers/test_lines_supplied.py").read_text(encoding="utf-8")
    assert f"{judge.__name__}(" in tests.read_text(encoding="utf-8") or f'{page}.{judge.__name__}": (' in lines, (
        f"{judge.__name__} must be tested in {tests}, or if it judges a line of a proof, in test_lines_supplied.py")


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.removeprefix("privlearn."))
def test_every_module_of_exercises_has_a_judge(module):
    assert any(name.startswith("judge_") for name in vars(module))
