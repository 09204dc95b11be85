"""Judges of the page conventions."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.conventions.exercises import judge_two_output_mechanism


def law(quiet):
    return {"quiet": quiet, "alarm": 1 - quiet}


def test_a_rare_alarm_is_accepted():
    assert judge_two_output_mechanism((law(Fraction(99, 100)), law(Fraction(9, 10)))).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((law(Fraction(99, 100)), law(Fraction(1, 100))), "the most likely outputs already show the ratio 99"),
    ((law(Fraction(1, 2)), law(Fraction(1, 2))), "the most likely outputs already show the ratio 1"),
    ((law(Fraction(1)), law(Fraction(9, 10))), "both laws need the same two outputs"),
    ((law(Fraction(99, 100)), {"quiet": Fraction(9, 10), "noise": Fraction(1, 10)}),
     "both laws need the same two outputs"),
    ((law(Fraction(99, 100)), {"quiet": Fraction(9, 10), "alarm": Fraction(1, 9)}), "weights must sum to 1, got 91/90"),
    ([Fraction(99, 100), Fraction(9, 10)], "give two dicts")])
def test_another_mechanism_is_refused(answer, reason):
    assert judge_two_output_mechanism(answer).startswith(f"not yet: {reason}")
