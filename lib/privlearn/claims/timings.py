"""Stored runs of the benchmarks, for the pages that show them.

Definitions
-----------
``make bench`` runs every program in ``benchmarks/`` and keeps what it measured in ``benchmarks/results/<name>.json``,
with machine, date and the hash of the library files that were measured. A page only reads such a run; it is *current*
while these files are unchanged.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from privlearn.claims.atlas import Table
from privlearn.exact.kept import code_of

Run = dict[str, Any]


def read_run(name: str, start: Path | None = None) -> Run:
    """Return the stored run of a benchmark, found in the repository around ``start`` (default: the working directory).

    Raises
    ------
    FileNotFoundError
        Outside the repository, or if the benchmark was never run.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        place = folder / "benchmarks" / "results" / f"{name}.json"
        if place.exists():
            run: Run = json.loads(place.read_text(encoding="utf-8"))
            return run
    raise FileNotFoundError(f"no stored run {name!r} around {here}: run `make bench` in the repository")


def is_current(run: Run) -> bool:
    """Tell whether the measured library files still do what they did."""
    try:
        return code_of(run["files"]) == str(run["code"])
    except FileNotFoundError:
        return False


def provenance(run: Run) -> str:
    """Return in one line where and when a run was made.

    >>> provenance({"machine": "a machine", "date": "2026-01-01", "python": "3.11.7", "load": 0.5, "files": [],
    ...             "code": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"})
    'a machine, Python 3.11.7, 2026-01-01, load average 0.5; the measured code is unchanged since'
    """
    since = "the measured code is unchanged since" if is_current(run) else "the measured code has changed since"
    return f"{run['machine']}, Python {run['python']}, {run['date']}, load average {run['load']}; {since}"


def shown(found: dict[str, Any]) -> str:
    """Return the number found, or the range in which a search left it.

    >>> shown({"lower": 4, "upper": 4}), shown({"lower": 4, "upper": 9})
    ('4', '4 to 9')
    """
    return str(found["lower"]) if found["lower"] == found["upper"] else f"{found['lower']} to {found['upper']}"


def seconds(value: float) -> str:
    """Return seconds with two digits that count.

    >>> [seconds(v) for v in (0.00042, 0.0371, 1.234, 56.78)]
    ['0.0004', '0.037', '1.2', '57']
    """
    digits = 4 if value < 0.01 else 3 if value < 1 else 1 if value < 10 else 0
    return f"{value:.{digits}f}"


def dimensions_table(run: Run) -> Table:
    """Return one row for each class: size, the three dimensions and the seconds that each took."""
    rows = [[html.escape(row["name"]), f"{row['concepts']:,} x {row['points']:,}",
             *(cell for key in ("littlestone", "vc", "threshold")
               for cell in (shown(row[key]), seconds(row[key]["seconds"])))] for row in run["rows"]]
    columns = ("class", "concepts x points", "LDim", "seconds", "VC", "seconds", "T", "seconds")
    return Table("Three dimensions of named classes", columns, rows)


def naive_table(run: Run) -> Table:
    """Return the classes on which the naive recursion was run, with both times and their ratio."""
    limit = run["naive_limit"]
    rows = []
    for row in (row for row in run["rows"] if "naive" in row):
        ours, theirs = row["littlestone"]["seconds"], row["naive"]["seconds"]
        found = (seconds(theirs), f"{theirs / ours:,.0f}") if theirs else (f"over {limit}", f"over {limit / ours:,.0f}")
        rows.append([html.escape(row["name"]), shown(row["littlestone"]), found[0], seconds(ours), found[1]])
    columns = ("class", "LDim", "naive, seconds", "library, seconds", "ratio")
    return Table("Littlestone's dimension by two programs", columns, rows)
