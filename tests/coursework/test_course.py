"""The exercises of a part as a course: names, time to read, weeks."""

import pytest

from privlearn.coursework.course import minutes_to_read, name_of, weeks

WORDS = "word " * 140


@pytest.mark.parametrize(("label", "name"), [
    ("exercise-lines-two", "two"), ("exercise-odd-one", "odd one"), ("exercise-lines", "lines")])
def test_an_exercise_is_called_by_its_label_without_its_page(label, name):
    assert name_of(label, "a/lines") == name


@pytest.mark.parametrize(("text", "minutes"), [
    (f"---\ntitle: {WORDS}\n---\n", 1), (f"```{{code-cell}} ipython3\n{WORDS}\n```\n", 1),
    (f"````{{dropdown}} Proof\n{WORDS}\n````\n", 1), (f"<!-- {WORDS} -->\n", 1), (f"% {WORDS}\n", 1),
    (f"```{{exercise-start}}\n:label: exercise-a\n```\n{WORDS}\n```{{exercise-end}}\n```\n", 1),
    (WORDS, 2), (f"````{{prf:lemma}} A lemma\n:label: A-1\n\n{WORDS}\n````\n", 2)])
def test_what_is_closed_takes_no_time_and_statements_are_read(text, minutes):
    assert minutes_to_read(text + WORDS) == minutes


@pytest.mark.parametrize(("minutes", "found"), [
    ([20, 30, 25], [1, 1, 1]), ([20, 30, 26], [1, 1, 2]), ([70, 5, 70], [1, 2, 3]), ([0, 0], [1, 1]), ([], []),
    ([40, 20, 30, 30, 30, 30], [1, 1, 2, 2, 3, 3])])
def test_weeks_are_about_equally_long(minutes, found):
    assert weeks(minutes) == found
