"""`python -m tools lite`: every page as a notebook that runs in the reader's browser, in the site's folder `lite`.

JupyterLite is built from the executed pages, with Pyodide and the packages in `.venv-lite`, so that it asks no other
host. The library is one more package of Pyodide's list: a cell that imports it has it. The results that the pages show
(verdicts, kept results, running times) lie beside the notebooks, where they lie in the book; since the browser cannot
make them again, the library is told from which packages they came.
"""
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from privlearn import __version__
from privlearn.coursework.prose import in_notebook
from privlearn.keeping.code import MADE_WITH, installed
from privlearn.keeping.files import read_json, write_json, write_text
from tools import live, pyodide
from tools.environment import ours
from tools.pages import PAGES, ROOT
from tools.vendor import CORE, PYODIDE

LITE = ROOT / ".venv-lite"
BESIDE = ("_toc.yml", "pyproject.toml", "_build/verdicts.json", "_build/kept", "benchmarks/results")
WHEEL = f"privlearn-{__version__}-py3-none-any.whl"
# The packages of controls, which are not among Pyodide's own, with what each imports.
WIDGETS = {"typing-extensions": [], "psygnal": ["typing-extensions"], "ipywidgets": ["ipython", "traitlets"],
           "anywidget": ["ipywidgets", "psygnal", "typing-extensions"]}
SETTINGS = {"LiteBuildConfig": {
    "contents": ["files"], "apps": ["notebooks", "lab"], "no_sourcemaps": True, "no_unused_shared_packages": True,
    "ignore_contents": ["/[.]ipynb_checkpoints"]}}
# One column of cells, all there at once: a long page is read, not scrolled through a window of a few cells.
PLUGINS = {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}}
OVERRIDES = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
IN_PLACE = re.compile(r'(<a href="((?:\.\./)*)_sources/([^"]+\.ipynb)" download>This page as a notebook</a>)(?! <a)')
LINK = r'\1 <a href="\2lite/notebooks/index.html?path=\3">Open in the browser as a notebook</a>'


def build(root: Path) -> int:
    """Build `lite` anew; return the exit status."""
    work, out = root / "_build/lite", root / "_build/html/lite"
    for folder in (work, out):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(root, work)
    command = (LITE / "bin/python", "-m", "jupyterlite_core", "build", "--output-dir", out)
    done = subprocess.run(command, cwd=work, env=ours(root), capture_output=True, text=True)
    if done.returncode or not (out / "notebooks/index.html").is_file():
        print(done.stdout[-5000:], done.stderr[-5000:], file=sys.stderr)
        return done.returncode or 1
    link(root / "_build/html")
    return 0


def lay_out(root: Path, work: Path) -> None:
    """Write what JupyterLite is built from: settings, notebooks, what lies beside them, Pyodide with its packages."""
    write_json(work / "jupyter_lite_config.json", SETTINGS)
    write_json(work / "jupyter-lite.json", {"jupyter-lite-schema-version": 0,
                                            "jupyter-config-data": {"litePluginSettings": PLUGINS}})
    write_json(work / "overrides.json", OVERRIDES)
    for page in (root / PAGES).rglob("*.ipynb"):
        write_json(work / "files" / page.relative_to(root / PAGES), notebook(read_json(page)))
    for name in BESIDE:
        place = root / name
        for file in sorted(place.rglob("*") if place.is_dir() else [place]):
            if file.is_file() and file.suffix != ".lock":
                copy(file, work / "files" / file.relative_to(root))
    packages = work / "static/pyodide"
    for file in (LITE / "pypi").iterdir():
        copy(file, (packages if name_of(file) in WIDGETS else work / "pypi") / file.name)
    for file in (*(PYODIDE / name for name in CORE), *(LITE / "wheels").iterdir()):
        copy(file, packages / file.name)
    made = [entry(file, WIDGETS[name_of(file)]) for file in packages.iterdir() if name_of(file) in WIDGETS]
    write_json(packages / "pyodide-lock.json", listed([*made, wheel(packages / WHEEL)]))


def notebook(page: dict[str, Any]) -> dict[str, Any]:
    """Return a page whose prose needs no roles and no macros of the site."""
    macros = json.loads((ROOT / "tools/macros.json").read_text(encoding="utf-8"))
    for cell in page["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = in_notebook("".join(cell["source"]), macros)
    return page


def copy(file: Path, place: Path) -> None:
    """Copy a file into a folder that may have to be made."""
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, place)


def wheel(place: Path) -> dict[str, Any]:
    """Write the library as a wheel, and return what Pyodide's list says of it."""
    place.write_bytes(live.library())
    info = f"privlearn-{__version__}.dist-info"
    with ZipFile(place, "a") as archive:
        archive.writestr(f"privlearn/{MADE_WITH}", installed())
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: privlearn\nVersion: {__version__}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return entry(place, ["numpy", "joblib", "matplotlib", *WIDGETS])


def name_of(place: Path) -> str:
    """Return the name of the package in a wheel."""
    return place.name.partition("-")[0].replace("_", "-")


def entry(place: Path, depends: list[str]) -> dict[str, Any]:
    """Return what Pyodide's list is to say of a wheel."""
    module, version, *_ = place.name.split("-")
    return {"name": name_of(place), "version": version, "file_name": place.name, "install_dir": "site",
            "sha256": sha256(place.read_bytes()).hexdigest(), "package_type": "package", "imports": [module],
            "depends": depends, "unvendored_tests": False}


def listed(made: list[dict[str, Any]]) -> dict[str, Any]:
    """Return Pyodide's list with the packages that are here alone, ours too: it would look elsewhere for others."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    here = {name: lock["packages"][name] for name in pyodide.closure(pyodide.NOTEBOOKS)}
    return lock | {"packages": here | {one["name"]: one for one in made}}


def link(site: Path) -> None:
    """Let the pages lead to their notebooks."""
    for page in sorted((site / "book").rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        linked = IN_PLACE.sub(LINK, text)
        if linked != text:
            write_text(page, linked)


def main() -> int:
    """Run from the command line."""
    return build(ROOT)
