"""What is kept of the trials."""
from types import SimpleNamespace

import pytest

from privlearn.checking import registry
from tools.mutants import measuring
from tools.mutants.measuring import kept, killer, named


@pytest.mark.parametrize(("by", "number"), [
    ("X-1: values", 1), ("X-1: values: ValueError", 1), ("X-1: values: no end", 1), ("X-1: values of pairs", 0)])
def test_the_check_that_killed_is_found_by_its_name(monkeypatch, by, number):
    checks = [SimpleNamespace(name="values of pairs"), SimpleNamespace(name="values")]
    monkeypatch.setattr(registry, "load", lambda paper: {"X-1": SimpleNamespace(checks=checks)})
    assert killer({"check": ["X-1", 2, 0.5], "by": by}) == ("X-1", number, 0.5)
    assert not named({"check": ["X-1", 2, 0.5], "by": f"{by} that are gone".replace(": ", ": no ", 1)})
    assert not named({"check": ["X-9", 2, 0.5], "by": by})


def test_whole_files_count_as_long_as_their_code_is_the_same(monkeypatch):
    content, before = kept("complete"), {trial["file"] for trial in measuring.still_whole()}
    first, *rest = sorted(before)
    monkeypatch.setattr(measuring, "kept", lambda name, start: content | {"code": content["code"] | {first: "another"}})
    assert {trial["file"] for trial in measuring.still_whole()} == {*rest}
