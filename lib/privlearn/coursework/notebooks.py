"""An assignment: the exercises of a page as a notebook that nbgrader releases and marks.

Definitions
-----------
For each exercise the notebook has, in this order: its heading; what the page states and shows in the same section
before it; what is asked; the set-up, which is locked; the *answer*, a cell of one's own that is the solution in the
source and the stub in what is released; the solution's prose, in the source only; and the *mark*, a locked cell
without code.  The mark's points go to an answer that the library's judge accepts where the answer's code ran in a
process of its own: so an answer stands by itself, and what it needs beside the set-up stands in its cell.

nbgrader knows cells by ``grade_id``: the exercise's label for the answer, and the label with ``-mark`` for the mark.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from privlearn.coursework.cells import CELL, Exercise
from privlearn.coursework.course import FENCED, name_of
from privlearn.coursework.prose import in_notebook

MARK, POINTS = "-mark", 1
HEADING = re.compile(r"^(#+) (.*)$", re.M)
ALT = re.compile(r'^ +alt: "(.*)"$', re.M)

HOW = """Each answer stands by itself: it runs after its set-up in a process of its own, and what it gives to the judge
in its last call counts. Change nothing but the answers' cells, and write all that an answer needs into its cell. To try
an answer, run the set-up and then the answer; what the judge says then is what it will say when marks are given."""


def assignment(text: str, exercises: Sequence[Exercise], *, macros: Mapping[str, str],
               figures: Mapping[str, str]) -> dict[str, Any]:
    """Return the source of an assignment, a notebook of format 4.5.

    Parameters
    ----------
    text : str
        The page's source.
    exercises : sequence of Exercise
        Those of the page that are asked for, one at least.
    macros : mapping
        The site's macros of TeX, each with its text.
    figures : mapping
        The files of the executed page's figures, by the code that draws them; none where it has not been executed.
    """
    title, page = HEADING.search(CELL.sub("", text)), exercises[0].page
    name = in_notebook(title[2] if title else page, macros)
    cells = [_prose("how-to-answer", f"# {name}\n\nExercises of the page `{page}`. {HOW}")]
    for exercise in exercises:
        cells += _cells(exercise, _section(text, exercise), macros, figures)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _section(text: str, exercise: Exercise) -> str:
    """Return what stands in an exercise's section before it."""
    before = text[:text.index(f":label: {exercise.label}\n")]
    bare = CELL.sub(lambda found: " " * len(found[0]), before)  # a comment in code begins like a heading
    starts = [found.start() for found in HEADING.finditer(bare)]
    return before[starts[-1] if starts else 0:]


def _cells(exercise: Exercise, section: str, macros: Mapping[str, str],
           figures: Mapping[str, str]) -> list[dict[str, Any]]:
    label = exercise.label
    setup, mark = exercise.setup, f"# {POINTS} point{'s' * (POINTS != 1)}, if the judge accepts the answer above"
    answer, why = _code(label, exercise.solution, solution=True), in_notebook(exercise.explanation, macros)
    answer["metadata"]["privlearn"] = {"stub": exercise.stub}
    return [_asked(exercise, section, macros, figures), _code(f"{label}-setup", setup, locked=True), answer,
            {"cell_type": "markdown", "id": _id(f"{label}-why"), "source": why,
             "metadata": {"privlearn": {"stub": None}}},
            _code(f"{label}{MARK}", mark, grade=True, locked=True)]


def _asked(exercise: Exercise, section: str, macros: Mapping[str, str],
           figures: Mapping[str, str]) -> dict[str, Any]:
    """Return the cell that says what is asked, below what the section states and shows."""
    name, heading = name_of(exercise.label, exercise.page), HEADING.match(section)
    stated = [f"**{in_notebook(found['title'], macros)}.** {in_notebook(found['body'], macros)}"
              for found in FENCED.finditer(section) if found["name"].startswith("prf:") and found["title"]]
    shown = [f"![{_alt(found['head'])}]({figures[code]})" for found in CELL.finditer(section)
             if (code := found["code"].rstrip("\n")) in figures]
    where = [f"From the section *{in_notebook(heading[2], macros)}*:"] if heading and (stated or shown) else []
    return _prose(f"{exercise.label}-asked", "\n\n".join([
        f"## {name[0].upper()}{name[1:]}", *where, *stated, *shown,
        f"**Exercise.** {in_notebook(exercise.statement, macros)}"]))


def _alt(head: str) -> str:
    """Return a figure's text in words, as a cell's head has it."""
    found = ALT.search(head)
    return re.sub(r"[][\\$]", "", found[1]) if found else "A figure of the page."


def _nbgrader(name: str, *, grade: bool = False, locked: bool = False, solution: bool = False) -> dict[str, Any]:
    points = {"points": POINTS} if grade else {}
    return {"grade_id": name, "grade": grade, "locked": locked, "solution": solution, "task": False,
            "schema_version": 3, **points}


def _id(name: str) -> str:
    """Return a cell's id: at most 64 characters."""
    return name[-64:]


def _prose(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": _id(name), "source": source,
            "metadata": {"nbgrader": _nbgrader(name, locked=True), "deletable": False, "editable": False}}


def _code(name: str, source: str, **kinds: bool) -> dict[str, Any]:
    return {"cell_type": "code", "id": _id(name), "source": source, "execution_count": None, "outputs": [],
            "metadata": {"nbgrader": _nbgrader(name, **kinds)}}
