"""Three and more messages with private coins, by formula, and best answers."""

from fractions import Fraction

import pytest

from privlearn.communication import worst_error
from privlearn.communication.private_coins import best_alice, three_messages_for_a_chain, three_messages_for_two_bits
from privlearn.communication.private_coins.more_messages import _as_root
from privlearn.concepts import ConceptClass, all_functions, point_functions

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


@pytest.mark.parametrize("root", [Fraction(7, 5), Fraction(17, 12), Fraction(99, 70)])
def test_three_messages_err_as_the_formula_says(root):
    expected = max(1 - 1 / root, 1 - root / 2)
    chain = ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1]])
    assert worst_error(three_messages_for_a_chain(root), chain) == expected
    assert worst_error(three_messages_for_two_bits(root), all_functions(2)) == expected


def test_roots_between_one_and_two_are_taken_and_others_refused():
    assert best_alice(point_functions(2), ((1, 0), (0, 1))) == ((1, 0), (0, 1))  # the best answers to it are perfect
    assert [_as_root(root) for root in (1, 2)] == [1, 2]
    for make in (three_messages_for_a_chain, three_messages_for_two_bits, _as_root):
        for root in (HALF, 3):
            with pytest.raises(ValueError, match="root must lie between 1 and 2"):
                make(root)
