"""`python -m tools long`: run the tests that take minutes, keep in `tests/long.json` what they gave, and execute again
all pages, of which the gate does a third.

Kept are the cases of each test that passed, failed or could not run, their seconds, and of the whole run the machine,
the date and a hash of the library. A result *counts* while that hash is the library's. Every run of all tests asks that
each long test is there, that none failed and that none could not run; many of them have a part that it runs itself.
"""
import ast
import datetime
import hashlib
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from privlearn.checking.long_checks import machine
from privlearn.keeping import write_json
from privlearn.keeping.code import HOME
from tools import gate
from tools.environment import ours
from tools.pages import ROOT

KEPT = "tests/long.json"
MARK = "pytest.mark.long"
OUTCOMES = ("passed", "failed", "skipped")


class Recorder:
    """Takes down how each case of a test ended."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a case at its call, or where it ends before."""
        row = self.tests.setdefault(report.nodeid.partition("[")[0], dict.fromkeys((*OUTCOMES, "seconds"), 0))
        row["seconds"] = round(row["seconds"] + report.duration, 1)
        if report.when == "call" or report.outcome != "passed":
            row[report.outcome] += 1


def long_tests(root: Path) -> Iterator[str]:
    """Yield the tests with the mark, as pytest names them."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        body = ast.parse(text).body if MARK in text else []
        whole = any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
                    and MARK in ast.unparse(node.value) for node in body)
        for node in [node for node in body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]:
            if whole or any(MARK in ast.unparse(decorator) for decorator in node.decorator_list):
                yield f"{path.relative_to(root).as_posix()}::{node.name}"


def library() -> str:
    """Return the hash of all modules of the library."""
    files = sorted(HOME.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def complaints(root: Path, kept: dict[str, Any]) -> list[str]:
    """Return what is wrong with the kept results: tests that are not there, failed, or did not run."""
    rows, wanted = kept.get("tests", {}), set(long_tests(root))
    found = [f"{name}: not run yet" for name in sorted(wanted - rows.keys())]
    found += [f"{name}: kept, but no long test" for name in sorted(rows.keys() - wanted)]
    return found + [f"{name}: {row['passed']} passed, {row['failed']} failed, {row['skipped']} skipped"
                    for name, row in sorted(rows.items()) if not row["passed"] or row["failed"] or row["skipped"]]


def main() -> int:
    """Run from the command line."""
    recorder = Recorder()
    folders = sorted({name.partition("::")[0] for name in long_tests(ROOT)})
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:nbval", "-m", "long", *folders, *sys.argv[1:]],
                         plugins=[recorder])
    write_json(ROOT / KEPT, {"machine": machine(), "python": platform.python_version(), "library": library(),
                             "date": datetime.date.today().isoformat(), "tests": recorder.tests})
    return int(status or subprocess.run(gate.pytest(*gate.NBVAL), cwd=ROOT, env=ours()).returncode)
