"""The choosing mechanism in the form that the literature tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from privlearn.exact import Undecided, exp_bracket, log_bracket
from privlearn.mechanisms import choosing_mechanism
from privlearn.mechanisms.choosing import (answer_probability, as_positive, as_small, choosing_error, choosing_odds,
                                           choosing_true_delta, positive_scores)

ASKED = {"epsilon": 1, "delta": Fraction(1, 100), "beta": Fraction(1, 10)}


def test_literature_table_contains_a_law():
    table = choosing_mechanism({"a": 70, "b": 69, "c": 0}, **ASKED)
    total = sum(table.values(), 0 * table[None])
    assert table.keys() == {"a", "b", None}
    assert total.lower <= 1 <= total.upper
    assert choosing_mechanism({"a": 0}, **ASKED)[None].lower == 1
    one = choosing_mechanism({0: 1}, **ASKED)[0]
    assert choosing_true_delta(**ASKED).lower <= one.upper
    assert one.lower <= choosing_true_delta(**ASKED).upper


def threshold():
    return 4 * log_bracket(choosing_odds(**ASKED)) / ASKED["epsilon"]


def test_literature_answers_half_the_time_at_its_threshold_and_errs_by_twice():
    below, above = (choosing_mechanism({0: k}, **ASKED)[0] for k in (66, 67))
    assert below.upper < Fraction(1, 2) < above.lower
    assert 66 < threshold().lower < 67
    twice = 2 * threshold()
    error = choosing_error(**ASKED, rows=1)
    assert error.lower <= twice.upper
    assert twice.lower <= error.upper


def test_scores_are_a_mapping_without_none_and_epsilon_is_at_most_two():
    assert positive_scores({"a": 1, "b": 0}) == {"a": 1}
    for scores in ({None: 1}, {"a": 1, None: 0}, [1], ["a"], None):
        with pytest.raises(ValueError, match="scores must be a mapping from outcomes other than None"):
            positive_scores(scores)
    assert choosing_odds(2, Fraction(1, 100), Fraction(1, 10)) == 2000**2
    for epsilon in (Fraction(5, 2), Fraction(201, 100)):
        with pytest.raises(ValueError, match="epsilon must be at most 2"):
            choosing_odds(epsilon, Fraction(1, 100), Fraction(1, 10))


def test_answer_probability_at_an_undecidable_threshold_is_not_guessed():
    root = exp_bracket(1, 20)
    with pytest.raises(Undecided):
        answer_probability(1, root, exp_bracket(1, 10))


@pytest.mark.parametrize(("check", "good", "bad", "rule"), [
    (as_positive, Fraction(1, 10**9), [0, -1, Fraction(-1, 10**9)], "rate must be positive, got {}"),
    (as_small, 1 - Fraction(1, 10**9), [0, 1], "rate must lie strictly between 0 and 1")])
def test_what_is_not_positive_or_not_small_is_refused(check, good, bad, rule):
    assert check(good, "rate") == good
    for value in bad:
        with pytest.raises(ValueError, match=rule.format(value)):
            check(value, "rate")
