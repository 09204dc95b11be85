"""What goes out names only what is there: the workflow of a public host, the container's file, version and citation."""
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import release
from tools.pages import ROOT

WORKFLOW = (ROOT / release.WORKFLOW).read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
LISTED = "tests/coursework/test_apart.py"


def syntax(path: Path) -> subprocess.CompletedProcess[str]:
    """Let check-jsonschema judge a workflow by the schema that it carries."""
    judged_by = ("-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows")
    return subprocess.run([sys.executable, *judged_by, path], capture_output=True, text=True)


# this repository

def test_the_workflow_is_one_and_all_that_it_names_is_there():
    assert syntax(ROOT / release.WORKFLOW).returncode == 0
    assert release.workflow(WORKFLOW, ROOT) == []


def test_the_container_runs_what_is_there():
    assert release.containerfile(CONTAINER, ROOT) == []


def test_windows_runs_no_test_of_what_it_lacks():
    found = release.tests_run(WORKFLOW, "windows", ROOT)
    assert len(found) > 250
    assert release.posix_only(found) == []


def test_the_version_is_said_alike_everywhere():
    assert release.versions(ROOT) == []


def test_the_citation_is_complete():
    assert release.citation(ROOT) == []


# planted faults

@pytest.mark.parametrize(("old", "new"), [
    ("runs-on: ubuntu-latest", "run-on: ubuntu-latest"), ("  pull_request:\n", "  pull_requests:\n"),
    ("contents: read", "contents: all"), ("    steps:\n", "    stages:\n")])
def test_what_is_no_workflow_is_refused(tmp_path, old, new):
    assert old in WORKFLOW
    (tmp_path / "book.yml").write_text(WORKFLOW.replace(old, new, 1))
    assert syntax(tmp_path / "book.yml").returncode == 1


@pytest.mark.parametrize(("old", "new", "told"), [
    ("bash .ci/run", "bash .ci/walk", "everything: bash .ci/walk: no .ci/walk"),
    ("bash .ci/run", "make tests", "everything: make tests: no such target"),
    ("bash .ci/run", "curl .ci/run", "everything: curl: no known command"),
    ("needs: everything", "needs: all", "publish: needs all, which is no job"),
    ("    timeout-minutes: 60\n", "", "library: has no timeout-minutes"),
    ("deploy-pages@v5", "deploy-pages@main", "publish: uses actions/deploy-pages@main, by no major version"),
    ("path: _build/html", "path: _build", "everything: publishes _build, which is not the site"),
    ("[verify,fast]", "[verify,swift]", "library: python -m pip: no .[verify,swift]"),
    ("-m pytest", "-m nose", "library: python -m nose: no known module"),
    (f"--ignore={LISTED}", "--ignore=tests/apart.py", "library: python -m pytest: no tests/apart.py")])
def test_what_a_workflow_names_that_is_not_there_is_reported(old, new, told):
    assert old in WORKFLOW
    assert release.workflow(WORKFLOW.replace(old, new), ROOT) == [told]


@pytest.mark.parametrize(("old", "new", "told"), [
    ("python:3.11-slim", "python:3.9-slim", "begins with python:3.9-slim-bookworm, which is no such Python"),
    ("COPY . .", "COPY src .", "copies src, which is not there"),
    ("make setup", "make set-up", "make set-up: no such target"),
    ("LAB=", "OPTIONS=", "make OPTIONS=--ip=0.0.0.0 --no-browser: no such variable"),
    ("EXPOSE", "EXPOSED", "EXPOSED: no known instruction")])
def test_what_a_container_lacks_is_reported(old, new, told):
    assert old in CONTAINER
    assert release.containerfile(CONTAINER.replace(old, new), ROOT) == [told]


def test_a_test_that_windows_cannot_run_is_reported(tmp_path):
    (tmp_path / "test_signals.py").write_text("import pty\n")
    told = release.posix_only([tmp_path / "test_signals.py", ROOT / "tests/claims/mutants/test_scores.py"])
    assert told[0] == "test_signals.py imports pty"
    assert [line.partition(":")[0] for line in told[1:]] == ["privlearn.claims.mutants.scores"] or "mutants" in told[1]


@pytest.fixture
def copied(tmp_path) -> Path:
    """The files that say the version, to plant faults in."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "lib/privlearn/__init__.py", "book/refs.bib"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(("name", "old", "new", "told"), [
    ("lib/privlearn/__init__.py", '__version__ = "', '__version__ = "9', "lib/privlearn/__init__.py: 9"),
    ("CITATION.cff", "\nversion: ", "\nversion: 9", "CITATION.cff: 9"),
    ("CHANGELOG.md", "\n## ", "\n## 9", "CHANGELOG.md: 9"),
    ("CITATION.cff", "date-released: 2", "date-released: 3", "released on 2")])
def test_another_version_or_day_is_reported(copied, name, old, new, told):
    text = (copied / name).read_text(encoding="utf-8")
    assert old in text
    (copied / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    [found] = release.versions(copied)
    assert found.startswith(told)


@pytest.mark.parametrize(("old", "new", "told"), [
    ("keywords:", "words:", "no keywords"), ("abstract: >-", "summary: >-", "no abstract"),
    ("family-names: Ligett", "family-names: Liget", "KLMNS20 is not cited as the bibliography has it"),
    ("    year: 2015", "    year: 2016", "FX15 is not cited as the bibliography has it")])
def test_a_citation_that_lacks_something_is_reported(copied, old, new, told):
    text = (copied / "CITATION.cff").read_text(encoding="utf-8")
    assert old in text
    (copied / "CITATION.cff").write_text(text.replace(old, new), encoding="utf-8")
    assert release.citation(copied) == [told]
