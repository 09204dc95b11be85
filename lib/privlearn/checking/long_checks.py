"""Results of long checks: kept as data of the library, shown as such, and computed again in part by every run.

Definitions
-----------
A *long* check takes minutes and is cut into *parts*; its function judges the part whose number it is given.
``privlearn verify --long --keep`` runs all parts of every long check and keeps the verdicts in
``checking/data/<id>.json``, with machine, date, seconds of processor time and the hash of the code: of the check's
module and of every library file that it rests on (:func:`~privlearn.keeping.code.files_behind`), without docstrings and
comments.  ``checking/data/digests.json`` lists the digests of these files.

A kept result *counts* while that hash is the code's.  What is shown is always put together from the parts.  An ordinary
run draws one of all parts at random (a slow one less often), computes it again, and refuses the whole check if anything
but the time differs (for a numeric check: if it fails now); it refuses a file whose digest is not the listed one.  A
result of other code, and a check that was never run, are listed as not counted.
"""

import datetime
import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from privlearn.checking.registry import Check
from privlearn.checking.verdict import Verdict
from privlearn.keeping import code_of, files_behind, read_json, write_text
from privlearn.keeping.encoding import encode, least

DATA = Path(__file__).parent / "data"
DIGESTS = "digests.json"
MACHINERY = tuple(
    f"checking/{name}.py" for name in ("__init__", "long_checks", "registry", "runner", "store"))
Result = dict[str, Any]
Part = tuple[Verdict, float]  # what one part gave, and its seconds of processor time
REFUSED = {"holds": False, "left": None, "right": None, "slack": None, "instances": 0, "covered": 0, "seconds": 0.0,
           "witness": "the kept results are not the listed ones: make them anew with `privlearn verify --long --keep`"}


def machine() -> str:
    """Return processor, number of cores and system in one line."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def code_behind(check: Check) -> str:
    """Return the hash of the library files on which a check's verdict rests."""
    return _code_behind(check.function.__module__)


@cache
def _code_behind(module: str) -> str:
    return code_of({*files_behind(module, without=MACHINERY), "keeping/encoding.py", "checking/verdict.py"})


def first_line(check: Check) -> Result:
    """Return what a row of a report says of a check before its verdict."""
    return {"name": check.name, "grade": check.grade, "quantifier": check.quantifier}


def shown(verdict: Verdict) -> Result:
    """Return what a row of a report says of a verdict."""
    return {"holds": verdict.holds, "left": encode(verdict.left), "right": encode(verdict.right),
            "slack": encode(verdict.slack), "witness": encode(verdict.witness), "instances": verdict.instances,
            "covered": verdict.covered}


def joined(parts: Sequence[Result]) -> Result:
    """Return what a row says of a check whose parts gave these verdicts: the first that fails, else the tightest.

    >>> first = {"holds": True, "left": 1, "right": "7/3", "slack": "4/3", "witness": "a", "instances": 2, "covered": 6}
    >>> joined([first, first | {"right": 2, "slack": 1, "witness": "b"}])["witness"]
    'b'
    """
    failed = [part for part in parts if not part["holds"]]
    with_slack = [part for part in parts if part["slack"] is not None]
    chosen = failed[0] if failed else min(with_slack, key=lambda part: least(part["slack"]), default=parts[0])
    return {key: chosen[key] for key in ("holds", "left", "right", "slack", "witness")} | {
        key: sum(part[key] for part in parts) for key in ("instances", "covered")}


def row_of(check: Check, parts: Sequence[Result]) -> Result:
    """Return the row of a long check, put together from the rows of its parts."""
    return first_line(check) | joined(parts) | {"seconds": round(sum(part["seconds"] for part in parts), 3)}


def part_rows(parts: Sequence[Part]) -> list[Result]:
    """Return what is kept of each part."""
    return [shown(verdict) | {"seconds": round(seconds, 3)} for verdict, seconds in parts]


def keep(id: str, check: Check, parts: Sequence[Part], sabotages: Sequence[Result]) -> None:
    """Keep the verdicts of all parts of a long check of the claim ``id``, and of its sabotages."""
    place = DATA / f"{id}.json"
    content = read_json(place)
    content[check.name] = {
        "machine": machine(), "python": platform.python_version(), "date": datetime.date.today().isoformat(),
        "code": code_behind(check), "sabotages": list(sabotages), "parts": part_rows(parts)}
    keep_text(place.name, content)


def keep_text(name: str, content: Any) -> None:
    """Write a file of kept results, and list its digest."""
    write_text(DATA / name, _text(content))
    write_text(DATA / DIGESTS, _text({kept.name: _digest(kept) for kept in sorted(DATA.glob("*.json"))
                                      if kept.name != DIGESTS}))


def _text(content: Any) -> str:
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


def _digest(place: Path) -> str:
    return hashlib.sha256(place.read_bytes()).hexdigest()


def is_listed(id: str) -> bool:
    """Tell whether the kept results of a claim, if there are any, are the file that was written with them."""
    place = DATA / f"{id}.json"
    return not place.exists() or read_json(DATA / DIGESTS).get(place.name) == _digest(place)


def kept_result(id: str, check: Check) -> Result | None:
    """Return what is kept of a check, whatever its code, or ``None``."""
    found: Result | None = read_json(DATA / f"{id}.json").get(check.name)
    return found


def is_current(check: Check, kept: Result) -> bool:
    """Tell whether a kept result is of the code at hand, all parts included."""
    return bool(kept["code"] == code_behind(check)) and len(kept["parts"]) == check.parts


def draw(id: str, check: Check, parts: Sequence[Result], seed: int) -> int:
    """Return the number of the part to compute again: any of them, the slower ones less often."""
    rng = np.random.default_rng([seed, crc32(f"{id} {check.name}".encode())])
    weights = np.array([1 / (1 + part["seconds"]) for part in parts])
    return int(rng.choice(len(parts), p=weights / weights.sum()))


def again(id: str, check: Check, judge_part: Callable[[int], Verdict], seed: int) -> tuple[Result, list[Result], bool]:
    """Return the row of a long check from its kept result, its sabotages, and whether they count.

    Parameters
    ----------
    id : str
        The claim.
    check : Check
    judge_part : function
        Judges the right object on the part with a number.
    seed : int
        Decides which part is computed again.

    Returns
    -------
    row : dict
        Its entry ``stored`` says of which machine and date the result is and whether it is current; for a current one
        also which part of how many was computed again, by which seed, and whether it gave the same.
    sabotages : list of dict
    counts : bool
    """
    kept = kept_result(id, check)
    if not is_listed(id):
        return first_line(check) | REFUSED, [], True
    if kept is None:
        return first_line(check) | {"stored": None}, [], False
    row = row_of(check, kept["parts"])
    stored = {key: kept[key] for key in ("machine", "python", "date")} | {
        "seconds": row["seconds"], "current": is_current(check, kept)}
    if not stored["current"]:
        return first_line(check) | {"stored": stored}, [], False
    started, number = time.perf_counter(), draw(id, check, kept["parts"], seed)
    now, then = shown(judge_part(number)), dict(kept["parts"][number])
    then.pop("seconds")
    same = now["holds"] if check.grade == "numeric" else now == then
    row["stored"] = stored | {"part": number, "parts": check.parts, "seed": seed, "same": same}
    if not same:
        row |= now | {"holds": False, "witness": f"part {number} gives {now} now, and gave {then}"}
    sabotages = [caught | {"stored": True} for caught in kept["sabotages"]]
    return row | {"seconds": round(time.perf_counter() - started, 3)}, sabotages, True


def provenance(stored: Result | None) -> str:
    """Return in one sentence what a row's entry ``stored`` says.

    >>> provenance(None)
    'Not run yet: not counted.'
    >>> then = {"machine": "a machine", "python": "3.11.7", "date": "2026-01-01", "seconds": 71.8, "current": False}
    >>> provenance(then)
    'Stored: 72 s on a machine, Python 3.11.7, 2026-01-01; the code has changed since: not counted.'
    >>> provenance(then | {"current": True, "part": 3, "parts": 64, "seed": 0, "same": True})
    'Stored: 72 s on a machine, Python 3.11.7, 2026-01-01; one of its 64 parts, drawn and computed again now: the same.'
    """
    if stored is None:
        return "Not run yet: not counted."
    start = (f"Stored: {stored['seconds']:.0f} s on {stored['machine']}, Python {stored['python']}, "
             f"{stored['date']}; ")
    if not stored["current"]:
        return f"{start}the code has changed since: not counted."
    return (f"{start}one of its {stored['parts']} parts, drawn and computed again now: "
            f"{'the same' if stored['same'] else 'NOT THE SAME'}.")
