"""What an explorer shows without a kernel: frames of one control."""

import json
import re
from html import unescape

import matplotlib as mpl
import pytest

from privlearn.figures.controls import slider, toggle
from privlearn.figures.explorer import explore


def line(figure, n, steep=False):
    figure.subplots().plot([0, n * (1 + steep)])


def shown(*given, **controls):
    return explore(*given, **controls)._repr_mimebundle_()["text/html"]


def told(n, by=1):
    return f"{n // by}"


def test_every_value_has_a_picture_of_its_own_and_that_of_the_start_is_shown():
    text = shown(line, n=slider([1, 2, 4], label="rows"), alt="A line.")
    pictures = re.findall(r'<img src="([^"]+)"( hidden)?', text)
    assert len({picture for picture, _ in pictures}) == 3
    assert [hidden for _, hidden in pictures] == ["", " hidden", " hidden"]
    assert re.findall(r'alt="([^"]+)"', text) == [f"A line. rows: {value}." for value in (1, 2, 4)]
    assert 'max="2"' in text
    text = shown(line, n=slider([1, 2, 4], start=2))
    assert re.findall(r'<img src="[^"]+"( hidden)?', text) == [" hidden", "", " hidden"]
    assert 'value="1" aria-valuetext="2"' in text
    assert "<output>2</output>" in text


def test_the_control_of_the_frames_is_chosen_and_the_others_are_told():
    text = shown(line, n=slider([1, 2], label="$n$"), steep=toggle(True), frames="steep")
    assert 'max="1" value="1" aria-valuetext="on"' in text
    assert '<p class="fixed">$n$: 1</p>' in text
    assert re.findall(r'alt=" ([^"]+)"', text) == ["n: 1, steep: off.", "n: 1, steep: on."]


def test_what_is_computed_is_told_for_every_value():
    text = shown(told, n=[4, 9])
    assert json.loads(unescape(re.search('data-told="([^"]*)"', text)[1])) == ["4", "9"]
    assert '<pre class="told" aria-live="polite">4</pre>' in text
    assert "<img" not in text


def test_what_a_later_cell_names_otherwise_stays_as_it_was():
    cell = {"factor": 2}
    exec("def double(n):\n  return factor * n\ndef show(n, *, more=0):\n  return double(n) + more", cell)
    made = explore(cell["show"], n=[3, 4])
    cell["factor"], cell["double"] = 5, None
    assert made.see({"n": 1}).told == "8"


def test_a_control_that_fails_where_it_is_moved_is_on_no_page():
    with pytest.raises(ZeroDivisionError):
        shown(told, n=[4, 9], by=[1, 0])


def test_texts_are_escaped_and_the_same_data_give_the_same_bytes():
    with mpl.rc_context({"svg.hashsalt": "privlearn"}):  # as in the style of all figures
        first, second = (shown(line, n=slider([1, 2], text="<{}".format, label="a & b"), alt='"x"') for _ in "12")
    assert first == second
    assert "<1" not in first
    assert "a &amp; b" in first


@pytest.mark.parametrize(("controls", "message"), [
    ({}, r"frames must name one of the controls \[\], got ''"),
    ({"n": [1, 2], "frames": "m"}, r"frames must name one of the controls \['n'\], got 'm'"),
    ({"n": ["only"]}, "values must have at least two entries")])
def test_without_frames_nothing_is_explored(controls, message):
    with pytest.raises(ValueError, match=message):
        explore(line, **controls)
