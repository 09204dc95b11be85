"""The extension that shows cells: where a slider begins, what flows on, which fields of tables hold words."""

import importlib
import sys
from types import SimpleNamespace

import pytest

from privlearn.figures.slider import frames_slider
from tools.pages import ROOT

sys.path.append(str(ROOT / "book/_ext"))
cells = importlib.import_module("cells")


def line(figure, value):
    figure.subplots().plot([0, value])


@pytest.mark.parametrize(("start", "shown"), [(None, "n: 1."), (4, "n: 4.")])
def test_a_page_loads_the_picture_that_its_slider_begins_with(tmp_path, start, shown):
    text = frames_slider(line, [1, 4, 9], description="n", alt="A line.", start=start)._repr_html_()
    app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(get_relative_uri=lambda name, index: index))
    slider = cells.frames(app, "page", text)
    assert slider.count("<img") == 1
    assert f'alt="A line. {shown}"' in slider.partition("<label>")[0]
    assert len(list((tmp_path / cells.FOLDER).iterdir())) == 3


@pytest.mark.parametrize(("printed", "flowing"), [
    ("one line", True), ("two\nlines", False), ("short\n" + 90 * "x", True), ("short\n" + 89 * "x", False)])
def test_lines_that_are_no_table_flow_on(printed, flowing):
    assert cells.flows(printed) is flowing


def test_fields_of_tables_with_words_say_so():
    text = f"<td>12</td><td><b>{'word ' * 6}</b></td><td>{'word ' * 30}</td><td>{'&lt;' * 9}</td>"
    assert cells.FIELD.sub(cells.said, text) == (
        f'<td>12</td><td class="words"><b>{"word " * 6}</b></td><td class="sentences">{"word " * 30}</td>'
        f"<td>{'&lt;' * 9}</td>")
