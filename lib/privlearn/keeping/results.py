"""Results that take long, kept beside the built book while the code that made them is unchanged.

Definitions
-----------
Inside a book (a folder with ``_toc.yml`` and ``pyproject.toml``), what a run makes lives in ``_build``. A kept result
is a file of arrays there, with the hash of the library files that made it; it counts only while these files do what
they did. Outside a book nothing is kept.

>>> code_of([])[:8]
'e3b0c442'
"""

import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np

from privlearn.keeping.code import code_of
from privlearn.keeping.files import locked, replacing

Arrays = Mapping[str, np.ndarray]


def build_folder() -> Path | None:
    """Return the folder of what is built, of the book around the working directory; ``None`` outside a book.

    It is the folder of the file that the environment variable ``PRIVLEARN_VERDICTS`` names, if it is set.
    """
    named = os.environ.get("PRIVLEARN_VERDICTS")
    if named:
        return Path(named).parent
    book = book_around()
    return None if book is None else book / "_build"


def book_around() -> Path | None:
    """Return the root of the book around the working directory, ``None`` outside a book."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "_toc.yml").exists() and (folder / "pyproject.toml").exists():
            return folder
    return None


def kept(name: str, compute: Callable[[], Arrays], files: Iterable[str]) -> dict[str, np.ndarray]:
    """Return the arrays that ``compute`` makes, from the last run if the files are unchanged.

    Parameters
    ----------
    name : str
        The file is ``_build/kept/<name>.npz``.
    compute : function
        Without arguments; returns a mapping from names to arrays.
    files : iterable of str
        The library files on which the result depends, named from ``lib/privlearn``.

    Notes
    -----
    A second process that asks for the same meanwhile waits for the first (where files can be locked; elsewhere it
    computes the same and puts its own file in place).
    """
    code, folder = code_of(files), build_folder()
    if folder is None:
        return dict(compute())
    place = folder / "kept" / f"{name}.npz"
    stored = _stored(place, code)
    if stored is not None:
        return stored
    with locked(place.with_suffix(".lock")):
        stored = _stored(place, code)
        if stored is not None:
            return stored
        found = dict(compute())
        with replacing(place) as beside:
            np.savez_compressed(beside, allow_pickle=False, code=np.array(code), **found)
    return found


def _stored(place: Path, code: str) -> dict[str, np.ndarray] | None:
    """Return the arrays of a file if they can be read and are of this code."""
    try:
        with np.load(place, allow_pickle=False) as stored:
            if str(stored["code"]) == code:
                return {key: stored[key] for key in stored.files if key != "code"}
    except (OSError, ValueError, EOFError, KeyError, AttributeError, zipfile.BadZipFile, zlib.error):  # half a file
        pass
    return None
