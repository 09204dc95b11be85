"""Terms, clauses, DNF and CNF as truth tables."""

import pytest

from privlearn.concepts.formulas import (bits_of, clause_table, cnf_functions, cnf_table, dnf_functions, dnf_table,
                                         dnf_to_cnf, eliminate_clauses, full_table, implied_clauses, literal_sets,
                                         literal_table, strongest_cnf, term_table)
from privlearn.exact import TooLargeToEnumerate

X0, NOT_X0, X1 = (0, 1), (0, 0), (1, 1)


def test_a_literal_and_its_negation_share_the_points():
    assert literal_table(X0, 3) ^ literal_table(NOT_X0, 3) == full_table(3)


def test_the_empty_term_is_true_and_the_empty_clause_false():
    assert term_table((), 2) == 0b1111
    assert clause_table((), 2) == 0


def test_no_term_is_the_constant_zero_and_no_clause_the_constant_one():
    assert dnf_table((), 2) == 0
    assert cnf_table((), 2) == 0b1111


def test_and_and_or_of_two_literals():
    assert term_table((X0, X1), 2) == 0b1000
    assert clause_table((X0, X1), 2) == 0b1110


@pytest.mark.parametrize(("variables", "width", "count"), [(0, 3, 1), (2, 0, 1), (2, 2, 9), (3, 2, 19), (4, 4, 81)])
def test_number_of_literal_sets(variables, width, count):
    sets = literal_sets(variables, width)
    assert len(sets) == len(set(sets)) == count


def test_contradictory_choices_are_left_out_of_the_cnf():
    assert dnf_to_cnf([{X0}, {NOT_X0}]) == []
    assert dnf_to_cnf([{X0, X1}, {NOT_X0}]) == [frozenset({X1, NOT_X0})]


def test_a_dnf_without_terms_becomes_the_empty_clause():
    assert dnf_to_cnf([]) == [frozenset()]


def test_a_dnf_with_the_empty_term_becomes_the_empty_cnf():
    assert dnf_to_cnf([frozenset(), {X0}]) == []


def test_a_dnf_of_no_term_is_one_function():
    assert dnf_functions(3, 0) == {0}


def test_enough_terms_give_all_functions():
    assert len(dnf_functions(2, 2)) == 16 == len(cnf_functions(2, 2))


def test_a_cnf_of_width_zero_is_a_constant():
    assert cnf_functions(2, 0) == {0, 0b1111}


def test_every_two_term_dnf_is_a_two_cnf_and_eight_two_cnf_are_not():
    assert len(cnf_functions(3, 2) - dnf_functions(3, 2)) == 8
    assert dnf_functions(3, 2) <= cnf_functions(3, 2)


def test_the_strongest_cnf_is_above_the_function_and_a_fixed_point():
    for table in range(256):
        above = strongest_cnf(table, 3, 1)
        assert table & ~above == 0
        assert strongest_cnf(above, 3, 1) == above


def test_without_positive_examples_all_clauses_stay():
    assert eliminate_clauses(0, 2, 1) == literal_sets(2, 1)


def test_all_points_positive_leave_no_clause():
    assert implied_clauses(full_table(2), 2, 2) == []


def test_bits_are_listed_from_point_zero():
    assert bits_of(0b0110, 2) == (0, 1, 1, 0)


def test_unknown_variables_are_refused():
    with pytest.raises(ValueError, match="literal must be an integer"):
        literal_table((3, 1), 3)
    with pytest.raises(ValueError, match="literal must be an integer"):
        literal_table((2, 2), 3)


def test_too_many_variables_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        full_table(13)


def test_a_literal_is_0_or_1():
    with pytest.raises(ValueError, match="literal must be an integer"):
        literal_table((0, 2), 3)
