"""Statements as a reader of the paper knows them: the paper's own number, the statement, its verdict, its proof.

A directive `{prf:theorem} BBKN14, Theorem 3.6 (repaired): minimal classes` with a label makes a block whose head shows
the number, the name and the paper, and no count of the site. The role `{prf:ref}` leads to it by that number, with the
paper's key before it where the two pages belong to different papers (folders). The card that a cell of the page shows
for the claim becomes a part of the block, and so does the proof in the drawer that follows. Where the configuration
names a repository (`report_at`), each block ends with a link that opens an issue there, with its first lines written.
"""
import re
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from pathlib import PurePosixPath
from typing import Any, cast
from urllib.parse import urlencode

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator
from sphinx_exercise.nodes import exercise_enumerable_node, solution_node

from privlearn.checking.registry import Claim

KINDS = ("theorem", "lemma", "proposition", "corollary", "observation", "definition", "algorithm", "example", "remark")
TITLE = re.compile(r"(?:(?P<paper>[A-Z]+\d+), )?(?P<number>(?:[^:(]|\([\d.]+\))*?)"
                   r"(?: \((?P<aside>(?!\d)[^()]*)\))?(?:: (?P<name>.*))?")
ALGORITHM = re.compile(r"\$\\mathcal A_(\d)\$")  # in a link it is plain
CARD = re.compile(r'<div class="verdict" data-claim="([^"]+)">')
NAMED = re.compile(r'<a data-claim="([^"]+)">([^<]*)</a>')
DRAWERS = '<details class="drawer'
VERDICT = re.compile(r'<p class="verdict-line">(.*?)</p>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


class Statement(nodes.General, nodes.Element):
    """The block of a statement."""


NUMBER = '<span class="number">'


class Head(nodes.Part, nodes.TextElement):
    """Its first line."""


class StatementDirective(SphinxDirective):
    """One statement, under the title `KEY, Number (aside): name`; where no key begins it, it is ours."""

    required_arguments, final_argument_whitespace, has_content = 1, True, True
    option_spec = {"label": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the block."""
        kind, label, title = self.name.partition(":")[2], self.options["label"], self.arguments[0]
        found = TITLE.fullmatch(title)
        paper, number, name = (found["paper"], found["number"], found["name"]) if found else ("", "", "")
        if not paper:
            number, name = kind.capitalize(), title
        block = Statement(ids=[label], kind=kind)
        self.set_source_info(block)
        head = Head()
        for text, role in ((number, "number"), (found["aside"] if found and paper else "", "aside"), (name, "name")):
            if text:
                parsed, messages = self.parse_inline(text)
                head += nodes.inline("", "", *parsed, classes=[role])
                block += messages
        head += nodes.inline("", paper or "ours", classes=["paper"])
        block += head
        self.state.nested_parse(self.content, self.content_offset, block)
        domain = cast(StatementDomain, self.env.get_domain("prf"))
        domain.note(label, self.env.docname, kind, paper or "", ALGORITHM.sub(r"A\1", number))
        return [block]


class StatementDomain(Domain):
    """Where statements are, by their labels."""

    name, label, data_version = "prf", "Statements", 1
    roles = {"ref": XRefRole(warn_dangling=True, innernodeclass=nodes.inline)}
    directives = dict.fromkeys(KINDS, StatementDirective)
    initial_data = {"statements": {}}
    dangling_warnings = {"ref": "no statement has the label %(target)s"}

    def note(self, label: str, page: str, kind: str, paper: str, number: str) -> None:
        """Enter a statement."""
        self.data["statements"][label] = page, kind, paper, number

    def clear_doc(self, docname: str) -> None:
        """Forget a page's."""
        statements = self.data["statements"]
        for label in [label for label, found in statements.items() if found[0] == docname]:
            del statements[label]

    def merge_domaindata(self, docnames: list[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process has read."""
        self.data["statements"] |= {label: found for label, found in otherdata["statements"].items()
                                    if found[0] in docnames}

    def resolve_xref(self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
                     node: nodes.Element, contnode: nodes.Element) -> nodes.Element | None:
        """Return the link."""
        if target not in self.data["statements"]:
            return None
        page, _, paper, number = self.data["statements"][target]
        if not node["refexplicit"]:
            same = PurePosixPath(page).parent == PurePosixPath(fromdocname).parent
            contnode = nodes.inline("", number if same or not paper else f"{paper}, {number}")
        link = make_refnode(builder, fromdocname, page, target, contnode)
        link["classes"].append("statement-link")
        return link

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield what other builds may link to, and the search."""
        for label, (page, kind, paper, number) in self.data["statements"].items():
            yield label, f"{paper}, {number}", kind, page, label, 1


class Cards(SphinxPostTransform):
    """Moves every card into its statement, the proof after it, and makes links of the names of claims."""

    default_priority = 20  # once the outputs of cells are chosen
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        blocks = {block["ids"][0]: block for block in self.document.findall(Statement)}
        for raw in list(self.document.findall(nodes.raw)):
            text = raw.astext()
            card = CARD.match(text)
            text = NAMED.sub(lambda match: self.link(match[1], match[2]), text)
            raw.children = [nodes.Text(text)]
            if card:
                place = cell_of(raw) if len(raw.parent.children) == 1 else raw  # a cell that prints more stays
                if card[1] in blocks:
                    start = text.index(DRAWERS) if DRAWERS in text else len(text) - len("</div>")
                    blocks[card[1]] += [html(f"{text[:start]}</div>"), *proofs(blocks[card[1]]),
                                        html(f'<div class="drawers">{text[start:]}')]
                    announcement = place.parent[place.parent.index(place) - 1]
                    if announcement.astext().strip() == "Check it.":
                        place.parent.remove(announcement)
                    place.parent.remove(place)
                else:
                    place.parent.replace(place, html(text))
        if self.config.report_at:
            for block in blocks.values():
                block += html(self.report(block))

    def report(self, block: Statement) -> str:
        """Return the link that opens an issue about a statement."""
        id, head = block["ids"][0], next(block.findall(Head))
        name = " ".join(part.astext() for part in head.children if {"number", "name"} & {*part["classes"]})
        card = VERDICT.search("".join(raw.astext() for raw in block.findall(nodes.raw)))
        verdict = unescape(TAG.sub("", card[1])).strip() if card else "none"
        body = f"Page: {self.env.docname}.html#{id}\nVerdict: {verdict}\n\nWhat should be different, or is unclear? "
        address = f"{self.config.report_at}/issues/new?{urlencode({'title': f'{id}: {name}', 'body': body})}"
        return f'<p class="report"><a href="{escape(address)}">Report or discuss</a></p>'

    def link(self, id: str, shown: str) -> str:
        """Return a link to a claim: to its statement, else to its step in a proof, else to its page."""
        statements = self.env.get_domain("prf").data["statements"]
        anchors = cast(StandardDomain, self.env.get_domain("std")).anonlabels
        page, place = f"book/{claims()[id].page}", id
        if id in statements:
            page, _, paper, number = statements[id]
            if shown == id and number:
                same = PurePosixPath(page).parent == PurePosixPath(self.env.docname).parent
                shown = number if same or not paper else f"{paper}, {number}"
        elif id.lower() in anchors:
            page, place = anchors[id.lower()]
        elif claims()[id].step_of:
            return self.link(claims()[id].step_of, shown)
        else:
            place = ""
        address = self.app.builder.get_relative_uri(self.env.docname, page) + (f"#{place}" if place else "")
        return f'<a class="statement-link" href="{address}">{shown}</a>'


def html(text: str) -> nodes.raw:
    """Return a node of the page as it will be."""
    return nodes.raw("", text, format="html")


def cell_of(node: nodes.Node) -> nodes.Node:
    """Return the cell whose output a node is, or the node."""
    place = node
    while place is not None and "cell" not in getattr(place, "attributes", {}).get("classes", ()):
        place = place.parent
    return place or node


def proofs(block: Statement) -> list[nodes.Element]:
    """Take the drawers with the proof that follow a statement out of the page, up to the next statement."""
    found: list[nodes.Element] = []
    siblings = block.parent.children
    for node in siblings[siblings.index(block) + 1 :]:
        if isinstance(node, (Statement, nodes.section)):
            break
        if isinstance(node, nodes.Element) and node.get("design_component") == "dropdown":
            found += [node] if node.astext().startswith("Proof") else []
    for node in found:
        block.parent.remove(node)
    return found


@cache
def claims() -> dict[str, Claim]:
    """Return the registry."""
    from privlearn.checking import registry

    return registry.load()


class Solutions(SphinxPostTransform):
    """Makes drawers of solutions, and takes away the sections whose names would be on a page many times."""

    default_priority = 21
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        kinds = solution_node, exercise_enumerable_node
        for node in list(self.document.findall(lambda node: isinstance(node, kinds))):
            for section in list(node.findall(nodes.section)):
                section.parent.replace(section, section.children)
            if isinstance(node, solution_node):
                node.children = [child for child in node.children if not isinstance(child, nodes.title)]


def visit_solution(self: HTML5Translator, node: nodes.Element) -> None:
    """Open the drawer."""
    self.body.append(self.starttag(node, "details", "<summary>Solution</summary>", CLASS="drawer"))


def depart_solution(self: HTML5Translator, node: nodes.Element) -> None:
    """Close the drawer."""
    self.body.append("</details>\n")


def visit_block(self: HTML5Translator, node: nodes.Element) -> None:
    """Open the block."""
    self.body.append(self.starttag(node, "section", CLASS=f"statement {node['kind']}"))


def depart_block(self: HTML5Translator, node: nodes.Element) -> None:
    """Close the block."""
    self.body.append("</section>\n")


def visit_head(self: HTML5Translator, node: nodes.Element) -> None:
    """Open its first line."""
    self.body.append(self.starttag(node, "p", "", CLASS="statement-head"))


def depart_head(self: HTML5Translator, node: nodes.Element) -> None:
    """Close its first line; who listens goes from number to number as from heading to heading."""
    level, above = 1, node.parent
    while above is not None:
        level, above = level + isinstance(above, nodes.section), above.parent
    number = len(self.body) - 1 - self.body[::-1].index(NUMBER)
    self.body[number] = f'{NUMBER[:-1]} role="heading" aria-level="{level}">'
    self.body.append("</p>\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the domain and the blocks."""
    app.add_config_value("report_at", "", "html", str)
    app.add_domain(StatementDomain)
    app.add_node(Statement, html=(visit_block, depart_block))
    app.add_node(Head, html=(visit_head, depart_head))
    app.add_node(solution_node, override=True, html=(visit_solution, depart_solution))
    app.add_post_transform(Cards)
    app.add_post_transform(Solutions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
