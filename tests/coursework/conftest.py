"""Exercises that the tests answer, with a judge in a file of theirs."""

from pathlib import Path

import pytest

from privlearn.coursework.cells import of_book

BOOK = Path(__file__).resolve().parents[2] / "book"
EXERCISES = {exercise.label: exercise for exercise in of_book(BOOK)}


@pytest.fixture(scope="session")
def two_subsets():
    """An exercise whose answer is plain values."""
    return EXERCISES["exercise-two-subsets"]


@pytest.fixture(scope="session")
def outside_count():
    """An exercise whose answer is a function."""
    return EXERCISES["exercise-outside-count"]
