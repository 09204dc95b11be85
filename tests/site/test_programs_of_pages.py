"""Without HiGHS linear programs of pages have the values that they have with it, up to the dense simplex's size."""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from privlearn.coursework.cells import cells
from tests.site import compare_programs
from tools.pages import ROOT, toc_pages

COIN = """
from privlearn.exact import MinimaxProgram, simplex, solve
solve(MinimaxProgram((2,), ({0: 1}, {1: 1})))
"""
WRONG = """
from dataclasses import replace
right = simplex._dense_solution
def turned_round(*program):
    found = right(*program)
    return replace(found, basic_columns=(), point=found.point[::-1])
simplex._dense_solution = turned_round
solve(MinimaxProgram((2,), ({0: 1}, {1: 2})))
"""


def compared(codes: list[str]) -> list[list]:
    """Return the rows of the different programs that pieces of code ask for, one after the other."""
    done = subprocess.run([sys.executable, compare_programs.__file__], input=json.dumps(codes), text=True, check=True,
                          capture_output=True, cwd=ROOT, env={**os.environ, "MPLBACKEND": "Agg"})
    return json.loads(done.stdout)


def test_a_wrong_proposal_is_seen():
    right, wrong = compared([COIN, WRONG])
    assert right == [3, 3, ""]
    assert "with HiGHS [0.666" in wrong[2]


@pytest.mark.long
def test_values_are_those_of_highs():
    codes = [[cell.code for cell in cells(page.text)] for page in toc_pages(ROOT) if page.is_notebook]
    with ThreadPoolExecutor(2) as workers:
        found = [row for rows in workers.map(compared, codes) for row in rows]
    assert len(found) > 3000
    assert [row for row in found if row[2]] == []
