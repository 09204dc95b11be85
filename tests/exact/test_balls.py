"""Balls and matrices have one source, which is python-flint or, without it, our own."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import privlearn
from privlearn.exact import balls
from tools.python_files import statements

LIBRARY = Path(privlearn.__file__).parent
IMPORTERS = {"flint": {"exact/balls.py", "exact/rationals.py"}, "highspy": {"exact/simplex.py"}}
USERS = ("exact.balls", "exact.intervals", "exact.tails", "exact.fair_coin", "exact.solver", "laws.powers",
         "learners.noise.failure_series", "learners.lines.plans", "learners.lines.scales", "learners.light.padded",
         "learners.proper_points.crossings", "online.boosting.copies")
PROGRAM = """
import doctest, importlib, sys
sys.modules.update(dict.fromkeys(("flint", "highspy", "numba", "scipy")))
from privlearn.exact import balls, simplex
print(balls.arb.__name__, balls.fmpq.__name__, balls.fmpq_mat.__name__, simplex.highspy)
for name in sys.argv[1:]:
    print(name, *doctest.testmod(importlib.import_module(f"privlearn.{name}")))
"""


def importers(module: str, library: Path) -> set[str]:
    """Return the files that import a module or something from it."""
    return {path.relative_to(library).as_posix() for path in library.rglob("*.py")
            if module in path.read_text(encoding="utf-8") for node in statements(path)
            if module in ([alias.name.split(".")[0] for alias in node.names] if isinstance(node, ast.Import)
                          else [(node.module or "").split(".")[0]] if isinstance(node, ast.ImportFrom) else [])}


@pytest.mark.parametrize("module", IMPORTERS)
def test_one_module_imports_what_may_be_missing(module):
    assert importers(module, LIBRARY) == IMPORTERS[module]


def test_another_importer_is_seen_and_flint_used_where_it_is(tmp_path):
    (tmp_path / "laws.py").write_text("def draw():\n    from flint.types.arb import arb\n    return arb(1)\n")
    assert importers("flint", tmp_path) == {"laws.py"}
    assert balls.arb.__module__.startswith("flint")


def test_doctests_hold_without_flint_and_highs():
    done = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM, *USERS], capture_output=True, text=True,
                          env=dict(os.environ), check=True)
    first, *rest = done.stdout.splitlines()
    assert first == "Dyadic Fraction RationalMatrix None"
    assert [line.split()[:2] for line in rest] == [[name, "0"] for name in USERS]
    assert all(int(line.split()[2]) > 0 for line in rest)
