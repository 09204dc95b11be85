"""Where a run keeps what it makes.

Definitions
-----------
Inside a book (a folder with ``_toc.yml`` and ``pyproject.toml``), what a run makes lives in ``_build``.  Outside a book
nothing is kept.
"""

import os
from pathlib import Path


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
