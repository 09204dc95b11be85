"""The shortcuts in drawing change no picture."""

import io

import matplotlib.pyplot as plt
import pytest
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from privlearn.figures import style
from privlearn.figures.quick_drawing import PRIVATE, draw_quickly


def svg(layout: str | None, scale: str, values: list[float], tight: bool) -> bytes:
    """Return a small picture with its legend, title and labels."""
    figure = plt.figure(layout=layout)
    left, right = figure.subplots(1, 2)
    left.plot(values, values, label="identity")
    left.set(xscale=scale, yscale=scale, xlabel="rows", title="left")
    left.legend()
    right.bar(["a", "b"], [1, 2])
    return printed(figure, tight)


def printed(figure: Figure, tight: bool) -> bytes:
    """Print a figure as a page does: a slider's frame, or (tight) one of its own."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None}, **({"bbox_inches": "tight"} if tight else {}))
    plt.close(figure)
    return buffer.getvalue()


@pytest.mark.parametrize("values", [[1, 10, 10_000], [2, 3, 5]], ids=["decades", "within one decade"])
@pytest.mark.parametrize("scale", ["log", "linear", "symlog"])
@pytest.mark.parametrize(("layout", "tight"), [("constrained", False), (None, True)])
def test_shortcuts_change_no_byte(monkeypatch, layout, tight, scale, values):
    style.use()  # its fixed salt names the clips
    draw_quickly()
    quick = svg(layout, scale, values, tight)
    for name in PRIVATE:
        monkeypatch.setattr(Axis, name, getattr(Axis, name).__wrapped__)
    assert svg(layout, scale, values, tight) == quick


def test_an_axis_changed_between_printings_is_placed_again():
    draw_quickly()
    figure, axes = plt.subplots()
    axes.plot([1, 100], [1, 100])
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg")
    axes.set_xscale("log")
    moved = printed(figure, tight=False)
    fresh, axes = plt.subplots()
    axes.plot([1, 100], [1, 100])
    axes.set_xscale("log")
    assert moved.count(b"xtick") == printed(fresh, tight=False).count(b"xtick")
