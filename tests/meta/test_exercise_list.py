"""The extension that lists the exercises of the book and makes courses of them."""

import re
from types import SimpleNamespace

import exercise_list
import pytest

from privlearn.checking import registry
from privlearn.exercises.asked import Asked

PARTS = [{"name": "Lines & points", "pages": [{"name": "book/a/lines", "title": "Lines < points", "number": "§2"},
                                              {"name": "book/a/none", "title": "None", "number": ""}]},
         {"name": "Empty", "pages": [{"name": "book/b/empty", "title": "Empty", "number": ""}]}]
REGISTERED = {"exercise-lines-two": {"type": "exercise-start", "docname": "book/a/lines"},
              "solution-lines-two": {"type": "solution-start", "docname": "book/a/lines"},
              "exercise-odd-one": {"type": "exercise", "docname": "book/a/lines"}}
LISTED = {"exercise-lines-two": exercise_list.Listed("exercise-lines-two", "book/a/lines", Asked(
              sentence="Find a < b.", level=2, minutes=20), "BBKN14-3.4", True),
          "exercise-odd-one": exercise_list.Listed("exercise-odd-one", "book/a/lines", Asked(
              sentence="Find an odd one.", level=1, minutes=5, library="odd_one"), "", False)}
STATEMENTS = {"BBKN14-3.4": ("book/a/lines", "lemma", "BBKN14", "Lemma 3.4")}
TITLES = {f"book/a/{page}": SimpleNamespace(astext=lambda page=page: page.title()) for page in ("lines", "none")}
SESSION = {"name": "One", "pages": ["a/lines", "a/none"], "exercises": ["odd-one"], "able": "tell odd ones."}


@pytest.fixture
def book():
    return exercise_list.Book(LISTED, {"exercise-lines-two": 7, "exercise-odd-one": 8}, STATEMENTS, lambda page: 20,
                              lambda page: f"{page}.html")


def test_exercises_stand_in_the_order_of_their_page_each_a_link_with_its_statement(book):
    assert exercise_list.by_page(REGISTERED) == {"book/a/lines": ["exercise-lines-two", "exercise-odd-one"]}
    shown = book.listed(PARTS)
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', shown) == [
        ("book/a/lines.html#exercise-lines-two", "7 two"), ("book/a/lines.html#BBKN14-3.4", "Lemma 3.4"),
        ("book/a/lines.html#exercise-odd-one", "8 odd one")]
    assert re.findall(r"<td>([^<]*(?:<span.*?</span>)?)</td><td data-of", shown) == [
        'Find a &lt; b. <span class="about">(own instance by seed)</span>',
        'Find an odd one. <span class="about">(the library has <code>odd_one</code>)</span>']
    assert '<strong>Lines &amp; points</strong> <span class="about">2 exercises, 25 minutes<' in shown
    assert "2 exercises, about 25 minutes: 1 of level 1 (straightforward), 1 of level 2 (takes an idea), 0 of" in shown
    assert shown.count("<details") == 1
    assert shown.count('<td data-of="Minutes">20</td>') == 1
    assert book.slide_sets(PARTS) == '<ul><li><a href="slides/lines-&-points.html">Lines &amp; points</a></li></ul>'


def test_minutes_of_a_session_are_those_of_its_pages_and_exercises(book):
    shown = book.syllabus([SESSION, SESSION | {"pages": ["a/lines"], "exercises": ["lines-two"]}], TITLES)
    assert '<h3>One <span class="about">40 minutes to read, 5 minutes of exercises</span></h3>' in shown
    assert '<span class="about">20 minutes to read, 20 minutes of exercises</span>' in shown
    assert shown.endswith('<p class="about">In all 60 minutes to read, 25 minutes of exercises.</p>')
    assert "Afterwards students can tell odd ones." in shown


@pytest.mark.parametrize("lost", [{"pages": ["a/lost"]}, {"exercises": ["lost"]}])
def test_a_session_with_what_is_not_there_is_refused(book, lost):
    with pytest.raises(ValueError, match="lost, which is no page or exercise"):
        book.syllabus([SESSION | lost], TITLES)


def test_every_exercise_is_known_with_the_statement_above_it():
    found = exercise_list.known_exercises()
    assert len(found) >= 160
    assert found["exercise-two-subsets"].statement == "BBKN14-3.1"
    assert {one.statement for one in found.values()} - {""} <= registry.load().keys()
    assert sum(bool(one.statement) for one in found.values()) > len(found) * 4 // 5
