"""`python -m tools.set_up_lite`: make `.venv-lite`, which builds JupyterLite, and fetch what its notebooks import.

It is apart from `.venv`, whose packages are others. Like `tools.set_up`, it does only what is missing.
"""
import re
import subprocess
import sys

from tools import pyodide
from tools.set_up import LOCKED, PYTHON, ROOT, Stopped, alone, digest, making, pip_environment, read_state, run

LITE = ROOT / ".venv-lite"
LOCK = "requirements-lite.txt"
WHEELS = LITE / "wheels"
IN_KERNEL = ("comm", "ipywidgets", "anywidget", "psygnal", "typing-extensions")  # go into the kernel as they are
PURE = ("--only-binary", ":all:", "--platform", "any", "--implementation", "py", "--abi", "none")
MADE_FROM = (LOCK, "package-lock.json", "tools/pyodide.py", "tools/set_up_lite.py")


def works() -> bool:
    """Does the environment run where it lies now?"""
    try:
        tried = subprocess.run([LITE / "bin/python", "-c", "import jupyterlite_core"], capture_output=True)
    except OSError:
        return False
    return tried.returncode == 0


def set_up() -> None:
    """Do what is missing."""
    made_from = [digest(*MADE_FROM), str(sys.version_info[:2])]
    if read_state().get("lite") == made_from and works():
        return
    print("making .venv-lite", flush=True)
    with making("lite", made_from):
        run("making .venv-lite", PYTHON, "-m", "venv", "--clear", LITE)
        pip, quietly = (LITE / "bin/python", "-m", "pip"), ("--quiet", "--disable-pip-version-check")
        run("installing JupyterLite", *pip, "install", *quietly, *LOCKED, "-r", LOCK, env=pip_environment())
        entries = re.split(r"^(?=\S)", (ROOT / LOCK).read_text(encoding="utf-8"), flags=re.MULTILINE)
        listed = LITE / "in-kernel.txt"
        listed.write_text("".join(e for e in entries if e.partition("==")[0] in IN_KERNEL), encoding="utf-8")
        run("fetching the kernel's part", *pip, "download", *quietly, "--no-deps", *PURE, "--require-hashes", "--dest",
            LITE / "pypi", "-r", listed, env=pip_environment())
        WHEELS.mkdir()
        pyodide.fetch(pyodide.closure(pyodide.NOTEBOOKS), WHEELS)


if __name__ == "__main__":
    try:
        with alone():
            set_up()
    except (Stopped, pyodide.Lacking, OSError) as error:
        sys.exit(f"make lite: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
