"""One page shown as its prose stands now."""

import jupytext
import nbformat
import pytest

from tests.tools.houses import NOTEBOOK, code
from tools.pages import ROOT, Page, toc_pages
from tools.preview import OF_ALL_PAGES, chosen, of_one_page, with_outputs


def test_a_page_is_found_by_its_name_a_near_one_is_offered_and_extensions_of_all_pages_are_left_out():
    pages = toc_pages(ROOT)
    assert chosen("closure/boosting", pages) == chosen("book/closure/boosting.md", pages)
    for name, told in (("boosting", "did you mean closure/boosting?"),
                       ("closure/none", "PAGE must be a page of _toc.yml")):
        with pytest.raises(ValueError, match=told):
            chosen(name, pages)
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert all(name in config for name in OF_ALL_PAGES)
    assert "search_index, statements" not in of_one_page(config)


def test_prose_is_new_and_outputs_are_those_of_the_same_code(tmp_path):
    source, executed = tmp_path / "page.md", tmp_path / "page.ipynb"
    source.write_text(NOTEBOOK + "A typo.\n\n" + code("1 + 1") + code("2 + 2"))
    notebook = jupytext.read(source)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = 1
            cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": cell.source}, execution_count=1)]
    jupytext.write(notebook, executed)
    source.write_text(NOTEBOOK + "No typo.\n\n" + code("1 + 1") + code("3 + 3"))
    found, new = with_outputs(Page("page", source), executed)
    assert any("No typo." in cell.source for cell in found.cells)
    assert [len(cell.outputs) for cell in found.cells if cell.cell_type == "code"][-2:] == [1, 0]
    assert new == 1
