"""Stored runs of the benchmarks, for the pages that show them.

Definitions
-----------
``make bench`` runs every program in ``benchmarks/`` and keeps what it measured in ``benchmarks/results/<name>.json``,
with machine, date and the hash of the library files that were measured. A page only reads such a run; it is *current*
while these files are unchanged.
"""

import html
import json
from pathlib import Path
from typing import Any

from privlearn.keeping import code_of
from privlearn.shown.atlas import Table

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


def interior_cost_table(run: Run) -> Table:
    """Return one row for each family of the largest size: seconds of each algorithm, and bytes beside the points."""
    largest = max(row["points"] for row in run["rows"])
    names = {"random path": "TreeLog", "heavy path": "TreeLog, heavy path", "HeavyPaths": "HeavyPaths"}
    rows = [[html.escape(row["name"]), *(seconds(row[key]["seconds"]) for key in names),
             *(f"{row[key]['bytes'] / row['points']:,.0f}" for key in names)]
            for row in run["rows"] if row["points"] == largest]
    columns = ("domain and points", *(f"{name}, seconds" for name in names.values()),
               *(f"{name}, bytes a point" for name in names.values()))
    return Table(f"One answer from {largest:,} points", columns, rows)


def interior_rows_table(run: Run) -> Table:
    """Return one row for each domain: rows needed by three algorithms, and answers found with the fewest."""
    rows = [[f"2^{row['bits'].bit_length() - 1} bits", *(f"{row[key]:,}" for key in (
        "exponential", "heavy path", "HeavyPaths", "rows", "exponential, successes", "heavy path, successes"))]
        for row in run["rows_needed"]]
    columns = ("domain", "exponential mechanism", "TreeLog", "HeavyPaths", "with so many rows ...",
               "... exponential mechanism, of 100", "... TreeLog, of 100")
    return Table("Rows with which nine of ten answers are right on every database", columns, rows)


def interior_until_table(run: Run) -> Table:
    """Return one row for each column of reals: the rows from which each method finds interior points of it."""
    methods = [key for key in run["rows_until_interior"][0] if key != "column"]
    rows = [[html.escape(row["column"]), *("over 8,192" if row[key] is None else f"{row[key]:,}" for key in methods)]
            for row in run["rows_until_interior"]]
    return Table("Rows until nine of ten answers lie within the column", ("column", *methods), rows)


def interior_medians_table(run: Run, points: int) -> Table:
    """Return one row for each column of reals and method: error in rank, interior points, seconds for one answer."""
    rows = [[html.escape(row["column"]), html.escape(row["method"]), f"{row['rank_error']:,}",
             f"{row['interior']} of {row['answers']}", seconds(row["seconds"])]
            for row in run["medians"] if row["points"] == points]
    columns = ("column", "method", "error in rank", "interior points", "seconds")
    return Table(f"Private medians of {points:,} numbers", columns, rows)


def front_door_table(run: Run) -> Table:
    """Return one row for each call: seconds and memory at a million rows."""
    rows = [[html.escape(row["call"]), seconds(row["seconds"]), f"{row['bytes']:g}"] for row in run["rows"]]
    return Table(f"Calls on {run['rows'][0]['rows']:,} rows", ("call", "seconds", "bytes for each row"), rows)


def medians_side_by_side_table(run: Run) -> Table:
    """Return one row for each column and program: error in rank, in the middle and at worst, and seconds."""
    rows = [[html.escape(row["column"]), html.escape(row["method"]), f"{row['rank_error']:,}", f"{row['worst']:,}",
             seconds(row["seconds"])] for row in run["medians"]]
    caption = f"Private medians of {run['compared']:,} rows, {run['runs']} runs of each"
    return Table(caption, ("column", "program", "error in rank", "at worst", "seconds"), rows)
