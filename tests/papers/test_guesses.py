"""No exercise can be solved by a guess: no judge accepts a small number, a simple container or a constant function.

Each run tries some of the guesses on each judge, drawn anew; `make long` tries all.
"""

import importlib
import inspect
import pkgutil
import random
from fractions import Fraction
from itertools import product

import pytest

from privlearn import broken, papers
from privlearn.exercises.answers import answered
from privlearn.mechanisms import randomised_response

MODULES = [importlib.import_module(name) for room in (papers, broken)
           for _, name, _ in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
           if name.endswith(".exercises")]
JUDGES = [function for module in MODULES for name, function in inspect.getmembers(module) if name.startswith("judge_")]

FRACTIONS = sorted({Fraction(p, q) for q in range(2, 21) for p in range(-20, 41)})
ENTRIES = (*range(-1, 6), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), True, None)
CONTAINERS = [container for entry, n in product(ENTRIES, range(5)) for container in (
    (entry,) * n, [entry] * n, {*(entry,) * n}, dict.fromkeys(range(n), entry), ((entry,) * n,) * n, [[entry] * n] * n,
    [(entry,) * n] * n)]
FUNCTIONS = [lambda *given, entry=entry: entry for entry in (*ENTRIES, 0.5, "a", (), (0,), [0, 1], {0}, (0, 1))]
ARGUMENTS = [lambda *given: given[0], lambda *given: given[-1], lambda *given: len(given[0]),
             lambda *given: sum(given), lambda *given: given[0] * given[-1], lambda *given: 1 / given[0]]
GUESSES = [*range(-500, 501), *FRACTIONS, True, False, None, "", "a", "yes", "no", "0", "1", *CONTAINERS,
           *product(range(21), repeat=2), *FUNCTIONS, *ARGUMENTS]
FEW, ALL = 600, len(GUESSES)


def accepted(judge, count=ALL):
    """Return the guesses that a judge accepts, of so many that are drawn."""
    more = [randomised_response(Fraction(3, 4))] * sum(parameter.default is parameter.empty for parameter in list(
        inspect.signature(judge).parameters.values())[1:])
    return [guess for guess in random.sample(GUESSES, count) if not judge(guess, *more).startswith("not yet: ")]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_no_guess_is_accepted(judge):
    assert accepted(judge, FEW) == []


@pytest.mark.long
@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_none_of_all_guesses_is_accepted(judge):
    assert accepted(judge) == []


@pytest.mark.parametrize(("right", "guesses"), [
    (lambda answer: answer == 37, [37]), (lambda answer: answer == Fraction(9, 11), [Fraction(9, 11)]),
    (lambda answer: answer == (2, 14), [(2, 14)]), (lambda answer: len(answer) == 4 and answer[3] == 5, None)])
def test_a_judge_of_a_number_is_caught(right, guesses):
    found = accepted(answered(lambda answer: "accepted: right" if right(answer) else "not yet: wrong"))
    assert found
    assert guesses is None or found == guesses
