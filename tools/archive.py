"""`python -m tools archive`: the site as one zip, the book as one PDF, data, and their hashes, in `_build/archive`.

The zip is the site as it is, to be opened from a file; the same site gives the same bytes. For the PDF, Chromium prints
the pages in the order of the table of contents, each going on with the numbers of the one before; then they are bound,
with a title page, contents, and bookmarks for parts, pages and statements. Links from page to page lead to their places
in the PDF; those to what is no page of the book, as the index of names, are text alone. Chromium's PDF carries no tags
for readers of screens: these have the site. Data that are too large for the site come with a program that reads them
(`tools.five_points`).
"""
import argparse
import html
import io
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import yaml
from playwright.sync_api import Page as Tab, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, Fit, NameObject

from privlearn.dimensions.sweeps.five_point_figures import kept_figures
from privlearn.keeping.files import replacing, write_text
from privlearn.progress import ProgressLine
from tools import five_points
from tools.browser import FLAGS, NO_BROWSER, chromium
from tools.environment import alone
from tools.pages import ROOT, toc_parts

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can tell
PATIENCE = 600_000  # milliseconds for a page
LINK = re.compile(r'<a [^>]*?href="([^"]*#[^"]+)"')
TITLE = re.compile(r"<title>(.*?)(?: · [^·]*)?</title>", re.DOTALL)
STYLE = """:root {{ counter-reset: page {before}; }}
@page {{ @bottom-left {{ content: {title}; font: 8pt "Source Sans 3", sans-serif; color: #333; }} }}"""
# Chromium notes the place of an element that a link of the same page leads to; hidden links do.
NOTE_PLACES = """anchors => {
  const box = document.body.appendChild(document.createElement('div'));
  box.hidden = true;
  for (const anchor of anchors) box.appendChild(document.createElement('a')).href = '#' + anchor;
}"""
STATEMENTS = """() => [...document.querySelectorAll('section.statement[id]')].map(e => [e.id,
  [...e.querySelectorAll('.statement-head :is(.number, .name)')].map(part => part.textContent).join(' ')])"""
FRONT = """<style>
  .front section {{ break-after: page; padding-top: 8cm; text-align: center; }}
  .front ul {{ list-style: none; padding: 0; }}
  .front li a {{ display: flex; gap: 1rem; color: inherit; text-decoration: none; }}
  .front li a::after {{ content: attr(data-sheet); margin-left: auto; }}
  @page :first {{ @bottom-left {{ content: none !important; }} @bottom-right {{ content: none; }} }}
</style>
<main class="front"><section><h1>{title}</h1><p>{author}</p><p>{copyright}</p><p>{extra_footer}</p></section>
<h1>Contents</h1>{contents}</main>"""


@dataclass
class Leaf:
    """A page of the book: where it is, and, once printed, its sheets, its statements and its first sheet's number."""

    uri: str
    text: str
    first: int = 0
    sheets: PdfReader | None = None
    statements: list[tuple[str, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The title in its window, without the site's."""
        found = TITLE.search(self.text)
        return html.unescape(found[1]) if found else ""

    def links(self) -> Iterator[str]:
        """Yield the addresses with an anchor that the page links to."""
        return (unquote(urljoin(self.uri, html.unescape(found))) for found in LINK.findall(self.text))


def pack(site: Path, place: Path) -> None:
    """Write all files of the site into one zip."""
    with replacing(place) as beside, zipfile.ZipFile(beside, "w") as packed:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{place.stem}/{path.relative_to(site).as_posix()}", LONG_AGO)
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o644 << 16, zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())


def bind(site: Path, parts: list[tuple[str, list[str]]], about: dict[str, str], place: Path,
         progress: Callable[[int, int], object]) -> None:
    """Print the pages and write them as one PDF."""
    chapters = [(caption, [leaf_of(site / f"{name}.html") for name in names]) for caption, names in parts]
    leaves = [leaf for _, found in chapters for leaf in found]
    wanted: dict[str, set[str]] = {}
    for leaf in leaves:
        for address in leaf.links():
            page, anchor = urldefrag(address)
            wanted.setdefault(page, set()).add(anchor)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        tab = browser.new_page()
        tab.set_default_timeout(PATIENCE)
        sheets = len(front(tab, chapters, about).pages)
        for number, leaf in enumerate(leaves):
            leaf.first = sheets + 1
            tab.goto(leaf.uri)
            leaf.statements = [(anchor, name) for anchor, name in tab.evaluate(STATEMENTS)]
            tab.evaluate(NOTE_PLACES, sorted(wanted.get(unquote(leaf.uri), set()) | {id for id, _ in leaf.statements}))
            leaf.sheets = printed(tab, leaf.title, sheets)
            sheets += len(leaf.sheets.pages)
            progress(number + 1, len(leaves))
        cover = Leaf("", "", 1, front(tab, chapters, about))
        browser.close()
    write(cover, chapters, about, place)


def leaf_of(path: Path) -> Leaf:
    """Return a page that is not printed yet."""
    return Leaf(path.as_uri(), path.read_text(encoding="utf-8"))


def printed(tab: Tab, title: str, before: int) -> PdfReader:
    """Print what is open, with its title and the numbers after that of the sheet before it at the foot."""
    tab.add_style_tag(content=STYLE.format(before=before, title=json.dumps(title, ensure_ascii=False)))
    tab.evaluate("document.fonts.ready")
    return PdfReader(io.BytesIO(tab.pdf(format="A4")))


def front(tab: Tab, chapters: list[tuple[str, list[Leaf]]], about: dict[str, str]) -> PdfReader:
    """Print the title page and the contents, in the look of the site."""
    lines = []
    for caption, leaves in chapters:
        entries = (f'<li><a href="{html.escape(leaf.uri)}" data-sheet="{leaf.first}">{html.escape(leaf.title)}</a></li>'
                   for leaf in leaves)
        lines += [f"<h3>{html.escape(caption)}</h3>" if caption else "", "<ul>", *entries, "</ul>"]
    tab.goto(chapters[0][1][0].uri)
    told = {name: html.escape(text) for name, text in about.items()}
    tab.evaluate("text => { document.body.innerHTML = text; }", FRONT.format(contents="\n".join(lines), **told))
    return printed(tab, about["title"], 0)


def write(cover: Leaf, chapters: list[tuple[str, list[Leaf]]], about: dict[str, str], place: Path) -> None:
    """Bind what was printed: sheets, links and bookmarks."""
    writer, places, leaves = PdfWriter(), {}, [cover, *(leaf for _, found in chapters for leaf in found)]
    for leaf in leaves:
        assert leaf.sheets is not None
        for sheet in leaf.sheets.pages:
            writer.add_page(sheet)
        places[unquote(leaf.uri)] = leaf.first - 1, Fit.fit()
        for name, spot in leaf.sheets.named_destinations.items():
            number = leaf.sheets.get_destination_page_number(spot)
            if number is not None:
                places[f"{unquote(leaf.uri)}#{name[1:]}"] = leaf.first - 1 + number, Fit.xyz(spot.left, spot.top)
    lead(writer, leaves, places)
    mark = partial(writer.add_outline_item, is_open=False)
    mark(title="Contents", page_number=1)
    for caption, found in chapters:
        part = mark(title=caption, page_number=found[0].first - 1) if caption else None
        for leaf in found:
            page = mark(title=leaf.title, page_number=leaf.first - 1, parent=part)
            for anchor, name in leaf.statements:
                number, fit = places[f"{unquote(leaf.uri)}#{anchor}"]
                mark(title=name, page_number=number, parent=page, fit=fit)
    writer.add_metadata({"/Title": about["title"], "/Author": about["author"]})
    with replacing(place) as beside:
        writer.write(beside)


def lead(writer: PdfWriter, leaves: list[Leaf], places: dict[str, tuple[int, Fit]]) -> None:
    """Let links between pages lead to their places, and take away those that lead to other files of the site."""
    sheets = list(writer.pages)
    for leaf, following in zip(leaves, [*leaves[1:], None], strict=True):
        for sheet in sheets[leaf.first - 1 : following.first - 1 if following else None]:
            kept = ArrayObject()
            for note in sheet.get("/Annots", ()):
                link = note.get_object()
                address = target(link, unquote(leaf.uri))
                if address.startswith("file:"):
                    found = places.get(address) or places.get(urldefrag(address)[0])
                    if not found:
                        continue
                    number, fit = found
                    link.pop("/A", None)
                    sheet_there = sheets[number].indirect_reference
                    link[NameObject("/Dest")] = ArrayObject([sheet_there, fit.fit_type, *fit.fit_args])
                kept.append(note)
            sheet[NameObject("/Annots")] = kept


def target(link: DictionaryObject, uri: str) -> str:
    """Return the address that a link leads to; a name is a place on its own page."""
    return f"{uri}#{str(link['/Dest'])[1:]}" if "/Dest" in link else unquote(link.get("/A", {}).get("/URI", ""))


def archive(root: Path, progress: Callable[[int, int], object] = lambda done, total: None, *,
            data: Callable[[Path], list[Path]] = lambda place: []) -> int:
    """Make the archive of a built site, with the files that ``data`` writes to it; return the exit status."""
    site, place, parts = root / "_build/html", root / "_build/archive", toc_parts(root)
    for _, names in parts:
        for name in names:
            if not (site / f"{name}.html").is_file():
                print(f"the site has no page {name}: run `make book` first", file=sys.stderr)
                return 1
    if not chromium():
        print(f"{NO_BROWSER}: it prints the book", file=sys.stderr)
        return 1
    settings = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    about = {name: str((settings | settings.get("html", {})).get(name, ""))
             for name in ("title", "author", "copyright", "extra_footer")}
    place.mkdir(parents=True, exist_ok=True)
    stem = "-".join(re.findall(r"[a-z0-9]+", about["title"].lower()))
    made = [place / f"{stem}.zip", place / f"{stem}.pdf"]
    pack(site, made[0])
    bind(site, parts, about, made[1], progress)
    made += data(place)
    sums = "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    write_text(place / "SHA256SUMS", sums)
    print("\n".join(f"{path} ({path.stat().st_size / 1e6:.1f} MB)" for path in made))
    return 0


def main() -> int:
    """Run from the command line."""
    argparse.ArgumentParser(description="Make of the built site one zip and one PDF, with their hashes.").parse_args()
    with alone(), ProgressLine("pages printed") as line:
        return archive(ROOT, line, data=lambda place: five_points.write(kept_figures(), place))
