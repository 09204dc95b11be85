"""Concept classes from files.

Definitions
-----------
A file holds a 0/1 table, rows = concepts, columns = points: a NumPy array (``.npy``) or comma-separated text (any other
name).  In text the first row holds names of points if none of its cells is 0 or 1, the first column names of concepts
likewise; an empty first cell means both.  Every other cell must be 0 or 1.

>>> import io
>>> named = parse_table(io.StringIO(",p,q\\nc,0,1\\nd,1,1\\n")).concept_class()
>>> named.matrix.tolist(), named.point_names, named.concept_names
([[0, 1], [1, 1]], ('p', 'q'), ('c', 'd'))
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.concepts.families import LARGEST_MATRIX
from privlearn.exact import TooLargeToEnumerate

Progress = Callable[[int], object]  # rows read so far
BITS = {"0", "1"}
VALUES = bytes.maketrans(b"01", b"\0\1")
LONGEST_CELL = (1 << 17) - 1  # characters
EVERY = 1 << 14  # rows between two reports of progress


@dataclass(frozen=True)
class Table:
    """What a file holds: entries as written, repeated rows included, and the names, ``None`` if it has none."""

    entries: np.ndarray
    point_names: list[str] | None
    concept_names: list[str] | None

    def concept_class(self) -> ConceptClass:
        """Return the class of the table; repeated rows merge."""
        return ConceptClass.from_matrix(self.entries, self.point_names, self.concept_names)


def read_class(path: str | Path, progress: Progress | None = None) -> ConceptClass:
    """Read a concept class from a file; see :func:`read_table` for arguments and errors."""
    return read_table(path, progress).concept_class()


def read_table(path: str | Path, progress: Progress | None = None) -> Table:
    """Read the 0/1 table of a file.

    Parameters
    ----------
    path : str or Path
        ``.npy`` or comma-separated text in UTF-8; see the module for headers.
    progress : callable, optional
        Called now and then with the number of rows read.

    Raises
    ------
    ValueError
        If the file cannot be read, is not such a table, or has a wrong entry (named by row and column, from 1); wrong
        entries of an array are found when the class is made.
    TooLargeToEnumerate
        If the table has more than 2^28 entries.
    """
    place = Path(path)
    try:
        if place.suffix == ".npy":
            return _from_array(place)
        with place.open(encoding="utf-8-sig", newline="") as lines:
            return parse_table(lines, progress)
    except OSError as error:
        raise ValueError(f"path must name a file that can be read, got {str(path)!r} ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"path must name a text file in UTF-8 or an .npy file, got {str(path)!r} ({error})") from error


def _from_array(place: Path) -> Table:
    try:
        with np.errstate(over="raise"):  # a size beyond all numbers
            array = np.lib.format.open_memmap(place, mode="r")  # this reads no archives and executes nothing
    except OSError:
        raise
    except Exception as error:  # what is no array fails in many ways
        raise ValueError(f"path must name a NumPy array of numbers, got {str(place)!r} "
                         f"({_shown(str(error), 100)})") from error
    _fits(array.size)
    return Table(array, None, None)


def _fits(entries: int) -> None:
    if entries > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the table of the class", entries, LARGEST_MATRIX)


def parse_table(lines: Iterable[str], progress: Progress | None = None) -> Table:
    """Return a comma-separated table, given as lines of text; see :func:`read_table`."""
    rows = _rows(lines)
    start = next(rows, None)
    if start is None:
        raise ValueError("the table must have at least one row, got an empty file")
    top = start[1]
    both = top[0] == ""
    header = both or not any(cell in BITS for cell in top)
    heads: list[tuple[int, str]] = []  # the first column, which may hold names
    rest: list[bytes] = []
    for number, cells in rows if header else chain([start], rows):
        if len(cells) != len(top):
            raise ValueError(f"every row must have as many cells as the first, {len(top)}, "
                             f"got {len(cells)} in row {number}")
        heads.append((number, cells[0]))
        rest.append(_bits(cells[1:], number))
        _fits(len(rest) * len(top))
        if progress is not None and len(rest) % EVERY == 0:
            progress(len(rest))
    named = both or bool(heads) and not any(cell in BITS for _, cell in heads)
    table = np.frombuffer(b"".join(rest), dtype=np.uint8).reshape(len(heads), len(top) - 1)
    if not named:
        first = np.frombuffer(b"".join(_bits([cell], number, 1) for number, cell in heads), dtype=np.uint8)
        table = np.hstack([first[:, None], table])
    if table.shape[1] == 0:
        raise ValueError("the table must have at least one column of 0 and 1, got one column of names")
    names = [cell for _, cell in heads] if named else None
    return Table(table, top[named:] if header else None, names)


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty with their numbers; a row that takes several lines has that of the last one."""
    reader = csv.reader(_checked(lines), skipinitialspace=True)
    first = 1
    try:
        for cells in reader:
            if cells:
                yield reader.line_num, [cell.strip() for cell in cells]
            first = reader.line_num + 1
    except csv.Error as error:  # such as a quotation mark that lacks its pair
        raise ValueError(f"the table must be comma-separated text with cells of at most {LONGEST_CELL:,} characters, "
                         f"got {error} in the row that begins in line {first}") from error


def _checked(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; what no table has is an error before anything looks at it."""
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise ValueError(f"the table must be text, got a NUL character in row {number}")
        if len(line) > LONGEST_CELL:
            for column, cell in enumerate(line.split(","), start=1):
                if (length := len(cell.strip())) > LONGEST_CELL:
                    raise ValueError(f"every cell must have at most {LONGEST_CELL:,} characters, got {length:,} "
                                     f"in row {number}, column {column}")
        yield line


def _shown(text: str, most: int = 40) -> str:
    """Return the beginning of a text in one line."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[:most]}..."


def _bits(cells: list[str], row: int, first: int = 2) -> bytes:
    """Return the cells of a row, from column ``first`` on, as bytes 0 and 1."""
    if not BITS.issuperset(cells):
        column, cell = next((k, cell) for k, cell in enumerate(cells, first) if cell not in BITS)
        raise ValueError(f"every entry must be 0 or 1, got {_shown(cell)!r} in row {row}, column {column}")
    return "".join(cells).encode().translate(VALUES)
