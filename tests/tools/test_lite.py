"""Notebooks for the browser: what they are made of, and the links to them."""
import hashlib
import json
import zipfile

from privlearn.keeping import code
from tools import lite, pyodide

FOOT = '<p><a href="../../_sources/book/closure/boosting.ipynb" download>This page as a notebook</a></p>'


def test_a_page_leads_to_its_notebook_once_with_prose_without_roles_and_macros(tmp_path):
    page = tmp_path / "book/closure/boosting.html"
    page.parent.mkdir(parents=True)
    page.write_text(FOOT)
    lite.link(tmp_path)
    linked = page.read_text()
    assert '<a href="../../lite/notebooks/index.html?path=book/closure/boosting.ipynb">Open in the browser' in linked
    lite.link(tmp_path)
    assert page.read_text() == linked
    page = lite.notebook({"cells": [{"cell_type": "markdown", "source": ["{prf:ref}`KLMNS20-1.2`: $\\eps$"]},
                                    {"cell_type": "code", "source": ["'{doc}`x`: $\\eps$'"]}]})
    assert [cell["source"] for cell in page["cells"]] == ["KLMNS20-1.2: $\\varepsilon$", ["'{doc}`x`: $\\eps$'"]]


def test_the_library_is_a_package_that_knows_what_made_its_results(tmp_path, monkeypatch):
    place = tmp_path / lite.WHEEL
    entry = lite.wheel(place)
    assert entry["sha256"] == hashlib.sha256(place.read_bytes()).hexdigest()
    made_with = code.installed()
    with zipfile.ZipFile(place) as archive:
        archive.extractall(tmp_path)
    monkeypatch.setattr(code, "HOME", tmp_path / "privlearn")
    monkeypatch.setattr(code.sys, "version", "another Python")
    assert code.installed.__wrapped__() != made_with
    monkeypatch.setattr(code.sys, "platform", "emscripten")
    assert code.installed.__wrapped__() == made_with


def test_the_list_names_only_packages_that_are_here(tmp_path, monkeypatch):
    packages = {"numpy": {"depends": []}, "pandas": {"depends": ["numpy"]}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps({"info": {"version": "1"}, "packages": packages}))
    monkeypatch.setattr(pyodide, "PYODIDE", tmp_path)
    monkeypatch.setattr(lite, "PYODIDE", tmp_path)
    monkeypatch.setattr(pyodide, "NOTEBOOKS", ("numpy",))
    assert lite.listed([{"name": "privlearn"}]) == {
        "info": {"version": "1"}, "packages": {"numpy": {"depends": []}, "privlearn": {"name": "privlearn"}}}
