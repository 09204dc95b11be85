"""The site's extension for the tour: stops are marked, and the code stands in one drawer at the end."""
import importlib
import sys

import nbformat
from sphinx.application import Sphinx


def built(folder, shown: str) -> str:
    """Build a page of two sections, the first with a cell that shows something, and return its HTML."""
    new = nbformat.v4
    output = new.new_output("display_data", data={"text/html": shown})
    cells = [new.new_markdown_cell("# Page\n\n## First"),
             new.new_code_cell("import this", metadata={"tags": ["hide-input"]}),
             new.new_code_cell("show()", outputs=[output], execution_count=1),
             new.new_markdown_cell("## Second\n\nWords.")]
    (folder / "source").mkdir()
    nbformat.write(new.new_notebook(cells=cells), folder / "source/index.ipynb")
    importlib.import_module("tour_stops")
    config = {"extensions": ["myst_nb", "tour_stops"], "html_theme": "basic", "nb_execution_mode": "off"}
    Sphinx(folder / "source", None, folder / "html", folder / "trees", "html", config, status=None,
           warning=sys.stderr).build()
    return (folder / "html/index.html").read_text(encoding="utf-8")


def test_the_section_of_a_stop_is_marked_and_the_code_stands_behind_all_stops(tmp_path):
    page = built(tmp_path, '<div class="stop">here</div>')
    for section in ('class="halt" id="first"', 'id="second"', 'class="tour" id="page"'):
        assert f"<section {section}>" in page
    before, _, drawer = page.partition('<details class="drawer backstage">')
    assert '<div class="stop">here</div>' in before
    assert 'class="highlight-' not in before
    assert drawer.partition("</details>")[0].count('class="highlight-') == 2
    assert page.count('<div class="cell docutils container">') == 1  # those with nothing left are gone


def test_a_page_without_stops_stays_as_it_is(tmp_path):
    page = built(tmp_path, "<p>no stop</p>")
    assert not [word for word in ("backstage", "halt") if word in page]
