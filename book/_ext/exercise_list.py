"""All exercises of the book, by part and page: a directive `{exercise-list}`; and their numbers.

An exercise is named by its label: `exercise-smallest-rows` is "smallest rows", and what repeats the page's own name at
the beginning of a label is left out.
"""
import html
from collections import defaultdict
from itertools import count

from docutils import nodes
from frame import _parts as parts_of
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective


class ExerciseList(nodes.General, nodes.Element):
    """The place of the list."""


class ListDirective(SphinxDirective):
    """The list, made when all pages are known."""

    def run(self):
        """Return its place."""
        self.env.metadata[self.env.docname]["exercise_list"] = "yes"
        return [ExerciseList()]


def name_of(label, page):
    """Return what an exercise is called."""
    words, own = label.removeprefix("exercise-"), page.rpartition("/")[2]
    return (words.removeprefix(f"{own}-") or words).replace("-", " ")


def by_page(registered):
    """Return page -> labels of its exercises, in the order in which they stand there."""
    found = defaultdict(list)
    for label, entry in registered.items():
        if entry["type"].startswith("exercise"):
            found[entry["docname"]].append(label)
    return found


def render(parts, exercises, address):
    """Return the list as HTML, a drawer for each part that has exercises."""
    drawers = []
    for part in parts:
        pages = [page for page in part["pages"] if exercises.get(page["name"])]
        count = sum(len(exercises[page["name"]]) for page in pages)
        if pages:
            items = "".join(_page(page, exercises[page["name"]], address(page["name"])) for page in pages)
            about = f'{count} exercise{"s" * (count > 1)} on {len(pages)} page{"s" * (len(pages) > 1)}'
            drawers.append(f'<details class="drawer"><summary><strong>{html.escape(part["name"])}</strong> '
                           f'<span class="about">{about}</span></summary>'
                           f'<ul class="exercise-list">{items}</ul></details>')
    return "".join(drawers)


def _page(page, labels, address):
    links = ", ".join(f'<a href="{html.escape(address)}#{html.escape(label)}">{html.escape(name)}</a>'
                      for label in labels for name in [name_of(label, page["name"])])
    number = f'<span class="section">{page["number"]}</span> ' if page["number"] else ""
    return f'<li>{number}{html.escape(page["title"])}: {links}</li>'


class Listed(SphinxPostTransform):
    """Puts the list into its place."""

    default_priority = 19
    formats = ("html",)

    def run(self, **kwargs):
        """Change the page."""
        for place in list(self.document.findall(ExerciseList)):
            exercises = by_page(getattr(self.env, "sphinx_exercise_registry", {}))
            place.replace_self(nodes.raw("", render(parts_of(self.app), exercises, self.address), format="html"))

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
