"""The shortcuts in drawing change no picture."""

import io

import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure

from privlearn.figures import style
from tools.quick_drawing import REPLACED, draw_quickly


def svg(layout: str | None, scale: str, values: list[float], tight: bool) -> bytes:
    """Return a small picture with its legend, title and labels."""
    figure = plt.figure(layout=layout)
    left, right = figure.subplots(1, 2)
    left.plot(values, values, label="identity")
    left.set(xscale=scale, yscale=scale, xlabel="rows", title="left")
    left.legend()
    left.text(values[0], values[0], "two\nlines", rotation=30, multialignment="right", linespacing=2)
    left.text(values[1], values[1], "two\nlines", rotation=30, multialignment="left", fontsize=7, va="top", ha="center")
    left.text(values[-1], values[0], "a text that is wrapped where the figure ends", wrap=True)
    right.bar(["a", "b"], [1, 2])
    return printed(figure, tight)


def printed(figure: Figure, tight: bool) -> bytes:
    """Print a figure as a page does: a slider's frame, or (tight) one of its own."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None}, **({"bbox_inches": "tight"} if tight else {}))
    plt.close(figure)
    return buffer.getvalue()


@pytest.mark.parametrize("values", [[1, 10, 10_000], [2, 3, 5]], ids=["decades", "within one decade"])
@pytest.mark.parametrize("scale", ["decades", "log", "linear", "symlog"])
@pytest.mark.parametrize(("layout", "tight"), [("constrained", False), ("constrained", True), (None, True)])
def test_shortcuts_change_no_byte(monkeypatch, layout, tight, scale, values):
    style.use()  # its fixed salt names the clips
    draw_quickly()
    quick = svg(layout, scale, values, tight)
    for owner, name in REPLACED:
        monkeypatch.setattr(owner, name, getattr(owner, name).__wrapped__)
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
