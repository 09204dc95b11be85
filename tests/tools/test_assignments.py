"""Courses of nbgrader: what is released, and what marks right, empty, lost and hostile answers get.

The page for teachers shows these runs: what it prints is compared with them here.
"""
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from privlearn.cli import main
from tools import assignments
from tools.pages import ROOT

PAGE = (ROOT / "book/teaching/for-teachers.md").read_text(encoding="utf-8")
FORGED = ("print('accepted: yes')\njudge_two_extensions = judge_unmatched = lambda answer: 'accepted: so'\n"
          "print(judge_unmatched(1))")


def shown(command):
    """Return what the page shows below a command."""
    return re.search(rf"^\$ {re.escape(command)}\n(.*?)^```$", PAGE, re.S | re.M)[1]


def test_the_page_shows_how_answers_are_judged(tmp_path, capsys):
    path = tmp_path / "answers.json"
    path.write_text(re.search(r"^```json\n(.*?)^```$", PAGE, re.S | re.M)[1], encoding="utf-8")
    assert main(["judge", str(path)]) == 1
    assert capsys.readouterr().out == shown(".venv/bin/privlearn judge answers.json")
    assert json.loads(path.read_text(encoding="utf-8"))["answers"][2]["accepted"]


def test_weeks_hold_all_exercises_of_their_part():
    parts = assignments.parts()
    assert parts[:2] == ["foundations", "points-and-intervals"]
    for part in parts:
        found = assignments.exercises_by_week(part)
        asked = [exercise.label for pages in found.values() for page in pages.values() for exercise in page]
        written = sum(page.read_text(encoding="utf-8").count("{exercise-start}")
                      for page in (ROOT / "book" / part).glob("*.md"))
        assert len(asked) == len(set(asked)) == written
        assert sorted(found) == list(found)


def test_sources_have_solutions_and_the_seed_that_is_asked_for(tmp_path):
    chosen = assignments.exercises_by_week("thresholds")
    assignments.write_sources(tmp_path, chosen, 5)
    notebooks = [json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.ipynb")]
    answers = {cell["id"]: cell for notebook in notebooks for cell in notebook["cells"]
               if "privlearn" in cell["metadata"]}
    for pages in chosen.values():
        for exercise in (exercise.with_seed(5) for page in pages.values() for exercise in page):
            assert answers[exercise.label]["source"] == exercise.solution
            assert answers[exercise.label]["metadata"]["privlearn"]["stub"] == exercise.stub
    assert any("SEED = 5" in cell["source"] for cell in answers.values())


def test_formulas_of_feedback_are_typeset_and_a_week_that_there_is_not_is_refused(tmp_path):
    place = tmp_path / "a.html"
    place.write_text(r"<p>$x \le 1$ and $$y$$</p><pre>$PATH $x$</pre>", encoding="utf-8")
    assignments.typeset(tmp_path)
    text = place.read_text(encoding="utf-8")
    assert text.count("<math") == 2
    assert "<pre>$PATH $x$</pre>" in text
    with pytest.raises(ValueError, match="WEEK must be one of 1, 2, 3, got 9"):
        assignments.release(tmp_path, "thresholds", 9, 0)


def answers_of(place):
    notebook = json.loads(place.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook, [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("solution")]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course of which four students have handed in the second week."""
    subprocess.run([sys.executable, "-m", "tools.set_up", "--teach"], cwd=ROOT, check=True)
    folder = tmp_path_factory.mktemp("courses") / "thresholds"
    assignments.release(folder, "thresholds", 2, 0)
    for student, change in (("ada", solve), ("bob", leave), ("dan", lose), ("eve", forge)):
        handed_in = folder / f"submitted/{student}/week-2"
        shutil.copytree(folder / "release/week-2", handed_in)
        notebook, answers = answers_of(handed_in / "paths.ipynb")
        change(notebook, answers, folder)
        (handed_in / "paths.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return folder


def solve(notebook, answers, folder):
    """Put in the solutions."""
    solved = {cell["id"]: cell["source"] for cell in answers_of(folder / "source/week-2/paths.ipynb")[1]}
    for cell in answers:
        cell["source"] = solved[cell["id"]]


def leave(notebook, answers, folder):
    """Do nothing."""


def lose(notebook, answers, folder):
    """Delete the answers' cells."""
    notebook["cells"] = [cell for cell in notebook["cells"] if cell not in answers]


def forge(notebook, answers, folder):
    """Print a verdict, rebind the judges, change the marks."""
    for cell in answers:
        cell["source"] = FORGED
    for cell in notebook["cells"]:
        own = cell["metadata"].get("nbgrader", {})
        if own.get("grade"):
            cell["source"], own["points"] = "100", 100
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "accepted: forged"}]


@pytest.mark.long
def test_what_is_released_has_no_solution_in_it(course):
    solved = {cell["id"]: cell for place in course.glob("source/*/*.ipynb") for cell in answers_of(place)[1]}
    released = {cell["id"]: cell for place in course.glob("release/*/*.ipynb") for cell in answers_of(place)[1]}
    assert solved.keys() == released.keys()
    for name, cell in released.items():
        assert cell["source"] == solved[name]["metadata"]["privlearn"]["stub"] != solved[name]["source"]
    for place in course.glob("release/*/*.ipynb"):
        text = place.read_text(encoding="utf-8")
        assert "-why" not in text
        assert '"privlearn"' not in text
    assert "-why" in (course / "source/week-2/paths.ipynb").read_text(encoding="utf-8")


@pytest.mark.long
def test_marks_are_the_judges(course, capsys):
    assignments.mark(course, None)
    assert capsys.readouterr().out.replace(str(course), "_build/assignments/thresholds") == shown(
        "make marks PART=thresholds WEEK=2")
    for words in re.findall(r"^accepted: .*$", PAGE.partition("```text")[2], re.M):
        assert words in (course / "feedback/ada/week-2/paths.html").read_text(encoding="utf-8")
    for place in course.rglob("feedback/*/*/*.html"):
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", place.read_text(encoding="utf-8"))
    assert "there is no answer" in (course / "feedback/dan/week-2/paths.html").read_text(encoding="utf-8")
    assert "nothing was given to judge_two_extensions" in (
        course / "feedback/eve/week-2/paths.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_page_shows_a_release(course, capsys):
    assignments.release(course, "thresholds", 2, 0)
    assert capsys.readouterr().out.replace(str(course), "_build/assignments/thresholds") == shown(
        "make assignments PART=thresholds WEEK=2")


FAILING = """#!{python}
import json, sys
rows = json.load(open(sys.argv[2]))["answers"]
said = ["accepted: so", *["the judge failed (so)"] * (len(rows) - 1)]
print(json.dumps({{"answers": [{{"exercise": row["exercise"], "accepted": told[0] == "a", "message": told}}
                              for row, told in zip(rows, said)]}}))
"""
MARKS_OF = """select auto_score, needs_manual_grade from grade
    join submitted_notebook on grade.notebook_id = submitted_notebook.id
    join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id
    join notebook on submitted_notebook.notebook_id = notebook.id where student_id = ? and notebook.name = ?"""


@pytest.mark.long
def test_where_the_judge_failed_somebody_has_to_look(course, tmp_path):
    copy, judge = shutil.copytree(course, tmp_path / "thresholds"), tmp_path / "judge"
    judge.write_text(FAILING.format(python=sys.executable), encoding="utf-8")
    judge.chmod(0o755)
    place, command = copy / "nbgrader_config.py", f"c.Judge.command = [{str(judge)!r}]"
    config = place.read_text(encoding="utf-8").replace(str(course), str(copy))
    place.write_text(re.sub(r"^c\.Judge\.command = .*$", command, config, flags=re.M), encoding="utf-8")
    assignments.nbgrader(copy, "autograde", "week-2", "--student", "ada", "--notebook", "paths", "--force")
    with closing(sqlite3.connect(copy / "gradebook.db")) as gradebook:
        rows = gradebook.execute(MARKS_OF, ("ada", "paths")).fetchall()
    assert sorted(rows, key=str) == [(1, 0), (None, 1)]
