"""Exercises to be handed in: read from the pages, answered, judged where an answer cannot reach the judge."""

from privlearn.coursework.cells import Exercise, exercises, of_book
from privlearn.coursework.judging import Judgement, judge_answer
