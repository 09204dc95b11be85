"""Terms, clauses, DNF and CNF as truth tables."""

from itertools import combinations, product

import pytest

from privlearn.concepts.formulas import (bits_of, clause_table, cnf_functions, cnf_table, dnf_functions, dnf_table,
                                         dnf_to_cnf, eliminate_clauses, full_table, implied_clauses, literal_sets,
                                         literal_table, strongest_cnf, term_table)
from privlearn.exact import TooLargeToEnumerate

X0, NOT_X0, X1 = (0, 1), (0, 0), (1, 1)


def test_tables_of_empty_and_of_two_literals():
    assert literal_table(X0, 3) ^ literal_table(NOT_X0, 3) == full_table(3)
    assert (term_table((), 2), clause_table((), 2)) == (0b1111, 0)  # the empty term is true
    assert (dnf_table((), 2), cnf_table((), 2)) == (0, 0b1111)  # no term is the constant zero
    assert (term_table((X0, X1), 2), clause_table((X0, X1), 2)) == (0b1000, 0b1110)
    assert bits_of(0b0110, 2) == (0, 1, 1, 0)  # from point zero


@pytest.mark.parametrize(("variables", "width", "count"), [(0, 3, 1), (2, 0, 1), (2, 2, 9), (3, 2, 19), (4, 4, 81)])
def test_number_of_literal_sets(variables, width, count):
    sets = literal_sets(variables, width)
    assert len(sets) == len(set(sets)) == count


def test_contradictory_choices_are_left_out_of_the_cnf():
    assert dnf_to_cnf([{X0}, {NOT_X0}]) == []
    assert dnf_to_cnf([{X0, X1}, {NOT_X0}]) == [frozenset({X1, NOT_X0})]
    assert dnf_to_cnf([]) == [frozenset()]
    assert dnf_to_cnf([frozenset(), {X0}]) == []


def test_functions_from_the_constants_to_all():
    assert dnf_functions(3, 0) == {0}
    assert cnf_functions(2, 0) == {0, 0b1111}
    assert len(dnf_functions(2, 2)) == 16 == len(cnf_functions(2, 2))
    assert len(cnf_functions(3, 2) - dnf_functions(3, 2)) == 8
    assert dnf_functions(3, 2) <= cnf_functions(3, 2)


def test_the_strongest_cnf_is_above_the_function_and_a_fixed_point():
    for table in range(256):
        above = strongest_cnf(table, 3, 1)
        assert table & ~above == 0
        assert strongest_cnf(above, 3, 1) == above


def test_without_positive_examples_all_clauses_stay_and_with_all_none():
    assert eliminate_clauses(0, 2, 1) == literal_sets(2, 1)
    assert implied_clauses(full_table(2), 2, 2) == []


def test_too_many_variables_are_refused():
    assert full_table(12) == (1 << 4096) - 1
    with pytest.raises(TooLargeToEnumerate):
        full_table(13)


@pytest.mark.parametrize("functions", [dnf_functions, cnf_functions])
def test_more_functions_than_are_kept_are_refused(monkeypatch, functions):
    monkeypatch.setattr("privlearn.concepts.formulas.LARGEST_SET", 4)
    assert functions(1, 1) == {0, 1, 2, 3}
    monkeypatch.setattr("privlearn.concepts.formulas.LARGEST_SET", 3)
    with pytest.raises(TooLargeToEnumerate, match="the set of functions has 4 elements"):
        functions(1, 1)


DNFS = [(), (frozenset(),), (frozenset({(0, 1), (2, 0)}),), (frozenset({(1, 0)}), frozenset({(0, 0), (2, 1)})),
        (frozenset({(0, 1), (1, 1)}), frozenset({(0, 0), (2, 1)}), frozenset({(1, 0), (2, 1)}))]


@pytest.mark.parametrize("sets", DNFS)
def test_tables_are_the_values_at_all_points(sets):
    def holds(x):
        return [[x >> i & 1 == y for i, y in each] for each in sets]

    assert dnf_table(sets, 3) == sum(any(map(all, holds(x))) << x for x in range(8))
    assert cnf_table(sets, 3) == sum(all(map(any, holds(x))) << x for x in range(8))
    for each in sets:
        assert dnf_table([each], 3) == term_table(each, 3)
        assert cnf_table([each], 3) == clause_table(each, 3)
    assert cnf_table(dnf_to_cnf(sets), 3) == dnf_table(sets, 3)


@pytest.mark.parametrize("sets", DNFS)
def test_clauses_of_a_dnf_choose_a_literal_of_each_term(sets):
    chosen = {frozenset(picked) for picked in product(*sets)}
    allowed = {clause for clause in chosen if not any((i, 1 - y) in clause for i, y in clause)}
    assert dnf_to_cnf(sets) == sorted(allowed, key=lambda clause: (len(clause), sorted(clause)))


@pytest.mark.parametrize(("n", "width"), [(0, 1), (2, 1), (3, 2), (3, 5)])
def test_literal_sets_are_all_partial_assignments_small_ones_first(n, width):
    partial = [frozenset((i, y) for i, y in enumerate(values) if y is not None)
               for values in product((0, 1, None), repeat=n)]
    found = literal_sets(n, width)
    assert set(found) == {each for each in partial if len(each) <= width}
    assert [len(each) for each in found] == sorted(map(len, found))


@pytest.mark.parametrize(("n", "most"), [(0, 1), (1, 2), (2, 1), (2, 3)])
def test_functions_are_those_of_all_choices_of_terms_and_clauses(n, most):
    every = literal_sets(n, n)
    assert dnf_functions(n, most) == {dnf_table(c, n) for k in range(most + 1) for c in combinations(every, k)}
    narrow = literal_sets(n, most)
    assert cnf_functions(n, most) == {cnf_table(c, n) for k in range(len(narrow) + 1) for c in combinations(narrow, k)}


def test_implied_clauses_hold_wherever_the_function_is():
    for table in range(0, 256, 7):
        expected = [clause for clause in literal_sets(3, 2)
                    if all(any(x >> i & 1 == y for i, y in clause) for x in range(8) if table >> x & 1)]
        assert implied_clauses(table, 3, 2) == eliminate_clauses(table, 3, 2) == expected
        assert strongest_cnf(table, 3, 2) == cnf_table(expected, 3)
    assert bits_of(0b10110001, 3) == (1, 0, 0, 0, 1, 1, 0, 1)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda literal=literal, n=n: literal_table(literal, n), "literal must be an integer")
      for literal, n in (((3, 1), 3), ((2, 2), 3), ((-1, 0), 2), ((0, -1), 2))),
    (lambda: full_table(-1), "variables must be an integer"), (lambda: literal_sets(1, -1), "width must be an integer"),
    (lambda: dnf_functions(1, -1), "terms must be an integer")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
