"""Files that several processes read and write, and that no interruption leaves half written.

Definitions
-----------
A file is written beside its place and then put there at once: a reader sees the old content or the new one.  What
cannot be read (half a file of an earlier version, a foreign format) counts as absent, so it is simply made again.

>>> import tempfile
>>> place = Path(tempfile.mkdtemp()) / "new" / "table.json"
>>> read_json(place)
{}
>>> write_json(place, {"a": 1})
>>> read_json(place)
{'a': 1}
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


@contextmanager
def replacing(place: Path) -> Iterator[Path]:
    """Give a path beside ``place`` to write to; what is there at the end takes the place at once, unless an error came.

    Parameters
    ----------
    place : Path
        The folders above it are made; what is no file (a pipe, a device) is written to as it stands.

    Raises
    ------
    OSError
        If it cannot be written (no rights, a full disk); ``place`` is then as it was.
    """
    place = place.resolve()
    if place.exists() and not place.is_file():
        yield place
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.", suffix=place.suffix)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(0o644)
        os.replace(beside, place)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def write_text(place: Path, text: str) -> None:
    """Write a text in UTF-8 at once; see :func:`replacing`."""
    with replacing(place) as beside:
        beside.write_text(text, encoding="utf-8")


def write_json(place: Path, content: Any, *, indent: int | None = 1) -> None:
    """Write JSON at once; see :func:`replacing`."""
    write_text(place, json.dumps(content, indent=indent) + "\n")


def read_json(place: Path) -> dict[str, Any]:
    """Return the object that a JSON file holds; empty if the file is absent, cannot be read or holds no object."""
    try:
        content = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


@contextmanager
def locked(place: Path, *, on_wait: Any = None) -> Iterator[None]:
    """Hold the lock of a file, which ends with the process at the latest; elsewhere than here nobody writes to it.

    Parameters
    ----------
    place : Path
        The file that is locked: not the one that is written, but one beside it.
    on_wait : function, optional
        Called once, without arguments, if another process holds the lock.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        from filelock import FileLock, Timeout
    except ImportError:  # in a browser one process has the files for itself
        yield
        return
    lock = FileLock(place)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        if on_wait is not None:
            on_wait()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
