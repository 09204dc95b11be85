"""What goes out names only what is there: the workflow of a public host, the container's file, version and citation."""
import json
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


NO_WORKFLOWS = {"job.yml": ("runs-on: ubuntu-latest", "run-on: ubuntu-latest"),
                "event.yml": ("  pull_request:\n", "  pull_requests:\n"),
                "right.yml": ("contents: read", "contents: all"), "steps.yml": ("    steps:\n", "    stages:\n")}


def refused(*paths: Path) -> set[str]:
    """Return the names of the files that are no workflows, by the schema that check-jsonschema carries."""
    done = subprocess.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows",
                           "--output-format", "json", *paths], capture_output=True, text=True)
    told = json.loads(done.stdout)
    assert done.returncode == (told["status"] != "ok")
    return {Path(found["filename"]).name for found in [*told["errors"], *told.get("parse_errors", ())]}


# this repository

def test_all_that_workflow_and_container_name_is_there_and_version_and_citation_are_whole(tmp_path):
    for name, (old, new) in NO_WORKFLOWS.items():
        assert old in WORKFLOW
        (tmp_path / name).write_text(WORKFLOW.replace(old, new, 1))
    assert refused(ROOT / release.WORKFLOW, *tmp_path.iterdir()) == NO_WORKFLOWS.keys()
    assert release.workflow(WORKFLOW, ROOT) == []
    assert release.containerfile(CONTAINER, ROOT) == []
    assert release.versions(ROOT) == []
    assert release.citation(ROOT) == []


def test_tests_import_neither_what_windows_lacks_nor_what_is_not_installed():
    found = release.tests_run(WORKFLOW, "windows", ROOT)
    assert len(found) > 250
    assert f"[{','.join(release.EXTRAS)}]" in WORKFLOW
    assert release.unimportable(found, [*release.NOT_ON_WINDOWS, *release.absent(ROOT)], ROOT) == []


# planted faults

@pytest.mark.parametrize(("lint", "text", "old", "new", "told"), [
    *((release.workflow, WORKFLOW, *fault) for fault in (
        ("bash .ci/run", "bash .ci/walk", "everything: bash .ci/walk: no .ci/walk"),
        ("bash .ci/run", "make tests", "everything: make tests: no such target"),
        ("bash .ci/run", "curl .ci/run", "everything: curl: no known command"),
        ("needs: everything", "needs: all", "publish: needs all, which is no job"),
        ("    timeout-minutes: 60\n", "", "library: has no timeout-minutes"),
        ("deploy-pages@v5", "deploy-pages@main", "publish: uses actions/deploy-pages@main, by no major version"),
        ("path: _build/html", "path: _build", "everything: publishes _build, which is not the site"),
        ("[verify,fast,notebooks]", "[verify,swift]", "library: python -m pip: no .[verify,swift]"),
        ("-m pytest", "-m nose", "library: python -m nose: no known module"),
        (f"--ignore={LISTED}", "--ignore=tests/apart.py", "library: python -m pytest: no tests/apart.py"))),
    *((release.containerfile, CONTAINER, *fault) for fault in (
        ("python:3.11-slim", "python:3.9-slim", "begins with python:3.9-slim-bookworm, which is no such Python"),
        ("COPY . .", "COPY src .", "copies src, which is not there"),
        ("make setup", "make set-up", "make set-up: no such target"),
        ("LAB=", "OPTIONS=", "make OPTIONS=--ip=0.0.0.0 --no-browser: no such variable"),
        ("EXPOSE", "EXPOSED", "EXPOSED: no known instruction")))])
def test_what_workflow_or_container_name_that_is_not_there_is_reported(lint, text, old, new, told):
    assert old in text
    assert lint(text.replace(old, new), ROOT) == [told]


def test_an_import_that_fails_there_is_reported(tmp_path):
    (tmp_path / "test_signals.py").write_text("import pty\nfrom tools.mutants import children\n")
    (tmp_path / "test_pages.py").write_text("import jupytext\nimport numpy\n")
    missing = release.absent(ROOT)
    assert {"jupytext", "sklearn", "distributed", "nbformat"} < set(missing)
    assert not {"numpy", "scipy", "flint", "highspy", "numba", "IPython"} & set(missing)
    assert release.unimportable(tmp_path.iterdir(), [*missing, *release.NOT_ON_WINDOWS], ROOT) == [
        f"{line}: import of {module} halted; None in sys.modules" for line, module in (
            ("from tools.mutants import children", "resource"), ("import jupytext", "jupytext"),
            ("import pty", "pty"))]


@pytest.fixture
def copied(tmp_path) -> Path:
    """The files that say the version, to plant faults in."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "lib/privlearn/__init__.py", "book/refs.bib"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(("lint", "name", "old", "new", "told"), [
    (release.versions, "lib/privlearn/__init__.py", '__version__ = "', '__version__ = "9',
     "lib/privlearn/__init__.py: 9"),
    (release.versions, "CITATION.cff", "\nversion: ", "\nversion: 9", "CITATION.cff: 9"),
    (release.versions, "CHANGELOG.md", "\n## ", "\n## 9", "CHANGELOG.md: 9"),
    (release.versions, "CITATION.cff", "date-released: 2", "date-released: 3", "released on 2"),
    *((release.citation, "CITATION.cff", *fault) for fault in (
        ("keywords:", "words:", "no keywords"), ("abstract: >-", "summary: >-", "no abstract"),
        ("family-names: Ligett", "family-names: Liget", "KLMNS20 is not cited as the bibliography has it"),
        ("    year: 2015", "    year: 2016", "FX15 is not cited as the bibliography has it")))])
def test_another_version_or_day_and_a_citation_that_lacks_something_are_reported(copied, lint, name, old, new, told):
    text = (copied / name).read_text(encoding="utf-8")
    assert old in text
    (copied / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    [found] = lint(copied)
    assert found.startswith(told) if lint is release.versions else found == told
