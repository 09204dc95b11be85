"""The basic learner of lines and its hypotheses."""

from itertools import product

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.lines import basic, basic_learner, line_hypotheses, line_points, line_through, predict
from privlearn.learners.lines.basic import ZERO, hypothesis_table


def test_answers_of_the_basic_learner():
    assert basic_learner([], 2) == ZERO  # no rows give zero
    # one positive point seen twice gives its point function
    assert basic_learner([(1, 1, 1), (0, 0, 0), (1, 1, 1)], 3) == (1, 1, 1)
    assert basic_learner([(0, 4, 1), (3, 0, 1)], 5) == (2, 2, 4)  # two positive points give their line
    assert basic_learner([(0, 0, 1), (4, 4, 1)], 5) == (2, 1, 0)
    assert basic_learner([(1, 0, 1), (1, 2, 1), (2, 2, 1)], 3) == ZERO  # points one above the other give zero


@pytest.mark.parametrize("p", [2, 3, 5, 7])
def test_line_through_contains_both_points(p):
    for first, second in product(product(range(p), repeat=2), repeat=2):
        if first[0] != second[0]:
            assert predict(line_through(first, second, p), [first, second], p).tolist() == [1, 1]


def test_hypotheses_and_their_tables():
    assert line_hypotheses(2) == sorted(set(line_hypotheses(2)))
    assert len(line_hypotheses(5)) == 51
    # table of a line marks its points
    marked = {(x, y) for x, y in product(range(5), repeat=2) if hypothesis_table((2, 3, 1), 5)[5 * x + y]}
    assert marked == set(line_points((3, 1), 5))
    # prediction of an array has one label for each point
    assert predict(ZERO, np.zeros((4, 2), dtype=int), 3).tolist() == [0] * 4
    for p in (2_147_483_647, 4_294_967_291, 1_099_511_627_689):  # predictions do not overflow
        assert predict((2, p - 1, p - 1), [(p - 1, 0), (p - 1, 1)], p).tolist() == [1, 0]


def test_lines_have_coordinates_below_the_prime():
    assert list(line_points((0, 0), 3)) == [(0, 0), (1, 0), (2, 0)]
    assert list(line_points((2, 2), 3)) == [(0, 2), (1, 1), (2, 0)]
    for wrong, other in product((-1, 3, 4), (0, 2)):
        for line in ((wrong, other), (other, wrong)):
            with pytest.raises(ValueError, match="coordinate of line must be an integer of at least 0 and at most 2"):
                list(line_points(line, 3))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: basic_learner([(0, 0, 2)], 3), "label of row"), (lambda: basic_learner([(3, 0, 1)], 3), "x of row"),
    (lambda: basic_learner([(4, 0, 1)], 3), "x of row"), (lambda: basic_learner([(-1, 0, 1)], 3), "x of row"),
    (lambda: basic_learner([(0, -1, 1)], 3), "y of row"), (lambda: basic_learner([(0, 3, 1)], 3), "y of row"),
    (lambda: basic_learner([(0, 4, 1)], 3), "y of row"), (lambda: basic_learner([(0, 0, -1)], 3), "label of row"),
    (lambda: basic_learner([(0, 0, 3)], 3), "label of row"),
    (lambda: basic_learner([(0, 1)], 3), r"row must be \(x, y, label\)"),
    (lambda: basic_learner([(0, 0, 1)], 4), "p must be a prime, got 4"),
    (lambda: basic_learner([(0, 0, 1)], 1), "p must be an integer of at least 2"),
    (lambda: predict((), [(0, 0)], 5), "hypothesis"), (lambda: predict((3, 0, 0), [(0, 0)], 5), "hypothesis"),
    (lambda: predict((1, 0), [(0, 0)], 5), "hypothesis"), (lambda: predict((0, 0), [(0, 0)], 5), "hypothesis"),
    (lambda: predict((2, 5, 0), [(0, 0)], 5), "hypothesis"), (lambda: predict("line", [(0, 0)], 5), "hypothesis")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_table_of_the_largest_plane_is_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        hypothesis_table(ZERO, 10_007)
    monkeypatch.setattr(basic, "LARGEST_TABLE", 9)
    assert hypothesis_table(ZERO, 3) == (0,) * 9
    with pytest.raises(TooLargeToEnumerate):
        hypothesis_table(ZERO, 5)


@pytest.mark.parametrize("row", [(731, 0, 1), (0, 731, 1), (0, 0, 731)])
def test_a_refusal_does_not_show_the_row(row):
    with pytest.raises(ValueError, match="of row") as refusal:
        basic_learner([row], 5)
    assert "731" not in str(refusal.value)
