"""Where a run's verdicts are kept, and whether they still belong to the code.

Definitions
-----------
``privlearn verify`` keeps its report in ``_build/verdicts.json`` of the book, with a hash of the library's sources.
A stored verdict counts only while the hash is that of the code at hand; nothing here is ever committed.
"""

import hashlib
import json
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import privlearn
from privlearn.keeping import build_folder

UNHASHED = ("figures", "cli.py", "__main__.py")  # they draw and print; no verdict depends on them


@cache
def code_hash() -> str:
    """Return the SHA-256 of all sources, and kept results of long checks, that a verdict can depend on."""
    home = Path(privlearn.__file__).parent
    digest = hashlib.sha256()
    for path in sorted([*home.rglob("*.py"), *home.glob("claims/data/*.json")]):
        name = path.relative_to(home)
        if name.parts[0] not in UNHASHED:
            digest.update(str(name).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def default_path() -> Path | None:
    """Return the store of the book around the working directory, or ``None`` outside a book.

    The environment variable ``PRIVLEARN_VERDICTS`` overrides it.
    """
    folder = build_folder()
    return None if folder is None else folder / Path(os.environ.get("PRIVLEARN_VERDICTS") or "verdicts.json").name


def read(path: Path | None = None) -> dict[str, Any]:
    """Return the stored content if it belongs to this code, else an empty dictionary."""
    place = path or default_path()
    if place is None or not place.exists():
        return {}
    state = place.stat()
    content = _parsed(place.resolve(), state.st_mtime_ns, state.st_size)
    return content if content.get("code") == code_hash() else {}


@lru_cache(maxsize=1)
def _parsed(place: Path, changed: int, size: int) -> dict[str, Any]:
    """Return a file's content, parsed once for each of its states: a page reads it for every card and step."""
    content: dict[str, Any] = json.loads(place.read_text())
    return content


def write(report: dict[str, Any], path: Path | None = None, controls: list[dict[str, Any]] | None = None) -> None:
    """Merge a report into the store (claims that it does not name are kept if they belong to the same code)."""
    place = path or default_path()
    if place is None:
        return
    content = read(place)
    claims = {row["id"]: row for row in content.get("claims", [])} | {row["id"]: row for row in report["claims"]}
    kept = controls if controls is not None else content.get("controls", [])
    place.parent.mkdir(parents=True, exist_ok=True)
    stored = {"code": code_hash(), "summary": report["summary"], "claims": list(claims.values()), "controls": kept}
    place.write_text(json.dumps(stored, indent=1))


def stored_claim(id: str) -> dict[str, Any] | None:
    """Return the stored report of one claim, or ``None`` if it is missing or stale."""
    return next((row for row in read().get("claims", []) if row["id"] == id), None)
