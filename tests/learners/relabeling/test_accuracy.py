"""The exact chance of a bad pattern and the numbers of rows of Claim 5.4."""

from fractions import Fraction
from math import exp, log

import pytest

from privlearn.exact import exp_bracket
from privlearn.learners.relabeling import enough_rows, least_half
from privlearn.learners.relabeling.accuracy import (_power, chosen_above_bracket, enough_rows_explicit, growth_sum,
                                                    hard_segment_data, hard_segment_scores)


def test_numbers_of_rows_at_the_least_arguments():
    assert [growth_sum(0, d) for d in (0, 3)] == [growth_sum(3, 0)] * 2 == [1, 1]
    assert enough_rows(1, 1, 1, 1).lower <= 2 <= enough_rows(1, 1, 1, 1).upper
    assert float(enough_rows_explicit(1, 1, 1).upper) == pytest.approx(10 * (log(20) + 1))
    # hard database has the rows asked for
    assert all(len(hard_segment_data(n, k)) == n for n in range(1, 8) for k in range(n))
    assert chosen_above_bracket([3], 0).upper == 0  # one pattern is never bad


@pytest.mark.parametrize(("call", "message"), [
    (lambda: chosen_above_bracket([], 0), "scores"),
    (lambda: chosen_above_bracket([1, 2], -1), "slack must be at least 0"),
    (lambda: growth_sum(-1, 0), "rows must be an integer"), (lambda: growth_sum(0, -1), "dimension must be an integer"),
    (lambda: enough_rows(1, 1, 2, 1), "dimension and rows must"),
    (lambda: enough_rows(1, 1, 1, -1), "rows must be an integer"),
    (lambda: enough_rows_explicit(1, 1, -1), "dimension must be an integer"),
    (lambda: least_half(1, 1, 0), "dimension must be an integer"),
    (lambda: hard_segment_data(0, 0), "rows must be an integer"),
    (lambda: hard_segment_data(4, -1), "slack must be an integer"),
    (lambda: hard_segment_data(4, 4), "slack must be an integer"),
    (lambda: hard_segment_data(4, 5), "slack must be an integer"),
    (lambda: enough_rows(0, Fraction(1, 2), 1, 1), "alpha"),
    (lambda: enough_rows(Fraction(3, 2), Fraction(1, 2), 1, 1), "alpha"),
    (lambda: enough_rows_explicit(Fraction(1, 2), 0, 1), "beta"),
    (lambda: enough_rows_explicit(Fraction(1, 2), Fraction(3, 2), 1), "beta"),
    (lambda: hard_segment_scores(5, 1, others=-1), "others")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_bad_pattern_and_hard_segments_by_roots_and_errors():
    found = chosen_above_bracket([0, 1, 4, 4], 1)  # e^{1/2} is between 1.64 and 1.65
    low, high = (2 / (r**4 + r**3 + 2) for r in (Fraction(165, 100), Fraction(164, 100)))
    assert low < found.lower <= found.upper < high
    rows = hard_segment_data(5, 1)
    assert hard_segment_scores(5, 1, others=0) == tuple(
        sum((x < cut) != y for x, y in rows) for cut in range(max(x for x, _ in rows) + 2))


def test_powers_of_e_are_rounded_outwards():
    for j in range(40):
        found, true = _power(j), exp_bracket(Fraction(-j, 2), 300)
        assert found.lower <= true.lower < true.upper <= found.upper or j == 0


def test_the_explicit_form_asks_for_more_than_the_least_half():
    for alpha, beta, d in ((Fraction(1, 2), Fraction(3, 10), 4), (Fraction(9, 10), Fraction(1, 2), 1)):
        found = least_half(alpha, beta, d)
        enough = [n >= enough_rows(alpha, beta, d, 2 * n).upper for n in range((d + 1) // 2, found + 5)]
        assert enough.index(True) + (d + 1) // 2 == found
        assert all(enough[enough.index(True):])
    wishes = Fraction(1, 5), Fraction(1, 10), 2
    assert least_half(*wishes) < enough_rows_explicit(*wishes).lower


@pytest.mark.parametrize(("scores", "slack"), [((5, 3, 3, 9, 4), 1), ((0, 0, 2, 7), 0),
                                               ((4, 6, 7, 11), Fraction(5, 2)), ((2, 2), 0)])
def test_a_bad_choice_has_its_share_of_the_weights(scores, slack):
    weights = [(exp(-score / 2), score > min(scores) + slack) for score in scores]
    wanted = sum(w for w, bad in weights if bad) / sum(w for w, _ in weights)
    found = chosen_above_bracket(scores, slack)
    assert float(found.lower) == pytest.approx(wanted, rel=1e-13)
    assert found.lower <= found.upper < found.lower + Fraction(1, 2**50)


@pytest.mark.parametrize(("rows", "slack"), [(n, k) for n in range(1, 9) for k in range(n)])
def test_all_segments_but_the_empty_one_are_worse_by_more_than_slack(rows, slack):
    data = hard_segment_data(rows, slack)
    cuts = range(max(x for x, _ in data) + 2)
    least, *others = (sum((x < cut) != y for x, y in data) for cut in cuts)
    assert least == (rows - slack - 1) // 2
    assert set(others) <= {least + slack + 1, least + slack + 2}
    for more in (0, 1, 3):
        moved = [(x + more if x else 0, y) for x, y in data]
        assert hard_segment_scores(rows, slack, more) == tuple(
            sum((x < cut) != y for x, y in moved) for cut in range(cuts[-1] + more + 1))
