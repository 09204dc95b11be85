"""The game against all learners with coins as one linear program."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.exact import TooLargeToEnumerate, solve
from privlearn.exact.minimax import is_enclosure
from privlearn.online import mistake_program as module
from privlearn.online.mistake_program import labelled_sequences, mistake_program


def test_there_are_as_many_sequences_as_orders_times_concepts(monkeypatch):
    assert len(labelled_sequences(thresholds(2))) == 24 * 4
    assert labelled_sequences(ConceptClass.from_matrix([[1]])) == (((0, 1),),)
    for c, found in ((point_functions(2), 4), (ConceptClass.from_matrix([[0, 1], [1, 1], [1, 0]]), 6)):
        monkeypatch.setattr(module, "MOST_SEQUENCES", found)
        assert len(labelled_sequences(c)) == found
        monkeypatch.setattr(module, "MOST_SEQUENCES", found - 1)
        with pytest.raises(TooLargeToEnumerate, match=f"sequences of labelled points.* has {found} elements"):
            labelled_sequences(c)


def test_small_programs_by_hand():
    assert solve(mistake_program(ConceptClass.from_matrix([[1, 0]]))).value == 0
    assert solve(mistake_program(point_functions(2))).value == Fraction(1, 2)
    assert solve(mistake_program(ConceptClass.from_matrix([[1]]))).point == (0, 1)
    program = mistake_program(point_functions(3))
    found = solve(program)
    assert is_enclosure(found, program)
    assert found.value == Fraction(3, 4)
    assert len(mistake_program(all_functions(2)).blocks) == 2 + 2 * 2  # histories are told apart


def test_classes_that_are_empty_or_too_large_are_refused():
    with pytest.raises(ValueError, match="concepts must be a class that is not empty"):
        labelled_sequences(ConceptClass.from_matrix(np.zeros((0, 2))))
    with pytest.raises(TooLargeToEnumerate):
        mistake_program(thresholds(3))


@pytest.mark.parametrize("matrix", [[[0, 1], [1, 1], [1, 0]], [[0, 0, 1], [1, 0, 1]], [[1], [0]]])
def test_every_sequence_pays_for_the_other_label_after_its_own_history(matrix):
    c = ConceptClass.from_matrix(matrix)
    expected = [tuple((x, row[x]) for x in order) for order in permutations(range(c.size)) for row in c.rows()]
    assert labelled_sequences(c) == tuple(expected)
    places = list(dict.fromkeys((rounds[:t], rounds[t][0]) for rounds in expected for t in range(c.size)))
    program = mistake_program(c)
    assert program.blocks == (2,) * len(places)
    for task, rounds in zip(program.tasks, expected, strict=True):
        assert dict(task) == {2 * places.index((rounds[:t], x)) + (not y): 1 for t, (x, y) in enumerate(rounds)}


@pytest.mark.parametrize("matrix", [
    [[0, 1], [1, 1], [1, 0]], [[0, 0, 1], [1, 0, 1], [1, 1, 0]], [[0, 0], [0, 1], [1, 1]]])
def test_the_value_is_the_randomised_mistake_bound(matrix):
    def value(left):
        found = [Fraction(0)]
        for x in range(len(matrix[0])):
            parts = [tuple(r for r in left if r[x] == y) for y in (0, 1)]
            if all(parts):
                a, b = map(value, parts)
                found.append((1 + a + b) / 2 if abs(a - b) <= 1 else max(a, b))
        return max(found)

    assert solve(mistake_program(ConceptClass.from_matrix(matrix))).value == value(tuple(map(tuple, matrix)))
