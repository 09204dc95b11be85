"""Under which environment our programs run, whatever the caller's is: no settings but our own, and our own library."""
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / ".venv/at-work.lock"

# What a program needs of the caller's environment; all else (settings of Python, Jupyter, IPython, matplotlib, ...)
# stays outside, and so does the home folder, where such programs look for more of them.
KEPT = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TERM", "COLUMNS", "USER", "LOGNAME", "CI", "PRIVLEARN_VERDICTS")
OURS = {
    "LC_ALL": "C.UTF-8",
    "PYTHONUTF8": "1",
    "JUPYTER_PREFER_ENV_PATH": "1",  # the kernel of the environment that runs this file
    "PRIVLEARN_EXPLORE": "frames",  # controls of pages that are executed beforehand
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",  # no notice of the debugger
}


def ours(root: Path = ROOT) -> dict[str, str]:
    """Return the environment of all that makes results: with a home folder of its own, below what is built."""
    home = root / "_build/home"
    home.mkdir(parents=True, exist_ok=True)
    return {key: os.environ[key] for key in KEPT if key in os.environ} | OURS | {"HOME": str(home)}


def foreign_library(root: Path = ROOT) -> str:
    """Say that the library that would be imported is not the one of this tree; nothing if it is."""
    import privlearn

    found, own = Path(privlearn.__file__).resolve().parent, (root / "lib/privlearn").resolve()
    if found == own:
        return ""
    return f"{sys.executable} imports the library of {found}, not of {own}: run `make setup` in {root}"


@contextmanager
def alone() -> Iterator[None]:
    """Be the only one of our long programs at work on this tree; a second one waits, and says so."""
    from privlearn.keeping import locked

    with locked(LOCK, on_wait=lambda: print("another run is at work here: waiting for it", file=sys.stderr)):
        yield


def enter(root: Path = ROOT) -> None:
    """Make this process one of ours; it ends where its library is another tree's."""
    found = ours(root)
    os.environ.clear()
    os.environ.update(found)
    lack = foreign_library(root)
    if lack:
        raise SystemExit(lack)
