"""The search's index: every passage of the book, word by word, in one file of some hundred kilobytes.

Sphinx's own index, and the scripts that read it, are not made. The passages of a page are taken from the page as it is
written, and kept beside its doctree for builds that do not write it again. In the index a passage is a string with a
character for each word, and for what stands between two words if that is not a space; the commonest words have the
characters of one byte. `search.js` reads it and finds; spellings are folded there, the index has words as they stand.
"""
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from claim_data import number_of, place_of
from docutils import nodes
from frame import LEADING
from passages import Passage, of_html, passages
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from privlearn.checking import registry
from privlearn.shown.notation import typeset

LOGGER = logging.getLogger(__name__)
INDEX = "_static/search-index.js"
MODULE = "module-"
REFERENCE = "book/reference/"
KINDS = {"page": "p", "section": "s", "statement": "t", "claim": "c", "name": "n"}
# A number with its separators, a word with its index (A_1), a power (2^82); the script has the same pattern.
WORD = re.compile(r"log\*|(?:(?:\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+(?!\d)|\d+(?:\.\d+)*)"
                  r"|[^\W\d_]+(?:['’][^\W\d_]+)*\d*(?:_(?:\d+|[^\W\d_])(?![^\W_]))?)(?:\^[-−]?\w+)?")
BETWEEN = "`"  # what no word of the index contains
SPOILT = {*range(127, 160), *range(0xD800, 0xE000), 0x2028, 0x2029, *map(ord, '`"/\\')}  # ours, escaped, unseen
SLUG = re.compile(r"[^a-z0-9]+")


def cut(text: str) -> Iterator[str]:
    """Yield the words of a text, and what stands between two of them if it is not a space; ends of lines stand alone.

    >>> list(cut("Let n ≥ 8,299;\\nA_1(x) is 2^82"))
    ['Let', 'n', ' ≥ ', '8,299', ';', '\\n', 'A_1', '(', 'x', ') ', 'is', '2^82']
    """
    place = 0
    for found in WORD.finditer(text):
        yield from _between(text[place : found.start()], place > 0)
        yield found.group()
        place = found.end()
    yield from _between(text[place:], False)


def _between(text: str, two: bool) -> Iterator[str]:
    """Yield what stands between two words, nothing too; before the first and after the last word nothing is nothing."""
    if text != " " or not two:
        yield from filter(None, re.split("(\n)", text)) if text else [""] * two


def characters() -> Iterator[str]:
    """Yield the characters that stand for words, the shortest first."""
    return (chr(code) for code in count(32) if code not in SPOILT)


def coded(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the words of all texts, the commonest first, and each text with a character for each word."""
    pieces = [list(cut(text.replace(BETWEEN, "'"))) for text in texts]
    words = [word for word, _ in Counter(piece for text in pieces for piece in text).most_common()]
    code = dict(zip(words, characters(), strict=False))
    return words, ["".join(code[piece] for piece in text) for text in pieces]


def slug(name: str) -> str:
    """Return the anchor that a heading has if nothing else is said."""
    return SLUG.sub("-", name.lower()).strip("-")


def script(pages: list[dict[str, Any]]) -> str:
    """Return the index as a script that assigns it.

    Parameters
    ----------
    pages : list of dict
        In the order of the book: `name` and `passages`, those of :class:`passages.Passage`; the first is the page.
    """
    found = [Passage(**passage) for page in pages for passage in page["passages"]]
    words, texts = coded(f"{passage.label}\n{passage.name}\n{passage.text}".rstrip("\n") for passage in found)
    rows = zip(found, texts, strict=True)
    index = [[page["name"], BETWEEN.join(BETWEEN.join(_row(*next(rows))) for _ in page["passages"])] for page in pages]
    known = {"words": BETWEEN.join(words), "pages": index}
    return f"const SEARCH_INDEX = {json.dumps(known, ensure_ascii=False, separators=(',', ':'))};\n"


def _row(passage: Passage, text: str) -> tuple[str, str, str]:
    """Return the kind of a passage, its anchor unless that is made of what is before it, and its text."""
    known = {"name": passage.label != passage.anchor, "section": passage.anchor == slug(passage.name)}.get(passage.kind)
    return KINDS[passage.kind], "" if known else passage.anchor, text


def read(name: str, place: str, body: str) -> dict[str, Any]:
    """Return what the index needs of a page, which stands at a `place` of the book.

    Of the reference that is modules and names, each with the first paragraph of its docstring. A name is told as its
    module has it: the module is the anchor of the heading before it.
    """
    found, module = passages(body), ""
    found[0].label = place
    for passage in found[1:]:
        passage.text = passage.text.partition("\n")[0] if name.startswith(REFERENCE) else passage.text
        if passage.anchor.startswith(MODULE):
            module = passage.anchor.removeprefix(MODULE)
        if passage.kind == "name":
            passage.label = passage.anchor.removeprefix(f"{module}.")
    return {"name": name, "passages": [asdict(passage) for passage in found]}


def add_claims(pages: list[dict[str, Any]], claims: dict[str, registry.Claim], domains: Mapping[str, Any]) -> None:
    """Give statements without a name the title of their claim, and claims that are no statement a passage of their own.

    Parameters
    ----------
    pages : list of dict
        As for :func:`script`; they are changed.
    claims : dict
        The registry.
    domains : dict
        Sphinx's, which know where things are.
    """
    by_name = {page["name"]: page["passages"] for page in pages}
    statements = {passage["anchor"]: passage for passages in by_name.values() for passage in passages
                  if passage["kind"] == "statement"}
    for id, claim in claims.items():
        title = of_html(typeset(claim.title))
        if id in statements:
            number = statements[id]["label"].partition(" ")[2].replace("_", "")
            statements[id]["name"] = statements[id]["name"] or title.removeprefix(f"{number}: ")
        else:
            page, anchor = place_of(claim, claims, domains)
            label = f"{id} {number_of(claim, claims, domains['prf'].data['statements'])}"
            if page in by_name:
                by_name[page].append(asdict(Passage("claim", anchor, label, title)))


def _begin(app: Any) -> None:
    app.builder.search = False


def _kept(app: Sphinx, page: str) -> Path:
    return Path(app.doctreedir, "search", f"{page}.json")


def _keep(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any],
          doctree: nodes.document | None) -> None:
    """Keep the passages of a page that is written."""
    if pagename in app.env.all_docs and "body" in context:
        part, paper = context.get("part") or {"name": ""}, LEADING.get(PurePosixPath(pagename).parent.name, "")
        number = paper if pagename.endswith("/index") else context.get("section", "")
        page = read(pagename, f"{part['name']} {number}".strip(), context["body"])
        place = _kept(app, pagename)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(page), encoding="utf-8")


def _search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, str], str]]:
    yield "search", {"title": "Search"}, "search.html"


def _order(app: Any) -> list[str]:
    """Return the pages in the order of the book."""
    ordered = [page["name"] for part in app.parts_of_book for page in part["pages"]]
    return list(dict.fromkeys([app.config.root_doc, *ordered, *sorted(app.env.all_docs)]))


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Write the index of all pages, and take away the scripts of Sphinx's search."""
    if exception or app.builder.format != "html":
        return
    names = _order(app)
    for name in (name for name in names if not _kept(app, name).is_file()):
        LOGGER.warning("the search has no passages of %s", name)
    pages = [json.loads(_kept(app, name).read_text(encoding="utf-8")) for name in names if _kept(app, name).is_file()]
    add_claims(pages, registry.load(), app.env.domains)
    Path(app.outdir, INDEX).write_text(script(pages), encoding="utf-8")
    for unused in ("searchtools.js", "language_data.js"):
        Path(app.outdir, "_static", unused).unlink(missing_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Turn Sphinx's search off; take passages once the frame has said to which part a page belongs."""
    app.connect("builder-inited", _begin)
    app.connect("html-page-context", _keep, priority=950)
    app.connect("html-collect-pages", _search_page)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
