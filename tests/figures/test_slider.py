"""A slider over pictures drawn beforehand."""

import re

import matplotlib as mpl
import pytest

from privlearn.figures.slider import frames_slider


def line(figure, value):
    figure.subplots().plot([0, value])


def test_every_value_has_a_picture_of_its_own_and_the_first_is_shown():
    shown = frames_slider(line, [1, 2, 4], description="rows", alt="A line.")._repr_html_()
    pictures = re.findall(r'<img src="([^"]+)"( hidden)?', shown)
    assert len({picture for picture, _ in pictures}) == 3
    assert [hidden for _, hidden in pictures] == ["", " hidden", " hidden"]
    assert re.findall(r'alt="([^"]+)"', shown) == [f"A line. rows: {value}." for value in (1, 2, 4)]
    assert 'max="2"' in shown


def test_a_slider_begins_at_its_start():
    shown = frames_slider(line, [1, 2, 4], description="rows", alt="A line.", start=2)._repr_html_()
    assert re.findall(r'<img src="[^"]+"( hidden)?', shown) == [" hidden", "", " hidden"]
    assert 'value="1" aria-valuetext="2"' in shown
    assert "<output>2</output>" in shown


def test_a_start_that_is_no_value_is_refused():
    with pytest.raises(ValueError, match=r"start must be one of the values \[1, 2\], got 3"):
        frames_slider(line, [1, 2], description="rows", alt="", start=3)


def test_texts_are_escaped_and_the_same_data_give_the_same_bytes():
    with mpl.rc_context({"svg.hashsalt": "privlearn"}):  # as in the style of all figures
        first, second = (frames_slider(line, ["<1", 2], description="a & b", alt='"x"')._repr_html_() for _ in "12")
    assert first == second
    assert "<1" not in first
    assert "a &amp; b" in first


def test_one_value_is_no_slider():
    with pytest.raises(ValueError, match="values must have at least two entries"):
        frames_slider(line, [1], description="rows", alt="")
