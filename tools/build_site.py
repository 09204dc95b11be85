"""Build the site in `_build/html` from the executed pages, strictly: a warning is a failure, and no cell runs.

A first build reads and writes every page. A later one reads again what has changed, by content: pages, and reference
pages whose modules have other text. Where more than pages differs (configuration, contents, extensions, assets, numbers
of statements, packages), where a name that other pages may link to has gone, or where the last build did not end well,
all is built anew: Sphinx reports a warning once, and is silent about it when it reuses what it had.
"""
import argparse
import os
import posixpath
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from sphinx.util.inventory import InventoryFile

from privlearn.keeping import read_json, write_json
from privlearn.keeping.code import HOME, installed
from privlearn.keeping.files import replacing, write_text
from privlearn.progress import ProgressLine
from tools import badge, hover_cards, lite, live, slides
from tools.environment import ours
from tools.pages import PAGES, ROOT, toc_names
from tools.vendor import TEMML

# The documents are millions of small objects: looking for garbage among all of them again and again takes a third of a
# build, and taking them apart at its end as long as writing them. Looking seldom, and among the newer ones alone, finds
# what there is; it takes some two gigabytes of memory. Pages are read and written by two processes, of which Jupyter
# Book's command line knows nothing; each takes one page of every ten, for those that take long are neighbours. And
# pybtex looks through all installed packages for its plugins, for every citation.
BUILDER = """
import gc
import os
import sys
from functools import cache, partial

from jupyter_book import sphinx
from jupyter_book.cli.main import main
from pybtex import plugin
from sphinx import builders

gc.set_threshold(5_000_000, 2, 1_000_000)
plugin._load_entry_point = cache(plugin._load_entry_point)
sphinx.build_sphinx = partial(sphinx.build_sphinx, jobs=2)
builders.make_chunks = lambda names, processes: [names[k::10] for k in range(min(10, len(names)))]
try:
    main()
except SystemExit as end:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(bool(end.code))
"""
OPTIONS = ("--path-output", ".", "-W", "-n", "--keep-going")
SHARE = re.compile(r"(?P<half>reading sources|writing output)\.\.\. \[ ?(?P<percent>\d+)%\]")
TITLE = re.compile(r"^`+\{prf:\w+\} .*\n:label: .*$", re.MULTILINE)
ADDRESS = re.compile(r'\b(href|src|action|data-content_root)="(?![a-z]+:|#)([^"]*)"')
LIBRARY = re.compile(r"^<!-- library: privlearn\.([\w.]+) -->$", re.MULTILINE)
MADE_LATE = ("manifest.json", "times.json", "stage.json")  # beside the executed pages, and told of by the page of times
TIMES, UNTIMED = "book/atlas/times.html", '<span class="site-seconds">not yet known</span>'
LISTS = re.compile(r"^`+\{(?:exercise-list|syllabus|slide-sets)\}$", re.MULTILINE)  # of what stands at the judges


def build(root: Path, progress: Callable[[int, int], object] = lambda done, total: None) -> int:
    """Build the site; return the builder's exit status. `progress` is told of shares done."""
    pages, state_file, started = root / PAGES, root / "_build/site.json", time.perf_counter()
    if not (pages / "_toc.yml").is_file():
        print(f"there is no {PAGES}: run `python -m tools execute` first", file=sys.stderr)
        return 1
    before, now = read_json(state_file), state(pages)
    state_file.unlink(missing_ok=True)  # until this build has ended well
    changed = [name for name, found in now["pages"].items() if before.get("pages", {}).get(name) != found]
    anew = before.get("common") != now["common"] or before["pages"].keys() != now["pages"].keys()
    names = known_names(root)
    if anew or not names:
        status = from_nothing(root, progress)
    else:
        for name in changed:
            os.utime(pages / name)
        status = run_builder(root, progress)
        if status == 0 and not names.items() <= known_names(root).items():
            status = from_nothing(root, progress)
    claims = root / "_build/verify.json"
    if status == 0:
        status = typeset(root / "_build/html")
    if status == 0:
        front_page(root)
        hover_cards.write(root / "_build/html")
        slides.write(root)
        badge.write(root)
        if lack := live.write(root):
            print(lack)
        if (root / "_build/html/lite").is_dir():
            lite.link(root / "_build/html")
    if status == 0 and claims.is_file():
        with replacing(root / "_build/html/claims.json") as beside:
            shutil.copyfile(claims, beside)
    if status == 0:
        tell_seconds(root, time.perf_counter() - started)
        write_json(state_file, now)
    return status


def state(pages: Path) -> dict[str, Any]:
    """Return hashes of what the site is built from: of each page, and of what all have in common."""
    found, common = {}, [installed(), digest(Path(__file__).read_bytes())]
    for path in sorted(path for path in pages.rglob("*") if path.is_file()):
        name = path.relative_to(pages).as_posix()
        if name in MADE_LATE or path.suffix == ".pyc":
            continue
        content = path.read_bytes()
        if path.suffix in (".md", ".ipynb"):
            text = content.decode()
            modules = [module for package in LIBRARY.findall(text) for module in sorted(package_files(package))]
            modules += sorted(HOME.rglob("exercises.py")) if LISTS.search(text) else []
            found[name] = digest(content, *(module.read_bytes() for module in modules))
        else:
            common.append(f"{name} {digest(content)}")
    common.append("\n".join(title for path in sorted(pages.rglob("*")) if path.suffix in (".md", ".ipynb")
                            for title in titles(path)))
    return {"common": digest("\n".join(common).encode()), "pages": found}


def titles(page: Path) -> list[str]:
    """Return the lines of a page that name statements: links on other pages, and drawers, repeat them."""
    if page.suffix == ".md":
        return TITLE.findall(page.read_text(encoding="utf-8"))
    cells = read_json(page).get("cells", [])
    prose = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return [line for text in prose for line in TITLE.findall(text)]


def package_files(package: str) -> Iterator[Path]:
    """Yield the modules whose docstrings a reference page shows."""
    return HOME.joinpath(*package.split(".")).rglob("*.py")


def digest(*contents: bytes) -> str:
    """Return one hash of several contents."""
    return sha256(b"".join(sha256(content).digest() for content in contents)).hexdigest()


def known_names(root: Path) -> dict[tuple[str, str], str]:
    """Return where the names of the built site lead that other pages may link to; empty if there is no site."""
    place = root / "_build/html/objects.inv"
    if not place.is_file():
        return {}
    with place.open("rb") as file:
        listed = InventoryFile.load(file, "", posixpath.join)
    return {(kind, name): item[2] for kind, items in listed.items() for name, item in items.items()}


def from_nothing(root: Path, progress: Callable[[int, int], object]) -> int:
    """Build the site from an empty folder."""
    for name in ("html", ".doctrees", "jupyter_execute"):
        shutil.rmtree(root / "_build" / name, ignore_errors=True)
    return run_builder(root, progress)


def run_builder(root: Path, progress: Callable[[int, int], object]) -> int:
    """Run the builder; what it says besides warnings is shown only if it fails."""
    command = [sys.executable, "-c", BUILDER, "build", str(PAGES), *OPTIONS]
    said = []
    with subprocess.Popen(command, cwd=root, env=ours(root), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            share = SHARE.search(line)
            if share:
                progress(int(share["percent"]) + 100 * (share["half"] != "reading sources"), 200)
    if process.returncode:
        print("".join(line for line in said if not SHARE.search(line)), file=sys.stderr)
    return process.returncode


def typeset(html: Path) -> int:
    """Make MathML of the TeX on all pages of a folder; return the exit status."""
    node = Path(sys.executable).with_name("node")
    return subprocess.run([node, ROOT / "tools/typeset.mjs", html, TEMML]).returncode


def front_page(root: Path) -> None:
    """Let the book's first page stand at the root of the site too, in place of a page that only leads to it."""
    html, name = root / "_build/html", toc_names(root / PAGES)[0]
    text = (html / f"{name}.html").read_text(encoding="utf-8")
    start = posixpath.dirname(name)
    write_text(html / "index.html", ADDRESS.sub(
        lambda found: f'{found[1]}="{posixpath.normpath(posixpath.join(start, found[2]))}"', text))


def tell_seconds(root: Path, seconds: float) -> None:
    """Say on the page of times how long the site took, which is known when all else is done."""
    place = root / "_build/html" / TIMES
    if place.is_file():
        write_text(place, place.read_text(encoding="utf-8").replace(UNTIMED, f"{seconds:.0f}"))


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Build the site from the executed pages.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the book's root (default: this repository)")
    with ProgressLine("site") as line:
        return build(parser.parse_args().root.resolve(), line)
