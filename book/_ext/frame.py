"""What the frame of every page needs: the doors of the bar, the part that a page belongs to, no one else's files.


The theme in `book/_theme` has one stylesheet and one script of its own. Extensions add theirs to every page; here they
are taken out again.
"""
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata
from sphinx_external_toc.api import SiteMap, TocTree

from privlearn.checking.paper_list import PAPERS

DOORS = (("Tour", "book/tour"), ("Finder", "book/atlas/finder"), ("Errata", "book/atlas/errata"),
         ("Exercises", "book/teaching/exercises"), ("Library", "book/reference/index"))
LEADING = {paper.part: paper.key for paper in PAPERS if paper.leads}
MARKS = {'role="doc-biblioentry"': 'role="listitem"',  # entries stand in an element whose role is that of a list
         '<th class="head"><p></p></th>': "<td></td>"}  # a heading without words announces nothing
Part = dict[str, Any]  # of the book: its name, and its pages
NUMBER = re.compile(r"(?:Appendix )?([0-9A-Z](?:\.[0-9]+)*)\b")


def sections() -> dict[str, str]:
    """Return page -> number of the section of its paper that it mirrors."""
    from privlearn.checking import registry

    found: dict[str, Counter[str]] = {}
    for entry in registry.load().values():
        if LEADING.get(entry.page.partition("/")[0]) == entry.paper:
            found.setdefault(f"book/{entry.page}", Counter())[entry.section] += 1
    numbers = {page: NUMBER.match(counts.most_common(1)[0][0]) for page, counts in found.items()}
    return {page: f"§{number.group(1)}" for page, number in numbers.items() if number}


def _parts(app: Any) -> list[Part]:
    """Return the parts of the table of contents: name and pages, each with its title."""
    numbers, parts = sections(), []
    for part in app.env.external_site_map.root.subtrees:
        pages = [{"name": name, "title": app.env.titles[name].astext(), "number": numbers.get(name, ""),
                  "opener": name.split("/")[1:] in ([paper.part, "index"] for paper in PAPERS)}
                 for name in _below(app.env.external_site_map, part) if name in app.env.titles]
        parts.append({"name": part.caption or "", "pages": pages})
    return parts


def _below(site: SiteMap, tree: TocTree) -> Iterator[str]:
    for item in tree.items:
        name = os.path.splitext(str(item))[0]
        yield name
        if name in site:
            for inner in site[name].subtrees:
                yield from _below(site, inner)


def _frame(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    if not hasattr(app, "parts_of_book"):
        app.parts_of_book = _parts(app)
        app.part_of = {page["name"]: part for part in app.parts_of_book for page in part["pages"]}
    part = app.part_of.get(pagename)
    context["parts"], context["part"] = app.parts_of_book, part
    pages = part["pages"] if part else []
    context["section"] = next((page["number"] for page in pages if page["name"] == pagename), "")
    context["doors"] = [door for door in DOORS if door[1] in app.env.titles]
    context["notebook"] = bool(doctree) and app.env.doc2path(pagename).endswith(".ipynb")
    context["exercises"] = any(mark in context.get("body", "") for mark in ("tag_exercise-stub", '"exercise-list"'))
    context["walks"] = 'class="runs"' in context.get("body", "")
    context["wide"] = "wide" in app.env.metadata.get(pagename, {})
    context["contents"] = context.get("toc", "") if doctree and context.get("display_toc") else ""
    for mark, better in MARKS.items():
        context["body"] = context.get("body", "").replace(mark, better)
    context["script_files"] = []
    context["css_files"] = [file for file in context["css_files"] if "site.css" in str(getattr(file, "filename", ""))]


def _vouch(app: Sphinx) -> None:
    """Say for two extensions what they do not say: read by several processes, pages come out the same."""
    for name in ("sphinx_multitoc_numbering", "sphinx_jupyterbook_latex"):
        app.extensions[name].parallel_read_safe = True


def setup(app: Sphinx) -> ExtensionMetadata:
    """Run after all extensions have added their files; Jupyter Book sets a value that nobody declares here."""
    app.add_config_value("comments_config", {}, "")
    app.connect("builder-inited", _vouch)
    app.connect("html-page-context", _frame, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
