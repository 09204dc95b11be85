"""Pictures that answer: something drawn or computed, with a control for each of its parameters.

Definitions
-----------
:func:`explore` is one call with two readings.  In a notebook with a kernel its controls are *live*
(:mod:`privlearn.figures.live`): each move calls the library.  Where pages are executed (``PRIVLEARN_EXPLORE=frames``),
and where there are no widgets, one control becomes a slider over *frames*, drawn beforehand, which needs no kernel and
no package.
"""

import base64
import html
import inspect
import io
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from matplotlib.figure import Figure

from privlearn.figures.controls import Control, control

# In a notebook a frame is shown by the slider itself; the built page has a script of its own, and loads frames late.
SHOW = ("const box = this.closest('.frames'), told = box.querySelector('.told');"
        "const text = JSON.parse(box.dataset.values)[this.value];"
        "box.querySelectorAll('img').forEach((frame, k) => { frame.hidden = k != this.value; });"
        "if (told) { told.textContent = JSON.parse(box.dataset.told)[this.value]; }"
        "box.querySelector('output').textContent = text;"
        "this.setAttribute('aria-valuetext', text);")
KEYS = 'data-lm-suppress-shortcuts="true"'  # arrows move the slider, where JupyterLab would take them for its own


@dataclass(frozen=True)
class Seen:
    """What is to be seen for some values: a picture (SVG in base 64, or none), in words, and a text (or none)."""

    picture: str
    alt: str
    told: str

    def still(self) -> str:
        """Return picture and text as HTML, without any control."""
        return self.image() + (self.text() if self.told else "")

    def image(self, *, hidden: bool = False) -> str:
        """Return the picture as HTML, nothing if there is none."""
        return (f'<img src="data:image/svg+xml;base64,{self.picture}"{" hidden" * hidden} style="max-width: 100%" '
                f'alt="{html.escape(self.alt)}">') if self.picture else ""

    def text(self) -> str:
        """Return the text as HTML."""
        return f'<pre class="told" aria-live="polite">{html.escape(self.told)}</pre>'


@dataclass(frozen=True, kw_only=True)
class Explorer:
    """What :func:`explore` returns; a notebook and a page show it."""

    show: Callable[..., Any]
    controls: Mapping[str, Control]
    frames: str
    alt: str
    figsize: tuple[float, float]

    @property
    def start(self) -> dict[str, Any]:
        """The states in which the controls begin."""
        return {name: made.start for name, made in self.controls.items()}

    def told(self, states: Mapping[str, Any]) -> str:
        """Return the states of the controls in words."""
        return ", ".join(f"{made.spoken}: {made.tell(states[name])}" for name, made in self.controls.items())

    def draw(self, states: Mapping[str, Any]) -> tuple[Figure | None, str]:
        """Return a figure (or none) and a text (or none), drawn and computed of the states of all controls.

        Raises
        ------
        ValueError
            If a control or the library refuses.
        """
        values = {name: made.read(states[name]) for name, made in self.controls.items()}
        if next(iter(inspect.signature(self.show).parameters)) != "figure":
            return None, str(self.show(**values))
        figure = Figure(figsize=self.figsize, layout="constrained")
        told = self.show(figure, **values)
        return figure, told if isinstance(told, str) else ""

    def see(self, states: Mapping[str, Any]) -> Seen:
        """Return what is to be seen for the states of all controls; raises what :meth:`draw` does."""
        (figure, told), buffer = self.draw(states), io.BytesIO()
        if figure is not None:
            figure.savefig(buffer, format="svg", metadata={"Date": None})
        picture = base64.b64encode(buffer.getvalue()).decode("ascii")
        return Seen(picture, f"{self.alt} {self.told(states)}.", told)

    def __repr__(self) -> str:
        return f"explore {self.told(self.start)}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Return live controls with the picture of the start where there is a kernel, else frames."""
        found, start = dict[str, Any](), self.see(self.start)
        if has_kernel():
            with suppress(ModuleNotFoundError):  # an installation without the extra `notebooks`
                from privlearn.figures.live import bundle

                found = bundle(self.controls, self.see, start)
        frames = not found or os.environ.get("PRIVLEARN_EXPLORE") == "frames"
        shown = self.in_frames(start) if frames else start.still()
        return {"text/plain": repr(self), "text/html": shown} | found

    def in_frames(self, start: Seen) -> str:
        """Return one control as a slider over what was drawn beforehand, as HTML; what belongs to the start is given.

        Every other control is moved once, unseen, so that none is on a page that fails.
        """
        moved = self.controls[self.frames]
        for name, made in self.controls.items():
            if name != self.frames:
                self.draw(self.start | {name: made.frames[-1][1]})
        texts = [text for text, _ in moved.frames]
        first = [state for _, state in moved.frames].index(moved.start)
        seen = [start if k == first else self.see(self.start | {self.frames: state})
                for k, (_, state) in enumerate(moved.frames)]
        told = [one.told for one in seen] if any(one.told for one in seen) else []
        fixed = "; ".join(f"{made.label}: {made.tell(made.start)}" for name, made in self.controls.items()
                          if name != self.frames and made.kind != "grid")
        return (f'<div class="frames" data-values="{html.escape(json.dumps(texts))}"'
                + (f' data-told="{html.escape(json.dumps(told))}">' if told else ">")
                + "".join(one.image(hidden=k != first) for k, one in enumerate(seen)) + (start.text() if told else "")
                + f"<label><span>{html.escape(moved.label)}</span> "
                f'<input type="range" aria-label="{html.escape(moved.spoken)}" '
                f'min="0" max="{len(texts) - 1}" value="{first}" '
                f'aria-valuetext="{html.escape(texts[first])}" {KEYS} oninput="{SHOW}"> '
                f"<output>{html.escape(texts[first])}</output></label>"
                + (f'<p class="fixed">{html.escape(fixed)}</p>' if fixed else "") + "</div>")


def of_now(show: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that keeps the names it sees now, and those its cell's functions see.

    A later cell may give a name to something else; what a control shows must not change with it.
    """
    seen = getattr(show, "__globals__", None)
    if seen is None:
        return show
    names = dict(seen)

    def kept(thing: Any) -> Any:
        if not isinstance(thing, FunctionType) or thing.__globals__ is not seen:
            return thing
        made = FunctionType(thing.__code__, names, thing.__name__, thing.__defaults__, thing.__closure__)
        made.__kwdefaults__ = thing.__kwdefaults__
        return made

    names |= {name: kept(thing) for name, thing in seen.items()}
    return kept(show)


def has_kernel() -> bool:
    """Is this a notebook's kernel?"""
    from IPython import get_ipython

    return getattr(get_ipython(), "kernel", None) is not None


def explore(show: Callable[..., Any], *, alt: str = "", figsize: tuple[float, float] = (6.4, 3.6), frames: str = "",
            **controls: Any) -> Explorer:
    """Return what a function draws or computes, with a control for each of its parameters.

    Parameters
    ----------
    show : callable
        With a first parameter ``figure`` it draws on that figure, and may return a text to stand below; else what it
        returns is shown as text.  All other parameters are keywords.  What it raises is shown beside the control that
        was moved.  Names of its cell mean later what they mean now.
    alt : str
        What the picture shows, for readers who do not see it; the values are appended.
    figsize : (width, height) in inches
    frames : str
        The parameter over which a page without a kernel has frames; by default the first one.
    **controls : `privlearn.figures.controls.Control`, or a value whose type names one
        One for each parameter: a sequence is a slider, a mapping a choice, a truth value a toggle, a class a grid.

    Raises
    ------
    ValueError
        If there is no control, the frames are of none, or of one without two of them.

    Examples
    --------
    >>> print(explore(lambda n, k: n**k, n=range(2, 5), k=[1, 2]))
    explore n: 2, k: 1
    """
    made = {name: control(given) for name, given in controls.items()}
    named = {name: replace(one, label=one.label or name.replace("_", " ")) for name, one in made.items()}
    frames = frames or next(iter(named), "")
    if frames not in named:
        raise ValueError(f"frames must name one of the controls {sorted(named)}, got {frames!r}")
    if len(named[frames].frames) < 2:
        raise ValueError(f"the control {frames!r} must have at least two frames")
    return Explorer(show=of_now(show), controls=named, frames=frames, alt=alt, figsize=figsize)
