import pytest

from privlearn.concepts import ConceptClass, points, thresholds
from privlearn.online import StandardOptimalAlgorithm
from privlearn.online.experts import experts_of_parts, start_halving

XOR = 0b0110
EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)


def test_at_the_start_all_tuples_survive():
    assert start_halving(XOR, [points(1), points(1)], 0).survivors == 1
    assert start_halving(XOR, [points(2), thresholds(2)], 5).survivors == experts_of_parts(5, 1, 2)
    assert experts_of_parts(4) == 1  # no class: one empty tuple


def test_survivors_are_divided_by_the_label_and_the_larger_half_is_predicted():
    start = start_halving(XOR, [points(2), points(2)], 3)
    halves = [start.updated(1, label).survivors for label in (0, 1)]
    assert sum(halves) == start.survivors
    assert start.prediction(1) == int(halves[1] > halves[0])


def test_a_mistake_kills_at_least_half():
    state = start_halving(XOR, [points(2), points(2)], 4)
    for x in (0, 1, 2, 3):
        after = state.updated(x, 1 - state.prediction(x))
        assert 2 * after.survivors <= state.survivors
        state = after


def test_a_composed_concept_keeps_somebody_alive_and_one_class_is_the_standard_optimal_algorithm():
    state = start_halving(XOR, [points(2), points(2)], 4)
    for x, label in enumerate((1, 0, 1, 0)):  # the exclusive or of two singletons
        state = state.updated(x, label)
    assert state.survivors >= 1
    state = start_halving(0b10, [thresholds(3)], 3, flips=[0])
    assert tuple(state.prediction(x) for x in range(8)) == StandardOptimalAlgorithm(thresholds(3)).hypothesis()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: start_halving(0b10, [points(1)], 0).updated(0, 1), "rounds must be more"),
    (lambda: start_halving(XOR, [points(1), points(2)], 2, None), "classes must be on the same points"),
    (lambda: start_halving(XOR, [points(1), EMPTY], 2, None), "classes must not be empty"),
    (lambda: start_halving(XOR, [EMPTY, EMPTY], 2, [0, 0]), "classes must not be empty"),
    (lambda: start_halving(XOR, [ConceptClass.from_matrix([[0, 1]]), points(1)], 2, [0]),
     "flips must be as many as classes"),
    (lambda: start_halving(XOR, [points(1), points(1)], 2, [0, -1]), "flips must be an integer of at least 0"),
    (lambda: start_halving(16, [points(1), points(1)], 2), "rule must be below")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
