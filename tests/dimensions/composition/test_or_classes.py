"""Two random triangles: alone without long ladders, together with the whole one."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import aggregate, named_rule
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import OrClass, is_or_ladder, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.or_classes import coin_count
from privlearn.exact import TooLargeToEnumerate


def test_f_and_g_split_the_triangle():
    for coins in product((0, 1), repeat=coin_count(3)):
        made = or_class_of_coins(3, coins)
        assert (made.f + made.g == np.tri(3)).all()
        assert is_or_ladder(made)
    assert not is_or_ladder(OrClass(np.zeros((1, 1), dtype=np.uint8), np.zeros((1, 1), dtype=np.uint8)))


def test_one_row_has_one_coin_and_unions_all_thresholds():
    assert coin_count(1) == 1
    assert or_class_of_coins(1, [0]).concepts().matrix.tolist() == [[0], [1]]
    concepts = random_or_class(5, 3).concepts()
    assert threshold_dimension(aggregate(named_rule("or", 2), concepts, concepts)) == 5
    word = np.random.PCG64(0).random_raw()
    coins = [word >> i & 1 for i in range(coin_count(3))]
    assert (random_or_class(3, 0).f == or_class_of_coins(3, coins).f).all()
    with pytest.raises(ValueError, match="seed"):
        random_or_class(3, -1)


def test_seeds_are_deterministic_and_differ_and_half_of_the_coins_are_heads():
    assert (random_or_class(20, 4).f == random_or_class(20, 4).f).all()
    assert (random_or_class(20, 4).f != random_or_class(20, 5).f).any()
    assert abs(int(random_or_class(300, 1).f.sum()) * 2 - coin_count(300)) < 1000  # about half of the coins are heads


def test_tables_up_to_the_largest_are_drawn(monkeypatch):
    for coins in ([1, 0], [1, 0, 2], [[1, 0, 1]]):
        with pytest.raises(ValueError, match="coins"):
            or_class_of_coins(2, coins)
    with pytest.raises(ValueError, match="size"):
        coin_count(0)
    with pytest.raises(TooLargeToEnumerate):
        random_or_class(8193, 0)
    monkeypatch.setattr("privlearn.dimensions.composition.or_classes.LARGEST_TABLE", 3)
    assert random_or_class(3, 0).f.shape == (3, 3)
    with pytest.raises(TooLargeToEnumerate, match=r"the table of f or g has 4\^2 elements"):
        random_or_class(4, 0)
