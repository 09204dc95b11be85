"""Choosing among answers on further rows."""

from fractions import Fraction

import pytest

from privlearn.laws import choice, pure
from privlearn.learners.selection import chosen_answer_law
from privlearn.learners.selection.several_blocks import amplified_failure


def test_one_block_and_no_validation_rows():
    law = choice({(0,): Fraction(1, 3), (1,): Fraction(2, 3)})
    assert chosen_answer_law(lambda rows: law, [((0, 1),)], ((0, 1),), 4).exact() == law.exact()
    law = chosen_answer_law(lambda rows: pure((rows[0][1],)), [((0, 0),), ((0, 1),), ((0, 1),)], (), 4)
    assert law.exact() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}


def test_amplified_failure_adds_the_two_ways_to_fail():
    assert amplified_failure(2, 0) == Fraction(1, 4)
    assert amplified_failure(1, 0) == Fraction(1, 2)
    assert amplified_failure(2, Fraction(1, 8)) == Fraction(1, 2)
    for runs, weight in ((3, Fraction(1, 7)), (5, 1), (1, Fraction(2, 3))):
        assert amplified_failure(runs, weight) == Fraction(1, 2) ** runs + runs * weight


@pytest.mark.parametrize(("call", "message"), [
    (lambda: chosen_answer_law(lambda rows: pure((0,)), [], (), 4), "blocks must not be empty"),
    (lambda: chosen_answer_law(lambda rows: pure((0,)), [((0, 1),)], (), 3), "exp_epsilon"),
    (lambda: amplified_failure(0, 0), "runs"), (lambda: amplified_failure(1, 2), "weight")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_an_answer_is_chosen_by_its_errors_on_the_validation_rows():
    rows = ((0, 1), (1, 0), (1, 0), (2, 1))
    answers = [(0, 1, 1), (1, 0, 0), (0, 0, 0), (1, 0, 0)]
    weights = [Fraction(2, 3) ** sum(h[x] != y for x, y in rows) for h in answers]
    blocks = [((k, 0),) for k in range(4)]
    found = chosen_answer_law(lambda block: pure(answers[block[0][0]]), blocks, rows, Fraction(9, 4))
    assert found.exact() == {h: sum(w for w, g in zip(weights, answers, strict=True) if g == h) / sum(weights)
                             for h in answers}
    law = choice({(0,): Fraction(1, 3), (1,): Fraction(2, 3)})
    mixed = chosen_answer_law(lambda block: law, [(), ()], ((0, 0),), 4)
    assert mixed.exact()[(0,)] == Fraction(1, 9) + 2 * Fraction(2, 9) * Fraction(2, 3)
