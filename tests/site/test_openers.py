"""The first pages of the four parts: each lists every statement of its paper, with a link to where it stands."""
import re
from html import unescape

import pytest

from privlearn.checking import registry
from privlearn.checking.paper_list import PAPERS
from privlearn.checking.words import STATUSES
from tools.pages import ROOT

SITE = ROOT / "_build/html"
OPENERS = {part: tuple(paper.key for paper in PAPERS if paper.part == part)
           for part in dict.fromkeys(paper.part for paper in PAPERS)}
ENTRY = re.compile(r'<li><div class="entry"><a class="statement-link" href="([^"]*)">.*?</div>', re.DOTALL)
CRUMB = re.compile(r'<nav aria-label="Pages of this part">\s*<ol>\s*<li><a href="([^"]*)"')


def read(part: str, page: str = "index") -> str:
    return (SITE / f"book/{part}/{page}.html").read_text(encoding="utf-8")


def anchor(name: str) -> str:
    """Return the name of a place, however a page writes it."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def unlisted(text: str, papers: tuple[str, ...]) -> list[str]:
    """Return what the contents of papers lack: claims without an entry, and entries that say no state."""
    entries = list(ENTRY.finditer(text))
    expected = [one for one in registry.load().values() if one.paper in papers]
    shown = {anchor(unescape(entry[1]).rpartition("#")[2]) for entry in entries}
    complaints = [one.id for one in expected if not one.step_of and anchor(one.id) not in shown]
    complaints += [f"{len(entries)} entries for {len(expected)} claims"] * (len(entries) != len(expected))
    return complaints + [entry[1] for entry in entries if not any(
        f"</span> {word}" in entry[0] for word in STATUSES.values())]


@pytest.mark.parametrize("part", OPENERS)
def test_every_statement_is_listed_with_its_state_and_leads_the_pages_of_its_part(part):
    text = read(part)
    assert unlisted(text, OPENERS[part]) == []
    assert re.search(r"\d½? (minutes|hours)", text)
    assert 'href="../bibliography.html#' in text
    assert CRUMB.search(text)[1] in ("#", "index.html")
    first = {"communication": "results", "since": "contradiction-graphs"}.get(part, "introduction")
    assert CRUMB.search(read(part, first))[1] == "index.html"


def test_a_lost_statement_and_a_lost_state_are_reported():
    text = read("closure")
    entry = ENTRY.search(text)
    assert len(unlisted(text.replace(entry[0], "", 1), OPENERS["closure"])) >= 1
    stateless = re.sub(r'<span class="state">.*</span>', "", entry[0])
    assert unlisted(text.replace(entry[0], stateless, 1), OPENERS["closure"]) == [entry[1]]
