"""`python -m tools preview PAGE`: a page as its prose stands now, with the outputs that it had; `make preview` runs it.

Nothing is executed and no other page is read, so that a typo is seen in seconds: links to other pages lead nowhere. A
cell whose code is another one than when the book was built has no output; the last line says so.
"""
import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
import yaml

from privlearn.keeping import write_text
from tools.build_site import BUILDER, typeset
from tools.environment import ours
from tools.execute_pages import mirrored_config
from tools.pages import PAGES, ROOT, Page, toc_pages

PREVIEW = Path("_build/preview")
OF_ALL_PAGES = ("claim_data", "class_data", "search_index")


def chosen(name: str, pages: list[Page]) -> Page:
    """Return the page that a name means: `closure/boosting`, with or without folder `book` and ending.

    Raises
    ------
    ValueError
        If there is none.
    """
    wanted = "book/" + name.removeprefix("book/").removesuffix(".md")
    for page in pages:
        if page.name == wanted:
            return page
    near = [page.name.removeprefix("book/") for page in pages if page.name.rpartition("/")[2] == Path(wanted).name]
    raise ValueError(f"PAGE must be a page of _toc.yml, such as closure/boosting, got {name!r}"
                     + (f"; did you mean {near[0]}?" if near else ""))


def with_outputs(page: Page, executed: Path) -> tuple[nbformat.NotebookNode, int]:
    """Return the page's notebook with the outputs that its cells had, and how many cells have changed since."""
    notebook = jupytext.read(page.source)
    known = {}
    if executed.is_file():
        known = {cell.source: cell for cell in nbformat.read(executed, as_version=4).cells if cell.cell_type == "code"}
    new = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            old = known.get(cell.source)
            new += old is None
            cell.outputs, cell.execution_count = (old.outputs, old.execution_count) if old else ([], None)
    return notebook, new


def of_one_page(config: str) -> str:
    """Return a configuration without the extensions that look at all pages of the book."""
    known = yaml.safe_load(config)
    known["sphinx"]["config"]["extensions"] = [name for name in known["sphinx"]["config"]["extensions"]
                                               if name not in OF_ALL_PAGES]
    return yaml.safe_dump(known, allow_unicode=True)


def preview(page: Page, root: Path) -> tuple[Path, int]:
    """Write the page by itself; return its file and how many of its cells have no output.

    Raises
    ------
    RuntimeError
        If the builder fails.
    """
    place = root / PREVIEW
    mirror = place / PAGES
    shutil.rmtree(place, ignore_errors=True)
    for name in ("_ext", "_theme", "_assets", "refs.bib"):
        source = root / "book" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, _folder(mirror / "book") / name)
    write_text(mirror / "_config.yml", of_one_page(mirrored_config(root)))
    write_text(mirror / "_toc.yml", yaml.safe_dump({"format": "jb-book", "root": page.name}))
    new = 0
    if page.is_notebook:
        notebook, new = with_outputs(page, root / PAGES / f"{page.name}.ipynb")
        write_text(mirror / f"{page.name}.ipynb", jupytext.writes(notebook, fmt="ipynb"))
    else:
        write_text(mirror / f"{page.name}.md", page.text)
    command = [sys.executable, "-c", BUILDER, "build", str(PAGES), "--path-output", ".", "--keep-going", "-q"]
    ended = subprocess.run(command, cwd=place, env=ours(place), capture_output=True, text=True)
    html = place / "_build/html"
    if ended.returncode or typeset(html):
        raise RuntimeError(ended.stderr)
    return html / f"{page.name}.html", new


def _folder(place: Path) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    return place


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Show one page as its prose stands now; nothing is executed.")
    parser.add_argument("page", metavar="PAGE", help="such as closure/boosting")
    try:
        place, new = preview(chosen(parser.parse_args().page, toc_pages(ROOT)), ROOT)
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    if new:
        print(f"{new} cells were never executed as they stand, and have no output: `make pages` executes them")
    print(f"Open it with a browser: {place.as_uri()}")
    return 0
