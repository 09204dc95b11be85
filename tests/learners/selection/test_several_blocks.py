"""Choosing among answers on further rows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from privlearn.laws import choice, pure
from privlearn.learners.selection import chosen_answer_law


def test_one_block_is_the_learner() -> None:
    law = choice({(0,): Fraction(1, 3), (1,): Fraction(2, 3)})
    assert chosen_answer_law(lambda rows: law, [((0, 1),)], ((0, 1),), 4).exact() == law.exact()


def test_no_validation_rows_choose_uniformly() -> None:
    law = chosen_answer_law(lambda rows: pure((rows[0][1],)), [((0, 0),), ((0, 1),), ((0, 1),)], (), 4)
    assert law.exact() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}


def test_no_block_is_refused() -> None:
    with pytest.raises(ValueError, match="blocks must not be empty"):
        chosen_answer_law(lambda rows: pure((0,)), [], (), 4)


def test_root_must_be_rational() -> None:
    with pytest.raises(ValueError, match="exp_epsilon"):
        chosen_answer_law(lambda rows: pure((0,)), [((0, 1),)], (), 3)
