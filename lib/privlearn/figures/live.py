"""Controls with a kernel behind them: widgets of a notebook, each move of which calls the library.

Definitions
-----------
A *field* is one control in the browser (``live.js``), made of native elements: the keyboard moves it, in JupyterLab
too, a screen reader says its label, and the library's message stands beside it where it refuses a state.  What takes
longer than ``PATIENCE`` is from then on computed when the reader lets go, and says so.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from anywidget import AnyWidget
from ipywidgets import Box, HTMLMath, Layout, VBox
from traitlets import Any as AnyState, Bool, Dict, Unicode

from privlearn.figures.controls import Control

PATIENCE = 0.3  # seconds


class Field(AnyWidget):
    """A control in the browser, or what is to be seen.

    Parameters
    ----------
    spec : dict
        Its kind, its label in words, and what else must be known to show it.
    state : plain JSON
    message : str
        What the library says against the state.
    patient : bool
        Is a new state told only when the reader lets go?
    """

    _esm, _css = (Path(__file__).with_name(name) for name in ("live.js", "live.css"))
    spec = Dict().tag(sync=True)
    state = AnyState().tag(sync=True)
    message = Unicode().tag(sync=True)
    patient = Bool().tag(sync=True)


def widgets(controls: Mapping[str, Control], see: Callable[[dict[str, Any]], Any], seen: Any) -> VBox:
    """Return controls above what is seen at their start; each move shows something else.

    Parameters
    ----------
    controls : mapping from names to controls
    see : callable
        From the states of all controls to what belongs to them: an object with `picture`, `alt` and `told`.  What it
        raises is told beside the control that was moved.
    seen : the same
        What belongs to the start.
    """
    fields = {name: Field(spec={"kind": made.kind, "label": made.spoken, **made.details}, state=made.start)
              for name, made in controls.items()}
    below = Field(spec={"kind": "seen"}, state=vars(seen) | {"note": ""})

    def answer(moved: str) -> None:
        """Show what belongs to all states now, or what speaks against them."""
        begun, at = time.perf_counter(), moved
        try:
            for at, made in controls.items():
                made.read(fields[at].state)
            at = moved
            now = see({name: field.state for name, field in fields.items()})
        except Exception as error:  # the reader is told: nobody else would be
            own = isinstance(error, ValueError) or type(error).__module__.startswith("privlearn.")
            kind = "" if own else f"{type(error).__name__}: "
            fields[at].message = f"{kind}{error}"
            return
        seconds = time.perf_counter() - begun
        note = f"computed when you let go: {seconds:.1f} s a move" if seconds > PATIENCE else ""
        below.state = vars(now) | {"note": note}
        for field in fields.values():
            field.message, field.patient = "", seconds > PATIENCE

    for name, field in fields.items():
        field.observe(lambda _, name=name: answer(name), "state")
    beside = Layout(flex_flow="row wrap", align_items="center", grid_gap="0 0.8em")
    rows = [Box([HTMLMath(controls[name].label, layout=Layout(min_width="7em")), field], layout=beside)
            for name, field in fields.items()]
    return VBox([*rows, below])


def bundle(controls: Mapping[str, Control], see: Callable[[dict[str, Any]], Any], seen: Any) -> dict[str, Any]:
    """Return the widgets as the frontend of a kernel shows them."""
    view = widgets(controls, see, seen)._repr_mimebundle_()
    return {kind: content for kind, content in view.items() if kind != "text/plain"}
