"""The extension that shows cells: where a slider begins, what flows on, which fields of tables hold words."""

import json
from types import SimpleNamespace

import cells
import pytest

from privlearn.figures.controls import slider
from privlearn.figures.explorer import explore


def line(figure, n):
    figure.subplots().plot([0, n])
    return f"up to {n}"


def on_page(folder, *given, **controls):
    app = SimpleNamespace(outdir=folder, builder=SimpleNamespace(get_relative_uri=lambda name, index: index))
    return cells.frames(app, "page", explore(*given, **controls)._repr_mimebundle_()["text/html"])


@pytest.mark.parametrize(("start", "shown"), [(None, "n: 1."), (4, "n: 4.")])
def test_a_page_loads_the_picture_that_its_slider_begins_with(tmp_path, start, shown):
    slid = on_page(tmp_path, line, n=slider([1, 4, 9], start=start), alt="A line.")
    assert slid.count("<img") == 1
    assert f'alt="A line. {shown}"' in slid.partition("<label>")[0]
    assert len(list((tmp_path / cells.FOLDER).iterdir())) == 3
    assert f'up to {start or 1}</pre>' in slid


def test_pages_take_no_script_of_a_notebook_and_downloaded_notebooks_no_sliders(tmp_path):
    slid = on_page(tmp_path, lambda n, m: n, n=slider([1, 2], label="rows $n<1$"), m=slider([1, 2], label="$m$"))
    formula = '<span class="math notranslate nohighlight">'
    assert f"<label><span>rows {formula}\\(n&lt;1\\)</span></span>" in slid
    assert f'<p class="fixed">{formula}\\(m\\)</span>: 1</p>' in slid
    assert "oninput" not in slid
    assert "suppress" not in slid
    assert "<img" not in slid
    html = explore(line, n=slider([1, 2]))._repr_mimebundle_()["text/html"]
    outputs = [{"data": {"text/html": [html]}}, {"data": {"text/html": "<p>1</p>"}}, {"text": "1"}]
    place = tmp_path / "_sources/book/page.ipynb"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps({"cells": [{"cell_type": "code", "outputs": outputs}, {"cell_type": "markdown"}]}))
    cells.lighten(SimpleNamespace(outdir=tmp_path), None)
    assert json.loads(place.read_text())["cells"][0]["outputs"] == outputs[1:]


def test_lines_that_are_no_table_flow_on_and_fields_with_words_say_so():
    for printed, flowing in (("one line", True), ("two\nlines", False), ("short\n" + 90 * "x", True),
                             ("short\n" + 89 * "x", False)):
        assert cells.flows(printed) is flowing, printed
    text = f"<td>12</td><td><b>{'word ' * 6}</b></td><td>{'word ' * 30}</td><td>{'&lt;' * 9}</td>"
    assert cells.FIELD.sub(cells.said, text) == (
        f'<td>12</td><td class="words"><b>{"word " * 6}</b></td><td class="sentences">{"word " * 30}</td>'
        f"<td>{'&lt;' * 9}</td>")
