"""The site's extension for statements: the paper's number, links by it, cards and proofs within their statement."""

import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import statements
from sphinx.application import Sphinx

PAGE = """\
# Page

```{prf:theorem} BBKN14, Theorem 3.6 (repaired): classes with $\\alpha$
:label: BBKN14-3.6

The statement.
```

**Check it.**

```{raw} html
<div class="verdict" data-claim="BBKN14-3.6"><p class="verdict-line"><b>Holds:</b> 2 &lt; 3.</p>
<details class="drawer">How</details></div>
```

````{dropdown} Proof
(BBKN14-3.6.witness)=
The proof.
````

```{prf:remark} Something of the book
:label: ours

Text.
```
"""
LINKS = """\
# Other

{prf:ref}`BBKN14-3.6` and {prf:ref}`the theorem <BBKN14-3.6>` and {prf:ref}`ours`.

```{raw} html
<a data-claim="BBKN14-3.6">BBKN14-3.6</a> <a data-claim="BBKN14-3.6.witness">a step</a>
<a data-claim="BBKN14-3.6.solve">another</a>
```
"""


def built(folder: Path, report_at: str = "", **pages: str) -> dict[str, str]:
    """Build small pages with the extension and return their HTML."""
    source = folder / "source"
    for name, text in {"index": "# Index\n", **pages}.items():
        place = source / f"{name.replace('__', '/')}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    config = {"extensions": ["myst_parser", "sphinx_design", "sphinx_exercise", "statements"], "html_theme": "basic",
              "myst_enable_extensions": ["dollarmath"], "report_at": report_at}
    app = Sphinx(source, None, folder / "html", folder / "trees", "html", config, status=None, warning=sys.stderr)
    app.build()
    return {page.stem: page.read_text(encoding="utf-8") for page in (folder / "html").rglob("*.html")}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> dict[str, str]:
    return built(tmp_path_factory.mktemp("site"), book__one__page=PAGE, book__two__links=LINKS)


@pytest.mark.parametrize(("title", "parts"), [
    ("BBKN14, Theorem 3.2 (after others)", ("BBKN14", "Theorem 3.2", "after others", None)),
    ("FX15, Definition 5.6: private learner", ("FX15", "Definition 5.6", None, "private learner")),
    ("FX14, (3.2): error 1/3 on the left", ("FX14", "(3.2)", None, "error 1/3 on the left")),
    ("BBKN14, (2), first line: upper tail", ("BBKN14", "(2), first line", None, "upper tail")),
    ("ABMS20, Algorithm 3: relabel (repaired)", ("ABMS20", "Algorithm 3", None, "relabel (repaired)")),
])
def test_the_title_is_read_as_paper_number_and_name(title, parts):
    found = statements.TITLE.fullmatch(title)
    assert tuple(found[name] for name in ("paper", "number", "aside", "name")) == parts


def test_statements_show_number_or_the_book_card_and_proof_and_links_lead_to_them(site):
    first, *_, last = (part.partition("</p>")[0] for part in site["page"].split('class="statement-head">')[1:])
    for head, number, *words in ((first, "Theorem 3.6", "repaired", "BBKN14"), (last, "Remark", "ours")):
        assert f'<span class="number" role="heading" aria-level="2">{number}</span>' in head
        assert all(word in head for word in words)
    block = site["page"].partition('id="BBKN14-3.6"')[2].partition("</section>")[0]
    assert all(part in block for part in ("2 &lt; 3.", "The proof.", "How"))
    assert "Check it." not in site["page"]
    for part in ('<span>BBKN14, Theorem 3.6</span>', 'href="../one/page.html#BBKN14-3.6"',
                 'href="../one/page.html#bbkn14-3-6-witness"',
                 '<a class="statement-link" href="../one/page.html#BBKN14-3.6">another</a>'):
        assert part in site["links"]
    assert re.search(r'page.html#BBKN14-3.6"[^>]*>(<[^>]+>)*the theorem<', site["links"])


def test_a_link_to_no_statement_is_a_warning(tmp_path, capfd):
    built(tmp_path, page="# Page\n\n{prf:ref}`BBKN14-3.66`\n")
    assert "no statement has the label BBKN14-3.66" in capfd.readouterr().err


def test_each_statement_opens_an_issue_where_a_repository_is_named_and_nowhere_else(site, tmp_path):
    page = built(tmp_path, "https://forge.example/book", book__one__page=PAGE)["page"]
    address, other = (urlsplit(unescape(found)) for found in re.findall(r'<p class="report"><a href="([^"]*)">', page))
    assert address.geturl().startswith("https://forge.example/book/issues/new?")
    told = parse_qs(address.query)
    assert re.fullmatch(r"BBKN14-3\.6: Theorem 3\.6 classes with .*alpha.*", *told["title"])
    assert told["body"][0].startswith("Page: book/one/page.html#BBKN14-3.6\nVerdict: Holds: 2 < 3.\n")
    assert parse_qs(other.query)["title"] == ["ours: Remark Something of the book"]
    assert "report" not in site["page"]
