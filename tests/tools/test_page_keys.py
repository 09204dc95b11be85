"""A page's key changes with what the page rests on, and with nothing else."""
import dataclasses
import json

import pytest

from privlearn.checking import registry, store
from privlearn.keeping import code
from tests.tools.houses import NOTEBOOK, code as cell
from tools import page_keys
from tools.page_keys import PageKeys
from tools.pages import ROOT, Page, toc_pages

ONE = "BBKN14-3.4"


@pytest.fixture(scope="module")
def pages():
    return [page for page in toc_pages(ROOT) if page.is_notebook]


def keys(pages, root=ROOT):
    found = PageKeys(root)
    return {page.name: found.of(page) for page in pages}


def changed(pages, before):
    return {name for name, key in keys(pages).items() if key != before[name]}


@pytest.fixture
def before(pages, monkeypatch):
    """The keys with one and the same verdict stored for all claims."""
    rows = {id: {"id": id, "checked": True, "checks": [{"seconds": 1}]} for id in registry.load()}
    monkeypatch.setattr(store, "stored_claim", lambda id: rows[id])
    monkeypatch.setattr(store, "stored_controls", lambda: [{"caught": True}])
    return keys(pages)


def verdict_of(id, monkeypatch, **row):
    known = store.stored_claim
    monkeypatch.setattr(store, "stored_claim", lambda name: known(name) | row if name == id else known(name))


def test_another_verdict_concerns_the_pages_that_show_it_and_another_time_none(pages, before, monkeypatch):
    verdict_of(ONE, monkeypatch, checks=[{"seconds": 2}])
    assert changed(pages, before) == set()
    verdict_of(ONE, monkeypatch, checked=False)
    found = changed(pages, before)
    assert found >= {f"book/{registry.load()[ONE].page}", "book/atlas/claims"}
    assert not [name for name in found if name.startswith("book/closure")]


def test_another_title_concerns_the_pages_whose_cards_name_the_claim(pages, before, monkeypatch):
    claims = dict(registry.load())
    monkeypatch.setattr(registry, "load", lambda paper="": claims)
    claims["FX15-2.5.lb"] = dataclasses.replace(claims["FX15-2.5.lb"], title="another title")
    assert changed(pages, before) >= {"book/communication/representation-learning",
                                      "book/points-and-intervals/preliminaries"}


def test_other_controls_concern_the_atlas_and_other_packages_all_pages(pages, before, monkeypatch):
    monkeypatch.setattr(store, "stored_controls", lambda: [{"caught": False}])
    found = changed(pages, before)
    assert "book/atlas/controls" in found
    shown_on = "book/atlas/", "book/intro", "book/thresholds/large-domains", "book/your-data"
    assert all(name.startswith(shown_on) for name in found)
    monkeypatch.setattr(page_keys, "installed", lambda: "numpy 3")
    assert len(changed(pages, before)) == len(pages)


def test_another_word_on_a_page_concerns_the_page_of_readings(pages, before, tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book/page.md").write_text("a word")
    readings = [page for page in pages if page.name == "book/atlas/refereed"]
    first = keys(readings, tmp_path)
    (tmp_path / "book/page.md").write_text("another word")
    assert keys(readings, tmp_path) != first != {}


def test_another_run_of_the_benchmarks_concerns_the_pages_that_show_it(pages, before, tmp_path):
    results = tmp_path / "benchmarks/results"
    results.mkdir(parents=True)
    for path in (ROOT / "benchmarks/results").glob("*.json"):
        (results / path.name).write_bytes(path.read_bytes())
    (tmp_path / "book").symlink_to(ROOT / "book")
    assert keys(pages, tmp_path) == before
    (results / "dimensions.json").write_text(json.dumps({"other": 1}))
    found = keys(pages, tmp_path)
    assert {name for name in found if found[name] != before[name]} == {
        "book/atlas/dimensions", "book/atlas/interior-points", "book/thresholds/large-domains", "book/your-data"}


def forget():
    for remembered in (code._file_of, code._imported):
        remembered.cache_clear()


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library of two modules, for a page that uses one of them."""
    home = tmp_path / "privlearn"
    home.mkdir()
    (home / "used.py").write_text("def one():\n    return 1\n")
    (home / "other.py").write_text("two = 2\n")
    monkeypatch.setattr(code, "HOME", home)
    monkeypatch.setattr(code.privlearn, "__file__", str(home / "__init__.py"))
    (tmp_path / "page.md").write_text(NOTEBOOK + cell("from privlearn.used import one\none()"))
    yield home
    forget()


def key_of_page(library):
    forget()
    return PageKeys(library).of(Page("page", library.parent / "page.md"))


@pytest.mark.parametrize(("file", "text", "concerned"), [
    ("used.py", "def one():\n    return 2\n", True),
    ("used.py", 'def one():\n    """Return one."""\n    # simply\n    return 1\n', False),
    ("used.py", None, True),
    ("other.py", "two = 3\n", False),
    ("other.py", None, False),
    ("../page.md", NOTEBOOK + cell("from privlearn.used import one\none() + 1"), True)])
def test_the_code_behind_a_page_is_what_it_imports(library, file, text, concerned):
    before = key_of_page(library)
    path = library / file
    path.unlink() if text is None else path.write_text(text)
    assert (key_of_page(library) != before) is concerned
