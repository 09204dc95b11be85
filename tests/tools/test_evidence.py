"""The ledger of evidence: a check that judges less, elsewhere or not at all is reported."""

import json
import sys

import pytest

from tools import evidence

ROW = {"name": "sound", "grade": "exact", "instances": 7, "covered": 49, "left": "1/2", "right": 1, "witness": [0, 1]}


def report(*checks):
    return {"claims": [{"id": "TOY26-1", "checks": list(checks)}]}


def test_counts_sides_and_witness_are_kept_and_of_floats_the_counts():
    numeric, shared = ROW | {"name": "near", "grade": "numeric"}, ROW | {"name": "twin", "shared_from": "TOY26-2"}
    long = ROW | {"name": "long", "witness": "x" * 100}
    found = evidence.evidence(report(ROW, numeric, shared, long))
    assert found["TOY26-1: sound"] == ["exact", 7, 49, "1/2", "1", "[0, 1]"]
    assert found["TOY26-1: near"] == ["numeric", 7, 49]
    assert len(found["TOY26-1: long"][-1]) == 12
    assert len(found) == 3
    assert json.loads(evidence.written(found)) == found


@pytest.mark.parametrize(("change", "told"), [
    ({}, []), ({"seconds": 3}, []),
    ({"instances": 6}, ["TOY26-1: sound: ['exact', 7, 49, '1/2', '1', '[0, 1]'] before, "
                        "['exact', 6, 49, '1/2', '1', '[0, 1]'] now"]),
    ({"name": "other"}, ["TOY26-1: sound: judged 7 before, is gone", "TOY26-1: other: is new, judged 7"])])
def test_what_differs_is_told_until_it_is_kept(change, told, tmp_path, monkeypatch, capsys):
    place, ledger = tmp_path / "verify.json", tmp_path / "evidence.json"
    ledger.write_text(evidence.written(evidence.evidence(report(ROW))))
    place.write_text(json.dumps(report(ROW | change)))
    monkeypatch.setattr(sys, "argv", ["evidence"])
    assert evidence.main(place, ledger) == bool(told)
    assert capsys.readouterr().out.splitlines()[:len(told)] == told
    monkeypatch.setattr(sys, "argv", ["evidence", "--keep"])
    assert evidence.main(place, ledger) == 0
    monkeypatch.setattr(sys, "argv", ["evidence"])
    assert evidence.main(place, ledger) == 0
