"""Without the packages that have no build for the browser pages import what they import, and exercises are judged.

Every stub and every solution prints what the executed page shows, without exception; the two sweeps that take minutes
without numba are kept results.  One page compares releases with dp-accounting, in no exercise.
"""
import ast
import json
import os
import subprocess
import sys
from dataclasses import replace

import nbformat
import pytest

from privlearn.coursework import Exercise, of_book
from privlearn.coursework.cells import cells
from tests.site import run_cells
from tools.pages import PAGES, ROOT, toc_pages

NO_BUILD = ("flint", "highspy", "numba", "scipy")
Pieces = list[tuple[str, str]]


def run(pieces: Pieces) -> list[str]:
    """Return what pieces of code print in a process without these packages."""
    done = subprocess.run([sys.executable, run_cells.__file__, *NO_BUILD], input=json.dumps(pieces), text=True,
                          capture_output=True, cwd=ROOT, check=True, env={**os.environ, "MPLBACKEND": "Agg"})
    return json.loads(done.stdout)


def tried(exercises: list[Exercise]) -> Pieces:
    return [(exercise.setup, code) for exercise in exercises for code in (exercise.stub, exercise.solution)]


def shown(exercises: list[Exercise]) -> list[str]:
    """Return what the executed pages show below the stubs and solutions."""
    found = {}
    for page in {exercise.page for exercise in exercises}:
        notebook = nbformat.read(ROOT / PAGES / f"book/{page}.ipynb", as_version=4)
        for tag in ("exercise-stub", "exercise-solution"):
            outputs = [cell.outputs for cell in notebook.cells if tag in cell.metadata.get("tags", [])]
            found[page, tag] = iter("".join(one.get("text", "") for one in listed) for listed in outputs)
    return [next(found[exercise.page, tag]) for exercise in exercises for tag in ("exercise-stub", "exercise-solution")]


def differences(exercises: list[Exercise]) -> list[str]:
    places = [f"{exercise.label}, {kind}" for exercise in exercises for kind in ("stub", "solution")]
    said, wanted = run(tried(exercises)), shown(exercises)
    return [f"{place}: {here!r}, on the page {there!r}"
            for place, here, there in zip(places, said, wanted, strict=True) if here != there]


@pytest.fixture(scope="module")
def exercises() -> list[Exercise]:
    return list(of_book(ROOT / "book"))


def test_every_exercise_prints_what_the_executed_page_shows(exercises):
    assert len(exercises) > 150
    assert differences(exercises) == []


@pytest.mark.parametrize("module", NO_BUILD)
def test_what_needs_a_package_is_seen(exercises, module):
    told = differences([replace(exercises[0], setup=f"{exercises[0].setup}\nimport {module}")])
    assert [f"ModuleNotFoundError: import of {module} halted" in one for one in told] == [True, True]


def imports(code: str) -> list[str]:
    return [ast.unparse(node) for node in ast.walk(ast.parse(code)) if isinstance(node, (ast.Import, ast.ImportFrom))]


def test_everything_that_pages_import_can_be_imported():
    asked = {page.name: "\n".join(line for cell in cells(page.text) for line in imports(cell.code))
             for page in toc_pages(ROOT) if page.is_notebook}
    assert sum(map(bool, asked.values())) > 80
    said = run([("", code) for code in asked.values()])
    lacking = {name: text for name, text in zip(asked, said, strict=True) if text}
    assert lacking == {"book/your-data": "ModuleNotFoundError: import of scipy halted; None in sys.modules\n"}
    assert "import privacy_loss_distribution" in asked["book/your-data"]  # of dp-accounting, which rests on scipy


def test_an_import_that_is_not_there_is_seen():
    assert run([("", "import scipy")]) == ["ModuleNotFoundError: import of scipy halted; None in sys.modules\n"]
