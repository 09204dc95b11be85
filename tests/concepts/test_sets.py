import numpy as np
import pytest

from privlearn.concepts.sets import (class_of_sets, indicator, mask_of, members_of, members_of_mask, pack,
                                     point_function, unpack)


def test_small_sets_by_hand():
    assert indicator((), 3) == (0, 0, 0)
    assert members_of((0, 0, 0)) == frozenset() == members_of_mask(0)
    assert pack(np.array([indicator({0, 5, 63}, 64)]))[0, 0] == mask_of({0, 5, 63})
    assert [len(class_of_sets(sets, 2)) for sets in ([{0}, {0}, {1}], [])] == [2, 0]  # equal sets merge
    assert [point_function(3, j) for j in range(3)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert indicator({0}, 1) == point_function(1, 0) == (1,)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 130])
def test_packed_words_are_unpacked_to_the_same_sets(size):
    matrix = np.random.default_rng(size).integers(0, 2, (5, size), dtype=np.uint8)
    words = pack(matrix)
    assert words.shape == (5, -(-size // 64))
    assert (unpack(words, size) == matrix).all()


@pytest.mark.parametrize(("call", "message"), [
    *((lambda members=members, size=size: indicator(members, size), "must")
      for members, size in (({4}, 4), ({-1}, 4), ((), 0))),
    (lambda: members_of((0, 2)), "must"), (lambda: members_of_mask(-1), "must"), (lambda: mask_of({-1}), "must"),
    (lambda: unpack(pack(np.eye(3)), 65), "must"), (lambda: point_function(0, 0), "must be an integer"),
    *((lambda j=j: point_function(2, j), "j must be an integer") for j in (-1, 2, 3))])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
