"""What is kept of the trials."""
from types import SimpleNamespace

import pytest

from privlearn.claims import registry
from privlearn.claims.mutants import measuring
from privlearn.claims.mutants.measuring import kept, killer, of_whole_files


def test_a_file_of_which_one_mutant_was_not_tried_is_left_out():
    trials = kept("complete")["trials"]
    files = {trial["file"] for trial in trials}
    assert {trial["file"] for trial in of_whole_files(trials)} == files
    assert of_whole_files(trials[1:]) == [trial for trial in trials if trial["file"] != trials[0]["file"]]
    assert of_whole_files([{"file": "no/such.py"}]) == []


def test_every_survivor_has_a_class_and_a_reason():
    survivors = [trial for name in ("draw", "complete") for trial in kept(name)["trials"] if trial["survivor"]]
    assert survivors
    assert [trial["id"] for trial in survivors if not trial["why"]] == []


@pytest.mark.parametrize(("by", "number"), [
    ("X-1: values", 1), ("X-1: values: ValueError", 1), ("X-1: values: no end", 1), ("X-1: values of pairs", 0),
    ("X-1: gone", 2)])
def test_the_check_that_killed_is_found_by_its_name(monkeypatch, by, number):
    checks = [SimpleNamespace(name="values of pairs"), SimpleNamespace(name="values")]
    monkeypatch.setattr(registry, "load", lambda paper: {"X-1": SimpleNamespace(checks=checks)})
    assert killer({"check": ["X-1", 2, 0.5], "by": by}) == ("X-1", number, 0.5)


def test_whole_files_count_as_long_as_their_code_is_the_same(monkeypatch):
    content, before = kept("complete"), {trial["file"] for trial in measuring.still_whole()}
    first, *rest = sorted(before)
    monkeypatch.setattr(measuring, "kept", lambda name: content | {"code": content["code"] | {first: "another"}})
    assert {trial["file"] for trial in measuring.still_whole()} == {*rest}
