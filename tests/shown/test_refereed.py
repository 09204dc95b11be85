"""What was read holds for the text that was read."""
import json
from pathlib import Path

import pytest

from privlearn.checking import registry
from privlearn.shown import refereed
from privlearn.shown.refereed import standing, statements

ROOT = Path(__file__).parents[2]
PAGE = """````{prf:lemma} X20, Lemma 1
:label: X20-1

All is well.
````

`````{dropdown} Proof
(X20-1.step)=
First this. ```{code}``` stays.

(X20-1.last)=
Then that.
`````
"""


@pytest.mark.parametrize(("old", "new", "changed"), [
    ("All is well", "All  is\nwell", []), ("All is well", "Most is well", ["X20-1"]), ("First", "Next", ["X20-1.step"]),
    ("Then that", "Then this", ["X20-1.last"]), ("Lemma 1", "Lemma 2", [])])
def test_a_statement_or_line_of_a_proof_that_changes_loses_its_mark(old, new, changed):
    stated = statements(PAGE)
    assert list(stated) == ["X20-1", "X20-1.step", "X20-1.last"]
    assert len(set(stated.values())) == 3
    reading = {"statements": {id: {"hash": hash} for id, hash in stated.items() if id != "X20-1.last"}}
    marks = standing(reading, statements(PAGE.replace(old, new)))
    assert marks.pop("X20-1.last") == "unread"
    assert [id for id, mark in marks.items() if mark == "changed"] == [id for id in changed if id != "X20-1.last"]


def test_every_claim_stands_on_its_page_every_reading_is_of_one_and_elsewhere_there_are_none(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    kept = json.loads((ROOT / "book/atlas/refereed.json").read_text(encoding="utf-8"))
    found = {(page, id) for page, _, _, now in refereed.readings() for id in now}
    assert found >= {(entry.page, entry.id) for entry in registry.load().values()}
    changed = {id: mark for _, _, reading, now in refereed.readings() for id, mark in standing(reading, now).items()
               if mark != "read"}
    assert changed == {}, "a text that changed is read again: python -m tools readings"
    assert found >= {(page, id) for page, reading in kept.items() for id in reading["statements"]}
    monkeypatch.chdir(tmp_path)
    assert refereed.pages_table().rows == refereed.statements_table().rows == []
    monkeypatch.chdir(ROOT)
    assert len(refereed.pages_table().rows) == len(list(refereed.readings())) > 80
