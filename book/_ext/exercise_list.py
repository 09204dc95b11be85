"""What is there for teaching: directives `{exercise-list}`, `{syllabus}` and `{slide-sets}`; numbers of exercises.

An exercise is named by its label: `exercise-smallest-rows` is "smallest rows", and what repeats the page's own name at
the beginning of a label is left out. What it asks, its level and its minutes stand at its judge
(`privlearn.exercises.asked`); it belongs to the statement above it. A syllabus is a list of sessions in YAML, each with
its `name`, `pages`, `exercises` (labels without "exercise-") and what students are `able` to do afterwards. Each part
that states something has a set of slides (`tools.slides`).
"""
import html
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import count
from math import ceil
from pathlib import Path
from typing import Any

import yaml
from claim_data import STATED, Stated, number_of
from docutils import nodes
from frame import Part, _parts as parts_of
from paper_contents import WORDS_A_MINUTE, duration, known
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import privlearn
from privlearn.checking import registry
from privlearn.coursework import of_book
from privlearn.coursework.course import name_of
from privlearn.exercises.asked import LEVELS, Asked

SESSION = {"name", "pages", "exercises", "able"}


@dataclass(frozen=True)
class Listed:
    """An exercise in the list: its label and page, what is said of it, the statement above it, whether it has seeds."""

    label: str
    page: str
    asked: Asked
    statement: str
    seeded: bool


class Lists(nodes.General, nodes.Element):
    """The place of a list or of a syllabus."""


class ListDirective(SphinxDirective):
    """The list, made when all pages are known."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return its place; with content, the sessions of a syllabus are in it."""
        self.env.metadata[self.env.docname]["exercise_list"] = "yes"
        sessions = yaml.safe_load("\n".join(self.content)) if self.content else None
        for session in sessions or ():
            if set(session) != SESSION:
                raise self.error(f"a session has {', '.join(sorted(SESSION))}, got {', '.join(session)}")
        return [Lists(sessions=sessions, shows=self.name)]


@cache
def known_exercises(book: Path = Path(privlearn.__file__).parents[2] / "book") -> dict[str, Listed]:
    """Return label -> exercise, in the order in which they stand on their pages."""
    found: dict[str, Listed] = {}
    claims = registry.load()
    for exercise in of_book(book):
        module, _, judge = exercise.judge.partition(":")
        text = (book / f"{exercise.page}.md").read_text(encoding="utf-8")
        before = text[:text.index(f":label: {exercise.label}\n")]
        above = [stated["label"] for stated in STATED.finditer(before) if stated["label"] in claims]
        asked = getattr(import_module(module), judge).asked
        found[exercise.label] = Listed(exercise.label, f"book/{exercise.page}", asked, above[-1] if above else "",
                                       exercise.seed is not None)
    return found


def by_page(registered: Mapping[str, Mapping[str, Any]]) -> defaultdict[str, list[str]]:
    """Return page -> labels of its exercises, in the order in which they stand there."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for label, entry in registered.items():
        if entry["type"].startswith("exercise"):
            found[entry["docname"]].append(label)
    return found


def counted(number: int, name: str) -> str:
    """Return a number of things in words."""
    return f"{number} {name}{'s' * (number != 1)}"


def slug(name: str) -> str:
    """Return what the file of a part is called."""
    return name.lower().replace(" ", "-")


def hours(minutes: int) -> str:
    """Return a time as it is said: minutes, and from one hour and a quarter on half hours."""
    return duration(minutes * WORDS_A_MINUTE)


class Book:
    """The exercises and pages as HTML; `address` makes links to pages, `minutes` says how long one takes to read."""

    def __init__(self, exercises: Mapping[str, Listed], numbers: Mapping[str, int], statements: Mapping[str, Stated],
                 minutes: Callable[[str], int], address: Callable[[str], str]) -> None:
        self.exercises, self.numbers, self.minutes, self.address = exercises, numbers, minutes, address
        self.claims, self.statements = registry.load(), statements

    def listed(self, parts: list[Part]) -> str:
        """Return the list, a drawer for each part that has exercises."""
        drawers = []
        for part in parts:
            found = {page["name"]: [one for one in self.exercises.values() if one.page == page["name"]]
                     for page in part["pages"]}
            rows = [one for entries in found.values() for one in entries]
            if rows:
                about = f"{counted(len(rows), 'exercise')}, {hours(sum(one.asked.minutes for one in rows))}"
                body = "".join(self._page(page, found[page["name"]]) for page in part["pages"] if found[page["name"]])
                drawers.append(f'<details class="drawer"><summary><strong>{html.escape(part["name"])}</strong> '
                               f'<span class="about">{about}</span></summary><div><table class="exercise-list"><thead>'
                               '<tr><th>Exercise</th><th>What is asked</th><th>Level</th><th>Minutes</th></tr></thead>'
                               f"{body}</table></div></details>")
        return self.tally() + "".join(drawers)

    def tally(self) -> str:
        """Return how many exercises there are, how long they take, and how many of each level."""
        asked = [one.asked for one in self.exercises.values()]
        levels = ", ".join(f"{sum(one.level == level for one in asked)} of level {level} ({name})"
                           for level, name in LEVELS.items())
        seeded = sum(one.seeded for one in self.exercises.values())
        time = hours(sum(one.minutes for one in asked))
        return (f'<p class="about">{counted(len(asked), "exercise")}, about {time}: {levels}; '
                f"{seeded} take a seed.</p>")

    def _page(self, page: Mapping[str, Any], entries: list[Listed]) -> str:
        number = f'<span class="section">{page["number"]}</span> ' if page["number"] else ""
        head = f'<a class="page" href="{self.address(page["name"])}">{html.escape(page["title"])}</a>'
        return (f'<tbody><tr><th colspan="4" scope="colgroup">{number}{head}</th></tr>'
                f'{"".join(map(self._row, entries))}</tbody>')

    def _row(self, one: Listed) -> str:
        more = [f'<span class="about">on {self._statement(one)}</span>'] if one.statement in self.statements else []
        notes = ["own instance by seed"] * one.seeded
        if one.asked.library:
            notes.append(f"the library has <code>{one.asked.library}</code>")
        note = f' <span class="about">({"; ".join(notes)})</span>' if notes else ""
        return (f'<tr><td>{" ".join([self.link(one), *more])}</td><td>{html.escape(one.asked.sentence)}{note}</td>'
                f'<td data-of="Level"><span title="{LEVELS[one.asked.level]}">{one.asked.level}</span></td>'
                f'<td data-of="Minutes">{one.asked.minutes}</td></tr>')

    def _statement(self, one: Listed) -> str:
        number = html.escape(number_of(self.claims[one.statement], self.claims, self.statements))
        page = self.statements[one.statement][0]
        return f'<a href="{self.address(page)}#{html.escape(one.statement)}">{number}</a>'

    def link(self, one: Listed) -> str:
        """Return the link to an exercise, by its number and name."""
        place = f"{self.address(one.page)}#{html.escape(one.label)}"
        return f'<a href="{place}">{self.numbers[one.label]} {html.escape(name_of(one.label, one.page))}</a>'

    def syllabus(self, sessions: list[dict[str, Any]], titles: Mapping[str, nodes.title]) -> str:
        """Return the sessions of a syllabus, with the minutes of their pages and exercises, and of all together."""
        rows, total = [], [0, 0]
        for session in sessions:
            pages = [f"book/{name}" for name in session["pages"]]
            chosen = [f"exercise-{name}" for name in session["exercises"]]
            unknown = [name for name in pages if name not in titles] + [x for x in chosen if x not in self.exercises]
            if unknown:
                raise ValueError(f"syllabus names {', '.join(unknown)}, which is no page or exercise of the book")
            entries = [self.exercises[label] for label in chosen]
            times = sum(map(self.minutes, pages)), sum(one.asked.minutes for one in entries)
            total = [sum(pair) for pair in zip(total, times, strict=True)]
            read = ", ".join(f'<a href="{self.address(page)}">{html.escape(titles[page].astext())}</a>'
                             for page in pages)
            rows.append(f'<li><h3>{html.escape(session["name"])} <span class="about">{self._times(*times)}</span></h3>'
                        f"<p>Read {read}.</p><p>Exercises: {', '.join(map(self.link, entries))}.</p>"
                        f'<p>Afterwards students can {html.escape(session["able"])}</p></li>')
        return f'<ol class="syllabus">{"".join(rows)}</ol><p class="about">In all {self._times(*total)}.</p>'

    def slide_sets(self, parts: list[Part]) -> str:
        """Return links to the slides of all parts that state something."""
        pages = {stated[0] for stated in self.statements.values()}
        sets = [part["name"] for part in parts if pages & {page["name"] for page in part["pages"]}]
        links = (f'<li><a href="{self.address(f"slides/{slug(name)}")}">{html.escape(name)}</a></li>' for name in sets)
        return f'<ul>{"".join(links)}</ul>'

    @staticmethod
    def _times(reading: int, solving: int) -> str:
        return f"{hours(reading)} to read, {hours(solving)} of exercises"


class Placed(SphinxPostTransform):
    """Puts lists and syllabi into their places."""

    default_priority = 19
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Change the page."""
        for place in list(self.document.findall(Lists)):
            statements = self.env.get_domain("prf").data["statements"]
            book = Book(known_exercises(), numbers_in(self.env), statements, self.minutes, self.address)
            if place["shows"] == "syllabus":
                text = book.syllabus(place["sessions"], self.env.titles)
            else:
                show = {"exercise-list": book.listed, "slide-sets": book.slide_sets}[place["shows"]]
                text = show(parts_of(self.app))
            place.replace_self(nodes.raw("", text, format="html"))

    def minutes(self, page: str) -> int:
        """Return how long a page takes to read."""
        return ceil(known(self.env).get(page, 0) / WORDS_A_MINUTE)

    def address(self, page: str) -> str:
        """Return where a page is, as seen from here."""
        return self.app.builder.get_relative_uri(self.env.docname, page)


def numbers_in(env: BuildEnvironment) -> dict[str, int]:
    """Return label -> number of every exercise."""
    return {label: number for page in env.toc_fignumbers.values() for label, (number,) in page["exercise"].items()}


def _outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the pages with lists again whenever anything is written."""
    return [page for page, found in env.metadata.items() if "exercise_list" in found]


def _pages_below(env: BuildEnvironment, page: str) -> Iterator[str]:
    """Yield a page and those below it, in the order of the contents."""
    yield page
    for below in env.toctree_includes.get(page, ()):
        yield from _pages_below(env, below)


def _number(collector: TocTreeCollector, env: BuildEnvironment) -> list[str]:
    """Number the exercises through the book; return the pages on which a number has changed.

    Nothing else in the book bears a number. Sphinx, which cannot know that, would load every page again to look for
    whatever might: a seventh of the time in which a site is built.
    """
    before, exercises, numbers = env.toc_fignumbers, by_page(getattr(env, "sphinx_exercise_registry", {})), count(1)
    env.toc_fignumbers = {page: {"exercise": {label: (next(numbers),) for label in exercises[page]}}
                          for page in _pages_below(env, env.config.root_doc) if page in exercises}
    return [page for page, found in env.toc_fignumbers.items() if found != before.get(page)]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, and number what they list."""
    TocTreeCollector.assign_figure_numbers = _number  # type: ignore[assignment, method-assign]
    app.add_node(Lists)
    app.add_directive("exercise-list", ListDirective)
    app.add_directive("syllabus", ListDirective)
    app.add_directive("slide-sets", ListDirective)
    app.add_post_transform(Placed)
    app.connect("env-updated", _outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
