"""Stored verdicts belong to the code that made them."""

import json

from privlearn.claims import store

REPORT = {"summary": {"claims": 1}, "claims": [{"id": "X-1", "checked": True}]}


def test_what_is_written_is_read(own_store):
    store.write(REPORT)
    assert store.stored_claim("X-1") == {"id": "X-1", "checked": True}


def test_an_unknown_claim_is_not_stored(own_store):
    store.write(REPORT)
    assert store.stored_claim("X-2") is None


def test_nothing_is_stored_yet(own_store):
    assert store.read() == {}


def test_verdicts_of_other_code_are_stale(own_store):
    store.write(REPORT)
    content = json.loads(own_store.read_text())
    own_store.write_text(json.dumps(content | {"code": "other"}))
    assert store.read() == {}
    assert store.stored_claim("X-1") is None


def test_a_later_run_keeps_the_claims_it_does_not_name(own_store):
    store.write(REPORT)
    store.write({"summary": {}, "claims": [{"id": "X-2", "checked": False}]})
    assert [row["id"] for row in store.read()["claims"]] == ["X-1", "X-2"]


def test_a_later_run_replaces_the_claims_it_names(own_store):
    store.write(REPORT)
    store.write({"summary": {}, "claims": [{"id": "X-1", "checked": False}]})
    assert store.read()["claims"] == [{"id": "X-1", "checked": False}]


def test_controls_are_kept_until_they_are_run_again(own_store):
    store.write(REPORT, controls=[{"kind": "auditor"}])
    store.write(REPORT)
    assert store.read()["controls"] == [{"kind": "auditor"}]
    store.write(REPORT, controls=[])
    assert store.read()["controls"] == []


def test_outside_a_book_nothing_is_stored(monkeypatch, tmp_path):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    monkeypatch.chdir(tmp_path)
    assert store.default_path() is None
    store.write(REPORT)
    assert store.read() == {}
    assert list(tmp_path.iterdir()) == []


def test_inside_a_book_verdicts_go_to_its_build_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    for name in ("_toc.yml", "pyproject.toml"):
        (tmp_path / name).touch()
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path / "book")
    assert store.default_path() == tmp_path / "_build" / "verdicts.json"


def test_figures_do_not_count_as_code():
    assert len(store.code_hash()) == 64
    assert "figures" in store.UNHASHED
