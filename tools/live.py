"""Give the built site what answers exercises in a reader's browser: Python, the library, and what each exercise needs.

All of it stands in the site's folder `live`. The names of large files say what they hold, so that a browser that has
one need not ask for it again. `files.js` tells the pages' script where they are: nothing of them, if they could not be
fetched when the environment was set up.
"""
import io
import json
import shutil
import zipfile
from hashlib import sha256
from pathlib import Path

from privlearn import __version__, coursework
from privlearn.keeping.code import HOME
from privlearn.keeping.files import write_text
from tools import pyodide
from tools.vendor import PYODIDE

ASKED = ("page", "judge", "setup", "stub", "seed")  # of an exercise: the rest stands on its page


def write(root: Path) -> str:
    """Write the folder into the built site; return what to say if it lacks Python, else nothing."""
    site, exercises = root / "_build/html", list(coursework.of_book(root / "book"))
    live = site / "live"
    shutil.rmtree(live, ignore_errors=True)
    live.mkdir()
    if not exercises or not pyodide.is_complete():
        write_text(live / "files.js", "const LIVE = null;\n")
        return "exercises are not answered on the page: Python for the browser is not there" if exercises else ""
    core = live / f"pyodide-{json.loads((PYODIDE / 'package.json').read_text(encoding='utf-8'))['version']}"
    shutil.copytree(PYODIDE, core)
    content = library(root / "_build")
    name = f"privlearn-{__version__}-{sha256(content).hexdigest()[:12]}"
    (live / f"{name}.zip").write_bytes(content)
    cells = {exercise.label: {part: getattr(exercise, part) for part in ASKED} for exercise in exercises}
    write_text(live / "cells.json", json.dumps(cells, indent=1) + "\n")
    files = sorted(path.relative_to(site).as_posix() for path in live.rglob("*") if path.is_file())
    facts = {"version": name.removeprefix("privlearn-"), "pyodide": f"live/{core.name}/", "library": f"live/{name}.zip",
             "files": files}
    write_text(live / "files.js", f"const LIVE = {json.dumps(facts, indent=1)};\n")
    shutil.copyfile(site / "_static/offline.js", site / "offline.js")  # a service worker serves the folder it stands in
    return ""


def library(built: Path | None = None) -> bytes:
    """Return the library, with the results that it keeps in a built book, as an archive: one for one state."""
    files = {path.relative_to(HOME.parent): path for path in HOME.rglob("*")
             if path.is_file() and path.parent.name != "__pycache__"}
    if built:
        files |= {path.relative_to(built.parent): path for path in built.glob("kept/*.npz")}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name.as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
