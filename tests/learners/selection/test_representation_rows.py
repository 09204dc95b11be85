"""Rows for learning from a representation."""

from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass
from privlearn.exact import Bracket, Undecided
from privlearn.learners.selection import (agnostic_learner_rows, drawn_hypotheses, proper_learner_rows,
                                          representation_failure_terms, representation_learner,
                                          representation_learner_rows, representation_lower_rows)
from privlearn.learners.selection.representation_rows import good_exponent

QUARTER, RATIO = Fraction(1, 4), Fraction(9, 4)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
ITSELF = ((Fraction(1), tuple(T3.rows())),)


def test_terms_at_the_explicit_and_at_the_least_rows():
    rows = representation_learner_rows(16, RATIO, QUARTER, QUARTER)
    terms = representation_failure_terms(16, RATIO, QUARTER, QUARTER, rows)
    assert sum(terms, Bracket(Fraction(0), Fraction(0))).upper <= QUARTER
    terms = representation_failure_terms(3, 2, QUARTER, QUARTER, 0)
    for term, exact in zip(terms, (Fraction(1, 8), 1, 2, 2), strict=True):
        assert term.lower <= exact <= term.upper <= exact + Fraction(1, 10**12)
    *_, bad, chosen = representation_failure_terms(1, 2, QUARTER, QUARTER, 100)
    assert bad.upper == chosen.upper == 0


def test_numbers_of_rows():
    assert Fraction(1, 37) < good_exponent().lower <= good_exponent().upper < Fraction(10, 369)
    # agnostic rows grow with the square of the accuracy
    many = agnostic_learner_rows(2, 2**1000, Fraction(1, 40), QUARTER)
    assert many > 99 * agnostic_learner_rows(2, 2**1000, QUARTER, QUARTER)
    n = representation_lower_rows(1000, 2, 1 - QUARTER, QUARTER)  # lower rows are least
    assert drawn_hypotheses(n - 1, 2, 1 - QUARTER, QUARTER) < 1000 <= drawn_hypotheses(n, 2, 1 - QUARTER, QUARTER)
    # lower rows of huge representations
    assert representation_lower_rows(2**1000 + 1, 2, 1, Fraction(37, 100)) == 1001  # ln(100/37) is below 1
    # certain success is taken
    assert drawn_hypotheses(1, 2, 1, QUARTER) == 3  # 2 ln(4) is 2.77
    assert representation_lower_rows(3, 2, 1, QUARTER) == 1


@pytest.mark.parametrize("hypotheses", [1, 2, 3, 17, 10**6])
@pytest.mark.parametrize("beta", [Fraction(1, 100), QUARTER, Fraction(99, 100)])
def test_lower_rows_are_the_first_with_so_many_runs(hypotheses: int, beta: Fraction) -> None:
    first = next(n for n in range(99) if drawn_hypotheses(n, RATIO, 1 - QUARTER, beta) >= hypotheses)
    assert representation_lower_rows(hypotheses, RATIO, 1 - QUARTER, beta) == first


def test_rows_that_few_bits_leave_open_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("privlearn.learners.selection.representation_rows.BITS", 1)
    with pytest.raises(Undecided, match="rows are needed"):
        representation_lower_rows(10**6, 2, 1, QUARTER)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: representation_learner(ITSELF, 1), "exp_epsilon"),
    (lambda: proper_learner_rows(2, 1, QUARTER, QUARTER), "exp_epsilon"),
    (lambda: representation_lower_rows(3, 1, QUARTER, QUARTER), "exp_epsilon"),
    (lambda: drawn_hypotheses(2, 2, 0, QUARTER), "success"),
    (lambda: representation_lower_rows(2, 2, 0, QUARTER), "success"),
    (lambda: drawn_hypotheses(2, 2, Fraction(5, 4), QUARTER), "success"),
    (lambda: representation_lower_rows(2, 2, Fraction(5, 4), QUARTER), "success"),
    (lambda: proper_learner_rows(0, 2, QUARTER, QUARTER), "hypotheses must"),
    (lambda: representation_failure_terms(0, 2, QUARTER, QUARTER, 1), "hypotheses must"),
    (lambda: representation_failure_terms(1, 2, QUARTER, QUARTER, -1), "rows must"),
    (lambda: drawn_hypotheses(-1, 2, 1, QUARTER), "rows must"),
    (lambda: drawn_hypotheses(1, Fraction(1, 2), 1, QUARTER), "exp_epsilon must"),
    (lambda: proper_learner_rows(2, 3, QUARTER, QUARTER), "exp_epsilon must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
