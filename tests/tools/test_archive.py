"""The archive of a site of three pages: the same bytes from the same site, and a PDF whose numbers and links hold."""
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from tools import archive
from tools.browser import NO_BROWSER, chromium
from tools.pages import ROOT

PAGE = """<!doctype html>
<html><head><title>{title} · Toy</title><link rel="stylesheet" href="../_static/site.css"></head>
<body><main><h1>{title}</h1>{body}</main></body></html>"""
BODIES = {
    "a": """<a href="b.html#TOY-2">there</a><a href="b.html">b</a><a href="#own">here</a>
        <a href="../index.html">index</a><a href="https://example.org/">away</a>
        <p style="break-before: page" id="own">second sheet</p>""",
    "b": """<p>sheet of b</p><section class="statement" id="TOY-2" style="break-before: page">
        <p class="statement-head"><span class="number">Theorem 2</span><span class="name">two is even</span></p>
        </section>""",
    "c": "<details><summary>Proof</summary>what was folded</details>",
}
needs_browser = pytest.mark.skipif(not chromium(), reason=NO_BROWSER)


def built(root: Path) -> Path:
    book = root / "_build/html/book"
    book.mkdir(parents=True)
    (book.parent / "_static").mkdir()
    (book.parent / "_static/site.css").write_bytes((ROOT / "book/_theme/static/site.css").read_bytes())
    (book.parent / "index.html").write_text("index")
    for name, body in BODIES.items():
        (book / f"{name}.html").write_text(PAGE.format(title=f"Page {name}", body=body))
    (root / "_toc.yml").write_text(
        "root: book/a\nparts:\n  - caption: Rest\n    chapters: [{file: book/b}, {file: book/c}]\n")
    (root / "_config.yml").write_text("title: Toy book\nauthor: A & B\ncopyright: '2026'\n")
    return root


def archived_apart(root: Path, **options) -> int:
    """Archive in a thread of its own: other tests of this process may have left a browser open in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(archive.archive, root, **options).result()


@pytest.fixture
def root(tmp_path) -> Path:
    return built(tmp_path)


@pytest.fixture(scope="module")
def archived(tmp_path_factory) -> Path:
    """An archive that all tests may look at."""
    root = built(tmp_path_factory.mktemp("book"))
    assert archived_apart(root) == 0
    return root / "_build/archive"


def pdf_of(root: Path) -> PdfReader:
    """Return the PDF of an archive that is made with a fault."""
    assert archived_apart(root) == 0
    return PdfReader(root / "_build/archive/toy-book.pdf")


def texts(pdf: PdfReader) -> list[str]:
    return [sheet.extract_text() for sheet in pdf.pages]


def wrong_numbers(pdf: PdfReader) -> list[int]:
    """Return the sheets, but the first, without their number at the foot, where their text begins."""
    found = [re.match(r"\d*", text) for text in texts(pdf)]
    return [number for number, foot in enumerate(found, 1) if number > 1 and foot and foot[0] != str(number)]


def leads(pdf: PdfReader) -> list[int | str]:
    """Return where the links of the third sheet, the first page's first, lead to: sheets or addresses."""
    found: list[int | str] = []
    for note in pdf.pages[2].get("/Annots", ()):
        link = note.get_object()
        inside = "/Dest" in link and not isinstance(link["/Dest"], str)
        found.append(pdf.get_page_number(link["/Dest"][0].get_object()) + 1 if inside
                     else str(link.get("/A", {}).get("/URI", link.get("/Dest"))))
    return found


def pack(root: Path) -> bytes:
    archive.pack(root / "_build/html", root / "toy.zip")
    return (root / "toy.zip").read_bytes()


def test_the_same_site_is_the_same_zip_and_another_site_another(root):
    first = pack(root)
    page = root / "_build/html/book/a.html"
    text = page.read_text()
    page.unlink()
    assert pack(root) != first
    page.write_text(text)
    assert pack(root) == first
    with zipfile.ZipFile(root / "toy.zip") as packed:
        assert packed.namelist() == [f"toy/{name}" for name in (
            "_static/site.css", "book/a.html", "book/b.html", "book/c.html", "index.html")]
        assert packed.read("toy/book/a.html").decode() == text


@pytest.mark.browser
@needs_browser
def test_pages_are_in_order_with_numbers_contents_and_bookmarks(archived, root, monkeypatch):
    pdf = PdfReader(archived / "toy-book.pdf")
    cover, contents, *pages = texts(pdf)
    assert "Toy book" in cover
    assert "A & B" in cover
    assert "Page a 3 Rest Page b 5 Page c 7" in " ".join(contents.split())
    for words, text in zip(("Page a", "second", "sheet of b", "even", "what was folded"), pages, strict=True):
        assert words in text
    assert wrong_numbers(pdf) == []
    _, first, rest, (second, (theorem,), third) = pdf.outline
    assert [mark.title for mark in (first, rest, second, theorem, third)] == [
        "Page a", "Rest", "Page b", "Theorem 2 two is even", "Page c"]
    assert [pdf.get_destination_page_number(mark) + 1 for mark in (first, rest, theorem, third)] == [3, 5, 6, 7]
    monkeypatch.setattr(archive, "STYLE", archive.STYLE.replace("{before}", "0"))
    assert wrong_numbers(pdf_of(root)) != []


@pytest.mark.browser
@needs_browser
def test_links_lead_to_sheets_and_to_the_net_but_to_no_file(archived, root, monkeypatch):
    assert leads(PdfReader(archived / "toy-book.pdf")) == [6, 5, 4, "https://example.org/"]
    monkeypatch.setattr(archive, "lead", lambda *found: None)
    assert any(str(found).startswith("file:") for found in leads(pdf_of(root)))


@pytest.mark.browser
@needs_browser
def test_data_are_part_of_the_archive_and_sums_are_those_of_all_files(root):
    def data(place: Path) -> list[Path]:
        (place / "rows.csv").write_text("a,b\n1,2\n")
        return [place / "rows.csv"]

    assert archived_apart(root, data=data) == 0
    place = root / "_build/archive"
    listed = dict(line.split("  ")[::-1] for line in (place / "SHA256SUMS").read_text().splitlines())
    assert listed == {name: sha256((place / name).read_bytes()).hexdigest()
                      for name in ("toy-book.zip", "toy-book.pdf", "rows.csv")}


def test_a_missing_browser_and_the_first_page_that_is_not_built_are_told(root, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(root))
    assert archive.archive(root) == 1
    assert NO_BROWSER in capsys.readouterr().err
    (root / "_build/html/book/b.html").unlink()
    assert archive.archive(root) == 1
    assert "book/b: run `make book`" in capsys.readouterr().err
    assert not (root / "_build/archive").exists()
