"""The pages of the book, as the tools see them.

A page is named as in `_toc.yml`: its path from the root without the ending, like "book/foundations/laws". It is a
notebook when its head says so (a jupytext header with a kernel), otherwise plain prose.
"""
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
PAGES = Path("_build/pages")


@dataclass(frozen=True)
class Page:
    """One entry of the table of contents, with its source."""

    name: str
    source: Path

    @property
    def text(self) -> str:
        """The source as it stands in the book."""
        return self.source.read_text(encoding="utf-8")

    @property
    def head(self) -> dict:
        """The page's YAML header, empty if it has none."""
        return head(self.text)

    @property
    def is_notebook(self) -> bool:
        """Does the header make it a notebook?"""
        return "jupytext" in self.head and "kernelspec" in self.head

    def code_cells(self) -> list["NotebookNode"]:
        """The page's code cells; none for plain prose."""
        return _code_cells(self.text) if self.is_notebook else []


@cache
def _code_cells(text: str) -> list["NotebookNode"]:
    """Return the code cells of a notebook's text; each lint looks at all of them."""
    import jupytext  # which takes a second or two, in each process that asks where the pages are

    return [cell for cell in jupytext.reads(text, ".md").cells if cell.cell_type == "code"]


def executed_cells(page: Path) -> list["NotebookNode"]:
    """Return the cells of an executed page, with their outputs."""
    import nbformat  # another second

    return nbformat.read(page, as_version=4).cells


def head(text: str) -> dict:
    """Return the YAML header of a page's text, empty if it has none."""
    if not text.startswith("---\n"):
        return {}
    return yaml.safe_load(text[4:].split("\n---", 1)[0]) or {}


def toc_names(root: Path) -> list[str]:
    """Return the names of all pages in the order of the table of contents."""
    return [name for _, names in toc_parts(root) for name in names]


def toc_parts(root: Path) -> list[tuple[str, list[str]]]:
    """Return the parts of the table of contents, caption and names of pages; the root is a part without caption."""
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    return [("", [toc["root"]]), *((part.get("caption", ""), _files(part)) for part in toc.get("parts", [toc]))]


def _files(entry: dict) -> list[str]:
    names = []
    for key in ("parts", "chapters", "sections"):
        for child in entry.get(key, []):
            names += ([child["file"]] if "file" in child else []) + _files(child)
    return names


def toc_pages(root: Path) -> list[Page]:
    """Return all pages in the order of the table of contents; a missing source is an error that names it."""
    pages = [Page(name, root / f"{name}.md") for name in toc_names(root)]
    missing = [page.name for page in pages if not page.source.is_file()]
    if missing:
        raise FileNotFoundError(f"_toc.yml names pages that do not exist: {', '.join(missing)}")
    return pages
