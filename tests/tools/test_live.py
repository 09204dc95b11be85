"""The site's folder `live`: the library and the exercises for a reader's browser, or a word that they are not there."""
import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from tools import live, pyodide
from tools.pages import ROOT

PAGE = "foundations/privacy"


@pytest.fixture
def book(tmp_path, monkeypatch) -> Path:
    """A book of one page, its built site, and a stand-in for Python."""
    core = tmp_path / "core"
    for folder in (core, tmp_path / "book/foundations", tmp_path / "_build/html/_static", tmp_path / "_build/kept"):
        folder.mkdir(parents=True)
    (tmp_path / f"book/{PAGE}.md").write_text((ROOT / f"book/{PAGE}.md").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "_build/html/_static/offline.js").write_text("")
    (tmp_path / "_build/kept/sweep.npz").write_bytes(b"kept")
    (core / "package.json").write_text('{"version": "1.2.3"}')
    monkeypatch.setattr(live, "PYODIDE", core)
    monkeypatch.setattr(pyodide, "is_complete", lambda: True)
    return tmp_path


def facts(book: Path) -> dict:
    """Return what the pages' script is told."""
    text = (book / "_build/html/live/files.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix("const LIVE = ").rstrip(";\n"))


def test_every_file_that_is_named_is_there_and_exercises_bring_no_solution(book):
    assert live.write(book) == ""
    told, site = facts(book), book / "_build/html"
    assert all((site / file).is_file() for file in told["files"])
    assert told["pyodide"] == "live/pyodide-1.2.3/"
    assert told["library"] == f"live/privlearn-{told['version']}.zip"
    assert (site / "offline.js").is_file()
    cells = json.loads((site / "live/cells.json").read_text(encoding="utf-8"))
    assert {tuple(cell) for cell in cells.values()} == {live.ASKED}
    assert "judge_differences" in cells["exercise-privacy-differences"]["setup"]
    (book / "_build/kept/sweep.npz").write_bytes(b"kept anew")
    live.write(book)
    assert facts(book)["library"] != told["library"]


def test_the_library_is_the_same_twice_and_without_python_the_site_says_so_in_one_line(book, monkeypatch):
    packed = live.library(book / "_build")
    assert packed == live.library(book / "_build")
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        names = set(archive.namelist())
    assert names >= {"privlearn/coursework/judging.py", "privlearn/checking/data/digests.json", "_build/kept/sweep.npz"}
    assert not any("__pycache__" in name for name in names)
    monkeypatch.setattr(pyodide, "is_complete", lambda: False)
    assert live.write(book) == "exercises are not answered on the page: Python for the browser is not there"
    assert facts(book) is None
    (book / f"book/{PAGE}.md").unlink()
    assert live.write(book) == ""
