"""Concept classes from files.

Definitions
-----------
A file holds a 0/1 table, rows = concepts, columns = points: a NumPy array (``.npy``, or ``.npz`` with one array) or
text (any other name).  In text cells are separated by commas; if the first two rows have none, by semicolons or by
tabs; if the first row is bits and blanks alone, by blanks.  The first row holds names of points if none of its cells is
0 or 1, the first column names of concepts likewise; an empty first cell means both.  Every other cell must be 0 or 1;
of other ways to write a bit, and of row numbers in the first column, an error says what to do.

>>> import io
>>> named = parse_table(io.StringIO(",p,q\\nc,0,1\\nd,1,1\\n")).concept_class()
>>> named.matrix.tolist(), named.point_names, named.concept_names
([[0, 1], [1, 1]], ('p', 'q'), ('c', 'd'))
"""

import csv
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.concepts.families import LARGEST_MATRIX
from privlearn.exact import TooLargeToEnumerate

Progress = Callable[[int], object]  # rows read so far
BITS = {"0", "1"}
VALUES = bytes.maketrans(b"01", b"\0\1")
LONGEST_CELL = (1 << 17) - 1  # characters
EVERY = 1 << 14  # rows between two reports of progress
SEPARATORS = (",", ";", "\t")
SPELT = re.compile(r"true|false|[01]\.0*([eE][+-]?0+)?", re.IGNORECASE)  # bits in other words


@dataclass(frozen=True)
class Table:
    """What a file holds: entries as written, repeated rows included, and the names, ``None`` if it has none."""

    entries: np.ndarray
    point_names: list[str] | None
    concept_names: list[str] | None

    @property
    def has_names(self) -> bool:
        """Whether the points or the concepts have names."""
        return self.point_names is not None or self.concept_names is not None

    def concept_class(self) -> ConceptClass:
        """Return the class of the table; repeated rows merge.

        Examples
        --------
        >>> parse_table(["0,1", "1,1", "0,1"]).concept_class().rows()
        [(0, 1), (1, 1)]
        """
        return ConceptClass.from_matrix(self.entries, self.point_names, self.concept_names)


def read_class(path: str | Path, progress: Progress | None = None) -> ConceptClass:
    """Read a concept class from a file; see :func:`read_table` for arguments and errors.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Path(folder, "class.csv").write_text("0,1\\n1,1\\n")
    ...     read_class(f"{folder}/class.csv").rows()
    8
    [(0, 1), (1, 1)]
    """
    return read_table(path, progress).concept_class()


def read_table(path: str | Path, progress: Progress | None = None) -> Table:
    """Read the 0/1 table of a file.

    Parameters
    ----------
    path : str or Path
        ``.npy``, ``.npz`` or text in UTF-8; see the module for separators and headers.
    progress : callable, optional
        Called now and then with the number of rows read.

    Raises
    ------
    ValueError
        If the file cannot be read, is not such a table, or has a wrong entry (named by row and column, from 1).
    TooLargeToEnumerate
        If the table has more than 2^28 entries.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/class.npy", [[0, 1], [0, 1]])
    ...     read_table(f"{folder}/class.npy").entries.tolist()
    [[0, 1], [0, 1]]
    """
    place = Path(path)
    try:
        if place.suffix in (".npy", ".npz"):
            return Table(_checked_array(_stored_array(place)), None, None)
        with place.open(encoding="utf-8-sig", newline="") as lines:
            return parse_table(lines, progress)
    except OSError as error:
        raise ValueError(f"path must name a file that can be read, got {str(path)!r} ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"path must name a text file in UTF-8 or an .npy file, got {str(path)!r} ({error})") from error


def _stored_array(place: Path) -> Any:
    """Return the array of a file without executing anything that a file may hold."""
    try:
        with np.errstate(over="raise"):  # a size beyond all numbers
            if place.suffix == ".npy":
                return np.lib.format.open_memmap(place, mode="r")  # this reads no archives
            with zipfile.ZipFile(place) as archive:
                return _only_array(archive)
    except (OSError, TooLargeToEnumerate):
        raise
    except Exception as error:  # what is no array fails in many ways
        raise ValueError(f"path must name a NumPy array of numbers, got {str(place)!r} "
                         f"({_shown(str(error), 100)})") from error


def _only_array(archive: zipfile.ZipFile) -> np.ndarray:
    names = archive.namelist()
    if len(names) != 1:
        raise ValueError(f"an archive must hold one array, got {len(names)}: {', '.join(names[:4])}; save one as .npy")
    with archive.open(names[0]) as file:  # its header first: a small archive may hold a huge array
        version = np.lib.format.read_magic(file)
        read_header = {(1, 0): np.lib.format.read_array_header_1_0}.get(version, np.lib.format.read_array_header_2_0)
        shape, _, _ = read_header(file)
    _fits(int(np.prod(shape, dtype=object)))
    with archive.open(names[0]) as file:
        return np.asarray(np.lib.format.read_array(file, allow_pickle=False))


def _checked_array(array: np.ndarray) -> np.ndarray:
    """Return the array if its entries are 0 and 1; rows and columns of a file are counted from 1."""
    _fits(array.size)
    if array.ndim == 2 and array.dtype.kind in "buif":
        wrong = np.argwhere((array != 0) & (array != 1))
        if len(wrong):
            i, j = (int(k) for k in wrong[0])
            raise ValueError(f"every entry must be 0 or 1, got {array[i, j]} in row {i + 1}, column {j + 1}")
    return array


def _fits(entries: int) -> None:
    if entries > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the table of the class", entries, LARGEST_MATRIX)


def parse_table(lines: Iterable[str], progress: Progress | None = None) -> Table:
    """Return a table in text, given as lines; see :func:`read_table`.

    Examples
    --------
    >>> table = parse_table(["p;q", "0;1", "0;1"])
    >>> table.entries.tolist(), table.point_names
    ([[0, 1], [0, 1]], ['p', 'q'])
    """
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
    given = iter(lines)
    begin = list(_two_rows(given))
    separator = _separator([line for line in begin if line.strip()])
    checked: Iterable[str] = _checked(chain(begin, given), separator)
    if separator == " ":
        separator, checked = ",", (",".join(line.split()) for line in checked)
    reader = csv.reader(checked, delimiter=separator, skipinitialspace=True)
    first = 1
    try:
        for cells in reader:
            if cells:
                yield reader.line_num, [cell.strip() for cell in cells]
            first = reader.line_num + 1
    except csv.Error as error:  # such as a quotation mark that lacks its pair
        raise ValueError(f"the table must be comma-separated text with cells of at most {LONGEST_CELL:,} characters, "
                         f"got {error} in the row that begins in line {first}") from error


def _two_rows(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines until two of them are not blank."""
    found = 0
    for line in lines:
        yield line
        found += bool(line.strip())
        if found == 2:
            return


def _separator(rows: list[str]) -> str:
    """Return what separates the cells, from the first two rows.

    >>> _separator(["a;b", "0;1"]), _separator(["a;b,c"]), _separator(["0 1 1"]), _separator(["first name", "0"])
    (';', ',', ' ', ',')
    """
    if not any("," in row for row in rows):
        for separator in SEPARATORS[1:]:
            if rows and all(separator in row for row in rows):
                return separator
        if rows and len(rows[0].split()) > 1 and BITS.issuperset(rows[0].split()):
            return " "
    return ","


def _checked(lines: Iterable[str], separator: str) -> Iterator[str]:
    """Yield the lines; what no table has is an error before anything looks at it."""
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise ValueError(f"the table must be text, got a NUL character in row {number}")
        if len(line) > LONGEST_CELL:
            for column, cell in enumerate(line.split(separator), start=1):
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
        raise ValueError(f"every entry must be 0 or 1, got {_shown(cell)!r} in row {row}, column {column}"
                         f"{_advice(cell, column)}")
    return "".join(cells).encode().translate(VALUES)


def _advice(cell: str, column: int) -> str:
    """Return what to do about a cell that is neither 0 nor 1, where that can be told.

    >>> _advice("True", 2)
    '; write 1 for True and 0 for False, without a decimal point (a data frame: .astype(int))'
    """
    if SPELT.fullmatch(cell):
        return "; write 1 for True and 0 for False, without a decimal point (a data frame: .astype(int))"
    if cell.isdecimal():
        return ("; numbers that name the rows or the points need a header with an empty first cell, and names in every "
                "row (a data frame: .to_csv with its index), or none of both (index=False, header=False)")
    if any(separator in cell for separator in SEPARATORS):
        return "; separate all cells alike, by commas, semicolons or tabs"
    return "" if cell else "; the cell is empty"
