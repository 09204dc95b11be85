"""The wheel, installed in an environment of its own that has what it asks for and nothing else."""

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from venv import create

import pytest
from packaging.requirements import Requirement

from privlearn.extras import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
COLUMN = [160 + k % 23 for k in range(4_000)]
NEEDS_NO_EXTRA, NEEDS_HIGHSPY = "FX15-1.3", "FX15-2.2.scdp"
NOBODY = "tcp://127.0.0.1:9"


def wheel_of(folder: Path, place: Path) -> Path:
    """Build the wheel of the library in a copy of what it is made from, so that the tree stays as it is."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        copy(ROOT / name, folder)
    copytree(ROOT / "lib", folder / "lib", ignore=ignore_patterns("__pycache__", "*.egg-info"))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                    "--no-cache-dir", "--wheel-dir", place, folder], check=True)
    return next(place.glob("privlearn-*.whl"))


def needed(name: str, extra: str = "") -> set[str]:
    """Return the names of the packages that an installed one asks for, directly or not."""
    found = {name}
    for line in metadata.requires(name) or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            found |= needed(wanted.name)
    return found


class Installed:
    """An environment with the wheel and the packages that a plain installation brings."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder, self.python = folder, folder / "env/bin/python"
        create(folder / "env", with_pip=False)
        pip = (sys.executable, "-m", "pip", "--python", self.python)
        subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
        library = next(folder.glob("env/lib/python*/site-packages"))
        said = next(library.glob("privlearn-*.dist-info/METADATA")).read_text()
        for line in said.splitlines():
            if line.startswith("Requires-Dist: ") and "extra ==" not in line:
                for package in needed(Requirement(line.partition(": ")[2]).name):
                    link(package, library)
        subprocess.run([*pip, "check"], check=True, stdout=subprocess.DEVNULL)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run its Python, or its `privlearn`, outside of the project and under no setting of ours."""
        return subprocess.run(arguments, capture_output=True, text=True, cwd=self.folder, timeout=300,
                              env={"PATH": os.defpath, "HOME": str(self.folder)})

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(str(self.folder / "env/bin/privlearn"), *arguments)

    def program(self, text: str) -> subprocess.CompletedProcess[str]:
        return self.run(str(self.python), "-W", "error", "-c", text)


def link(package: str, library: Path) -> None:
    """Let an environment have a package that this one has."""
    for file in metadata.files(package) or ():
        top = file.parts[0]
        if top not in ("..", "__pycache__") and not (library / top).exists():
            (library / top).symlink_to(Path(str(metadata.distribution(package).locate_file(top))))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    (folder / "source").mkdir()
    return Installed(folder, wheel_of(folder / "source", folder / "wheels"))


def test_it_is_the_wheel_that_runs_without_the_extras_that_it_names(plain):
    done = plain.program("import privlearn; from importlib.util import find_spec; from privlearn.extras import EXTRAS\n"
                         "print(privlearn.__file__); print([name for name in EXTRAS if find_spec(name)])")
    place, extras = done.stdout.splitlines()
    assert place.startswith(str(plain.folder / "env"))
    assert extras == "[]"
    said = next(plain.folder.glob("env/lib/python*/site-packages/privlearn-*.dist-info/METADATA")).read_text()
    wanted = [Requirement(line.partition(": ")[2]) for line in said.splitlines() if line.startswith("Requires-Dist: ")]
    asked = {extra: {one.name for one in wanted if one.marker and not one.marker.evaluate({"extra": ""})
                     and one.marker.evaluate({"extra": extra})} for _, extra in EXTRAS.values()}
    assert [name for name, (package, extra) in EXTRAS.items() if package not in asked[extra]] == []
    assert set().union(*asked.values()) == {package for package, _ in EXTRAS.values()}


def test_the_front_door_answers(plain):
    done = plain.program(
        "import random\n"
        "from privlearn.private import learn_threshold, median, replace_one, rows_needed\n"
        f"column, rng = {COLUMN}, random.Random(7)\n"
        "wishes = dict(neighbours=replace_one, epsilon=1, delta=1e-6, beta=0.1)\n"
        "print(rows_needed(median, **wishes) <= len(column))\n"
        "print(median(column, rng=rng, **wishes).answer)\n"
        "print(learn_threshold(column, [x > 170 for x in column], alpha=0.25, rng=rng, **wishes))\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "True"
    assert 160 <= float(done.stdout.splitlines()[1]) <= 182


def test_a_card_says_what_it_says_here_the_registry_is_listed_and_a_check_is_run(plain):
    (plain.folder / "class.csv").write_text("0,1,1\n0,0,1\n1,1,0\n")
    done = plain.command("card", "class.csv", "--json", "-")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert (report["concepts"], report["vc_dimension"], report["littlestone_dimension"]) == (3, 1, 1)
    assert report["limits"] == {}
    done = plain.command("claims", "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert any(row["id"] == NEEDS_NO_EXTRA for row in json.loads(done.stdout))
    done = plain.command("verify", NEEDS_NO_EXTRA)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 ")


def test_a_check_that_lacks_an_extra_is_skipped_by_name_and_fails_nothing(plain):
    done = plain.command("verify", NEEDS_HIGHSPY, NEEDS_NO_EXTRA, "--json", "report.json")
    assert (done.returncode, done.stderr) == (1, "")
    *skipped, total = done.stdout.splitlines()
    assert all(line.startswith(f"SKIPPED {NEEDS_HIGHSPY}: ") for line in skipped)
    assert all(line.endswith(': needs highspy (pip install "privlearn[verify]")') for line in skipped)
    assert total.startswith("1 ")
    report = json.loads((plain.folder / "report.json").read_text())
    rows = {row["id"]: row for row in report["claims"]}
    row = rows[NEEDS_HIGHSPY]
    assert {check["holds"] for check in row["checks"]} == {True, None}  # small programs need it not
    assert {sabotage["caught"] for sabotage in row["sabotages"]} == {True, None}
    assert (row["checked"], row["fully_checked"]) == (False, None)
    assert report["summary"]["checks"] == sum(check["holds"] for row in rows.values() for check in row["checks"]
                                              if check["holds"] is not None)
    done = plain.program(f"from privlearn.shown import card; print(card({NEEDS_HIGHSPY!r}))")
    assert (done.returncode, done.stderr) == (0, "")
    assert 'not checked here, skipped: needs highspy (pip install "privlearn[verify]")' in done.stdout


@pytest.mark.parametrize(("arguments", "needs"), [
    (["--jobs", "2"], 'joblib (pip install "privlearn[verify]")'),
    (["--scheduler", NOBODY], 'distributed (pip install "privlearn[cluster]")')])
def test_a_command_that_lacks_an_extra_says_so_in_one_line(plain, arguments, needs):
    done = plain.command("verify", NEEDS_NO_EXTRA, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"privlearn: skipped: needs {needs}\n")


@pytest.mark.parametrize(("module", "needs"), [
    ("figures", 'matplotlib (pip install "privlearn[verify]")'), ("estimators", 'privlearn[estimators]')])
def test_importing_what_lacks_an_extra_names_it(plain, module, needs):
    done = plain.program(f"import privlearn.{module}")
    assert done.stderr.splitlines()[-1].startswith(("ModuleNotFoundError", "ImportError"))
    assert needs in done.stderr.splitlines()[-1]
