"""The library under other releases than the locked ones: `python3.13 -m tools.version_bounds newest`, or `oldest`.

*Oldest* and *newest* are the ends of the bounds in `pyproject.toml`. An environment for the Python that runs this is
made in `_build/releases`, with the library, its extras and what its tests need; the library's tests run there. Those of
the book, of its site and of our programs belong to the locks.
"""
import argparse
import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("fast", "verify", "cluster", "estimators", "notebooks")
FOR_TESTS = ("pytest", "pytest-xdist", "opendp", "nbformat", "setuptools>=77", "wheel")
REST = ("meta", "site", "tools")  # of tests/
BOUNDED = re.compile(r"(?P<name>[\w-]+) *>=(?P<least>[\d.]+),<[\d.]+(?P<where> *;.*)?")


def bounded(root: Path = ROOT) -> Iterator[str]:
    """Yield what the library and its extras require."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra in EXTRAS:
        yield from project["optional-dependencies"][extra]


def at_least(requirements: Iterable[str]) -> list[str]:
    """Return requirements at the lower ends of their bounds, with any last digits.

    >>> at_least(["numpy>=2.0,<2.6", 'highspy>=1.10,<1.17; sys_platform != "emscripten"'])
    ['numpy==2.0.*', 'highspy==1.10.*; sys_platform != "emscripten"']

    Raises
    ------
    ValueError
        If one has no bounds.
    """
    found = [BOUNDED.fullmatch(one) for one in requirements]
    if not all(found):
        raise ValueError("every requirement in pyproject.toml must have bounds below and above")
    return [f"{one['name']}=={one['least']}.*{one['where'] or ''}" for one in found if one]


def main() -> int:
    """Make the environment and run the tests."""
    parser = argparse.ArgumentParser(prog="python -m tools.version_bounds", description=(__doc__ or "").split(":")[0])
    parser.add_argument("which", choices=("oldest", "newest"))
    which = parser.parse_args().which
    place = ROOT / "_build/releases" / f"{which}-{sys.version_info.major}.{sys.version_info.minor}"
    venv.create(place, clear=True, with_pip=True)
    python = str(place / "bin/python")
    wanted = at_least(bounded()) if which == "oldest" else list(bounded())
    pip = [python, "-m", "pip", "install", "--quiet", "--editable", str(ROOT)]
    subprocess.run([*pip, *wanted, *FOR_TESTS], check=True)
    tests = [python, "-m", "pytest", "-q", "-n", "2", *(f"--ignore=tests/{name}" for name in REST), "tests"]
    env = os.environ | {"PRIVLEARN_VERDICTS": str(place / "verdicts.json")}
    return subprocess.run(tests, cwd=ROOT, env=env, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
