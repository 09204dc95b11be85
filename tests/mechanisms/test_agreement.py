"""A private choice among the outputs of blocks that share their coins."""

from fractions import Fraction as F

import pytest

from privlearn.laws import pure, uniform
from privlearn.mechanisms import audit_approximate, replace_one
from privlearn.mechanisms.agreement import blocks_of, chosen_by_agreement, private_from_replicable


def heads(block, _):
    return block[0]


@pytest.mark.parametrize(("rows", "blocks"), [((1, 2, 3), 2), ((), 1), ((1,), 2)])
def test_blocks_are_equal_and_in_order(rows, blocks):
    assert blocks_of((1, 2, 3, 4), 2) == [(1, 2), (3, 4)]
    with pytest.raises(ValueError, match="database must fall into"):
        blocks_of(rows, blocks)


def test_delta_of_one_block_is_attained_and_no_answer_is_no_output_of_a_block():
    mechanism = private_from_replicable(heads, pure(0), blocks=1, exp_epsilon=2, threshold=4)
    assert audit_approximate(mechanism, [(0,), (1,)], replace_one, 4).delta == mechanism.promise.delta == F(1, 9)
    silent = private_from_replicable(lambda block, _: None, pure(0), blocks=1, exp_epsilon=2, threshold=3)
    with pytest.raises(ValueError, match="other than None"):
        silent((0,)).exact()


def test_outputs_weigh_by_their_blocks_and_coins_are_shared_and_published():
    assert chosen_by_agreement("aab", 2, 3).exact() == {"a": F(4, 14), "b": F(2, 14), None: F(8, 14)}
    mechanism = private_from_replicable(lambda block, r: block[0] ^ r, uniform((0, 1)), blocks=2, exp_epsilon=2,
                                        threshold=1)
    assert mechanism((1, 1)).exact() == {(0, 1): F(1, 3), (0, None): F(1, 6), (1, 0): F(1, 3), (1, None): F(1, 6)}


@pytest.mark.parametrize(("given", "message"), [
    ({"blocks": 0}, "blocks"), ({"exp_epsilon": F(1, 2)}, "exp_epsilon"),
    ({"exp_epsilon": F(11, 10), "threshold": 1}, "threshold must be at least")])
def test_bad_parameters_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        private_from_replicable(heads, pure(0), **({"blocks": 1, "exp_epsilon": 2, "threshold": 3} | given))
