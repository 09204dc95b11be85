"""All exercises of the book, by part and page: a directive `{exercise-list}`; and their numbers.

What an exercise is called, and in which week of a course a page is read, is said by the library
(`privlearn.coursework.course`).
"""
import html
import json
from collections import defaultdict
from itertools import count, groupby
from pathlib import Path

from docutils import nodes
from frame import _parts as parts_of
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from privlearn.coursework.course import minutes_to_read, name_of, weeks


class ExerciseList(nodes.General, nodes.Element):
    """The place of the list."""


class ListDirective(SphinxDirective):
    """The list, made when all pages are known."""

    def run(self):
        """Return its place."""
        self.env.metadata[self.env.docname]["exercise_list"] = "yes"
        return [ExerciseList()]


def by_page(registered):
    """Return page -> labels of its exercises, in the order in which they stand there."""
    found = defaultdict(list)
    for label, entry in registered.items():
        if entry["type"].startswith("exercise"):
            found[entry["docname"]].append(label)
    return found


def counted(number, name):
    """Return a number of things in words."""
    return f"{number} {name}{'s' * (number != 1)}"


def render(parts, exercises, minutes, address):
    """Return the list as HTML, a drawer for each part that has exercises; `minutes` says how long a page takes."""
    drawers = []
    for part in parts:
        pages = [page for page in part["pages"] if exercises.get(page["name"])]
        count = sum(len(exercises[page["name"]]) for page in pages)
        if pages:
            read = [page for page in part["pages"] if not page.get("opener")]
            numbered = zip(weeks([minutes(page["name"]) for page in read]), read, strict=True)
            items = "".join(_week(week, [page for _, page in found], exercises, minutes, address)
                            for week, found in groupby(numbered, key=lambda pair: pair[0]))
            about = f'{counted(count, "exercise")} on {counted(len(pages), "page")}'
            drawers.append(f'<details class="drawer"><summary><strong>{html.escape(part["name"])}</strong> '
                           f'<span class="about">{about}</span></summary>'
                           f'<div class="exercise-list">{items}</div></details>')
    return "".join(drawers)


def _week(week, pages, exercises, minutes, address):
    count = sum(len(exercises.get(page["name"], ())) for page in pages)
    time = counted(sum(minutes(page["name"]) for page in pages), "minute")
    items = "".join(_page(page, exercises.get(page["name"], ()), address(page["name"])) for page in pages)
    return (f'<h3>Week {week} <span class="about">{time} to read, {counted(count, "exercise")}</span></h3>'
            f"<ul>{items}</ul>")


def _page(page, labels, address):
    links = ", ".join(f'<a href="{html.escape(address)}#{html.escape(label)}">{html.escape(name)}</a>'
                      for label in labels for name in [name_of(label, page["name"])])
    number = f'<span class="section">{page["number"]}</span> ' if page["number"] else ""
    title = f'<a class="page" href="{html.escape(address)}">{html.escape(page["title"])}</a>'
    return f'<li>{number}{title}{": " * bool(links)}{links}</li>'


class Listed(SphinxPostTransform):
    """Puts the list into its place."""

    default_priority = 19
    formats = ("html",)

    def run(self, **kwargs):
        """Change the page."""
        for place in list(self.document.findall(ExerciseList)):
            exercises = by_page(getattr(self.env, "sphinx_exercise_registry", {}))
            text = render(parts_of(self.app), exercises, self.minutes, self.address)
            place.replace_self(nodes.raw("", text, format="html"))

    def minutes(self, page):
        """Return how long a page takes to read."""
        text = Path(self.env.doc2path(page)).read_text(encoding="utf-8")
        if text.startswith("{"):  # an executed page
            text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"]
                               if cell["cell_type"] == "markdown")
        return minutes_to_read(text)

    def address(self, page):
        """Return where a page is, as seen from here."""
        return self.app.builder.get_relative_uri(self.env.docname, page)


def _outdated(app, env):
    """Write the page of the list again whenever anything is written."""
    return [page for page, found in env.metadata.items() if "exercise_list" in found]


def _pages_below(env, page):
    """Yield a page and those below it, in the order of the contents."""
    yield page
    for below in env.toctree_includes.get(page, ()):
        yield from _pages_below(env, below)


def _number(collector, env):
    """Number the exercises through the book; return the pages on which a number has changed.

    Nothing else in the book bears a number. Sphinx, which cannot know that, would load every page again to look for
    whatever might: a seventh of the time in which a site is built.
    """
    before, exercises, numbers = env.toc_fignumbers, by_page(getattr(env, "sphinx_exercise_registry", {})), count(1)
    env.toc_fignumbers = {page: {"exercise": {label: (next(numbers),) for label in exercises[page]}}
                          for page in _pages_below(env, env.config.root_doc) if page in exercises}
    return [page for page, found in env.toc_fignumbers.items() if found != before.get(page)]


def setup(app):
    """Add the directive, and number what it lists."""
    TocTreeCollector.assign_figure_numbers = _number
    app.add_node(ExerciseList)
    app.add_directive("exercise-list", ListDirective)
    app.add_post_transform(Listed)
    app.connect("env-updated", _outdated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
