"""Results that take long, kept beside the built book while the code that made them is unchanged.

Definitions
-----------
A kept result is a file of arrays in the folder of what is built (``privlearn.keeping.places``), with the hash of the
library files that made it; it counts only while these files do what they did.  Outside a book nothing is kept.

>>> code_of([])[:8]
'e3b0c442'
"""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np

from privlearn.keeping.code import code_of
from privlearn.keeping.files import locked, replacing
from privlearn.keeping.places import build_folder

Arrays = Mapping[str, np.ndarray]
_made_here: dict[str, dict[str, np.ndarray]] | None = None  # what this process made, if it reads and keeps no file


def keep_no_file() -> None:
    """From here on this process makes its own results: the code that it runs is not that of the files."""
    global _made_here
    _made_here = {}


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
    A second process that asks for the same meanwhile waits for the first.
    """
    if _made_here is not None:
        if name not in _made_here:
            _made_here[name] = dict(compute())
        return _made_here[name]
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
