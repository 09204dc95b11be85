"""Mutants of formulas: each says more, in one place."""

import pytest

from privlearn.checking.stronger import mutants, strengthened
from tests.checking.test_statements import made


@pytest.mark.parametrize(("kind", "texts"), [
    ("at most", ["n", "n + n"]), ("at least", ["n + n"]), ("rows", ["n", "n + n"])])  # the last without its condition
def test_mutants_say_more(kind, texts):
    assert [mutant.formula.text for mutant in mutants(made("n + n", kind))] == texts


def test_a_formula_and_each_of_a_tuple_has_a_corruption_that_says_far_more():
    (label, strong), = strengthened(made())
    assert (label, strong(100, 1)) == ("the number divided by 1,000", 10)
    labels = [label for label, parts in strengthened((made(), 3, made(kind="at least"))) if parts[1] == 3]
    assert labels == ["bound: the number divided by 1,000", "bound: the number times 1,000"]
    assert strengthened(3) == []
