"""A slider over pictures that were drawn beforehand, one for each value: it needs no kernel and no package."""

import base64
import html
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

# In a notebook a frame is shown by the control itself; the built page has a script of its own, and loads frames late.
SHOW = ("const box = this.closest('.frames'), texts = JSON.parse(box.dataset.values);"
        "box.querySelectorAll('img').forEach((frame, k) => { frame.hidden = k != this.value; });"
        "box.querySelector('output').textContent = texts[this.value];"
        "this.setAttribute('aria-valuetext', texts[this.value]);")


@dataclass(frozen=True)
class Frames:
    """Pictures with a slider, shown as HTML in a notebook and on a page."""

    pictures: tuple[str, ...]
    values: tuple[str, ...]
    description: str
    alt: str
    start: int = 0

    def __repr__(self) -> str:
        return f"slider: {self.description} from {self.values[0]} to {self.values[-1]}"

    def _repr_html_(self) -> str:
        values = html.escape(json.dumps(self.values))
        frames = "".join(
            f'<img src="data:image/svg+xml;base64,{picture}"{" hidden" * (k != self.start)} style="max-width: 100%" '
            f'alt="{html.escape(f"{self.alt} {self.description}: {value}.")}">'
            for k, (picture, value) in enumerate(zip(self.pictures, self.values, strict=True)))
        return (f'<div class="frames" data-values="{values}">{frames}<label>{html.escape(self.description)} '
                f'<input type="range" min="0" max="{len(self.values) - 1}" value="{self.start}" '
                f'aria-valuetext="{html.escape(self.values[self.start])}" oninput="{SHOW}"> '
                f"<output>{html.escape(self.values[self.start])}</output></label></div>")


def frames_slider(draw: Callable[[Figure, Any], object], values: Sequence[Any], *, description: str, alt: str,
                  figsize: tuple[float, float] = (6.4, 3.6), start: Any = None) -> Frames:
    """Return a slider over ``values`` whose picture is ``draw(figure, value)``, drawn beforehand for every value.

    Parameters
    ----------
    draw : callable
        Draws on a fresh figure.
    values : sequence
        At least two; their text labels the slider.
    description : str
        Plain text beside the slider (no mathematics: a page shows it as it is).
    alt : str
        What the picture shows, for readers who do not see it; the value is appended.
    figsize : (width, height) in inches
    start : one of the values, optional
        Whose picture is shown before the slider is moved; the first, unless another one says more.

    Raises
    ------
    ValueError
        If there are fewer than two values, or the start is none of them.
    """
    if len(values) < 2:
        raise ValueError(f"values must have at least two entries, got {list(values)!r}")
    if start is not None and start not in values:
        raise ValueError(f"start must be one of the values {list(values)!r}, got {start!r}")
    return Frames(tuple(_picture(draw, value, figsize) for value in values), tuple(map(str, values)), description, alt,
                  0 if start is None else list(values).index(start))


def _picture(draw: Callable[[Figure, Any], object], value: Any, figsize: tuple[float, float]) -> str:
    """Return one frame as the text of an SVG file, in base 64."""
    figure, buffer = plt.figure(figsize=figsize, layout="constrained"), io.BytesIO()
    draw(figure, value)
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    plt.close(figure)
    return base64.b64encode(buffer.getvalue()).decode("ascii")
