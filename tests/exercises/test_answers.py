"""Judged answers: values made anew, faults told from mistakes, verdicts short, numbers exact."""

import sys
from collections import Counter, namedtuple
from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, points
from privlearn.exercises.answers import LONGEST_VERDICT, UnfitAnswer, answered, is_exact, plain
from privlearn.papers.bbkn14.generic_learner import exercises


class Sharp(int):
    """A number with arithmetic of its own."""

    def __sub__(self, other):
        return 1

    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Halves(Fraction):
    """A fraction that says something else than it holds."""

    numerator = property(lambda self: 7)


class Pair(tuple):
    """A pair that shows other entries to whom it likes."""

    def __iter__(self):
        return iter((1, 1))

    def __getitem__(self, place):
        return 1


@pytest.mark.parametrize(("answer", "found"), [
    (Sharp(3), 3), (Halves(1, 2), Fraction(1, 2)), (Pair((2, 3)), (2, 3)), (namedtuple("Two", "a b")(1, 2), (1, 2)),
    (Counter("aab"), {"a": 2, "b": 1}), (np.int64(4), 4), (np.float64(0.5), 0.5), (np.bool_(True), True),
    (np.array([[0, 1]]), [[0, 1]]), ([{frozenset({Sharp(2)}): True}], [{frozenset({2}): True}]), (..., ...),
    (None, None),
])
def test_values_are_made_anew_of_exactly_their_types(answer, found):
    assert repr(plain(answer)) == repr(found)


def test_a_changed_fraction_and_a_class_of_concepts_are_made_anew_and_nothing_derived_from_them():
    changed = Fraction(1, 2)
    changed._numerator, changed._denominator = 2, 4
    assert plain(changed).denominator == 2
    changed._numerator = Sharp(2)
    with pytest.raises(UnfitAnswer, match="not a Fraction"):
        plain(changed)
    given = points(1)
    assert plain(given) is not given
    assert (plain(given).matrix == given.matrix).all()
    derived = type("Mine", (ConceptClass,), {})
    with pytest.raises(UnfitAnswer, match="not a Mine"):
        plain(derived(given.matrix, given.point_names, given.concept_names))


def nested(depth):
    return [nested(depth - 1)] if depth else []


CIRCLE = []
CIRCLE += [CIRCLE, CIRCLE]


@pytest.mark.parametrize("answer", [nested(80), [0] * 1_000_001, 1j, range(3), b"a", iter(()), np.array(["a"]),
                                    1 << 5000, (Fraction(1, 1 << 5000),), CIRCLE])
def test_what_is_not_plain_too_much_or_contains_itself_is_refused(answer):
    with pytest.raises(UnfitAnswer):
        plain(answer)


def test_a_function_takes_and_returns_plain_values_and_answers_the_same_question_once():
    calls = []
    asked = plain(lambda n: calls.append(n) or Sharp(len(calls)))
    assert (asked(5), asked(5), asked(6), calls) == (1, 1, 2, [5, 6])
    assert type(asked(5)) is int


@pytest.mark.parametrize("raised", [RuntimeError("no"), SystemExit(0), RecursionError("deep"), ImportError("none")])
def test_a_function_that_raises_is_not_yet_an_answer(raised):
    def raises(*arguments):
        raise raised

    assert exercises.judge_outside_count(raises).startswith(
        f"not yet: this cannot be judged (the function raised {type(raised).__name__}")


def test_an_answer_of_another_shape_or_refused_on_purpose_is_not_yet_one_and_long_verdicts_are_cut():
    names = {"__name__": "privlearn.papers.some.page.exercises"}
    exec("def unpacks(answer):\n a, b = answer", names)
    assert answered(names["unpacks"])(5).startswith("not yet: this cannot be judged (TypeError: cannot unpack")
    refuses = answered(lambda answer: ConceptClass.from_matrix(answer))
    assert refuses([[2]]).startswith("not yet: this cannot be judged (ValueError: array must hold only 0 and 1")
    assert len(answered(lambda answer: "not yet: " + "x" * 10_000)(1)) == LONGEST_VERDICT + 4


@pytest.mark.parametrize(("fault", "told"), [
    (lambda: points(1).no_such_name, "AttributeError"),
    (lambda: [][0], "IndexError"),
    (lambda: int("x"), "ValueError"),
    (lambda: 1 / 0, "ZeroDivisionError"),
    (lambda: __import__("no_such_module"), "ModuleNotFoundError"),
])
def test_a_fault_of_the_library_is_the_judges(monkeypatch, fault, told):
    monkeypatch.setattr(exercises, "representation_alpha", lambda *arguments: fault())
    said = exercises.judge_superfluous_zero((16, Fraction(1, 16)))
    assert said.startswith(f"the judge failed ({told}: ")


def test_a_package_that_is_lacking_gives_no_grade(monkeypatch):
    def judge(answer):
        raise ModuleNotFoundError("more than 3 rows need highspy", name=answer)

    assert answered(judge)("highspy").startswith("the judge failed")  # it is there: something else is wrong
    for module, told in (("highspy", 'highspy (pip install "privlearn[verify]")'),
                         ("flint", "python-flint (pip install python-flint)")):
        monkeypatch.setitem(sys.modules, module, None)
        assert answered(judge)(module) == f"not judged here: needs {told}"
    assert answered(judge)("nowhere").startswith("the judge failed")


@pytest.mark.parametrize(("exact", "value"), [
    *((True, value) for value in (1, -7, Fraction(1, 3))),
    *((False, value) for value in (True, 0.5, "1", None, 10**2000, Fraction(1, 10**2000), Sharp(1), Halves(1, 2)))])
def test_integers_and_fractions_are_exact_and_no_endless_or_derived_ones(exact, value):
    assert is_exact(value) is exact
