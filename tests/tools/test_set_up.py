"""The set-up makes what is missing, also after an interruption, in a copy, and for another Python."""
import hashlib
import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest

from tools import relink, set_up

ROOT = Path(__file__).resolve().parents[2]
# A library of one number, its build backend, and a stand-in for what fetches web files: no network, and little time.
FILES = {
    "lib/privlearn/__init__.py": "",
    "lib/privlearn/cli.py": "def main() -> None:\n    print('sound')\n",
    "pyproject.toml": "[build-system]\nrequires = []\nbuild-backend = 'backend'\nbackend-path = ['.']\n",
    "backend.py": """
import locale, pathlib, time, zipfile
INFO = "privlearn-0.1.0.dist-info/"
def build_editable(folder, config_settings=None, metadata_directory=None):
    while pathlib.Path("slow").exists():
        pathlib.Path("at-work").touch()
        time.sleep(0.05)
    with zipfile.ZipFile(pathlib.Path(folder, "privlearn-0.1.0-py3-none-any.whl"), "w") as wheel:
        place = str(pathlib.Path("lib").absolute()).encode(locale.getencoding())  # as setuptools does
        wheel.writestr("__editable__.privlearn-0.1.0.pth", place)
        wheel.writestr(INFO + "METADATA", "Metadata-Version: 2.1\\nName: privlearn\\nVersion: 0.1.0\\n")
        wheel.writestr(INFO + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(INFO + "entry_points.txt", "[console_scripts]\\nprivlearn = privlearn.cli:main\\n")
        wheel.writestr(INFO + "RECORD", "")
    return "privlearn-0.1.0-py3-none-any.whl"
""",
    "package.json": "{}",
    "package-lock.json": "{}",
    ".npmrc": "",
    "tools/__init__.py": "",
    "tools/vendor.py": """
from pathlib import Path
FETCHED = Path(__file__).parents[1] / "fetched"
def is_complete():
    return FETCHED.exists()
if __name__ == "__main__":
    FETCHED.write_text("web files")
""",
    "tools/pyodide.py": "def is_complete():\n    return True\n",
}


def wheel(folder: Path) -> str:
    """Put a package without content into the folder; return its line in a lock."""
    place = folder / "toy-1.0-py3-none-any.whl"
    info = "toy-1.0.dist-info/"
    with zipfile.ZipFile(place, "w") as file:
        file.writestr("toy.py", "")
        file.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
        file.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(info + "RECORD", "")
    return f"toy==1.0 --hash=sha256:{hashlib.sha256(place.read_bytes()).hexdigest()}\n"


def call(tree: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the set-up of a tree, with no index to ask."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
    env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": tree.as_uri(), "PIP_CONFIG_FILE": os.devnull, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "tools.set_up", *arguments]
    return subprocess.Popen(command, cwd=tree, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def made(tree: Path, *arguments: str) -> str:
    with call(tree, *arguments) as running:
        said = running.communicate(timeout=60)[0]
    assert running.returncode == 0, said
    return said


def command_says(tree: Path) -> str:
    """Return what the tree's own command line prints, called through its script."""
    return subprocess.run([tree / ".venv/bin/privlearn"], capture_output=True, text=True, cwd="/").stdout.strip()


def state(tree: Path) -> dict:
    return json.loads((tree / ".venv/state.json").read_text())


def forget(tree: Path, part: str) -> None:
    """Leave the state as an interruption of this part leaves it."""
    (tree / ".venv/state.json").write_text(json.dumps({key: v for key, v in state(tree).items() if key != part}))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project, set up once; tests work on copies."""
    tree = tmp_path_factory.mktemp("built").resolve()
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    for name in ("set_up.py", "relink.py"):
        shutil.copy(ROOT / "tools" / name, tree / "tools")
    (tree / "requirements.txt").write_text(wheel(tree))
    made(tree)
    return tree


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    """The built project in a folder with a space and letters of other alphabets."""
    return shutil.copytree(built, tmp_path / "ma copie ü 書", symlinks=True)


def test_nothing_is_done_twice_whatever_the_times_of_files(built):
    for name in ("requirements.txt", "pyproject.toml", "package.json"):
        os.utime(built / name)
    times = {path: path.stat().st_mtime_ns for path in built.rglob("*") if path.is_file()}
    assert made(built) == ""
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_a_copy_finds_its_own_library_before_it_is_set_up_and_then_runs_its_own_code(copy, built):
    command = [copy / ".venv/bin/python", "-c", "import privlearn; print(ascii(privlearn.__file__))"]
    for locale in ("C", "C.UTF-8"):
        found = subprocess.run(command, env=os.environ | {"LC_ALL": locale}, capture_output=True, text=True, cwd="/")
        assert found.stdout.strip() == ascii(str(copy / "lib/privlearn/__init__.py")), found.stderr
    fault = FILES["lib/privlearn/cli.py"].replace("sound", "planted")
    (copy / "lib/privlearn/cli.py").write_text(fault)
    assert command_says(copy) == "sound"  # its script calls the original's Python
    assert "another place" in made(copy)
    assert command_says(copy) == "planted"
    assert command_says(built) == "sound"
    assert str(built) not in "".join(
        path.read_text() for path in (copy / ".venv").rglob("*")
        if path.is_file() and (path.parent.name == "bin" and not path.name.startswith("python")
                               or path.name in ("pyvenv.cfg", "direct_url.json") or path.suffix == ".pth"))


def test_a_library_from_elsewhere_is_linked_anew_also_under_a_locale_without_the_letters(built, copy, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    assert "another place" in made(copy)
    assert made(copy) == ""
    link = next((copy / ".venv").glob("lib/python*/site-packages/*privlearn*.pth"))
    link.write_text(str(built / "lib"))
    made(copy)
    (copy / "lib/privlearn/cli.py").write_text(FILES["lib/privlearn/cli.py"].replace("sound", "own"))
    assert command_says(copy) == "own"


def test_only_the_part_is_made_again_that_was_interrupted_or_whose_file_changed(copy):
    made(copy)
    before = state(copy)
    script = copy / ".venv/bin/privlearn"
    link = next((copy / ".venv").glob("lib/python*/site-packages/*privlearn*.pth"))
    for part, fault in (
        ("root", lambda: script.write_text(script.read_text().replace(str(copy), "/elsewhere"))),
        ("library", link.unlink),
        ("web", (copy / "fetched").unlink),
    ):
        fault()
        forget(copy, part)
        made(copy)
        assert state(copy) == before
        assert command_says(copy) == "sound"
        assert (copy / "fetched").exists()
    for file, part in (("pyproject.toml", "library"), (".npmrc", "web"), ("tools/vendor.py", "web")):
        before = state(copy)
        (copy / file).write_text(FILES[file] + "\n# changed\n")
        assert ("fetching" in made(copy)) == (part == "web")
        assert {key for key, value in state(copy).items() if value != before[key]} == {part}


def test_a_failed_part_has_no_key_and_says_so(copy):
    made(copy)
    (copy / "backend.py").write_text("raise OSError('planted')")
    (copy / "pyproject.toml").write_text(FILES["pyproject.toml"] + "\n")
    with call(copy) as running:
        said = running.communicate()[0]
    assert running.returncode == 1
    assert said.splitlines()[-1].startswith("make setup: linking the library did not succeed")
    assert "library" not in state(copy)
    (copy / "backend.py").write_text(FILES["backend.py"])
    made(copy)
    assert "library" in state(copy)


def test_a_set_up_waits_for_what_a_killed_one_left_running(copy):
    (copy / "slow").touch()
    with call(copy) as killed:
        while not (copy / "at-work").exists():
            time.sleep(0.01)
        killed.kill()
    hurry = Timer(10, (copy / "slow").unlink, [True])  # so that a set-up that does not wait fails, not hangs
    hurry.start()
    with call(copy) as second:
        assert second.stdout is not None
        first_line = second.stdout.readline()
        (copy / "slow").unlink(missing_ok=True)
    hurry.cancel()
    assert "waiting" in first_line
    assert second.returncode == 0
    assert command_says(copy) == "sound"


def test_a_set_up_killed_at_any_moment_goes_on(copy):
    forget(copy, "environment")
    for _ in range(2):
        with call(copy) as killed:
            time.sleep(random.uniform(0, 3))
            killed.kill()
    made(copy)
    assert set(state(copy)) == {"environment", "root", "library", "web"}
    assert command_says(copy) == "sound"
    assert made(copy) == ""


def test_two_at_once_make_one_environment(copy):
    with call(copy) as one, call(copy) as other:
        said = [one.communicate(timeout=60)[0], other.communicate(timeout=60)[0]]
    assert (one.returncode, other.returncode) == (0, 0), said
    assert sum("another place" in text for text in said) == 1
    assert command_says(copy) == "sound"


def test_a_broken_environment_is_made_anew(copy):
    shutil.rmtree(next((copy / ".venv").glob("lib/python*/site-packages/pip")))
    assert "does not work any more" in made(copy)
    assert command_says(copy) == "sound"


def test_a_python_of_another_place_is_no_environment_and_a_torn_state_counts_as_none(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(set_up, "VENV", Path(sys.prefix))
    assert set_up.Environment().name[0] == "{}.{}".format(*sys.version_info)
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    assert set_up.Environment().name == ["", ""]
    monkeypatch.setattr(set_up, "STATE", tmp_path / "state.json")
    for text in ('{"environment": ["3.', "[]", "\udcff"):
        (tmp_path / "state.json").write_text(text, errors="surrogateescape")
        assert set_up.read_state() == {}, text


def test_an_environment_is_made_anew_if_its_python_or_its_lock_changed_or_another_was_asked_for():
    made, other = ["3.11", "/usr/bin/python3.11", "hash"], ["3.13", "/opt/python3.13"]
    assert str(set_up.why_anew(made, made[:2], other, "hash")).format(".venv") == (
        ".venv was made with Python 3.11 (/usr/bin/python3.11), not with 3.13 (/opt/python3.13): made anew")
    assert set_up.why_anew(made, made[:2], None, "hash") is None
    assert set_up.why_anew(made, made[:2], made[:2], "hash") is None
    assert "does not work" in str(set_up.why_anew(made, other, None, "hash"))
    assert "does not work" in str(set_up.why_anew(made, ["", ""], None, "hash"))
    assert "has changed" in str(set_up.why_anew(made, made[:2], None, "other hash"))
    assert set_up.why_anew(None, made[:2], None, "hash") == ""


@pytest.mark.parametrize("folder", ["/tmp/a", "/tmp/with space", "/tmp/it's \"so\"", "/tmp/ü書", "/tmp/" + 130 * "x"])
def test_heads_of_scripts_are_rewritten_from_and_to_every_folder(folder, tmp_path):
    binaries = tmp_path / ".venv/bin"
    binaries.mkdir(parents=True)
    script = binaries / "tool"
    body = b"import sys\nprint(sys.argv[1])\n"
    script.write_bytes(relink.head(Path(folder, ".venv/bin/python")) + body)
    script.chmod(0o755)
    (binaries / "python").symlink_to(sys.executable)
    relink.relink(binaries)
    assert script.read_bytes() == relink.head(binaries / "python") + body
    assert stat.S_IMODE(script.stat().st_mode) == 0o755
    assert subprocess.run([script, "a b"], capture_output=True, text=True, check=True).stdout == "a b\n"


def test_scripts_that_no_environment_runs_are_left_alone(tmp_path):
    texts = ["#!/bin/sh\necho\n", "#!/usr/bin/python3\n", "no head\n", ""]
    for number, text in enumerate(texts):
        (tmp_path / str(number)).write_text(text)
    relink.relink(tmp_path)
    assert [(tmp_path / str(number)).read_text() for number in range(len(texts))] == texts


def test_pip_has_no_cache_where_none_can_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "PYTHON", Path(sys.executable))
    monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "new/cache"))
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    assert "PIP_NO_CACHE_DIR" not in set_up.pip_environment.__wrapped__()
    (tmp_path / "file").touch()
    monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "file/cache"))
    env = set_up.pip_environment.__wrapped__()
    assert env["PIP_NO_CACHE_DIR"] == "1"
    assert "PIP_TARGET" not in env


def check_system(python: str | Path) -> tuple[str, str]:
    """Return what the check of the system says: what is lacking, and what is worth knowing."""
    done = subprocess.run(["sh", ROOT / "tools/check_system.sh", python], capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def python_of_version(place: Path, version: str) -> Path:
    """Make a Python that says to have another version."""
    code = f"import sys; sys.version_info = ({version}, 0); exec(sys.argv[1])"
    place.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$2"\n')
    place.chmod(0o755)
    return place


def test_a_python_too_old_is_refused_and_one_too_new_is_said(tmp_path):
    assert check_system(sys.executable) == ("", "")
    assert "is missing" in check_system("no-such-python")[0]
    assert "is older than 3.11" in check_system(python_of_version(tmp_path / "old", "3, 10"))[0]
    lack, word = check_system(python_of_version(tmp_path / "new", "3, 14"))
    assert lack == ""
    assert "is Python 3.14; the book was tried with 3.11 to 3.13" in word


def test_the_whole_lock_is_installed_once_and_lacks_nothing(monkeypatch):
    asked = []
    monkeypatch.setattr(set_up, "install_locked", lambda what, name, entries: asked.append((name, entries)))
    monkeypatch.setattr(set_up, "run", lambda *command: None)
    set_up.make_bare_environment()
    with ThreadPoolExecutor(2) as beside:
        set_up.install_the_rest(beside)
    entries = [entry for _, given in asked for entry in given]
    assert sorted("".join(entries)) == sorted((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    assert len({name for name, _ in asked}) == 3
    assert {entry.partition("==")[0] for entry in asked[0][1]} == set(set_up.EARLY)
    text = (ROOT / "Makefile").read_text()
    assert set(re.findall(r"(?:\$\(BIN\)|\.venv/bin)/([\w.-]+)", text)) == {"python"}
    assert subprocess.run([sys.executable, "-m", "pip", "check"]).returncode == 0  # the lock is installed as it stands
