"""The page without the library as one program that readers take along: its prose as comments, its cells as they are.

It is written beside the page when the site is built, from the page itself, so there is one text of both.
"""
import re
import textwrap
from pathlib import Path

import jupytext
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

PAGE = "book/atlas/restated"
RAW = re.compile(r"```\{raw\} html\n.*?```\n?", re.DOTALL)
WIDTH = 88


def program(path: str | Path) -> str:
    """Return the program of a page, source or executed."""
    pieces = [comment(RAW.sub("", cell.source)) if cell.cell_type == "markdown" else cell.source
              for cell in jupytext.read(path).cells]
    return "\n\n\n".join(filter(None, pieces)) + "\n"


def comment(prose: str) -> str:
    """Return prose as comments, its paragraphs filled.

    >>> print(comment("# One\\n\\nTwo\\nthree."))
    # # One
    #
    # Two three.
    """
    paragraphs = [textwrap.fill(part, WIDTH - 2, break_on_hyphens=False) for part in re.split(r"\n{2,}", prose.strip())]
    return "\n".join(f"# {line}".rstrip() for line in "\n\n".join(paragraphs).split("\n")) if prose.strip() else ""


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the program beside the page, once the site is built."""
    if exception is None and app.builder.format == "html" and PAGE in app.env.found_docs:
        place = Path(app.outdir) / f"{PAGE}.py"
        place.write_text(program(app.env.doc2path(PAGE)), encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the program at the end."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
