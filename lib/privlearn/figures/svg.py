"""Pieces of pictures that stand in a page itself: SVG in the colours of the page's style sheet.

Definitions
-----------
Colours are CSS variables, so that one picture serves light and dark pages; a notebook, which has no such variables,
gets those of a light page.  Every picture says in words what it shows.

>>> frame(20, 10, "A dot.", disc((5, 5), 1, TEXT))[-16:]
'1c2127)"/></svg>'
"""

import html
from collections.abc import Iterable

TEXT, MUTED, LINE, CURVE = ("var(--text, #1c2127)", "var(--muted, #59616b)", "var(--line, #dde1e6)",
                            "var(--curve, #8f969e)")
BLUE, ORANGE, GROUND, RAISED = ("var(--blue, #0a58a8)", "var(--orange, #a9480a)", "var(--ground, #fdfdfc)",
                                "var(--raised, #f3f4f6)")
Place = tuple[float, float]


def tag(name: str, *inner: str, **attributes: object) -> str:
    """Return an element; underscores of attribute names are hyphens, numbers have one decimal.

    Examples
    --------
    >>> tag("circle", cx=1.25, r=2, stroke_width=1)
    '<circle cx="1.2" r="2" stroke-width="1"/>'
    """
    listed = "".join(f' {key.strip("_").replace("_", "-")}="{_plain(value)}"' for key, value in attributes.items())
    return f"<{name}{listed}>{''.join(inner)}</{name}>" if inner else f"<{name}{listed}/>"


def _plain(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else html.escape(str(value))


def words(x: float, y: float, text: str, fill: str = TEXT, size: float = 14, **attributes: object) -> str:
    """Return a text; what stands between ``^{`` and ``}`` is raised."""
    before, _, rest = html.escape(text).partition("^{")
    raised, _, after = rest.partition("}")
    inner = before + (tag("tspan", raised, dy=-0.36 * size, font_size=0.75 * size) if raised else "")
    inner += tag("tspan", after, dy=0.36 * size) if after else ""
    return tag("text", inner, x=x, y=y, fill=fill, font_size=size, **attributes)


def line(start: Place, end: Place, stroke: str = LINE, **attributes: object) -> str:
    """Return a straight line."""
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=stroke, **attributes)


def path(places: Iterable[Place], **attributes: object) -> str:
    """Return a line through places, or, with a ``fill``, what it encloses."""
    steps = "L".join(f"{_plain(float(x))} {_plain(float(y))}" for x, y in places)
    return tag("path", d=f"M{steps}", **({"fill": "none"} | attributes))


def box(x: float, y: float, width: float, height: float, fill: str, **attributes: object) -> str:
    """Return a rectangle."""
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=fill, **attributes)


def disc(at: Place, radius: float, fill: str, **attributes: object) -> str:
    """Return a disc around a place."""
    return tag("circle", cx=at[0], cy=at[1], r=radius, fill=fill, **attributes)


def frame(width: int, height: float, alt: str, *parts: str) -> str:
    """Return a picture, with what it shows in words."""
    return tag("svg", *parts, viewBox=f"0 0 {width} {_plain(float(height))}", width=width, height=float(height),
               role="img", aria_label=alt, font_family="var(--sans, sans-serif)")
