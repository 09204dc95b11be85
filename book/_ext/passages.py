"""A page as passages of plain text: what begins at a heading, at a statement or at a name of the library.

A passage has a label (``BBKN14 Theorem 3.6``), a name (``minimal classes``) and a text, a line for each paragraph. Left
out are code, rows of small numbers that it prints, the numbers of walks, drawers of cards (each claim is found by
itself) and solutions.
"""
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from plain_formulas import of_tex, raised


@dataclass
class Element:
    """An element of a page."""

    tag: str
    id: str = ""
    classes: frozenset[str] = frozenset()
    children: list["Element | str"] = field(default_factory=list)

    def elements(self) -> list["Element"]:
        """Return the elements directly within."""
        return [child for child in self.children if isinstance(child, Element)]


CODE = re.compile(r'(?<=<div class="highlight-ipython3 notranslate"><div class="highlight"><pre>).*?(?=</pre>)'
                  r'|(?<=<div class="doctest highlight-default notranslate"><div class="highlight"><pre>).*?(?=</pre>)'
                  r'|<span class="sig-name descname">.*?(?=</dt>)', re.DOTALL)
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPEN_ENDED = {"p", "li", "td", "th", "tr"}  # may lack their end


class _Builder(HTMLParser):
    """Makes a tree of elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        element = Element(tag, values.get("id") or "", frozenset((values.get("class") or "").split()))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        depth = next((k for k in range(len(self.open) - 1, 0, -1) if self.open[k].tag == tag), 0)
        if depth and all(element.tag in OPEN_ENDED for element in self.open[depth + 1 :]):
            del self.open[depth:]

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def tree(html: str) -> Element:
    """Return HTML as a tree, without the coloured words of code: most of a page's elements, and no one reads them."""
    builder = _Builder()
    builder.feed(CODE.sub("", html))
    builder.close()
    return builder.open[0]


@dataclass
class Passage:
    """A part of a page that a search can lead to: its kind is page, section, statement or name."""

    kind: str
    anchor: str
    label: str = ""
    name: str = ""
    text: str = ""


HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LINES = HEADINGS | {"p", "div", "li", "pre", "tr", "table", "section", "summary", "details", "blockquote",
                    "figcaption", "ul", "ol", "dl", "br"}
UNREAD = {"script", "style", "svg", "button", "select", "template", "nav"}
UNREAD_CLASSES = {"headerlink", "sd-summary-state-marker", "eqno", "caption-number", "grade", "jupyter-widgets",
                  "cell_input", "drawer", "tag_exercise-stub", "map", "paper-contents", "finder",
                  "hypotheses", "mark", "numbers", "runs"}
READ_AFTER_ALL = {"proof"}
BASES = "Bases: "  # where a class says what it is made from
ROLES = {"paper", "number", "name"}  # of the parts of a statement's first line
FORMULA = re.compile(r"\\\((.*)\\\)|\\\[(.*)\\\]", re.DOTALL)
SMALL = re.compile(r"\d{1,3}|\d?\.\d+")


class Reader:
    """Cuts a page into passages, in its order."""

    def __init__(self, html: str) -> None:
        self.passages = [Passage("page", "")]
        self.fill(self.passages[0], tree(html).children)

    def fill(self, passage: Passage, content: list[Element | str]) -> None:
        """Read the text of a passage, or the rest of it."""
        text = "".join(self.text(child, passage) for child in content)
        lines = (" ".join(line.split()).removesuffix(" ·") for line in text.split("\n"))
        passage.text = "\n".join(filter(None, (passage.text, *lines)))

    def text(self, part: Element | str, passage: Passage, exact: bool = False) -> str:
        """Return the text of a part of the page, without the passages that begin in it; `exact` keeps its lines."""
        if isinstance(part, str):
            return "\n".join(filter(tells, part.split("\n"))) if exact else part.replace("\n", " ")
        if part.tag in UNREAD or (part.classes & UNREAD_CLASSES and not part.classes & READ_AFTER_ALL):
            return ""
        if "math" in part.classes:
            return self.formula(part)
        if part.tag == "section" and self.begins(part):
            return "\n"
        if part.tag == "dl" and "py" in part.classes:
            return self.entry(part)
        content = part.children
        if part.tag == "details" and "hide" in part.classes:
            content = [child for child in content if isinstance(child, str) or child.tag != "summary"]
        inner = "".join(self.text(child, passage, exact or part.tag == "pre") for child in content)
        if part.tag in ("sup", "sub"):
            return raised("^" if part.tag == "sup" else "_", " ".join(inner.split()))
        if part.tag in ("td", "th"):
            return f"{' '.join(inner.split())} · "
        if part.tag in ("dt", "dd"):  # on one line
            return f"\n{inner}: " if part.tag == "dt" else f"{' '.join(inner.split())}\n"
        return f"\n{inner}\n" if part.tag in LINES else inner

    def formula(self, part: Element) -> str:
        """Return a formula on one line; a displayed one has its own."""
        found = FORMULA.search(words(part))
        text = of_tex(found[1] or found[2]) if found else ""
        return text if part.tag == "span" else f"\n{text}\n"

    def begins(self, part: Element) -> bool:
        """Read the passage that a section of the page is, if it is one."""
        kind = "statement" if "statement" in part.classes else "section"
        head = next((child for child in part.elements() if (
            "statement-head" in child.classes if kind == "statement" else child.tag in HEADINGS)), None)
        if head is None:
            return False
        passage = Passage(kind, part.id, name=self.line(head))
        if kind == "statement":
            said = {role: self.line(child) for child in head.elements() for role in child.classes & ROLES}
            passage.label = " ".join(said[role] for role in ("paper", "number") if role in said)
            passage.name = said.get("name", "")
        if kind == "section" and not self.passages[0].name:
            passage, self.passages[0].name = self.passages[0], passage.name
        else:
            self.passages.append(passage)
        self.fill(passage, [child for child in part.children if child is not head])
        return True

    def line(self, part: Element) -> str:
        """Return the text of an element on one line."""
        return " ".join("".join(self.text(child, Passage("", "")) for child in part.children).split())

    def entry(self, part: Element) -> str:
        """Read the names that an entry of the reference is about, with what it says of them, and those within it."""
        inner = [inner for child in part.elements() if child.tag == "dd" for inner in child.elements()]
        lines = (self.line(child) for child in inner if child.tag == "p")
        told = next((line for line in lines if not line.startswith(BASES)), "")
        self.passages += [Passage("name", child.id, text=told) for child in part.elements() if child.id]
        for child in inner:
            if child.tag == "dl" and "py" in child.classes:
                self.entry(child)
        return ""


def tells(line: str) -> bool:
    """Whether a printed line is more than a row of small numbers."""
    found = line.split()
    return 2 * sum(bool(SMALL.fullmatch(word.strip("[](),:"))) for word in found) <= max(len(found), 8)


def words(part: Element) -> str:
    """Return all text of an element as it stands."""
    return "".join(child if isinstance(child, str) else words(child) for child in part.children)


def passages(html: str) -> list[Passage]:
    """Return the passages of a page; the first is the page itself."""
    return Reader(html).passages


def of_html(html: str) -> str:
    """Return a piece of HTML on one line.

    >>> of_html("at most 2<sup><i>d</i> + 1</sup> rows")
    'at most 2^(d + 1) rows'
    """
    return Reader("").line(tree(html))
