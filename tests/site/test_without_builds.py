"""Without the packages that have no build for the browser pages import what they import, and exercises are judged.

Stubs and solutions print what the executed page shows, without exception: some, drawn anew in each run, for the
worker's test judges all of them where Python for the browser is there; else, and in `make long`, all.  The two sweeps
that take minutes without numba are kept results.  One page compares releases with dp-accounting, in no exercise.
"""
import ast
import json
import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from privlearn.coursework import Exercise
from privlearn.coursework.cells import cells
from tests.site import run_cells
from tests.site.exercises import EXERCISES, differences, shown
from tools import pyodide
from tools.pages import ROOT, toc_pages

NO_BUILD = ("flint", "highspy", "numba", "scipy")
FEW = 16 if pyodide.is_complete() else len(EXERCISES)
Pieces = list[tuple[str, str]]


def run(pieces: Pieces) -> list[str]:
    """Return what pieces of code print in a process without these packages."""
    done = subprocess.run([sys.executable, run_cells.__file__, *NO_BUILD], input=json.dumps(pieces), text=True,
                          capture_output=True, cwd=ROOT, check=True, env={**os.environ, "MPLBACKEND": "Agg"})
    return json.loads(done.stdout)


def other(exercises: list[Exercise]) -> list[str]:
    """Return where stubs and solutions print something else than the executed page shows."""
    said = run([(exercise.setup, code) for exercise in exercises for code in (exercise.stub, exercise.solution)])
    return differences(exercises, said, shown(exercises))


@pytest.mark.parametrize("count", [FEW, pytest.param(len(EXERCISES), marks=pytest.mark.long)])
def test_exercises_print_what_the_executed_page_shows(count):
    assert len(EXERCISES) > 150
    assert other(random.sample(EXERCISES, count)) == []


def test_what_needs_a_package_is_seen():
    told = other([replace(EXERCISES[0], setup=f"{EXERCISES[0].setup}\nimport {module}") for module in NO_BUILD])
    assert [f"import of {module} halted" in one for one, module in
            zip(told, sorted(2 * NO_BUILD), strict=True)] == [True] * 8


def imports(code: str) -> list[str]:
    return [ast.unparse(node) for node in ast.walk(ast.parse(code)) if isinstance(node, (ast.Import, ast.ImportFrom))]


def test_everything_that_pages_import_can_be_imported():
    asked = {page.name: "\n".join(line for cell in cells(page.text) for line in imports(cell.code))
             for page in toc_pages(ROOT) if page.is_notebook}
    assert sum(map(bool, asked.values())) > 80
    *said, planted = run([("", code) for code in (*asked.values(), "import scipy")])
    lacking = {name: text for name, text in zip(asked, said, strict=True) if text}
    assert lacking == {"book/your-data": "ModuleNotFoundError: import of scipy halted; None in sys.modules\n"}
    assert "import privacy_loss_distribution" in asked["book/your-data"]  # of dp-accounting, which rests on scipy
    assert planted == lacking["book/your-data"]
