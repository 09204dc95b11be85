"""A slider that works in Jupyter and on a static page: one pre-drawn frame for each value."""

import base64
import html
import io
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
import matplotlib.pyplot as plt
from matplotlib.figure import Figure


def frames_slider(draw: Callable[[Figure, Any], object], values: Sequence[Any], *, description: str, alt: str,
                  figsize: tuple[float, float] = (6.4, 3.6)) -> widgets.Widget:
    """Return a slider over ``values`` whose picture is ``draw(figure, value)``, drawn beforehand for every value.

    Parameters
    ----------
    draw : callable
        Draws on a fresh figure.
    values : sequence
        At least two; their text labels the slider.
    description : str
        Plain text beside the slider (no mathematics: a static page shows it as it is).
    alt : str
        What the picture shows, for readers who do not see it; the value is appended.
    figsize : (width, height) in inches

    Notes
    -----
    Browser and kernel are linked by the widget manager (``jslink``), so no kernel is needed on a static page.
    """
    if len(values) < 2:
        raise ValueError(f"values must have at least two entries, got {list(values)!r}")
    frames = []
    for value in values:
        figure = plt.figure(figsize=figsize, layout="constrained")
        draw(figure, value)
        frames.append(widgets.HTML(_picture(figure, f"{alt} {description}: {value}.")))
        plt.close(figure)
    slider = widgets.SelectionSlider(options=[(str(value), k) for k, value in enumerate(values)],
                                     description=description, style={"description_width": "initial"})
    stack = widgets.Stack(frames, selected_index=0)
    widgets.jslink((slider, "index"), (stack, "selected_index"))
    return widgets.VBox([slider, stack])


def _picture(figure: Figure, alt: str) -> str:
    """Return the figure as an image element that carries its own data and its alternative text.

    (The image widget of ipywidgets has no alternative text.)
    """
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(alt)}" style="max-width: 100%">'
