"""The map of the book on its front page: a lane for each paper, a line for each page, a curve where one uses another.

A directive `{book-map}` makes it from the registry and the titles of the pages. It is a list of links, the same for a
desk, a phone and a listener; on a wide window the lanes stand side by side and the curves lie beneath them. A page
*uses* another if a statement of the one uses a statement of the other. A curve that two others imply, or that passes
over a lane, is drawn too, but shown only for the page that is pointed at (`_theme/static/map.js`).
"""
import html
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backstage import move_code
from docutils import nodes
from frame import LEADING, _below as below, sections
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from privlearn.checking.registry import Claim

LANES = ("points-and-intervals", "communication", "closure", "thresholds")  # each leans on those before it
ROW = 33  # pixels
LANE, DOT = 250, 25  # of a thousand for the whole width: a lane, and the dots in it
THEOREM = re.compile(r"Theorem ([0-9A-Z]+(?:\.[0-9]+)*)\b")


@dataclass(frozen=True)
class Place:
    """A page on the map."""

    page: str
    title: str
    address: str
    number: str = ""
    theorems: tuple[str, ...] = ()
    repaired: int = 0

    @property
    def name(self) -> str:
        """The short name: that of its address, which spells as the papers do, in the book's own spelling."""
        return self.page.rpartition("/")[2].replace("-", " ").replace("relabeling", "relabelling").capitalize()


@dataclass(frozen=True)
class Group:
    """A part of the book; the lane of a paper says who wrote it, and leads to the first page of its part."""

    name: str
    places: tuple[Place, ...]
    authors: str = ""
    opener: str = ""


@dataclass(frozen=True)
class Layout:
    """Where the pages of the lanes are, lane and line, and what joins them."""

    spots: dict[str, tuple[int, int]]

    def curve(self, user: str, used: str) -> str:
        """Return the curve between two pages: left of its dots within a lane, else over the gap between two lanes."""
        (lane, row), (other, line) = sorted((self.spots[user], self.spots[used]))
        x, y, below = lane * LANE, (row + 0.5) * ROW, (line + 0.5) * ROW
        if lane == other:
            bend = x + DOT - min(30, 8 + 2.1 * (line - row))
            return f"M{x + DOT} {y:.1f}C{bend:.0f} {y:.1f} {bend:.0f} {below:.1f} {x + DOT} {below:.1f}"
        start, end = x + LANE - 5, other * LANE + DOT
        return f"M{start} {y:.1f}C{start + DOT} {y:.1f} {end - DOT} {below:.1f} {end} {below:.1f}"

    def rests(self, user: str, used: str, uses: Mapping[str, set[str]]) -> bool:
        """Return whether a curve is always shown: no two others imply it, and it passes over no lane."""
        near = abs(self.spots[user][0] - self.spots[used][0]) < 2
        return near and not any(used in uses[between] for between in uses[user] if between not in (user, used))


class Map(nodes.General, nodes.Element):
    """The place of the map."""


class MapDirective(SphinxDirective):
    """The map, made when all pages are known."""

    def run(self) -> list[nodes.Node]:
        """Return its place."""
        self.env.metadata[self.env.docname]["book_map"] = "yes"
        return [Map()]


def uses_of(claims: Mapping[str, Claim]) -> defaultdict[str, set[str]]:
    """Return page -> pages whose statements its statements use."""
    uses: defaultdict[str, set[str]] = defaultdict(set)
    for entry in claims.values():
        uses[f"book/{entry.page}"] |= {f"book/{claims[id].page}" for id in entry.uses} - {f"book/{entry.page}"}
    return uses


def theorems_of(claims: Mapping[str, Claim],
                statements: Mapping[str, tuple[str, str, str, str]]) -> dict[str, tuple[str, ...]]:
    """Return page -> numbers of the paper's theorems that it states, parts of a theorem counted once.

    Those are the claims of kind theorem whose statements are headed by a number of the paper that the page follows.
    """
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for id, (page, _, paper, number) in statements.items():
        named = THEOREM.match(number or "")
        if named and claims[id].kind == "theorem" and LEADING.get(claims[id].page.partition("/")[0]) == paper:
            found[page][named.group(1)] = None
    return {page: tuple(sorted(numbers, key=_order)) for page, numbers in found.items()}


def _order(number: str) -> list[tuple[bool, int, str]]:
    return [(part.isalpha(), int(part) if part.isdigit() else 0, part) for part in number.split(".")]


def repaired_on(claims: Mapping[str, Claim]) -> defaultdict[str, int]:
    """Return page -> how many of its statements stand there in a repaired form."""
    found: defaultdict[str, int] = defaultdict(int)
    for entry in claims.values():
        found[f"book/{entry.page}"] += entry.repaired
    return found


def groups(env: Any, claims: Mapping[str, Claim], address: Callable[[str], str]) -> Iterator[tuple[str, Group]]:
    """Return the parts of the book in their order, each with its folder if it is a lane; `address` makes links."""
    numbers, repaired = sections(), repaired_on(claims)
    stating = {f"book/{entry.page}" for entry in claims.values()}
    theorems = theorems_of(claims, env.get_domain("prf").data["statements"])

    def place(page: str) -> Place:
        return Place(page, env.titles[page].astext(), address(page), numbers.get(page, "").lstrip("§"),
                     theorems.get(page, ()), repaired[page])

    for part in env.external_site_map.root.subtrees:
        top = [os.path.splitext(str(item))[0] for item in part.items]
        folder = next((page.split("/")[1] for page in top if page.count("/") > 1 and page.split("/")[1] in LEADING), "")
        pages = [page for page in (below(env.external_site_map, part) if folder else top) if page in env.titles]
        opener = pages.pop(0) if folder and pages[0] not in stating else ""
        wrote = authors(env, LEADING[folder]) if folder else ""
        yield folder, Group(part.caption or "", tuple(map(place, pages)), wrote, address(opener) if opener else "")


def authors(env: Any, paper: str) -> str:
    """Return who wrote a paper, and when."""
    entry = env.get_domain("cite").bibdata.data.entries[paper]
    names = [" ".join(person.last_names) for person in entry.persons["author"]]
    return f"{', '.join(names)}, {entry.fields['year']}"


def render(found: list[tuple[str, Group]], uses: Mapping[str, set[str]], script: str) -> str:
    """Return the map as HTML.

    Parameters
    ----------
    found : list of (folder, Group)
        In the order of the book.
    uses : mapping page -> set of pages
    script : str
        Address of the script.
    """
    lanes = [group for folder in LANES for name, group in found if name == folder]
    first = next((k for k, (folder, _) in enumerate(found) if folder in LANES), len(found))
    order = [place.page for _, group in found for place in group.places]
    ids = {page: k for k, page in enumerate(order)}
    told = {page: sorted(ids[other] for other in uses[page] if other in ids) for page in order if page in uses}
    before = "".join(_row(group, ids, told) for folder, group in found[:first] if folder not in LANES)
    after = "".join(_row(group, ids, told) for folder, group in found[first:] if folder not in LANES)
    return (f'<div class="map">{before}{_lanes(lanes, uses, ids, told)}'
            f'<p class="map-told" role="status"></p>{after}</div>'
            f'<script defer src="{html.escape(script)}"></script>')


def _lanes(lanes: list[Group], uses: Mapping[str, set[str]], ids: Mapping[str, int],
           told: Mapping[str, list[int]]) -> str:
    """Return the lanes with the curves beneath them."""
    layout = Layout({place.page: (k, row) for k, group in enumerate(lanes) for row, place in enumerate(group.places)})
    height = ROW * max((len(group.places) for group in lanes), default=0)
    curves = "".join(
        f'<path data-user="{ids[user]}" data-used="{ids[used]}"{" class=rests" * layout.rests(user, used, uses)} '
        f'd="{layout.curve(user, used)}"/>'
        for user in layout.spots for used in sorted(uses[user] & layout.spots.keys(), key=ids.__getitem__))
    items = "".join(_lane(group, ids, told) for group in lanes)
    return (f'<div class="map-lanes" style="--row: {ROW}px; --dot: {100 * DOT / LANE:.4g}%">'
            f'<svg aria-hidden="true" focusable="false" viewBox="0 0 1000 {height}" preserveAspectRatio="none" '
            f'style="height: {height}px">{curves}</svg>{items}</div>')


def _lane(group: Group, ids: Mapping[str, int], told: Mapping[str, list[int]]) -> str:
    name, count = html.escape(group.name), len(group.places)
    heading = f'<a href="{html.escape(group.opener)}">{name}</a>' if group.opener else name
    items = "".join(f"<li>{_link(place, ids, told)}</li>" for place in group.places)
    return (f'<section class="lane"><h3>{heading}</h3><p>{html.escape(group.authors)}</p>'
            f'<details open><summary aria-label="{name}: {count} pages">{count} pages</summary>'
            f"<ul>{items}</ul></details></section>")


def _link(place: Place, ids: Mapping[str, int], told: Mapping[str, list[int]]) -> str:
    """Return the line of a page: section, name, title, theorems, repaired statements."""
    marks = ""
    if place.theorems:
        marks += f'<span class="thm">Thm {", ".join(place.theorems)}</span> '
    if place.repaired:
        label = f"{place.repaired} repaired statement{'s' * (place.repaired > 1)}"
        marks += f'<span class="mended" role="img" aria-label="{label}">◇{place.repaired}</span>'
    main = " main" * bool(place.theorems)
    return (f'<a class="node{main}" {_data(place, ids, told)}><span class="section">{place.number}</span> '
            f'<span class="name">{html.escape(place.name)}</span> '
            f'<span class="title">{html.escape(place.title)}</span> '
            f'<span class="marks">{marks.strip()}</span></a>')


def _data(place: Place, ids: Mapping[str, int], told: Mapping[str, list[int]]) -> str:
    """Return where a link leads, its page's number and, if the page states anything, the numbers of those it uses."""
    uses = f' data-uses="{" ".join(map(str, told[place.page]))}"' if place.page in told else ""
    return f'href="{html.escape(place.address)}" data-page="{ids[place.page]}"{uses}'


def _row(group: Group, ids: Mapping[str, int], told: Mapping[str, list[int]]) -> str:
    """Return a part of the book that follows no paper: its pages in a line, by their titles."""
    items = "".join(f"<li><a {_data(place, ids, told)}>{html.escape(place.title)}</a></li>" for place in group.places)
    return f'<div class="map-row"><h3>{html.escape(group.name)}</h3><ul>{items}</ul></div>'


class Drawn(SphinxPostTransform):
    """Puts the map into its place, and the code of its page behind it."""

    default_priority = 19  # once the outputs of cells are chosen, before their code is folded
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page; its first section is the landing page, which shows no code."""
        places = list(self.document.findall(Map))
        if places:
            found = list(groups(self.env, claims(), self.address))
            page = next(self.document.findall(nodes.section))
            page["classes"].append("landing")
            script = "../" * self.env.docname.count("/") + "_static/map.js"
            places[0].replace_self(nodes.raw("", render(found, uses_of(claims()), script), format="html"))
            move_code(self.document)

    def address(self, page: str) -> str:
        """Return where a page is, as seen from here."""
        return self.app.builder.get_relative_uri(self.env.docname, page)


def claims() -> dict[str, Claim]:
    """Return the registry."""
    from privlearn.checking import registry

    return registry.load()


def _outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the page of the map again whenever anything is written: titles and uses of all pages stand on it."""
    return [page for page, found in env.metadata.items() if "book_map" in found]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_node(Map)
    app.add_directive("book-map", MapDirective)
    app.add_post_transform(Drawn)
    app.connect("env-updated", _outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
