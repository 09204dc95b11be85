"""Judged answers: exceptions become reasons, verdicts stay short, numbers are exact."""

import sys
from fractions import Fraction

import pytest

from privlearn.claims.answers import LONGEST_VERDICT, answered, is_exact


def raises(*arguments):
    raise RuntimeError("an answer that raises")


def test_an_exception_is_a_reason():
    assert answered(raises)(1) == "not yet: this cannot be judged (RuntimeError: an answer that raises)"


def test_a_package_that_is_lacking_gives_no_grade(monkeypatch):
    def judge(answer):
        raise ModuleNotFoundError("more than 3 rows need highspy", name=answer)

    assert answered(judge)("highspy").startswith("not yet: this cannot be judged")  # it is there: the answer's own error
    for module, told in (("highspy", 'highspy (pip install "privlearn[verify]")'),
                         ("flint", "python-flint (pip install python-flint)")):
        monkeypatch.setitem(sys.modules, module, None)
        assert answered(judge)(module) == f"not judged here: needs {told}"
    assert answered(judge)("nowhere").startswith("not yet: this cannot be judged")


def test_long_verdicts_are_cut():
    assert len(answered(lambda answer: "not yet: " + "x" * 10_000)(1)) == LONGEST_VERDICT + 4


@pytest.mark.parametrize("value", [1, -7, Fraction(1, 3)])
def test_integers_and_fractions_are_exact(value):
    assert is_exact(value)


@pytest.mark.parametrize("value", [True, 0.5, "1", None, 10**2000, Fraction(1, 10**2000)])
def test_floats_words_and_endless_numbers_are_not(value):
    assert not is_exact(value)
