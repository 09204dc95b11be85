import numpy as np
import pytest

from privlearn.concepts.sets import (class_of_sets, indicator, mask_of, members_of, members_of_mask, pack,
                                     point_function, unpack)


def test_the_empty_set_is_the_zero_function():
    assert indicator((), 3) == (0, 0, 0)
    assert members_of((0, 0, 0)) == frozenset() == members_of_mask(0)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 130])
def test_packed_words_are_unpacked_to_the_same_sets(size):
    matrix = np.random.default_rng(size).integers(0, 2, (5, size), dtype=np.uint8)
    words = pack(matrix)
    assert words.shape == (5, -(-size // 64))
    assert (unpack(words, size) == matrix).all()


def test_a_packed_word_is_the_integer_of_its_set():
    assert pack(np.array([indicator({0, 5, 63}, 64)]))[0, 0] == mask_of({0, 5, 63})


def test_equal_sets_merge_in_a_class():
    assert len(class_of_sets([{0}, {0}, {1}], 2)) == 2


def test_no_sets_are_an_empty_class():
    assert len(class_of_sets([], 4)) == 0


def test_a_point_function_is_1_at_its_point_only():
    assert [point_function(3, j) for j in range(3)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_one_point_has_one_point_function():
    assert indicator({0}, 1) == point_function(1, 0) == (1,)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: indicator({4}, 4), "must"),
    (lambda: indicator({-1}, 4), "must"),
    (lambda: indicator((), 0), "must"),
    (lambda: members_of((0, 2)), "must"),
    (lambda: members_of_mask(-1), "must"),
    (lambda: mask_of({-1}), "must"),
    (lambda: unpack(pack(np.eye(3)), 65), "must"),
    (lambda: point_function(0, 0), "must be an integer"),
    (lambda: point_function(2, 2), "must be an integer"),
    (lambda: point_function(2, -1), "must be an integer"),
    (lambda: point_function(2, 2), "j must be"),
    (lambda: point_function(2, 3), "j must be"),
])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
