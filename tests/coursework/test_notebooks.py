"""Assignments: all exercises of the book as notebooks, each with its statement, set-up, answer and mark."""

import json
import re
from collections import defaultdict
from pathlib import Path

import nbformat
import pytest

from privlearn.coursework.cells import of_book
from privlearn.coursework.notebooks import MARK, assignment

BOOK = Path(__file__).resolve().parents[2] / "book"
EXERCISES = {exercise.label: exercise for exercise in of_book(BOOK)}
MACROS = {r"\eps": r"\varepsilon"}
PAGES = defaultdict(list)
for exercise in EXERCISES.values():
    PAGES[exercise.page].append(exercise)


def made(page, figures=None):
    text = (BOOK / f"{page}.md").read_text(encoding="utf-8")
    return assignment(text, PAGES[page], macros=MACROS, figures=figures or {})


@pytest.mark.parametrize("page", PAGES)
def test_every_page_becomes_an_assignment(page):
    notebook = made(page)
    nbformat.validate(nbformat.from_dict(notebook))
    names = [cell["metadata"]["nbgrader"]["grade_id"] for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]
    assert len(names) == len(set(names)) == 1 + 4 * len(PAGES[page])
    prose = "\n".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    assert not re.search(r"\{[a-z:-]+\}`|^`{3,}\{|\\eps\b|:label:", prose, re.M)
    for asked in PAGES[page]:
        assert f"{asked.label}{MARK}" in names


def test_an_exercise_stands_below_what_its_section_states_locked_but_for_the_answer():
    page = "points-and-intervals/generic-learner"
    drawn = next(cell for cell in re.findall(r"---\n(masses = .*?)\n```", (BOOK / f"{page}.md").read_text(), re.S))
    cells = {cell["id"]: cell for cell in made(page, {drawn: "figures/fano.svg"})["cells"]}
    asked = cells["exercise-two-subsets-asked"]["source"]
    order = ["## Two subsets", "From the section *Few hypotheses", "**BBKN14, Definition 3.1", "](figures/fano.svg)",
             "**Exercise.** Take 5 hypotheses"]
    assert sorted(order, key=asked.index) == order
    assert "![The Fano plane" in asked
    cells = {cell["id"]: cell for cell in made("points-and-intervals/generic-learner")["cells"]}
    own = EXERCISES["exercise-two-subsets"]
    answer, mark = cells[own.label], cells[own.label + MARK]
    assert answer["source"] == own.solution
    assert answer["metadata"]["privlearn"] == {"stub": own.stub}
    assert answer["metadata"]["nbgrader"]["solution"]
    assert not answer["metadata"]["nbgrader"]["locked"]
    assert mark["metadata"]["nbgrader"]["grade"]
    assert mark["metadata"]["nbgrader"]["points"] == 1
    assert cells[f"{own.label}-why"]["metadata"]["privlearn"] == {"stub": None}
    assert cells[f"{own.label}-setup"]["metadata"]["nbgrader"]["locked"]
    assert json.dumps(cells)
