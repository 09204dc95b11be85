"""Rules for the built site that need no browser: whole by itself, its links lead somewhere, no path of this machine.

`requests` reads every page, picture (SVG), style sheet and script for addresses that a browser asks for by itself. What
leads elsewhere when a reader follows it (a link, a form) is no request. Of scripts it reads the words in quotes. So it
does not see an address that a script puts together from parts: the tests in a browser watch what is asked for indeed.

`links` follows every link within the site to its page and to the place on it; `repeated_ids` and `raw_mathematics` look
at each page alone, `unprinted` beside its notebook; `heavy` weighs what a first look at a page loads.

`machine_paths` reads every file as text, the inventory of names unpacked; pictures within a page stay packed.

What others have built, Python for the browser and JupyterLite, is left out: tests in a browser see what it asks for.
"""
import json
import os
import re
import statistics
import sys
import sysconfig
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import tinycss2  # type: ignore[import-untyped]
from pygments.lexers.javascript import JavascriptLexer  # type: ignore[import-untyped]
from pygments.token import String  # type: ignore[import-untyped]

from tools.pages import ROOT

# Attributes, whatever the element, that name what is fetched; besides them `href`, except that of a link to follow.
FETCHED = {"src", "poster", "background", "attributionsrc"}
CANDIDATES = {"srcset", "imagesrcset"}
HREFS = {"href", "xlink:href"}
FOLLOWED = {"a", "area"}
QUIET_RELATIONS = {"alternate", "author", "canonical", "help", "index", "license", "next", "prev"}
# Functions of CSS that take an address as a string.
CSS_FETCHES = {"url", "src", "image", "image-set", "-webkit-image-set"}
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink",
              "http://www.w3.org/1998/Math/MathML"}
SILENT = re.compile(r"(about|blob):|data:(image|font|audio|video)/", re.IGNORECASE)
ELSEWHERE = re.compile(r"//|[a-z][a-z0-9+.-]*:", re.IGNORECASE)
QUOTED_ADDRESS = re.compile(r"([a-z]+:)?//\w", re.IGNORECASE)
CANDIDATE = re.compile(r"[\s,]*(\S*[^\s,])[^,]*,?")  # an address, then its width or density, up to a comma
REFRESH = re.compile(r"[^;,]*[;,]\s*(?:url\s*=)?\s*[\"']?([^\"']*)", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")
CODE = re.compile(r"<(pre|code|script)\b[^>]*>.*?</\1>|<annotation.*?</annotation>|<[^>]+ (?:alt|title)=\"[^\"]*\"",
                  re.DOTALL)
COLOUR = re.compile(r"(?:\x1b|\\u001b)\[[\d;]*m")

BUILT_ELSEWHERE = re.compile(r"(live/pyodide-[^/]*|lite)/")

Asked = tuple[str, str]  # what asks, and for which address


def is_elsewhere(address: str) -> bool:
    """Does an address, read as browsers do, lead out of the site?"""
    plain = re.sub(r"^[\0- ]+|[\t\r\n]", "", address).replace("\\", "/")
    return bool(ELSEWHERE.match(plain)) and not SILENT.match(plain)


class Reader(HTMLParser):
    """Collects what a page, or a picture in SVG, asks for by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Asked] = []
        self.kind = ""  # of the script or style that is being read
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the attributes of an element ask for."""
        self.end_text()
        values = {name: value or "" for name, value in reversed(attrs)}  # the first of two alike counts
        for name, value in values.items():
            self.asked += [(f"{tag} {name}", address) for address in attribute_addresses(tag, name, value, values)]
        if "srcdoc" in values:
            self.asked += page_requests(values["srcdoc"])
        if tag in ("script", "style"):
            self.kind = f"{tag} {values.get('type', '')}".strip()

    def handle_data(self, data: str) -> None:
        """Keep the text of a script or style, which comes in pieces."""
        if self.kind:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """A script or style ends with its element."""
        self.end_text()

    def close(self) -> None:
        """A script or style ends with the page at the latest."""
        super().close()
        self.handle_data(self.rawdata)  # some releases of Python leave it unread
        self.end_text()

    def end_text(self) -> None:
        """Note what the script or style just read asks for."""
        self.asked += [(self.kind, address) for address in text_addresses(self.kind, "".join(self.text))]
        self.kind, self.text = "", []


def attribute_addresses(tag: str, name: str, value: str, values: dict[str, str]) -> list[str]:
    """Return the addresses that an attribute makes a browser ask for, those of the site too."""
    if name in CANDIDATES:
        return CANDIDATE.findall(value)
    if name == "content" and values.get("http-equiv", "").lower() == "refresh":
        return REFRESH.findall(value)
    quiet = tag in FOLLOWED or (tag == "link" and set(values.get("rel", "").lower().split()) <= QUIET_RELATIONS)
    if name in FETCHED or (name in HREFS and not quiet) or (tag, name) == ("object", "data"):
        return [value]
    if name == "style" or "url(" in value.lower():
        return text_addresses("style", value)
    return text_addresses("script", value) if name.startswith("on") else []


@cache
def text_addresses(kind: str, text: str) -> list[str]:
    """Return the addresses in a style or script; many pages share one. What is marked as JSON is not run."""
    if kind.startswith("style"):
        return list(css_addresses(tinycss2.parse_component_value_list(text, skip_comments=True)))
    return [] if "json" in kind else list(script_addresses(text))


def css_addresses(tokens: Iterable[Any], of_strings: bool = False) -> Iterator[str]:
    """Yield the addresses in CSS: `url(...)` anywhere, and strings in `@import` and in functions that take them."""
    rule = ""
    for token in tokens:
        if token.type == "at-keyword":
            rule = token.lower_value
        elif token == ";" or token.type == "{} block":
            rule = ""
        if rule == "namespace":
            continue
        if token.type == "url" or (token.type == "string" and (of_strings or rule == "import")):
            yield token.value
        elif token.type == "function":
            yield from css_addresses(token.arguments, token.lower_name in CSS_FETCHES)
        elif token.type.endswith(" block"):
            yield from css_addresses(token.content)


def script_addresses(text: str) -> Iterator[str]:
    """Yield the words in quotes that are whole addresses, other than the names of XML's languages."""
    if "//" not in text.replace("\\/", "/"):
        return
    for kind, word in JavascriptLexer().get_tokens(text):
        plain = word.replace("\\/", "/").strip("\"'` ")
        if kind in String and kind is not String.Regex and QUOTED_ADDRESS.match(plain) and plain not in NAMESPACES:
            yield plain


def page_requests(text: str) -> list[Asked]:
    """Return what a page asks for by itself."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader.asked


def file_requests(path: Path) -> list[Asked]:
    """Return what a file of the site asks for by itself."""
    if path.suffix in (".html", ".svg"):
        return page_requests(path.read_text(encoding="utf-8"))
    kind = {".css": "style sheet", ".js": "script"}.get(path.suffix)
    if kind is None:
        return []
    return [(kind, address) for address in text_addresses(kind, path.read_text(encoding="utf-8"))]


def requests(site: Path) -> list[str]:
    """No page makes a browser ask another host for anything."""
    files = files_of(site)
    return no_page(site) + [f"{path.relative_to(site)}: {what} asks for {address[:120]}" for path in files
                            for what, address in file_requests(path) if is_elsewhere(address)]


def files_of(folder: Path, files: str = "*") -> list[Path]:
    """Return the files of a folder, without what others have built."""
    return sorted(path for path in folder.rglob(files)
                  if path.is_file() and not BUILT_ELSEWHERE.match(path.relative_to(folder).as_posix()))


def no_page(site: Path) -> list[str]:
    """A site without pages is none: nothing could be found in it."""
    return [] if any(site.rglob("*.html")) else [f"{site.name}: no page"]


class Places(HTMLParser):
    """Collects the places of a page that have a name, where its links lead, and the files that it shows at once."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.files: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element's name and address."""
        values = {name: value or "" for name, value in attrs}
        self.ids += [values["id"]] if values.get("id") else []
        self.links += [values["href"]] if tag in FOLLOWED and "href" in values else []
        sheet = tag == "link" and values.get("rel") in ("stylesheet", "icon")
        self.files += [values["href"]] if sheet else [values["src"]] if values.get("src") else []


@cache
def places_on(page: Path) -> Places:
    """Return what a page has and where it leads."""
    found = Places()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def pages_of(site: Path) -> list[Path]:
    """Return the pages of a site."""
    return files_of(site, "*.html")


def target(page: Path, address: str) -> tuple[Path, str] | None:
    """Return the file and the place on it that an address of the site leads to; nothing for others."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    return file, unquote(parts.fragment)


def links(site: Path) -> list[str]:
    """Every link within the site leads to a file, and to a place on it."""
    complaints = no_page(site)
    for page in pages_of(site.resolve()):
        for address in places_on(page).links:
            found = target(page, address)
            if found is None:
                continue
            file, place = found
            lost = not file.is_file() or (place and file.suffix == ".html" and place not in places_on(file).ids)
            complaints += [f"{page.relative_to(site.resolve())}: leads to {address}"] * bool(lost)
    return complaints


def repeated_ids(site: Path) -> list[str]:
    """No name stands for two places of a page."""
    return no_page(site) + [f"{page.relative_to(site)}: id {name} {count} times" for page in pages_of(site)
                            for name, count in Counter(places_on(page).ids).items() if count > 1]


def raw_mathematics(site: Path) -> list[str]:
    """No page shows TeX, and no formula an error."""
    marks = (r"\(", r"\[", "temml-error", "<merror", 'class="math notranslate')
    texts = {page: CODE.sub("", page.read_text(encoding="utf-8")) for page in pages_of(site)}
    return no_page(site) + [f"{page.relative_to(site)}: holds {mark}" for page, text in texts.items()
                            for mark in marks if mark in text]


def unprinted(site: Path, pages: Path) -> list[str]:
    """What the cells of an executed page printed stands on the page of the site."""
    complaints = no_page(site)
    for page in sorted(pages.rglob("*.ipynb")):
        built = site / page.relative_to(pages).with_suffix(".html")
        shown = "".join(unescape(TAG.sub("", built.read_text(encoding="utf-8"))).split())
        for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                text = "".join(output.get("text", ()))
                if "".join(text.split()) not in shown and "remove-output" not in cell["metadata"].get("tags", ()):
                    complaints.append(f"{built.relative_to(site)}: without {text.splitlines()[0]}")
    return complaints


def heavy(site: Path, first: int, further: int, half: int) -> list[str]:
    """No page loads more than ``first`` bytes at the first look, ``further`` of them its own, half of all ``half``.

    Its own is what is not shared by all pages. Slides hold the figures of a whole part, and may be twice as heavy.
    """
    complaints, weights = no_page(site), []
    shared = sum(path.stat().st_size for path in (site / "_static").rglob("*.woff2"))
    for page in pages_of(site):
        files = {found[0] for address in places_on(page).files if (found := target(page, address))}
        own = page.stat().st_size + sum(file.stat().st_size for file in files
                                        if file.is_file() and "_static" not in file.parts)
        whole = own + shared + sum(file.stat().st_size for file in files if file.is_file() and "_static" in file.parts)
        weights.append(own)
        allowed = 2 if page.parent.name == "slides" else 1
        if own > further * allowed or whole > first * allowed:
            complaints.append(f"{page.relative_to(site)}: loads {whole:,} bytes, {own:,} of its own")
    if weights and statistics.median(weights) > half:
        complaints.append(f"half of the pages load more than {statistics.median(weights):,.0f} bytes of their own")
    return complaints


def home() -> Path:
    """Return the user's home folder; where there is none, a path that is not absolute."""
    return Path(os.path.expanduser("~"))


def places() -> list[Path]:
    """Return the folders of this machine that are nobody else's business."""
    return [ROOT, home(), *map(Path, (sys.prefix, sysconfig.get_path("stdlib"), tempfile.gettempdir()))]


def spellings(place: Path) -> set[str]:
    """Return the ways in which a folder is written: plain, from the home folder, in JSON, in HTML and in addresses."""
    plain = {str(place), str(place.resolve())}
    if home() in place.parents:
        plain.add(f"~/{place.relative_to(home())}")
    return {form for word in plain for form in (word, json.dumps(word)[1:-1], escape(word), quote(word))}


def machine_paths(folder: Path, private: list[Path], files: str = "*") -> list[str]:
    """No file holds the path of a private folder, or one into it; `/tmp` and its like are private in what they hold."""
    private = [place for place in private if place.is_absolute() and place.name]
    words = sorted({word for place in private for word in spellings(place)}, key=len, reverse=True)
    ends = [re.escape(word) + (r"(?![\w-])" if word.count("/") > 1 else r"(?=/\w)") for word in words]
    path_in = re.compile(rf"(?<![\w.])(?:{'|'.join(ends)})[\w./+-]*")
    complaints = []
    for path in files_of(folder, files):
        text = readable(path)
        if any(word in text for word in words):
            found = sorted(set(path_in.findall(COLOUR.sub("", text))))
            complaints += [f"{path.relative_to(folder)}: holds {place}" for place in found]
    return complaints


def readable(path: Path) -> str:
    """Return a file as text; Sphinx packs its inventory of names, below a head of four lines."""
    content = path.read_bytes()
    if path.name == "objects.inv":
        content = zlib.decompress(content.split(b"\n", 4)[4])
    return content.decode("utf-8", errors="replace")
