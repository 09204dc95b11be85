"""Controls: which values a parameter may take, and how a reader chooses among them.

Definitions
-----------
What a reader does to a control is its *state*, in plain JSON: a place in a list, a truth value, a text, rows of
numbers.  ``Control.read`` turns a state into the parameter's value, or refuses it by a ``ValueError``.  The
*frames* of a control are the states that stand for all of them on a page where nothing can be computed any more.  In a
label mathematics stands between dollars, as on a page.

>>> rows = slider(range(10, 50, 10), start=30, label="rows $n$")
>>> rows.read(rows.start), rows.frames[0], rows.spoken
(30, ('10', 0), 'rows n')
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, kw_only=True)
class Control:
    """A parameter as a reader sets it; made by the functions of this module.

    Parameters
    ----------
    kind : str
        How it looks: slider, steps, choice, toggle, typed, grid or database.
    label : str
        What stands beside it; by default the parameter's name.
    start : plain JSON
        The state in which it begins.
    frames : sequence of (text, state)
    read : callable
        From a state to a value.
    tell : callable
        From a state to its words.
    details : mapping
        What a browser must know besides to show it.
    """

    kind: str
    label: str
    start: Any
    frames: tuple[tuple[str, Any], ...]
    read: Callable[[Any], Any]
    tell: Callable[[Any], str] = str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def spoken(self) -> str:
        r"""The label as a screen reader says it: without the marks of TeX.

        >>> slider([1, 2], label=r"$e^{\varepsilon}$").spoken
        'e^epsilon'
        """
        return re.sub(r"[\\${}]", "", self.label.replace(r"\var", "\\"))


def slider(values: Sequence[Any], start: Any = None, *, label: str = "", text: Callable[[Any], str] = str) -> Control:
    """Return a slider over values, which may be exact.

    Parameters
    ----------
    values : sequence
        At least two.
    start : one of the values, optional
        The first, unless another one says more.
    label : str
    text : callable
        How a value is told.

    Raises
    ------
    ValueError
        If there are fewer than two values, or the start is none of them.
    """
    values = list(values)
    if len(values) < 2:
        raise ValueError(f"values must have at least two entries, got {values!r}")
    if start is not None and start not in values:
        raise ValueError(f"start must be one of the values {values!r}, got {start!r}")
    texts = [text(value) for value in values]
    return Control(kind="slider", label=label, start=0 if start is None else values.index(start),
                   frames=tuple((told, place) for place, told in enumerate(texts)),
                   read=values.__getitem__, tell=texts.__getitem__, details={"texts": texts})


def powers(base: int, exponents: Sequence[int], start: int | None = None, *, label: str = "") -> Control:
    """Return a slider over powers, told as such; the start is one of the powers.

    >>> powers(2, range(8, 11), start=2**9).frames[1]
    ('2⁹', 1)
    """
    told = {Fraction(base) ** k: f"{base}{str(k).translate(RAISED)}" for k in exponents}
    values = [int(value) if value.denominator == 1 else value for value in told]
    return slider(values, start, label=label, text=told.__getitem__)


def steps(values: Sequence[Any], start: Any = None, *, label: str = "", text: Callable[[Any], str] = str) -> Control:
    """Return a slider with a button that plays it, for the steps of a run."""
    return replace(slider(values, start, label=label, text=text), kind="steps")


def choice(options: Mapping[str, Any] | Sequence[Any], start: Any = None, *, label: str = "") -> Control:
    """Return a list to choose from; a mapping gives its values names, and the start is such a name.

    >>> choice({"fair": 1 / 2, "loaded": 2 / 3}).read(1)
    0.6666666666666666
    """
    named = dict(options) if isinstance(options, Mapping) else {str(option): option for option in options}
    made, values = slider(list(named), None if start is None else str(start), label=label), list(named.values())
    return replace(made, kind="choice", read=values.__getitem__)


def toggle(start: bool = False, *, label: str = "") -> Control:
    """Return a box to tick: the value is ``True`` or ``False``."""
    frames = (("off", False), ("on", True))
    return Control(kind="toggle", label=label, start=start, frames=frames, read=bool,
                   tell=lambda state: frames[state][0])


def typed(read: Callable[[str], Any], examples: Sequence[str], *, label: str = "") -> Control:
    """Return a field for text; what ``read`` refuses by a ``ValueError`` is told beside it.

    Parameters
    ----------
    read : callable
        From the text to the value, such as ``Fraction``.
    examples : sequence of str
        At least one: the first is the start, all are the frames.
    """
    _some(examples)
    return Control(kind="typed", label=label, start=examples[0], read=read,
                   frames=tuple((example, example) for example in examples))


def grid(examples: Mapping[str, Any], *, rows: str = "concept", columns: str = "point", label: str = "") -> Control:
    """Return a table of bits to flip; the value is a tuple of rows, each a tuple of bits.

    Parameters
    ----------
    examples : mapping from a name to a class or to rows of bits
        All are offered, the first one is the start; at least one.
    rows, columns : str
        What a row and a column are called.
    """
    _some(examples)
    named = {name: [[int(bit) for bit in row] for row in (made.matrix if isinstance(made, ConceptClass) else made)]
             for name, made in examples.items()}
    frames = tuple(named.items())
    return Control(kind="grid", label=label, start=frames[0][1], frames=frames,
                   read=lambda state: tuple(map(tuple, state)),
                   tell=lambda state: " ".join("".join(map(str, row)) for row in state),
                   details={"rows": rows, "columns": columns, "examples": frames})


def database(start: Sequence[int], domain: Sequence[int], *, moves: int = 0, label: str = "") -> Control:
    """Return one slider for each row of a database; the value is a tuple of points.

    Parameters
    ----------
    start : sequence of int
        The rows, each one of the domain.
    domain : sequence of int
        The points that a row may be, in order.
    moves : int
        Which row moves in the frames.

    Raises
    ------
    ValueError
        If a row of the start is not in the domain, or no row moves.
    """
    points = list(domain)
    if not 0 <= moves < len(start):
        raise ValueError(f"moves must name one of the {len(start)} rows, got {moves}")
    outside = [row for row in start if row not in points]
    if outside:
        raise ValueError(f"start must have rows of the domain, got {outside[0]!r}")
    places = [points.index(row) for row in start]
    moved = [[*places[:moves], place, *places[moves + 1:]] for place in range(len(points))]

    def read(state: Sequence[int]) -> tuple[int, ...]:
        return tuple(points[place] for place in state)

    def tell(state: Sequence[int]) -> str:
        return ", ".join(map(str, read(state)))

    return Control(kind="database", label=label, start=places, read=read, tell=tell,
                   frames=tuple((tell(state), state) for state in moved), details={"texts": list(map(str, points))})


def _some(examples: Sequence[Any] | Mapping[str, Any]) -> None:
    if not examples:
        raise ValueError("examples must have at least one entry")


def control(given: Any) -> Control:
    """Return the control that a type stands for: a truth value a toggle, a mapping a choice, a class a grid, and a
    sequence a slider.

    >>> control(range(3)).kind, control(True).kind, control({"a": 1, "b": 2}).kind
    ('slider', 'toggle', 'choice')
    """
    if isinstance(given, Control):
        return given
    if isinstance(given, bool):
        return toggle(given)
    if isinstance(given, ConceptClass):
        return grid({"as given": given})
    return choice(given) if isinstance(given, Mapping) else slider(given)
