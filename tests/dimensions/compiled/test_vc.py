"""The compiled search for shattered sets among the points that it is given."""

import pytest

pytest.importorskip("numba")

from privlearn.concepts import all_functions, boxes, point_functions, thresholds
from privlearn.dimensions import is_shattered
from privlearn.dimensions.compiled.vc import compiled_bounds


@pytest.mark.parametrize(("concepts", "dimension"), [
    (all_functions(4), 4), (point_functions(6), 1), (thresholds(3), 1)])
def test_the_dimension_is_proved_with_a_shattered_set(concepts, dimension):
    useful = [x for x in range(concepts.size) if len(set(concepts.matrix[:, x].tolist())) == 2]
    found = compiled_bounds(concepts, useful, 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)
    assert is_shattered(found.witness, by=concepts)


def test_given_points_and_steps_only_are_used_and_progress_is_told():
    assert compiled_bounds(all_functions(4), [1, 3], 10**6).witness == (1, 3)
    assert compiled_bounds(all_functions(4), [2], 10**6).upper == 1
    found = compiled_bounds(all_functions(4), [0, 1, 2, 3], 0)
    assert (found.lower, found.upper) == (1, 4)
    told = []
    found = compiled_bounds(all_functions(3), [0, 1, 2], 10**6, lambda *now: told.append(now))
    assert told[-1][2] == found.steps


@pytest.mark.parametrize(("concepts", "dimension"), [
    (all_functions(1), 1), (all_functions(4), 4), (point_functions(6), 1), (boxes(2, 2), 4)])
@pytest.mark.usefixtures("interpreted")
def test_no_index_leaves_its_array(concepts, dimension):
    found = compiled_bounds(concepts, list(range(concepts.size)), 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)


def test_steps_are_the_words_looked_at():
    # Size 2: two points for all concepts, one for both halves of the first split, and the two words split.
    assert compiled_bounds(all_functions(2), [0, 1], 10**6).steps == 2 + 2 * (1 + 1)
    assert compiled_bounds(boxes(2, 2), list(range(16)), 10**6).steps == 1406
