"""`python -m tools.set_up_lite`: make `.venv-lite`, which builds JupyterLite, and fetch what its notebooks import.

It is apart from `.venv`, whose packages are others. Like `tools.set_up`, it does only what is missing.
"""
import subprocess
import sys

from tools import pyodide
from tools.set_up import LOCKED, PYTHON, ROOT, Stopped, alone, digest, making, pip_environment, read_state, run

LITE = ROOT / ".venv-lite"
WHEELS = LITE / "wheels"
MADE_FROM = ("requirements-lite.txt", "package-lock.json", "tools/pyodide.py", "tools/set_up_lite.py")


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
        pip = (LITE / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run("installing JupyterLite", *pip, *LOCKED, "-r", "requirements-lite.txt", env=pip_environment())
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
