"""Tables of laws agree with the plain program."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.exact import TooLargeToEnumerate, as_fraction
from privlearn.learners.interior_point.tree_log import LawTables, Level, TreeLogParameters, tree_log_law
from privlearn.learners.interior_point.tree_log.tables import inner_masses, leaves, scores, shares

RANDOM = Level(exp_path=Fraction(3, 2), exp_choose=2, threshold=2, exp_end=3, trim=0, stop=1)
TRIMMED = Level(exp_path=2, exp_choose=Fraction(3, 2), threshold=-1, exp_end=2, trim=1, stop=0)
HEAVY = Level(exp_path=None, exp_choose=2, threshold=2, exp_end=2, trim=0, stop=2)


@pytest.mark.parametrize("levels", [(), (RANDOM,), (TRIMMED,), (HEAVY,), (RANDOM, TRIMMED), (HEAVY, RANDOM)])
@pytest.mark.parametrize("threshold_base", [None, 1])
def test_laws_are_those_of_the_plain_program(levels, threshold_base):
    parameters = TreeLogParameters(levels, Fraction(5, 4), threshold_base)
    tables = LawTables(2, parameters)
    for size in range(5):
        for database in combinations_with_replacement(range(4), size):
            assert tables.law(database).exact() == tree_log_law(database, 2, parameters).exact()


def test_laws_and_masses_of_tables():
    tables = LawTables(3, TreeLogParameters((RANDOM,), 2))  # order of the elements does not matter
    assert tables.law((6, 1, 3)).exact() == tables.law((1, 3, 6)).exact()
    # masses sum to one
    assert sum(LawTables(3, TreeLogParameters((RANDOM, TRIMMED), 2)).masses((0, 1, 5, 5, 7)).values()) == 1
    assert LawTables(0, TreeLogParameters((), 2)).law((0, 0)).exact() == {0: 1}  # one point domain has one answer
    with pytest.raises(ValueError, match="database"):
        LawTables(2, TreeLogParameters((RANDOM,), 2)).masses((4,))
    with pytest.raises(TooLargeToEnumerate):
        LawTables(9, TreeLogParameters((), 2))
    assert LawTables(8, TreeLogParameters((), 2)).bits == 8


def test_parts_of_the_tables():
    assert inner_masses((), 3, RANDOM) == {(): 1}  # inner masses of no elements
    assert inner_masses((0, 0, 2, 2, 2), 2, HEAVY) == {(0, 0, 2): 1}  # inner masses of a heavy path is one database
    # equal shares of equal exponents
    assert [as_fraction(share) for share in shares(Fraction(7, 3), (5, 5, 5))] == [Fraction(1, 3)] * 3
    assert scores((), 3) == [0, 0, 0]  # scores of no elements are zero
    assert leaves(3, 5, 3) == (5,)  # leaf is its only candidate


@pytest.mark.parametrize("levels", [(), (RANDOM,), (HEAVY, RANDOM)])
def test_a_domain_of_one_point_has_one_answer_besides_none(levels):
    parameters = TreeLogParameters(levels, Fraction(5, 4))
    for size in range(4):
        found = LawTables(0, parameters).law((0,) * size).exact()
        assert found == tree_log_law((0,) * size, 0, parameters).exact()
        assert sum(found.values()) == 1
