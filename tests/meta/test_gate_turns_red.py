"""A fault planted anywhere turns the gate red: in the library, among the sabotages, on a page, in a step."""
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import jupytext
import nbformat
import pytest

from tests.tools.houses import NOTEBOOK, code, house
from tools import build_site, environment, execute_pages, forked_kernels, gate
from tools.pages import ROOT

UNCAUGHT = '''
from privlearn.checking import check, claim, judge, sabotage

claim("TOY26-1", kind="claim", section="1", title="Two numbers are equal", page="toy")


@check("TOY26-1", grade="exact", quantifier="one pair")
@sabotage("a number that is no worse", 1)
def numbers_are_equal(number=2):
    return judge("<=", [(number, number, 3)])


def refutes_numbers_are_equal(number, witness):
    return True

'''


@pytest.fixture
def library(tmp_path) -> Path:
    """A copy of the library to plant faults in."""
    return shutil.copytree(ROOT / "lib/privlearn", tmp_path / "lib/privlearn")


def verify(library: Path, id: str) -> subprocess.CompletedProcess:
    """Run one claim with the copied library."""
    env = os.environ | {"PYTHONPATH": str(library.parent), "PRIVLEARN_VERDICTS": str(library.parent / "verdicts.json")}
    where = subprocess.run([sys.executable, "-c", "import privlearn; print(privlearn.__file__)"],
                           env=env, cwd=library.parent, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(library))
    return subprocess.run([sys.executable, "-m", "privlearn", "verify", id],
                          env=env, cwd=library.parent, capture_output=True, text=True)


def plant(library: Path, module: str, right: str, wrong: str) -> None:
    """Replace a line of the copied library; the line must be there once."""
    path = library / module
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), encoding="utf-8")


def test_factor_two_forgotten_in_the_exponential_mechanism_is_noticed(library):
    assert verify(library, "BBKN14-3.2").returncode == 0  # the untouched copy
    plant(library, "learners/generic/exponential.py",
          'base = rational_square_root(ratio, "exp_epsilon")\n    rows =', "base = ratio\n    rows =")
    run = verify(library, "BBKN14-3.2")
    assert run.returncode == 1
    assert "FAILED BBKN14-3.2: " in run.stdout


def test_sabotage_that_nobody_catches_is_noticed(library):
    plant(library, "checking/paper_list.py", "PAPERS = (\n", 'PAPERS = (\n    Paper("TOY26", part="toys"),\n')
    (library / "papers/toy26/toy").mkdir(parents=True)
    (library / "papers/toy26/__init__.py").write_text('"""A toy paper."""\nCONTENTS = (("toy", "equal"),)\n')
    (library / "papers/toy26/toy/__init__.py").write_text("")
    (library / "papers/toy26/toy/equal.py").write_text(UNCAUGHT)
    run = verify(library, "TOY26-1")
    assert run.returncode == 1
    assert "NOT CAUGHT TOY26-1: a number that is no worse" in run.stdout


def executed(path, source, output):
    """Write a notebook of one cell with the output that it is said to have had."""
    notebook = jupytext.reads(NOTEBOOK + code(source), fmt="md:myst")
    cell = notebook.cells[-1]
    cell.execution_count = 1
    cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": output}, execution_count=1)]
    jupytext.write(notebook, path)


def second_run(folder):
    """Execute the notebooks of a folder again, in one process, as the gate does."""
    alone = gate.NBVAL[: gate.NBVAL.index("-n")]
    return subprocess.run([*gate.pytest(*alone, folder)], cwd=ROOT, env=environment.ours(), capture_output=True,
                          text=True)


def test_output_that_changed_and_no_notebook_at_all_are_noticed(tmp_path):
    assert second_run(tmp_path).returncode == 5
    executed(tmp_path / "page.ipynb", "1 + 1", "3")
    run = second_run(tmp_path)
    assert run.returncode == 1
    assert "1 failed" in run.stdout


def test_a_page_sees_nothing_of_the_page_before(tmp_path):
    executed(tmp_path / "a.ipynb", "import privlearn; privlearn.mark = left = 1; left", "1")
    executed(tmp_path / "b.ipynb", "import privlearn; 'left' in dir() or hasattr(privlearn, 'mark')", "False")
    assert "2 passed" in second_run(tmp_path).stdout


def test_a_third_of_the_pages_is_executed_again_each_for_some_commit():
    def again(seed):
        config = SimpleNamespace(getoption=lambda name: seed)
        return {n for n in range(90) if not forked_kernels.pytest_ignore_collect(Path(f"{n}.ipynb"), config)}

    assert 15 < len(again(gate.commit())) < 50
    assert set().union(*map(again, "abcdefghijklmnopqrst")) == again(None) == {*range(90)}
    assert [step.name for step in gate.STEPS if "--third" in step.command] == ["pages executed again"]


def test_a_site_without_executed_pages_or_with_a_reference_that_leads_nowhere_is_not_built(tmp_path):
    assert build_site.build(tmp_path) == 1
    root = house(tmp_path)
    (root / "_toc.yml").write_text("format: jb-book\nroot: book/intro\n")
    (root / "book/intro.md").write_text("# Toy\n\nSee {ref}`nowhere <nowhere>`.\n")
    assert execute_pages.run(root).failed == 0
    assert build_site.build(root) != 0


def test_failing_step_fails_the_gate_and_stops_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gate, "BUILD", tmp_path / "_build")
    monkeypatch.setenv("CI", "")
    steps = (gate.Step("first", (sys.executable, "-c", "raise SystemExit('broken')")),
             gate.Step("second", (sys.executable, "-c", "print('fine')")),
             gate.Step("third", (), lambda: "no tool for it"))
    assert gate.gate(steps) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "1 passed, 1 failed, 1 skipped"
    assert any(line.startswith("first") and "FAILED" in line and "broken" in line for line in lines)
    assert any(line.startswith("second") and " ok " in line for line in lines)
    assert gate.gate(steps[1:]) == 0


def test_a_step_beside_another_runs_at_the_same_time_and_can_fail_the_gate(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gate, "BUILD", tmp_path / "_build")
    wait = ("import pathlib, sys, time; here, there = map(pathlib.Path, sys.argv[1:]); here.touch()\n"
            "while not there.exists(): time.sleep(0.01)\n")
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    steps = (gate.Step("first", (sys.executable, "-c", wait, one, other)),
             gate.Step("second", (sys.executable, "-c", wait + "raise SystemExit('broken')", other, one), beside=True))
    assert gate.gate(steps) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


@pytest.mark.parametrize(("ci", "status", "state", "closing"), [
    ("", 0, "skipped", "0 passed, 0 failed, 1 skipped"), ("true", 1, "FAILED", "0 passed, 1 failed")])
def test_missing_browser_is_told_and_fails_continuous_integration(
        tmp_path, monkeypatch, capsys, ci, status, state, closing):
    monkeypatch.setattr(gate, "BUILD", tmp_path / "_build")
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gate.gate(tuple(step for step in gate.STEPS if step.name == "site in a browser")) == status
    lines = capsys.readouterr().out.splitlines()
    assert f"site in a browser  {state:7}     0.0 s  {gate.UNSEEN[:90]}" in lines
    assert lines[-1] == closing
    assert [step.lacking() for step in gate.STEPS if step.name == "site without a browser"] == [""]
