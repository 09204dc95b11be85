"""The best private learner of a small class: symmetry, closed forms, certificates, privacy, errors."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.exact import Bracket, TooLargeToEnumerate, exp_bracket
from privlearn.learners.generic import best_private_learner, learning_program, optimum
from privlearn.learners.generic.optimum import one_point_success
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import optimal_failure

QUARTER = Fraction(1, 4)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
PLACES = [(Fraction(k, 4), 1 - Fraction(k, 4)) for k in range(5)]


@pytest.mark.parametrize("concepts", [T3, point_functions(2), all_functions(2)])
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_symmetry_does_not_change_the_optimum(concepts: ConceptClass, rows: int) -> None:
    """The program without symmetry, written down from the definition."""
    databases, outputs = multiset_databases(labelled_rows(2), rows), list(product((0, 1), repeat=2))
    tasks = []
    for target, weights in product(concepts.rows(), PLACES):
        loss: dict[object, Fraction] = {}
        for drawn in product((0, 1), repeat=rows):
            chance = Fraction(1)
            for x in drawn:
                chance *= weights[x]
            database = tuple(sorted((x, target[x]) for x in drawn))
            for h in outputs:
                if sum(w for w, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER:
                    loss[database, h] = loss.get((database, h), Fraction(0)) + chance
        tasks.append(loss)
    whole = optimal_failure(databases, outputs, replace_one_unordered(databases) if rows else [], 3, tasks)
    assert best_private_learner(concepts, rows, 3, QUARTER, PLACES).failure == Bracket(whole.value, whole.value)


def test_optima_that_guess_and_in_a_bracket():
    assert best_private_learner(all_functions(1), 0, 3, QUARTER, [(1,)]).failure == Bracket(QUARTER * 2, QUARTER * 2)
    # ratio one learns nothing
    assert best_private_learner(T3, 4, 1, QUARTER, [(QUARTER * 2, QUARTER * 2)]).success.upper == Fraction(1, 3)
    # bracketed ratio gives a certified bracket
    found = best_private_learner(T3, 2, exp_bracket(1, 20), QUARTER, PLACES)
    assert found.is_certified()
    assert 0 < found.failure.upper - found.failure.lower < Fraction(1, 1000)


def test_learners_are_private_and_proper():
    found = best_private_learner(T3, 3, 2, QUARTER, PLACES)
    table = {d: found.learner(d).exact() for d in multiset_databases(labelled_rows(2), 3)}
    assert all(p <= 2 * table[right].get(h, 0)
               for left, right in replace_one_unordered(table) for h, p in table[left].items())
    # proper outputs lie in the class
    found = best_private_learner(point_functions(3), 2, 2, QUARTER, [(1, 0, 0)], point_functions(3))
    assert set(found.learner(((0, 1), (2, 0))).exact()) <= set(point_functions(3).rows())


def test_the_largest_program_is_written_down(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        learning_program(point_functions(4), 30, 2, QUARTER, [(1, 0, 0, 0)])
    monkeypatch.setattr(optimum, "LARGEST_PROGRAM", 4)
    assert learning_program(all_functions(1), 1, 2, QUARTER, [(1,)]).games
    with pytest.raises(TooLargeToEnumerate, match="program over all private learners"):
        learning_program(all_functions(1), 2, 2, QUARTER, [(1,)])


@pytest.mark.parametrize(("rows", "ratio", "alpha", "places", "word"), [
    (-1, 2, QUARTER, [(1,)], "rows"), (1, Fraction(1, 2), QUARTER, [(1,)], "exp_epsilon"), (1, 2, 0, [(1,)], "alpha"),
    (1, 2, QUARTER, [], "distributions must not be empty"), (1, 2, QUARTER, [(QUARTER,)], "sum to 1")])
def test_bad_input_is_named(rows: int, ratio: object, alpha: object, places: list[tuple[object]], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        learning_program(all_functions(1), rows, ratio, alpha, places)


@pytest.mark.parametrize("rows", [2, 3])
def test_the_success_on_one_point_rises_with_the_ratio_in_a_bracket(rows):
    found = one_point_success(rows, Bracket(Fraction(2), Fraction(3)))
    assert (found.lower, found.upper) == (one_point_success(rows, 2), one_point_success(rows, 3))
    assert found.lower < found.upper
    assert one_point_success(0, 5) == Fraction(1, 2)
