"""The extension that lists the exercises of the book."""

import importlib
import re
import sys

import pytest

from tools.pages import ROOT

sys.path.append(str(ROOT / "book/_ext"))
exercise_list = importlib.import_module("exercise_list")

PARTS = [{"name": "Lines & points", "pages": [{"name": "book/a/lines", "title": "Lines < points", "number": "§2"},
                                              {"name": "book/a/none", "title": "None", "number": ""}]},
         {"name": "Empty", "pages": [{"name": "book/b/empty", "title": "Empty", "number": ""}]}]
REGISTERED = {"exercise-lines-two": {"type": "exercise-start", "docname": "book/a/lines"},
              "solution-lines-two": {"type": "solution-start", "docname": "book/a/lines"},
              "exercise-odd-one": {"type": "exercise", "docname": "book/a/lines"}}


@pytest.mark.parametrize(("label", "name"), [
    ("exercise-lines-two", "two"), ("exercise-odd-one", "odd one"), ("exercise-lines", "lines")])
def test_names(label, name):
    assert exercise_list.name_of(label, "book/a/lines") == name


def test_exercises_stand_in_the_order_of_their_page_without_solutions():
    assert exercise_list.by_page(REGISTERED) == {"book/a/lines": ["exercise-lines-two", "exercise-odd-one"]}


def test_each_is_a_link_and_parts_without_exercises_are_left_out():
    shown = exercise_list.render(PARTS, exercise_list.by_page(REGISTERED), lambda page: 20, lambda page: f"{page}.html")
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', shown) == [
        ("book/a/lines.html#exercise-lines-two", "two"), ("book/a/lines.html#exercise-odd-one", "odd one")]
    assert "2 exercises on 1 page<" in shown
    assert "Lines &lt; points" in shown
    assert shown.count("<details") == 1
    assert '<h3>Week 1 <span class="about">40 minutes to read, 2 exercises<' in shown
    assert '<a class="page" href="book/a/none.html">None</a></li>' in shown


@pytest.mark.parametrize(("minutes", "weeks"), [
    ([20, 30, 25], [1, 1, 1]), ([20, 30, 26], [1, 1, 2]), ([70, 5, 70], [1, 2, 3]), ([0, 0], [1, 1]),
    ([40, 20, 30, 30, 30, 30], [1, 1, 2, 2, 3, 3])])
def test_weeks_are_about_equally_long(minutes, weeks):
    assert exercise_list.weeks(minutes) == weeks
