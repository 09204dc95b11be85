"""Stored benchmark runs: found, shown, and known to be stale."""

import json

import pytest

import privlearn
from privlearn.keeping import code_of
from privlearn.shown.timings import (dimensions_table, interior_cost_table, interior_medians_table, interior_rows_table,
                                     interior_until_table, is_current, naive_table, read_run, seconds, shown)

FOUND = {"lower": 2, "upper": 2, "steps": 1, "seconds": 0.5}
RUN = {"machine": "m", "python": "3", "date": "d", "load": 0, "files": ["dimensions/bounds.py"], "code": "0",
       "naive_limit": 9,
       "rows": [{"name": "A", "concepts": 4, "points": 3, "littlestone": FOUND, "vc": FOUND,
                 "threshold": {**FOUND, "upper": 7}, "naive": {"seconds": 5.0}},
                {"name": "B", "concepts": 4, "points": 3, "littlestone": FOUND, "vc": FOUND, "threshold": FOUND,
                 "naive": {"seconds": None}},
                {"name": "C", "concepts": 4, "points": 3, "littlestone": FOUND, "vc": FOUND, "threshold": FOUND}]}


def test_runs_are_found_and_stale_by_code_not_by_prose(tmp_path, monkeypatch):
    place = tmp_path / "benchmarks" / "results"
    place.mkdir(parents=True)
    (place / "x.json").write_text(json.dumps({"rows": []}))
    assert read_run("x", tmp_path / "benchmarks") == {"rows": []}
    with pytest.raises(FileNotFoundError, match="make bench"):
        read_run("y", tmp_path)
    assert dimensions_table(RUN).rows[0][6] == shown({"lower": 2, "upper": 7}) == "2 to 7"
    assert [(row[0], row[4]) for row in naive_table(RUN).rows] == [("A", "10"), ("B", "over 18")]  # with both programs
    assert [seconds(v) for v in (0.0031, 0.25, 2.0, 75.3)] == ["0.0031", "0.250", "2.0", "75"]
    assert not is_current(RUN)
    assert not is_current({**RUN, "files": ["dimensions/no_such_module.py"]})
    monkeypatch.setattr(privlearn, "__file__", str(tmp_path / "__init__.py"))
    module = tmp_path / "module.py"
    module.write_text('"""Old."""\n\n\ndef f(n):\n    """Old words\n    on two lines."""\n    return n\n')
    before = code_of(["module.py"])
    module.write_text('"""New."""\ndef f(n):\n    """New."""\n    # a comment\n    return n\n')
    assert code_of(["module.py"]) == before
    module.write_text('"""New."""\ndef f(n):\n    """New."""\n    return n + 1\n')
    assert code_of(["module.py"]) != before


ONE = {"seconds": 2.0, "bytes": 5000}
POINTS = {"rows": [{"name": "A", "points": n, "random path": ONE, "heavy path": ONE, "HeavyPaths": ONE}
                   for n in (10, 100)],
          "rows_needed": [{"bits": 64, "rows": 5, "exponential": 5, "exponential, successes": 9, "heavy path": 7,
                           "heavy path, successes": 8, "HeavyPaths": 2000}],
          "rows_until_interior": [{"column": "normal", "ours": 16, "theirs": None}],
          "medians": [{"column": "normal", "points": n, "method": "ours", "rank_error": 3, "interior": 4, "answers": 5,
                       "seconds": 0.25} for n in (300, 400)]}


@pytest.mark.parametrize(("table", "rows"), [
    (interior_cost_table(POINTS), [["A", "2.0", "2.0", "2.0", "50", "50", "50"]]),
    (interior_rows_table(POINTS), [["2^6 bits", "5", "7", "2,000", "5", "9", "8"]]),
    (interior_until_table(POINTS), [["normal", "16", "over 8,192"]]),
    (interior_medians_table(POINTS, 300), [["normal", "ours", "3", "4 of 5", "0.250"]]),
], ids=["costs of most points", "domains by their bits", "what never finds one is bounded", "medians of one number"])
def test_tables_of_interior_points(table, rows):
    assert table.rows == rows
