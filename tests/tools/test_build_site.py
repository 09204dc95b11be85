"""The site is built anew where it must be, and page by page where it can be, by content."""
import os
import re
from pathlib import Path

import pytest

from privlearn.keeping import read_json
from tools import build_site, execute_pages
from tools.pages import PAGES

TARGET, LINK = "(here)=\n# A\n\nThe first page.\n", "# B\n\nSee [the first page](#here).\n"


@pytest.fixture
def root(tmp_path) -> Path:
    """A book of two pages of prose, one of which links to the other."""
    (tmp_path / "book").mkdir()
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: book/a\nchapters:\n  - file: book/b\n")
    (tmp_path / "_config.yml").write_text("title: Toy\nexecute: {execute_notebooks: force}\n")
    (tmp_path / "book/a.md").write_text(TARGET)
    (tmp_path / "book/b.md").write_text(LINK)
    return tmp_path


def built(root: Path) -> int:
    assert execute_pages.run(root).failed == 0
    return build_site.build(root)


def html(root: Path, name: str) -> Path:
    return root / f"_build/html/book/{name}.html"


def test_an_edit_rewrites_its_page_and_a_target_that_others_link_to_cannot_go_unseen(root, capfd):
    assert built(root) == 0
    before = html(root, "b").stat().st_mtime_ns
    (root / "book/a.md").write_text(TARGET + "More of it.\n")
    os.utime(root / "book/a.md", (1, 1))  # older than the site
    assert built(root) == 0
    assert "More of it." in html(root, "a").read_text()
    assert html(root, "b").stat().st_mtime_ns == before
    (root / "book/a.md").write_text("# A\n\nThe first page.\n")
    assert built(root) != 0
    assert "here" in capfd.readouterr().err
    assert read_json(root / "_build/site.json") == {}
    (root / "book/a.md").write_text(TARGET)
    assert built(root) == 0


@pytest.mark.parametrize("torn", ["", '{"common": "', "[]"])
def test_a_note_that_cannot_be_read_means_all_anew(root, torn, monkeypatch):
    monkeypatch.setattr(build_site, "run_builder", lambda root, progress: calls.append("built") or 1)
    calls: list[str] = []
    execute_pages.run(root)
    (root / "_build/html").mkdir()
    (root / "_build/html/old.html").touch()
    (root / "_build/site.json").write_text(torn)
    assert build_site.build(root) == 1
    assert calls == ["built"]
    assert not (root / "_build/html/old.html").exists()


def test_the_site_rests_on_the_docstrings_that_its_reference_pages_show(tmp_path, monkeypatch):
    library, pages = tmp_path / "lib", tmp_path / PAGES / "book"
    for folder in (library / "laws", library / "concepts", pages):
        folder.mkdir(parents=True)
    (pages / "laws.md").write_text("# Laws\n\n<!-- library: privlearn.laws -->\n")
    (pages / "prose.md").write_text("# Prose\n")
    monkeypatch.setattr(build_site, "HOME", library)
    before = build_site.state(tmp_path / PAGES)
    (library / "laws/law.py").write_text('"""What a law is."""\n')
    (library / "concepts/class.py").write_text('"""What a class is."""\n')
    after = build_site.state(tmp_path / PAGES)
    assert before["common"] == after["common"]
    assert {name for name in after["pages"] if before["pages"][name] != after["pages"][name]} == {"book/laws.md"}
    # The number of a statement concerns all pages.
    states = []
    for number in ("3.2", "3.3"):
        (pages / "a.md").write_text(f"```{{prf:theorem}} TOY26, Theorem {number}\n:label: TOY26-3\n\nText.\n```\n")
        states.append(build_site.state(tmp_path / PAGES)["common"])
    assert states[0] != states[1]


def lost(site: Path, text: str) -> list[str]:
    """Return the addresses of a page at the root of a site that lead to no file."""
    return [found for found in re.findall(r'(?:href|src)="(?![a-z]+:)([^"#?]+)', text) if not (site / found).exists()]


def test_the_first_page_stands_at_the_root_of_the_site_with_links_that_hold(root):
    assert built(root) == 0
    site = root / "_build/html"
    front, first = (site / "index.html").read_text(), html(root, "a").read_text()
    assert "The first page." in front
    assert 'href="book/b.html"' in front
    assert lost(site, front) == []
    assert lost(site, first) != []


def test_what_is_written_beside_the_pages_makes_nothing_old(root):
    execute_pages.run(root)
    pages = root / PAGES
    before = build_site.state(pages)
    extension = pages / "book/_ext/own.py"
    (extension.parent / "__pycache__").mkdir(parents=True)
    for place in (*(pages / name for name in build_site.MADE_LATE), extension.parent / "__pycache__/own.pyc"):
        place.write_text("other seconds")
    assert build_site.state(pages) == before
    extension.write_text("")
    assert build_site.state(pages) != before
