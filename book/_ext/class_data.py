"""The atlas of classes on four points: a constant for the page's script, and the same as CSV and JSON for readers.

All three are written from the library's entries once the site is built. In the constant a class is a row: place,
number, orbit, figure, its dimensions (the randomised one times 32) and its witnesses in letters, points w to z and
concepts 0 to f: a tree is its root, then the tree below 0 and the tree below 1; a threshold sequence is concept, point,
concept, ...
"""
import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from privlearn.dimensions.sweeps.atlas import WITNESSES, Entry, entries

PAGE = "book/atlas/classes"
PLACE = "_static/classes.js"
HEAD = "const CLASSES = "
COLUMNS = ("place", "number", "concepts", "size", "orbit", "figure", "vc", "littlestone", "randomized", "threshold",
           "representation", *WITNESSES)


def tree_letters(tree: Any) -> str:
    """Return a tree in letters.

    >>> tree_letters([2, [0, 3, 10], 1])
    'yw3a1'
    """
    return "wxyz"[tree[0]] + "".join(map(tree_letters, tree[1:])) if isinstance(tree, list) else f"{tree:x}"


def row(entry: Entry) -> list[int | str]:
    """Return an entry as the script reads it."""
    found: dict[str, Any] = entry.witnesses
    return [entry.place, entry.number, entry.orbit, entry.figure, entry.vc, entry.littlestone,
            int(32 * entry.randomized), entry.threshold, entry.representation,
            "".join("wxyz"[x] for x in found["shattered_set"]), tree_letters(found["mistake_tree"]),
            tree_letters(found["mean_depth_tree"]),
            "".join(f"{h:x}{'wxyz'[x]}" for h, x in found["threshold_sequence"])]


def record(entry: Entry) -> dict[str, Any]:
    """Return an entry as readers take it along: exact numbers as text, witnesses in numbers of rows and columns."""
    return {"place": entry.place, "number": entry.number, "concepts": list(entry.rows), "size": len(entry.rows),
            "orbit": entry.orbit, "figure": entry.figure, "vc": entry.vc, "littlestone": entry.littlestone,
            "randomized": str(entry.randomized), "threshold": entry.threshold, "representation": entry.representation,
            **entry.witnesses}


def as_csv(records: Iterable[dict[str, Any]]) -> str:
    """Return the records as a table; concepts are parted by blanks, witnesses are JSON."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for one in records:
        table.writerow(one | {"concepts": " ".join(one["concepts"])}
                       | {name: json.dumps(one[name], separators=(",", ":")) for name in WITNESSES})
    return text.getvalue()


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the three files, once the site is built."""
    if exception is None and app.builder.format == "html" and PAGE in app.env.found_docs:
        listed = list(entries())
        rows = json.dumps([row(entry) for entry in listed], separators=(",", ":"))
        records = [record(entry) for entry in listed]
        beside = Path(app.outdir) / PAGE
        (Path(app.outdir) / PLACE).write_text(f"{HEAD}{rows};\n", encoding="utf-8")
        beside.with_suffix(".csv").write_text(as_csv(records), encoding="utf-8")
        beside.with_suffix(".json").write_text(json.dumps({"points": 4, "classes": records}) + "\n", encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the data at the end."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
