"""Exercises on lines of proofs that run: the page's answer is accepted, others are told why they are not."""

from fractions import Fraction
from importlib import import_module

import pytest

ANSWERS = {
    "klmns20.utility.judge_middle_leaves": (
        {"S": (0, 0, 0, 0, 0, 0, 0, 0, 2, 2)},
        [({"S": (0, 0, 0, 0, 0, 0, 0, 0, 1, 2)}, "the two sides differ"), ({"T": 3}, "give a dictionary")]),
    "fx15.augmented_index.judge_wrong_tree": (
        {"tree": (1, (2, (0, 0, 1), (0, 0, 0)), (0, (0, 1, 1), (1, 1, 1)))},
        [({"tree": (1, (2, (0, 0, 0), (0, 0, 1)), (0, (0, 1, 1), (1, 1, 1)))}, "goes through")]),
    "fx15.lines_lower_bound.judge_enough_messages": (
        {"p": 89, "messages": "slope and hash", "coins": ((Fraction(4, 5), "likelier"), (Fraction(1, 5), "0"))},
        [({"p": 89, "messages": "slope and hash", "coins": ((1, "likelier"),)},
          "the statement holds here")]),
    "abms20.aggregation.judge_dimensions_too_small": (
        {"d": [0, 0]},
        [({"d": [1, 0]}, "the statement holds here")]),
    "abms20.ramsey.judge_ladder_kept": (
        {"G": (1, 0, 0, 1), "h_1": ((0, 0, 0), (0, 0, 1), (1, 0, 0)), "h_2": ((0, 0, 0), (1, 0, 1), (0, 1, 0))},
        [({"h_1": ((0, 0, 0), (0, 0, 0), (0, 0, 0))}, "give three functions"),
         ({"G": (1, 0, 0, 1), "h_1": ((0, 1, 0), (1, 0, 0), (0, 0, 0)), "h_2": ((0, 0, 0), (0, 1, 1), (1, 0, 0))},
          "make the ladder")]),
    "abms20.closure_accuracy.judge_foreign_target": (
        {"H": (((0, 0, 0, 0),), ((0, 0, 0, 0),)), "target": (1, 1, 1, 1),
         "steps": (((2, 3, 3, 2), (0, 0, 0, 0), (0, 0, 0, 0)), ((3, 2, 3, 2), (0, 0, 0, 0), (0, 0, 0, 0))),
         "unit": Fraction(1, 16)},
        [({"target": (1, 0, 1, 0)}, "the statement holds here"), ({"steps": ()}, "a step of the run for each class")]),
    "bbkn14.switching_points.judge_half_error": (
        {"alpha": Fraction(1, 2), "beta": Fraction(1, 62)},
        [({"alpha": Fraction(1, 2)}, "the statement holds here"), ({"alpha": Fraction(1, 3)}, "goes through")]),
    "bbkn14.proper_lower_bounds.judge_bound_attained": (
        {"m": 0, "beta": Fraction(3, 4), "claimed": "the displayed one"},
        [({"m": 0, "claimed": "the displayed one"}, "a hypothesis does not hold"),
         ({"m": 2, "claimed": "the displayed one"}, "the two sides differ")]),
    "fhmm23.randomized_littlestone.judge_biased_coin": (
        {"coin": Fraction(1, 3)},
        [({"H": ((0, 0), (0, 1)), "coin": Fraction(1, 3)}, "goes through")]),
    "klmns20.heavy_paths_privacy.judge_many_copies": (
        {"S": (0, 3, 6), "x": 6, "copies": 8},
        [({"copies": 2}, "the statement holds here")]),
    "abms20.relabeling_privacy.judge_loss_used_up": (
        {"H": ((0, 0, 1), (0, 1, 0)), "D_1": ((2, 0),)},
        [({"D_1": ((0, 1),)}, "the two sides differ")]),
    "abms20.many_unions.judge_half_the_weight": (
        {"H_1": ((0, 1),), "H_2": ((0, 0), (1, 1)), "d": 1},
        [({}, "take classes on two points"),
         ({"H_1": ((0, 0),), "H_2": ((0, 0), (0, 1)), "d": 1}, "the two sides differ")]),
    "klmns20.tree_log_privacy.judge_copies_at_once": (
        {"S": (0, 0, 1, 1), "x": 0, "copies_of_x": 6},
        [({"copies_of_x": 2}, "the statement holds here")]),
    "bbkn14.stars_and_boosting.judge_too_few_blocks": (
        (Fraction(3, 5), Fraction(13, 20)),
        [((Fraction(9, 10), Fraction(19, 20)), "the statement holds here"),
         ((Fraction(2, 5), Fraction(1, 2)), "with t"),
         ((Fraction(1, 2), Fraction(9, 10)), "at most 1/10"), (Fraction(1, 2), "two exact shares")]),
    "bbkn14.noise_learners.judge_least_failure": (
        {"beta": Fraction(295589, 1368000)},
        [({"beta": Fraction(1, 5)}, "a hypothesis does not hold"), ({"beta": Fraction(1, 4)}, "the two sides differ")]),
    "fx15.lines_learner.judge_number_of_runs": (
        lambda delta: next(k for k in range(1, 99) if Fraction(3, 4) ** k <= delta / 2),
        [(lambda delta: 99, "is no sharper"), (lambda delta: 1, "is not at most"), (8, "give a function of delta")]),
}


@pytest.mark.parametrize("place", ANSWERS)
def test_the_answer_of_the_page_is_accepted_and_another_one_is_not(place):
    page, name = place.rsplit(".", 1)
    judge = getattr(import_module(f"privlearn.papers.{page}.exercises"), name)
    right, wrong = ANSWERS[place]
    assert judge(right).startswith("accepted")
    for answer, reason in wrong:
        assert judge(answer).startswith("not yet")
        assert reason in judge(answer)
