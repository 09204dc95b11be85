"""Where a run's verdicts are kept, and whether they still belong to the code.

Definitions
-----------
``privlearn verify`` keeps its report in ``_build/verdicts.json`` of the book, each claim with the hash of what its
verdicts rest on: the code of its checks and of every library file behind them (without docstrings and comments), the
kept results of its long checks, Python and the installed packages.  A stored verdict counts only while that hash is
the one at hand, so a changed learner makes stale what rests on it and nothing else.  Runs that end at the same time
merge what they found, one after the other.  Nothing here is ever committed.
"""

import hashlib
import os
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from privlearn.checking import registry, runner
from privlearn.checking.long_checks import DATA, DIGESTS, MACHINERY
from privlearn.checking.registry import Claim
from privlearn.keeping import build_folder, code_of, files_behind, keep_readings, locked, read_json, write_json
from privlearn.keeping.code import installed

JUDGING = ("keeping/encoding.py", *(f"checking/{name}.py" for name in (
    "long_checks", "registry", "runner", "verdict", "words")))
CATALOGUE = "privlearn.broken.catalogue"
# What differs from run to run without a difference in what was found: times, the part that was computed again, and
# what follows from other claims, which not every run contains.
PASSING = ("seconds", "part", "seed", "fully_checked")
Row = dict[str, Any]


def default_path() -> Path | None:
    """Return the store of the book around the working directory, or ``None`` outside a book.

    The environment variable ``PRIVLEARN_VERDICTS`` overrides it.
    """
    folder = build_folder()
    return None if folder is None else folder / Path(os.environ.get("PRIVLEARN_VERDICTS") or "verdicts.json").name


def behind(entry: Claim) -> str:
    """Return the hash of all that a claim's verdicts rest on, those of its twins included."""
    shared = [entry, *(registry.load()[id] for id in entry.same_as)]
    modules = {check.function.__module__ for one in shared for check in one.checks}
    data = [DATA / f"{one.id}.json" for one in shared if any(check.long for check in one.checks)]
    data += [DATA / DIGESTS] * bool(data)
    return _digest(sorted(map(_code_behind, modules)), data)


def _digest(codes: Iterable[str], data: Iterable[Path] = ()) -> str:
    kept = [hashlib.sha256(path.read_bytes()).hexdigest() for path in data if path.exists()]
    return hashlib.sha256("\n".join([installed(), code_of(JUDGING), *codes, "", *kept]).encode()).hexdigest()


@cache
def _code_behind(module: str) -> str:
    return code_of(files_behind(module, without=MACHINERY))


def stored_claim(id: str) -> Row | None:
    """Return the stored report of one claim, or ``None`` if it is missing or stale."""
    entry, row = registry.load(id.split("-", 1)[0]).get(id), _stored()["claims"].get(id)
    return _shown(row) if entry is not None and row is not None and row["code"] == behind(entry) else None


def stored_controls() -> list[Row] | None:
    """Return the stored rows of the catalogue of broken mechanisms, or ``None`` if they are missing or stale."""
    stored = _stored()["controls"]
    return stored["rows"] if stored.get("code") == _digest([_code_behind(CATALOGUE)]) else None


def write(report: Row, path: Path | None = None, controls: list[Row] | None = None) -> None:
    """Merge a report into the store.

    A row that says what the stored one of the same code says leaves it as it is, times included: what was made from
    the stored one is still true.  Claims that the report does not name are kept, and so are the controls.

    Parameters
    ----------
    report : dict
        From :func:`~privlearn.checking.runner.run`.
    path : Path, optional
        Default: the store of the book around the working directory; outside a book nothing is written.
    controls : list of dict, optional
        Rows of the catalogue of broken mechanisms.
    """
    place = path or default_path()
    if place is None:
        return
    claims = registry.load()
    with locked(place.with_suffix(".lock")):
        stored = _content(place)
        rows = {id: row for id, row in stored["claims"].items() if id in claims}
        for row in report["claims"]:
            made = row | {"code": behind(claims[row["id"]])}
            if lasting(made) != lasting(rows.get(row["id"])):
                rows[row["id"]] = made
        if controls is not None:
            made = {"code": _digest([_code_behind(CATALOGUE)]), "rows": controls}
            if lasting(made) != lasting(stored["controls"]):
                stored["controls"] = made
        runner.add_full_status(list(rows.values()))
        write_json(place, {"claims": [rows[id] for id in claims if id in rows], "controls": stored["controls"]})
    keep_readings()


def lasting(found: Any) -> Any:
    """Return a report, or part of one, without what differs from run to run.

    >>> lasting({"holds": True, "seconds": 1.5, "stored": {"part": 3, "parts": 64}})
    {'holds': True, 'stored': {'parts': 64}}
    """
    if isinstance(found, dict):
        return {key: lasting(value) for key, value in found.items() if key not in PASSING}
    return [lasting(value) for value in found] if isinstance(found, list) else found


def _shown(row: Row) -> Row:
    return {key: value for key, value in row.items() if key != "code"}


def _stored() -> Row:
    """Return what the store holds, stale rows included."""
    place = default_path()
    return _content(None if place is None else place.resolve())


def _content(place: Path | None) -> Row:
    """Return a store's content: rows of claims by id, and the controls; empty if it cannot be read."""
    try:
        state = place.stat() if place is not None else None
    except OSError:
        state = None
    if place is None or state is None:
        return {"claims": {}, "controls": {}}
    content = _parsed(place, state.st_mtime_ns, state.st_size, state.st_ino)
    return {"claims": dict(content["claims"]), "controls": content["controls"]}


@lru_cache(maxsize=1)
def _parsed(place: Path, *state: int) -> Row:
    """Return a file's content, parsed once for each of its states: a page reads it for every card and step."""
    content = read_json(place)
    rows, controls = content.get("claims"), content.get("controls")
    claims = [row for row in rows if isinstance(row, dict) and "code" in row] if isinstance(rows, list) else []
    return {"claims": {row["id"]: row for row in claims}, "controls": controls if isinstance(controls, dict) else {}}
