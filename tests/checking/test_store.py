"""Stored verdicts belong to the code that made them, and survive whatever interrupts their writing."""

import json
import threading

import pytest

from privlearn.checking import registry, runner, store
from privlearn.keeping import write_json

ONE, TWO = "BBKN14-3.4.eq-P", "BBKN14-3.4.eq-q"


def report(*ids, checked=True, seconds=1.0):
    rows = [{"id": id, "checked": checked, "fully_checked": None, "checks": [{"name": "n", "seconds": seconds}]}
            for id in ids]
    return {"summary": {"claims": len(rows)}, "claims": rows}


def edit_of(monkeypatch, *files):
    """Let library files have another content, as far as their hash is concerned."""
    right = store.code_of

    def code_of(names):
        names = list(names)
        return right(names) + "edited" * any(name in files for name in names)

    monkeypatch.setattr(store, "code_of", code_of)
    store._code_behind.cache_clear()


@pytest.fixture(autouse=True)
def fresh_hashes():
    yield
    store._code_behind.cache_clear()


def test_what_is_written_is_read_and_nothing_else(own_store):
    assert store.stored_claim(ONE) is None
    assert store.stored_controls() is None
    store.write(report(ONE))
    assert store.stored_claim(ONE) == report(ONE)["claims"][0]
    assert store.stored_claim(TWO) is None
    assert store.stored_claim("BBKN14-none") is None


@pytest.mark.parametrize(("file", "claim_stays"), [
    ("checking/runner.py", False), ("checking/verdict.py", False), ("checking/registry.py", False),
    ("broken/noise_mistakes.py", True)])
def test_an_edit_of_what_judges_makes_all_verdicts_stale_and_of_a_mechanism_the_controls(
        own_store, monkeypatch, file, claim_stays):
    store.write(report(ONE), controls=[{"kind": "auditor"}])
    edit_of(monkeypatch, file)
    assert store.stored_controls() is None
    assert (store.stored_claim(ONE) is not None) == claim_stays


def test_other_kept_results_make_a_long_claim_stale_and_other_packages_all(own_store, monkeypatch, tmp_path):
    id = next(id for id, entry in registry.load().items() if any(check.long for check in entry.checks))
    store.write(report(id, ONE))
    monkeypatch.setattr(store, "DATA", tmp_path)
    write_json(tmp_path / f"{id}.json", {})
    assert store.stored_claim(id) is None
    assert store.stored_claim(ONE) is not None
    monkeypatch.setattr(store, "installed", lambda: "numpy 3")
    assert store.stored_claim(ONE) is None


def test_an_edit_makes_stale_what_rests_on_the_file_and_nothing_else(own_store, monkeypatch):
    claims = registry.load()
    entry = next(entry for entry in claims.values() if entry.same_as and not entry.checks)
    assert store.behind(entry) == store.behind(claims[entry.same_as[0]])
    store.write(report(ONE, "ABMS20-1.finite"), controls=[{"kind": "auditor"}])
    edit_of(monkeypatch, "learners/generic/exponential.py")
    assert store.stored_claim("BBKN14-3.4") is None
    assert store.stored_claim("ABMS20-1.finite") is not None
    edit_of(monkeypatch, "exact/brackets.py")
    assert store.stored_claim("ABMS20-1.finite") is None


def test_a_later_run_keeps_what_it_does_not_name_or_finds_the_same_and_replaces_the_rest(own_store):
    store.write(report(ONE))
    store.write(report(TWO, checked=False))
    assert store.stored_claim(ONE)["checked"]
    assert not store.stored_claim(TWO)["checked"]
    store.write(report(ONE, checked=False))
    assert not store.stored_claim(ONE)["checked"]
    store.write(report(ONE, seconds=1.0), controls=[{"seconds": 1}])
    before = own_store.read_bytes()
    store.write(report(ONE, seconds=2.0), controls=[{"seconds": 2}])
    assert own_store.read_bytes() == before
    ids = [id for id in registry.load() if id.startswith("BBKN14-3.4")]
    store.write(runner.run(registry.select(ids)))
    before = own_store.read_bytes()
    store.write(runner.run(registry.select([ids[0]])))
    assert own_store.read_bytes() == before


def test_controls_are_kept_until_they_are_run_again_and_claims_while_they_are_registered(own_store):
    write_json(own_store, {"claims": [{"id": "OLD-1", "code": "x"}], "controls": {}})
    store.write(report(ONE), controls=[{"kind": "auditor"}])
    assert [row["id"] for row in json.loads(own_store.read_text())["claims"]] == [ONE]
    store.write(report(ONE))
    assert store.stored_controls() == [{"kind": "auditor"}]
    store.write(report(ONE), controls=[])
    assert store.stored_controls() == []


@pytest.mark.parametrize("broken", [b"", b'{"claims": [{"id"', b"\xff\xfe", b"[]", b'{"claims": [1], "controls": 2}'])
def test_a_store_that_cannot_be_read_counts_as_absent(own_store, broken):
    own_store.parent.mkdir(parents=True)
    own_store.write_bytes(broken)
    assert store.stored_claim(ONE) is None
    store.write(report(ONE))
    assert store.stored_claim(ONE) is not None


def test_runs_that_end_at_once_lose_nothing_and_who_reads_meanwhile_never_sees_half_a_file(own_store):
    ids = [ONE, *[id for id in registry.load() if id.startswith("BBKN14-3.")][:11]]
    store.write(report(ONE))
    writers = [threading.Thread(target=lambda id=id: [store.write(report(id, checked=bool(k % 2))) for k in range(6)])
               for id in ids]
    for writer in writers:
        writer.start()
    reads = 0
    while any(writer.is_alive() for writer in writers):
        assert ONE in {row["id"] for row in json.loads(own_store.read_text())["claims"]}
        reads += 1
    assert all(store.stored_claim(id) is not None for id in ids)
    assert reads > 30
    assert {path.name for path in own_store.parent.glob("verdicts*")} == {"verdicts.json", "verdicts.lock"}


def test_inside_a_book_verdicts_go_to_its_build_folder_and_outside_nothing_is_stored(monkeypatch, tmp_path):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    monkeypatch.chdir(tmp_path)
    assert store.default_path() is None
    store.write(report(ONE))
    assert store.stored_claim(ONE) is None
    assert list(tmp_path.iterdir()) == []
    for name in ("_toc.yml", "pyproject.toml"):
        (tmp_path / name).touch()
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path / "book")
    assert store.default_path() == tmp_path / "_build" / "verdicts.json"
