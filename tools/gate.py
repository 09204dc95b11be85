"""Everything that must hold, in order: what `make test` runs.

A step that fails does not stop the ones after it; the table at the end tells of each, and the exit status is 0 only if
none failed. The browser's step is skipped where there is no Chromium; in continuous integration that is a failure too.
"""
import io
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TextIO

from tools.browser import NO_BROWSER, chromium
from tools.environment import alone, ours
from tools.pages import ROOT

PYTHON = (sys.executable, "-m")
BUILD = ROOT / "_build"
BUDGET_MINUTES = 25
UNSEEN = f"{NO_BROWSER}: the site was not opened in a browser"


@dataclass(frozen=True)
class Step:
    """A command of the gate; `lacking` says why it cannot run here, empty if it can.

    A step `beside` the one before it runs at the same time: it uses one core only, and reads nothing of the other.
    """

    name: str
    command: tuple[str | Path, ...]
    lacking: Callable[[], str] = lambda: ""
    beside: bool = False


@dataclass(frozen=True)
class Result:
    """How a step ended: "ok", "FAILED" or "skipped", its seconds, and its last line."""

    name: str
    state: str
    seconds: float
    remark: str


def pytest(*arguments: str | Path) -> tuple[str | Path, ...]:
    """Return a pytest command that leaves no cache behind; nbval takes three seconds to import: only if it is used."""
    nbval = () if "--nbval" in arguments else ("-p", "no:nbval")
    return (*PYTHON, "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *nbval, *arguments)


def no_browser() -> str:
    """Say that no browser is there, or nothing."""
    return "" if chromium() else UNSEEN


def commit() -> str:
    """Return the commit at hand, which draws what a run tries of many; where none is known, the day."""
    git = shutil.which("git")
    told = subprocess.run((git, "rev-parse", "HEAD"), cwd=ROOT, capture_output=True, text=True).stdout if git else ""
    return told.strip() or date.today().isoformat()


NBVAL = (
    "-p", "tools.forked_kernels", "--nbval", "--nbval-current-env", "--nbval-cell-timeout", "300",
    "--nbval-sanitize-with", "tests/nbval_sanitize.cfg", "-n", "2", "--dist", "loadfile", "_build/pages",
)
CODE = ("lib", "tools", "tests", "benchmarks", "book/_ext")
LATER = ("--ignore", "tests/meta", "--ignore", "tests/site")
STEPS = (
    Step("code style", (*PYTHON, "ruff", "check", *CODE)),
    Step("library tests", pytest("-n", "2", "--dist", "loadfile", "-m", "not browser and not long", "tests", *LATER)),
    Step("types", (*PYTHON, "mypy", "--no-error-summary"), beside=True),
    Step("layout of imports", (*PYTHON, "isort", "--check-only", "--quiet", *CODE), beside=True),
    Step("examples in docstrings", pytest("-n", "2", "--doctest-modules", "lib/privlearn")),
    Step("claims and sabotages", (*PYTHON, "privlearn", "verify", "--jobs", "2", "--json", "_build/verify.json")),
    Step("ledger of evidence", (*PYTHON, "tools", "evidence")),
    Step("mutants of statements", (*PYTHON, "privlearn", "verify", "--statements")),
    Step("kept mutants again", (*PYTHON, "tools", "mutants", "--again", "20", "--jobs", "1"), beside=True),
    Step("pages executed", (*PYTHON, "tools", "execute")),
    Step("pages executed again", pytest(*NBVAL, "--third", commit())),
    Step("strict site", (*PYTHON, "tools", "site"), beside=True),
    Step("lints and planted faults", pytest("-n", "2", "tests/meta")),
    Step("site without a browser",
         pytest("-n", "2", "--dist", "loadfile", "-m", "not browser and not long", "tests/site")),
    Step("site in a browser",
         pytest("-n", "3", "--dist", "worksteal", "-m", "browser and not long", "tests/site", "tests/tools"),
         no_browser),
)


def groups(steps: tuple[Step, ...]) -> list[list[Step]]:
    """Return the steps in order, each with those that run beside it."""
    found: list[list[Step]] = []
    for step in steps:
        if step.beside and found:
            found[-1].append(step)
        else:
            found.append([step])
    return found


def run(step: Step) -> Result:
    """Run one step, passing its output on as it comes, or at its end if it runs beside another."""
    if not step.beside:
        return follow(step, sys.stdout)
    kept = io.StringIO()
    result = follow(step, kept)
    print(kept.getvalue(), end="", flush=True)
    return result


def follow(step: Step, out: TextIO) -> Result:
    """Run one step, writing its output as it comes."""
    print(f"\n=== {step.name}", file=out, flush=True)
    lack = step.lacking()
    if lack:
        print(lack, file=out)
        return Result(step.name, "FAILED" if os.environ.get("CI") else "skipped", 0, lack)
    env = ours() | {"NO_COLOR": "1"}
    if "pytest" in step.command and "--nbval" not in step.command:
        env["PRIVLEARN_VERDICTS"] = str(BUILD / "tests/verdicts.json")
    start, last = time.perf_counter(), ""
    with subprocess.Popen(
        step.command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", file=out, flush=True)
            last = line.strip() or last
    state = "ok" if process.returncode == 0 else "FAILED"
    return Result(step.name, state, time.perf_counter() - start, last)


def table(results: list[Result], seconds: float) -> str:
    """Return the steps with their ends and seconds, and the seconds of all."""
    width = max(len(result.name) for result in results)
    lines = [f"{r.name:{width}}  {r.state:7}  {r.seconds:6.1f} s  {r.remark[:90]}".rstrip() for r in results]
    lines.append(f"{'all':{width}}  {'':7}  {seconds:6.1f} s")
    if seconds > 60 * BUDGET_MINUTES:
        lines.append(f"over the budget of {BUDGET_MINUTES} minutes")
    return "\n".join(lines)


def closing_line(results: list[Result]) -> str:
    """Return the count of steps in a form that any reader of test results understands."""
    passed, failed, skipped = (sum(r.state == state for r in results) for state in ("ok", "FAILED", "skipped"))
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def gate(steps: tuple[Step, ...] = STEPS) -> int:
    """Run the steps from an empty `_build`; return 0 only if none failed."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir()
    start = time.perf_counter()
    results: list[Result] = []
    for group in groups(steps):
        with ThreadPoolExecutor(len(group)) as pool:
            results += pool.map(run, group)
    print(f"\n{table(results, time.perf_counter() - start)}\n{closing_line(results)}", flush=True)
    return int(any(result.state == "FAILED" for result in results))


def main() -> int:
    """Run from the command line."""
    with alone():
        return gate()
