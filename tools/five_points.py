"""The figures of all classes on five points as a file of the archive, and the program that reads it.

`classes-on-five-points.csv.gz` has a line for each class up to renaming of the points and flips of values: the number
of the class that stands for it (bit f is set if it has the function with number f, whose bit x is its value at point
x), how many classes it stands for, Littlestone's and the VC dimension, the randomised Littlestone dimension times 64,
and the least and the greatest threshold dimension of the classes that flips make of it. `read_five_points.py` needs
Python alone.
"""
import gzip
from dataclasses import fields
from pathlib import Path

import numpy as np

from privlearn.dimensions.sweeps.five_point_figures import Figures
from privlearn.keeping.files import replacing, write_text

DATA, READER = "classes-on-five-points.csv.gz", "read_five_points.py"
COLUMNS = tuple(field.name for field in fields(Figures))
PROGRAM = '''"""Read classes-on-five-points.csv.gz, or find a class in it: python read_five_points.py [number]"""
import csv
import gzip
import sys
from collections import Counter
from pathlib import Path


def rows(place=Path(__file__).with_name("classes-on-five-points.csv.gz")):
    """Yield a dictionary of integers for each class up to renaming and flips."""
    with gzip.open(place, "rt", encoding="ascii", newline="") as file:
        yield from ({name: int(value) for name, value in row.items()} for row in csv.DictReader(file))


def concepts(number):
    """Return the concepts of a class as words of bits, the value at point 0 first."""
    return ["".join(str(f >> x & 1) for x in range(5)) for f in range(32) if number >> f & 1]


if __name__ == "__main__":
    if sys.argv[1:]:
        wanted = int(sys.argv[1], 0)
        print(*concepts(wanted))
        print(next((row for row in rows() if row["number"] == wanted), "stands for no figure"))
    else:
        lines, classes = Counter(), Counter()
        for row in rows():
            lines[row["littlestone"]] += 1
            classes[row["littlestone"]] += row["orbit"]
        for depth in sorted(lines):
            print(f"Littlestone {depth:2}: {lines[depth]:>9,} lines, {classes[depth]:>13,} classes")
        print(f"{sum(lines.values()):,} lines for {sum(classes.values()):,} classes, the empty one included")
'''


def write(figures: Figures, folder: Path) -> list[Path]:
    """Write the data and the reader; the same figures give the same bytes. Return both places."""
    table = np.array([getattr(figures, name) for name in COLUMNS]).T
    text = "\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in table.tolist())]) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(folder / DATA) as beside:
        beside.write_bytes(gzip.compress(text.encode("ascii"), mtime=0))
    write_text(folder / READER, PROGRAM)
    return [folder / DATA, folder / READER]
