"""A stop of the tour: a picture with a number below it, in two layouts, or several to choose from.

Definitions
-----------
A *drawing* is a function of the width that returns a picture.  Both layouts, for wide and for narrow windows, stand on
the page and its style sheet shows one of them, so that no label shrinks; a reader chooses by radio buttons.  A notebook
shows the wide layout of the default.

>>> stop(lambda width: f"a picture {width} wide", "0", "lines")
stop: 0
"""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

WIDE, NARROW = 516, 354
Draw = Callable[[int], str]


@dataclass(frozen=True)
class Stop:
    """Pictures and the numbers below them, one of which is chosen if there are several; shown as HTML.

    Attributes
    ----------
    layouts : tuple of (wide, narrow)
        One for each choice.
    numbers, captions : tuples of str
        One for each choice; a caption is HTML.
    name : str
        What is chosen; empty if nothing is.
    default : int
        What is shown at first.
    """

    layouts: tuple[tuple[str, str], ...]
    numbers: tuple[str, ...]
    captions: tuple[str, ...]
    name: str = ""
    default: int = 0

    def __repr__(self) -> str:
        return f"stop: {self.numbers[self.default]}"

    def _repr_html_(self) -> str:
        pictures = [f'<div class="wide">{wide}</div><div class="narrow" hidden>{narrow}</div>'
                    for wide, narrow in self.layouts]
        numbers = [f'<p class="number"><strong>{number}</strong> <span>{caption}</span></p>'
                   for number, caption in zip(self.numbers, self.captions, strict=True)]
        if not self.name:
            return f'<div class="stop">{pictures[0]}{numbers[0]}</div>'
        name = html.escape(self.name)
        radios = "".join(f'<label><input type="radio" name="{name}" value="{k}"{" checked" * (k == self.default)}> '
                         f"{number}</label>" for k, number in enumerate(self.numbers))
        return (f'<div class="stop">{self._each(pictures)}<fieldset hidden><legend>{name}</legend>{radios}</fieldset>'
                f'<div aria-live="polite">{self._each(numbers)}</div></div>')

    def _each(self, parts: Sequence[str]) -> str:
        """Return what is shown for the choices; where there is no style sheet of the book, for the default alone."""
        return "".join(f'<div data-choice="{k}"{" hidden" * (k != self.default)}>{part}</div>'
                       for k, part in enumerate(parts))


def stop(draw: Draw, number: str, caption: str) -> Stop:
    """Return a stop with one picture; its caption is HTML."""
    return Stop(((draw(WIDE), draw(NARROW)),), (number,), (caption,))


def choices(name: str, listed: Sequence[tuple[Draw, str, str]], default: int) -> Stop:
    """Return a stop whose reader chooses among (drawing, number, caption)."""
    return Stop(tuple((draw(WIDE), draw(NARROW)) for draw, _, _ in listed), tuple(number for _, number, _ in listed),
                tuple(caption for _, _, caption in listed), name, default)
