"""The files of the atlas: rows for the page's script, CSV and JSON, from the same entries."""

import csv
import io
import json
from fractions import Fraction
from types import SimpleNamespace

import class_data
import pytest

from privlearn.dimensions.sweeps.atlas import entries


@pytest.fixture(scope="module")
def listed():
    return list(entries())


def read_tree(letters):
    """Return the tree that letters stand for; what is left over is an error."""
    left = list(letters)

    def part():
        head = left.pop(0)
        return ["wxyz".index(head), part(), part()] if head in "wxyz" else int(head, 16)

    tree = part()
    assert not left
    return tree


def test_rows_and_the_table_have_the_numbers_of_the_entries_and_can_be_read_back(listed):
    for entry in listed[::37]:
        for name in ("mistake_tree", "mean_depth_tree"):
            assert read_tree(class_data.tree_letters(entry.witnesses[name])) == entry.witnesses[name]
        row = class_data.row(entry)
        assert row[:6] == [entry.place, entry.number, entry.orbit, entry.figure, entry.vc, entry.littlestone]
        assert Fraction(row[6], 32) == entry.randomized
        assert row[7:9] == [entry.threshold, entry.representation]
    records = [class_data.record(entry) for entry in listed]
    rows = list(csv.DictReader(io.StringIO(class_data.as_csv(records))))
    assert len(rows) == 3983
    for row, entry in zip(rows[::50], listed[::50], strict=True):
        assert row["concepts"].split() == list(entry.rows)
        assert int(row["size"]) == len(entry.rows)
        assert Fraction(row["randomized"]) == entry.randomized
        assert json.loads(row["mistake_tree"]) == entry.witnesses["mistake_tree"]


def test_three_files_are_written_beside_each_other(tmp_path):
    (tmp_path / "_static").mkdir()
    (tmp_path / class_data.PAGE).parent.mkdir(parents=True)
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=tmp_path,
                          env=SimpleNamespace(found_docs={class_data.PAGE}))
    class_data.write(app, None)
    script = (tmp_path / class_data.PLACE).read_text(encoding="utf-8")
    rows = json.loads(script.removeprefix(class_data.HEAD).removesuffix(";\n"))
    told = json.loads((tmp_path / f"{class_data.PAGE}.json").read_text(encoding="utf-8"))
    assert len(rows) == len(told["classes"]) == 3983
    assert told["points"] == 4
    assert [row[0] for row in rows] == [one["place"] for one in told["classes"]]
    assert (tmp_path / f"{class_data.PAGE}.csv").read_text(encoding="utf-8").count("\n") == 3984
