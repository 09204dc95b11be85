"""Shares of trials and the tables of the page."""

import json

import pytest

from privlearn.shown import missed
from privlearn.shown.missed import Share, kept, of_whole_files, score, weakened_table

TRIAL = {"id": "0", "file": "laws/law.py", "function": "fold", "before": "a < b", "after": "a <= b", "papers": ["X"],
         "survivor": "", "why": "", "grade": "exact", "kind": "boundary"}
TRIALS = [TRIAL | {"outcome": outcome} for outcome in ("verdict", "verdict", "crash", "sabotage", "unit test")] + [
    TRIAL | {"outcome": "survived", "survivor": kind} for kind in ("equivalent", "slack", "gap")]


def test_scores_leave_out_equivalent_mutants_and_have_the_interval_of_clopper_and_pearson():
    found = score(TRIALS)
    assert (found.by_verdict, found.by_checks, found.by_claims) == (Share(2, 7), Share(3, 7), Share(4, 7))
    assert found.noticed == Share(5, 6)
    assert score([TRIAL | {"outcome": "survived"}]).noticed == Share(0, 1)  # without a class
    assert Share(8, 10).interval == pytest.approx((0.4439, 0.9748), abs=1e-4)
    assert Share(0, 0).interval == (0, 1)


def test_tables_count_every_trial_once_and_survivors_lie_in_drawers_gaps_first():
    assert sum(int(row[1]) for row in missed.outcomes_table(TRIALS).rows[:5]) == len(TRIALS)
    assert [row[:2] for row in missed.rooms_table(TRIALS).rows] == [["laws", "8"]]
    assert missed.files_table(TRIALS, "all").rows == [["laws/law.py", "8", "2 of 7", "4 of 7", "5 of 6", "1"]]
    assert [row[:2] for row in missed.papers_table(TRIALS).rows] == [["X", "8"]]
    guard = TRIALS[0] | {"kind": "boundary, in a guard"}
    assert [row[1] for row in missed.guards_table([guard, *TRIALS]).rows] == ["1", "8"]
    assert missed.grades_table(TRIALS).rows == [["exact", "2", str(Share(2, 2))]]
    found = missed.survivors(TRIALS)
    assert [len(table.rows) for table in found.tables] == [1, 1, 1]
    assert found.tables[0].rows[0][1] == "<code>a &lt; b</code>"
    assert found._repr_html_().index("Gaps") < found._repr_html_().index("Slack")
    assert "Gaps" not in missed.survivors(TRIALS[:7])._repr_html_()


def test_kept_trials_are_of_whole_files_with_a_class_and_a_reason_for_each_survivor(tmp_path):
    content = kept("complete")
    trials, mutants = content["trials"], content["about"]["mutants"]
    assert of_whole_files(trials, mutants) == trials
    assert of_whole_files(trials[1:], mutants) == [trial for trial in trials if trial["file"] != trials[0]["file"]]
    assert of_whole_files([{"file": "no/such.py"}], mutants) == []
    survivors = [trial for name in ("draw", "complete") for trial in kept(name)["trials"] if trial["survivor"]]
    assert survivors
    assert [trial["id"] for trial in survivors if not trial["why"]] == []
    assert kept("draw", tmp_path)["trials"] == []


def test_weakened_checks_are_counted_by_kind_and_by_what_noticed_them(tmp_path):
    (tmp_path / "tools/mutants").mkdir(parents=True)
    trials = [{"kind": kind, "outcome": outcome} for kind, outcome in (
        ("range cut", "ledger"), ("range cut", "unnoticed"), ("early exit", "check fails"))]
    (tmp_path / "tools/mutants/checks.json").write_text(json.dumps({"trials": trials}))
    assert weakened_table(tmp_path).rows == [
        ["range cut", "0", "0", "1", "1"], ["early exit", "1", "0", "0", "0"], ["all", "1", "0", "1", "1"]]
