"""Bounds of a dimension, and the error that says how far a limited search came.

Definitions
-----------
Every dimension of this package is found by a search that may take too long.  A search gets a *limit*, counted in steps:
one step looks at one machine word (64 concepts, or 64 points) of one candidate.  When the limit is met, nothing is
guessed: ``*_bounds`` returns a :class:`DimensionBounds` with ``lower < upper``, and the functions that promise a number
raise :class:`LimitReached`, which carries the same bounds.

>>> DimensionBounds("Littlestone dimension", 2, 3, (0, 1, 2), 17).exact
False
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

# what it returns does not matter, but for True: then the search ends
Progress = Callable[[int, int, int], object]  # (lower, upper, steps so far)

PLAIN_LIMIT = 300_000_000  # steps of the plain Python searches: some seconds
OVERHEAD = 8  # words that a plain search counts extra for each operation on big integers
COMPILED_LIMIT = 10_000_000_000  # steps of the compiled searches: some seconds
COMPILE_FROM = 1 << 13  # matrix entries; below, the plain search is tried first, as it is there at once
FIRST_TRY = 5_000_000  # steps of that first try


class Stopped(Exception):
    """The limit of a plain search is met."""


class LimitReached(TooLargeToEnumerate):
    """A search met its limit before the dimension was known.

    Attributes
    ----------
    lower, upper : int
        Proved bounds of the dimension.
    witness : object
        Witness of ``lower``.
    """

    def __init__(self, found: DimensionBounds):
        RuntimeError.__init__(self, f"the {found.name} is between {found.lower} and {found.upper}: "
                                    f"the search met its limit after {found.steps} steps")
        self.lower, self.upper, self.witness = found.lower, found.upper, found.witness


@dataclass(frozen=True)
class DimensionBounds:
    """What a search found.

    Attributes
    ----------
    name : str
        The dimension.
    lower, upper : int
        Proved bounds; equal if the search ended.
    witness : object
        Witness of ``lower``, in the form that the dimension's witness function returns.
    steps : int
        Work done: machine words looked at.
    """

    name: str
    lower: int
    upper: int
    witness: Any
    steps: int

    @property
    def exact(self) -> bool:
        """Whether the dimension is known."""
        return self.lower == self.upper

    def proved(self) -> DimensionBounds:
        """Return these bounds if they are equal, else raise :class:`LimitReached`.

        Examples
        --------
        >>> DimensionBounds("depth", 2, 2, (0, 1), 17).proved().lower
        2
        >>> DimensionBounds("depth", 2, 3, (0, 1), 17).proved()
        Traceback (most recent call last):
        privlearn.dimensions.bounds.LimitReached: the depth is between 2 and 3: the search met its limit after 17 steps
        """
        if not self.exact:
            raise LimitReached(self)
        return self


def as_class(value: object, name: str = "concepts") -> ConceptClass:
    """Return ``value`` if it is a concept class, else raise ``ValueError``.

    Examples
    --------
    >>> as_class([[0, 1]])
    Traceback (most recent call last):
    ValueError: concepts must be a ConceptClass, got [[0, 1]]
    """
    if not isinstance(value, ConceptClass):
        raise ValueError(f"{name} must be a ConceptClass, got {value!r}")
    return value


def compiled_available() -> bool:
    """Tell whether numba can be imported (it has no build for the browser)."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def run_search(concepts: ConceptClass, solver: str, limit: int | None, plain: Callable[[int], DimensionBounds],
               compiled: Callable[[int], DimensionBounds]) -> DimensionBounds:
    """Run the plain or the compiled search, which are functions of the limit.

    Parameters
    ----------
    solver : {"auto", "plain", "compiled"}
        ``"auto"`` compiles if numba is there, for small classes after a first try without.
    limit : int or None
        Steps; ``None`` stands for the search's own limit.
    """
    if solver not in ("auto", "plain", "compiled"):
        raise ValueError(f"solver must be 'auto', 'plain' or 'compiled', got {solver!r}")
    if solver == "compiled" and not compiled_available():
        raise ValueError("solver must be 'plain' or 'auto' where numba is not installed, got 'compiled'")
    most = None if limit is None else as_integer(limit, "limit", least=0)
    if solver == "auto" and concepts.matrix.size <= COMPILE_FROM:  # before numba, which takes long to import
        found = plain(FIRST_TRY if most is None else min(most, FIRST_TRY))
        if found.exact or (most is not None and most <= FIRST_TRY):
            return found
    if solver == "plain" or not compiled_available():
        return plain(PLAIN_LIMIT if most is None else most)
    return compiled(COMPILED_LIMIT if most is None else most)


VC_DIMENSION = "VC dimension"
LITTLESTONE_DIMENSION = "Littlestone dimension"

THRESHOLD_DIMENSION = "threshold dimension"
