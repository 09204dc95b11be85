"""The first page of a part: the contents of its paper, made from the registry, and how long its pages take to read.

A directive `{paper-contents} BBKN14` lists every statement of a paper by sections, in the paper's order, with the page
where it stands and its state in the run that built the site; steps of proofs are folded below their statement. A role
`` {reading-time}`points-and-intervals` `` says how long the pages of a folder take, or one page, by their words: open
prose, without code, cards, proofs in drawers and exercises; `` {full-citation}`BBKN14` `` is the paper's entry of the
bibliography.

Numbered statements stand in the order of their numbers; one without a number stands where the registry has it.
"""
import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Any, cast

from claim_data import number_of, place_of, verdicts
from docutils import nodes
from docutils.parsers.rst import directives
from pybtex.backends.html import Backend
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.roles import SphinxRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx_exercise.nodes import exercise_enumerable_node, solution_node
from sphinxcontrib.bibtex.domain import BibtexDomain

from privlearn.checking import registry, runner
from privlearn.checking.registry import Claim
from privlearn.checking.words import COUNTED
from privlearn.shown import cards
from privlearn.shown.notation import typeset

WORDS_A_MINUTE = 150
SECTION = re.compile(r"(?:Appendix )?(?P<number>[A-Z](?![a-z])|\d+(?:\.\d+)*)(?: (?P<name>(?:\([^)]*\)|[^,;(])*))?")
TAG, LOWERED = re.compile(r"<[^>]*>"), re.compile(r"_(\w)\b")
NUMBER = re.compile(r"\w+-(\d+(?:\.\d+)?)(?=\.|$)")
UNREAD = (nodes.literal_block, nodes.raw, nodes.comment, nodes.image, exercise_enumerable_node, solution_node)


class Contents(nodes.General, nodes.Element):
    """The place of a paper's contents."""


class ReadingTime(nodes.Inline, nodes.TextElement):
    """The place of a time."""


class ContentsDirective(SphinxDirective):
    """The contents of a paper: its sections, each to be filled when all pages are known; with `folded` one drawer."""

    required_arguments, option_spec = 1, {"folded": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return their places."""
        paper = self.arguments[0]
        self.env.metadata[self.env.docname]["paper_contents"] = "yes"
        if "folded" in self.options:
            return [Contents(paper=paper, section=None)]
        return [nodes.raw("", f'<p class="about">{tally(paper)}</p>', format="html"), *self.sections(paper)]

    def sections(self, paper: str) -> Iterator[nodes.section]:
        """Yield the sections of the page."""
        for key, entries in sections_of(paper).items():
            name = name_of_section(key, entries)
            section = nodes.section(ids=[nodes.make_id(f"{paper} {name}".replace(".", "-"))], names=[name])
            section += title(name)
            section += Contents(paper=paper, section=key)
            yield section


class FullCitation(nodes.Inline, nodes.TextElement):
    """The place of an entry of the bibliography."""


class FullCitationRole(SphinxRole):
    """An entry of the bibliography, in full."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return its place."""
        return [FullCitation(key=self.text)], []


class ReadingTimeRole(SphinxRole):
    """How long a page of the book takes to read, or all pages of a folder."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return its place."""
        return [ReadingTime(target=self.text)], []


def words_in(node: nodes.Node) -> int:
    """Return how many words of open prose a part of a page has."""
    if isinstance(node, nodes.Text):
        return len(node.split())
    closed = node.get("design_component") == "dropdown" or "cell" in node["classes"]
    return 0 if closed or isinstance(node, UNREAD) else sum(map(words_in, node.children))


def duration(words: int) -> str:
    """Return the time for a number of words: minutes, and from one hour and a quarter on half hours.

    >>> duration(301), duration(150 * 75), duration(150 * 165)
    ('3 minutes', '1½ hours', '3 hours')
    """
    minutes = ceil(words / WORDS_A_MINUTE)
    if minutes < 75:
        return f"{minutes} minute{'s' * (minutes != 1)}"
    hours, half = divmod((minutes + 15) // 30, 2)
    return f"{hours}{'½' * half} hours"


def section_of(entry: Claim) -> tuple[int, ...]:
    """Return the key by which the sections of a paper are sorted: what is ours, no number, numbers, appendices."""
    number = SECTION.match(entry.section)
    if number is None:
        return (0,)
    return tuple(int(part) if part.isdigit() else ord(part) + 1000 for part in number["number"].split(".")) \
        if number["number"] != "0" else (-1,)


def name_of_section(key: tuple[int, ...], entries: Iterable[Claim]) -> str:
    """Return what a section is called, its own name being the one that most of its entries give it."""
    names = Counter(entry.section for entry in entries)
    name = names.most_common(1)[0][0]
    if key == (0,):
        return name
    found = SECTION.match(name)
    assert found is not None, "a section whose key has numbers has a number"
    if key == (-1,):
        return f"{found['name'].partition(' (')[0]} (ours)"
    mark = "Appendix " if found["number"].isalpha() else "§"
    return f"{mark}{found['number']} {found['name'] or ''}".strip()


def in_order(entries: list[Claim]) -> list[Claim]:
    """Return the statements of one section in the paper's order."""
    own, placed = {entry.id for entry in entries}, []
    latest: tuple[int, ...] = ()
    for place, entry in enumerate(entries):
        found, number = NUMBER.match(entry.id), None
        section = SECTION.match(entry.section)
        if found and (entry.id == found[0] or found[0] in own and (section is None or found[1] != section["number"])):
            number = tuple(map(int, found[1].split(".")))
            latest = max(latest, number)
        placed.append((number or latest, place, entry))
    return [entry for *_, entry in sorted(placed, key=lambda row: row[:2])]


def state(entry: Claim, report: dict[str, Any] | None) -> str:
    """Return the verdict on a statement, with the grade of what was computed, and whether it had to be repaired."""
    repaired = '<span class="repaired">repaired</span> ' * entry.repaired
    if report is None:
        return f"{repaired}not run"
    grade = f' <span class="grade">{cards.weakest(report["checks"])}</span>' if report["checked"] else ""
    return f'{repaired}<span aria-hidden="true">{cards.sign(report)}</span> {runner.word(report)}{grade}'


def title(name: str) -> nodes.title:
    """Return the heading of a section; what is lowered in it is a letter."""
    shown = nodes.title()
    for place, piece in enumerate(LOWERED.split(name)):
        text = html.unescape(TAG.sub("", typeset(piece)))
        shown += nodes.subscript("", text) if place % 2 else nodes.Text(text)
    return shown


def statements_of(paper: str) -> list[Claim]:
    """Return the claims of a paper, steps of proofs among them."""
    found = [entry for entry in registry.load().values() if entry.paper == paper]
    if not found:
        raise ValueError(f"paper-contents must name a paper of the registry, got {paper!r}")
    return found


def sections_of(paper: str) -> dict[tuple[int, ...], list[Claim]]:
    """Return the sections of a paper in their order, each with its statements."""
    found: dict[tuple[int, ...], list[Claim]] = {}
    for entry in statements_of(paper):
        if not entry.step_of:
            found.setdefault(section_of(entry), []).append(entry)
    return {key: in_order(found[key]) for key in sorted(found)}


def tally(paper: str) -> str:
    """Return how much there is of a paper."""
    entries = statements_of(paper)
    counts = {"statements": sum(not entry.step_of for entry in entries),
              "steps of their proofs": sum(bool(entry.step_of) for entry in entries),
              "repaired": sum(entry.repaired for entry in entries),
              "quoted, open or assumed": sum(entry.status not in COUNTED for entry in entries)}
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number)


class Paper:
    """A paper's statements with their places and reports, to be written as HTML; `address` makes links to pages."""

    def __init__(self, key: str, env: BuildEnvironment, reports: Mapping[str, dict[str, Any]],
                 address: Callable[[str], str]) -> None:
        self.key, self.claims, self.reports, self.address, self.titles = (
            key, registry.load(), reports, address, env.titles)
        self.domains = {name: env.get_domain(name) for name in ("prf", "std")}

    def folded(self) -> str:
        """Return the contents as one drawer."""
        sections = "".join(f"<h3>{typeset(name_of_section(key, entries))}</h3>{self.section(key)}"
                           for key, entries in sections_of(self.key).items())
        about = f'{self.key} <span class="about">{tally(self.key)}</span>'
        return f'<details class="drawer paper-contents"><summary>{about}</summary><div>{sections}</div></details>'

    def section(self, key: tuple[int, ...]) -> str:
        """Return the statements of a section, below the pages on which they stand."""
        parts = []
        for page, listed in groupby(sections_of(self.key)[key], key=lambda entry: f"book/{entry.page}"):
            title = html.escape(self.titles[page].astext())
            parts.append(f'<p class="on">on <a href="{self.address(page)}">{title}</a></p>'
                         f'<ul>{"".join(map(self.statement, listed))}</ul>')
        return f'<div class="paper-contents">{"".join(parts)}</div>'

    def statement(self, entry: Claim) -> str:
        """Return a statement, with the steps of its proof folded below it."""
        statements = self.domains["prf"].data["statements"]
        number = html.escape(number_of(entry, self.claims, statements))
        if entry.id in statements and not statements[entry.id][2]:
            number += ' <span class="paper">ours</span>'
        steps = [step for step in self.claims.values() if step.step_of == entry.id]
        folded = ""
        if steps:
            listed = "".join(
                f'<li><div class="entry">{self.link(step, typeset(step.title))}{self.state(step)}</div></li>'
                for step in steps)
            folded = (f'<details><summary>{len(steps)} step{"s" * (len(steps) > 1)} of its proof</summary>'
                      f"<ul>{listed}</ul></details>")
        return (f'<li><div class="entry">{self.link(entry, number)}<span class="title">{typeset(entry.title)}</span>'
                f"{self.state(entry)}</div>{folded}</li>")

    def state(self, entry: Claim) -> str:
        """Return the state of a statement in its place."""
        return f'<span class="state">{state(entry, self.reports.get(entry.id))}</span>'

    def link(self, entry: Claim, shown: str) -> str:
        """Return a link to where a statement stands."""
        page, anchor = place_of(entry, self.claims, self.domains)
        place = self.address(page) + (f"#{anchor}" if anchor else "")
        return f'<a class="statement-link" href="{place}">{shown}</a>'


class Openers(SphinxPostTransform):
    """Puts contents and times in their places."""

    default_priority = 18
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        for node in list(self.document.findall(ReadingTime)):
            node.parent.replace(node, nodes.Text(self.time(node["target"])))
        for node in list(self.document.findall(FullCitation)):
            node.parent.replace(node, nodes.raw("", self.citation(node["key"]), format="html"))
        places = list(self.document.findall(Contents))
        reports = verdicts(Path(self.app.outdir).parent / "verify.json", registry.load()) if places else {}
        for node in places:
            paper = Paper(node["paper"], self.env, reports, self.address)
            text = paper.section(node["section"]) if node["section"] else paper.folded()
            node.parent.replace(node, nodes.raw("", text, format="html"))

    def address(self, page: str) -> str:
        """Return the address of a page, as seen from this one."""
        return self.app.builder.get_relative_uri(self.env.docname, page)

    def citation(self, key: str) -> str:
        """Return an entry of the bibliography as it stands there."""
        cited = next(cited for cited in cast(BibtexDomain, self.env.get_domain("cite")).citations if cited.key == key)
        return cited.formatted_entry.text.render(Backend())

    def time(self, target: str) -> str:
        """Return how long a page or a folder takes."""
        counts = known(self.env)
        chosen = [words for page, words in counts.items() if f"{page}/".startswith(f"book/{target}/")]
        if not chosen:
            raise ValueError(f"reading-time must name a page or a folder of the book, got {target!r}")
        return duration(sum(chosen))


def count(app: Sphinx, doctree: nodes.document) -> None:
    """Note how many words a page has that was read."""
    known(app.env)[app.env.docname] = words_in(doctree)


def known(env: Any) -> dict[str, int]:
    """Return page -> its words."""
    if not hasattr(env, "words_on_pages"):
        env.words_on_pages = {}
    return env.words_on_pages


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a page's words."""
    known(env).pop(docname, None)


def merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    """Take over what another process has counted."""
    known(env).update({page: words for page, words in known(other).items() if page in docnames})


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Return the openers: what they show depends on all pages and on the registry, so they are always read again."""
    return [page for page, about in env.metadata.items() if "paper_contents" in about]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive, the role and what they need."""
    app.add_node(Contents)
    app.add_node(FullCitation)
    app.add_node(ReadingTime)
    app.add_directive("paper-contents", ContentsDirective)
    app.add_role("full-citation", FullCitationRole())
    app.add_role("reading-time", ReadingTimeRole())
    app.add_post_transform(Openers)
    app.connect("doctree-read", count)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-get-outdated", outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
