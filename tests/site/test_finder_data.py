"""What the finder and the cards of statements read: it is the registry's, the run's and the pages'."""
import copy
import json
import posixpath
import re
from collections.abc import Callable, Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from privlearn.checking import registry, runner
from privlearn.shown import cards
from privlearn.shown.notation import typeset
from tools.pages import ROOT

SITE = ROOT / "_build/html"
LINK = re.compile(r'<a class="[^"]*\bstatement-link\b[^"]*"[^>]* href="([^"#]*)#([^"]+)"')
HEAD = re.compile(r'<section class="statement \w+" id="([^"]+)">\s*<p class="statement-head"><\w+[^>]*>([^<]+)</\w+>')
CITED = re.compile(r'\s*<span class="bibtex-citation".*?\]</span>', re.DOTALL)
Cards = dict[str, dict[str, dict[str, str]]]


def assigned(path: Path) -> Any:
    """Return the constant that a script assigns."""
    return json.loads(path.read_text(encoding="utf-8").partition(" = ")[2].rstrip(";\n"))


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    return assigned(SITE / "_static/claims.js")


@pytest.fixture(scope="module")
def shown() -> Cards:
    return {path.stem: assigned(path) for path in (SITE / "_static/statements").glob("*.js")}


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The built pages of the book, by their addresses."""
    return {path.relative_to(SITE).as_posix(): path.read_text(encoding="utf-8") for path in SITE.glob("book/**/*.html")}


def rows_of(content: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(content["fields"], row, strict=True)) for row in content["rows"]]


def unlike_the_registry(content: dict[str, Any]) -> Iterator[str]:
    """Yield in what the constant differs from the registry: claims, what they use, and what is said of them."""
    rows, claims = rows_of(content), registry.load()
    ids = [row["id"] for row in rows]
    if ids != list(claims):
        yield f"claims: {sorted(set(ids) ^ set(claims)) or 'twice, or out of order'}"
    for row in rows:
        entry = claims[row["id"]]
        for field, wanted in {"uses": entry.uses, "twins": entry.same_as}.items():
            if [ids[other] for other in row[field]] != list(wanted):
                yield f"{entry.id}: {field}"
        said = [row[name] for name in ("kind", "title", "erratum", "repaired")]
        if said != [entry.kind, typeset(entry.title), entry.erratum_kind, int(entry.repaired)]:
            yield f"{entry.id}: {said}"


def unlike_the_run(content: dict[str, Any]) -> Iterator[str]:
    """Yield the claims whose verdict is not that of the run whose verdicts the site brings along."""
    run = {row["id"]: row for row in json.loads((SITE / "claims.json").read_text(encoding="utf-8"))["claims"]}
    for row in rows_of(content):
        report = run[row["id"]]
        checks, sabotages = report["checks"], report["sabotages"]
        said = [row["verdict"], row["instances"], row["caught"], row["sabotages"],
                content["grades"][row["grade"]] if checks else row["grade"], [check[2] for check in row["checks"]]]
        if said != [runner.word(report), sum(check["instances"] for check in checks),
                    sum(s["caught"] for s in sabotages), len(sabotages), cards.weakest(checks) if checks else -1,
                    [check["instances"] for check in checks]]:
            yield f"{row['id']}: {said}"


def unlike_the_pages(content: dict[str, Any], pages: dict[str, str]) -> Iterator[str]:
    """Yield the claims that do not stand where the finder leads, or not under that number."""
    numbers = {id: number.strip() for page in pages.values() for id, number in HEAD.findall(page)}
    for row in rows_of(content):
        page = pages.get(f"{content['pages'][row['page']][0]}.html", "")
        if f'id="{row["anchor"]}"' not in page:
            yield f"{row['id']}: not at {row['anchor']}"
        number = numbers.get(row["id"], "Algorithm")
        if row["id"] in numbers and not unescape(row["number"]).lower().startswith(unescape(number).lower()):
            yield f"{row['id']}: {row['number']}, on its page {number}"


FAULTS: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "a claim twice": lambda rows: rows.append(rows[0]),
    "a claim missing": lambda rows: rows.pop(),
    "a use missing": lambda rows: next(row for row in rows if row["uses"])["uses"].pop(),
    "a use of another": lambda rows: next(row for row in rows if row["uses"])["uses"].append(0),
    "another kind": lambda rows: rows[3].update(kind="lemmata"),
}


def spoilt(content: dict[str, Any], fault: Callable[[list[dict[str, Any]]], Any]) -> dict[str, Any]:
    """Return the constant with a fault in its rows."""
    rows = copy.deepcopy(rows_of(content))
    fault(rows)
    return content | {"rows": [list(row.values()) for row in rows]}


def test_the_finder_has_each_claim_once_and_each_use(content):
    assert list(unlike_the_registry(content)) == []
    for name, fault in FAULTS.items():
        assert list(unlike_the_registry(spoilt(content, fault))) != [], name


def test_verdicts_are_those_of_the_run_and_every_claim_stands_where_the_finder_leads(content, pages):
    assert list(unlike_the_run(content)) == []
    assert list(unlike_the_run(spoilt(content, lambda rows: rows[5].update(instances=1)))) != []
    assert list(unlike_the_pages(content, pages)) == []
    assert list(unlike_the_pages(spoilt(content, lambda rows: rows[5].update(page=rows[5]["page"] - 1)), pages)) != []
    assert list(unlike_the_pages(spoilt(content, lambda rows: rows[5].update(number="Theorem 0")), pages)) != []
    numbers = {row["id"]: row["numbers"].split() for row in rows_of(content)}
    assert [id for id in numbers if "8299" in numbers[id]] == ["BBKN14-1.1.table1"]
    assert any("2^82" in page[2].split() for page in content["pages"])


class Nested(HTMLParser):
    """Notes what does not belong into a card: tags that are not closed in order, links, and names of places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.wrong += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.wrong += [tag] * (tag == "a") + [f"{name}={value}" for name, value in attrs if name in ("id", "tabindex")]
        self.open += [tag] * (tag not in ("br", "hr", "img", "col"))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


def words(text: str) -> Iterator[str]:
    return iter(unescape(re.sub(r"<[^>]*>", "", CITED.sub("", text))).split())


def without_a_card(pages: dict[str, str], shown: Cards) -> Iterator[str]:
    """Yield the links to statements that have no card, and the cards whose text is not that of their statement."""
    for address, page in pages.items():
        for link, anchor in LINK.findall(page):
            target = posixpath.normpath(f"{posixpath.dirname(address)}/{link}") if link else address
            part = target.split("/")[1].removesuffix(".html")
            if unescape(anchor) not in shown.get(part, {}):
                yield f"{address}: no card for {link}#{anchor}"
        for found in HEAD.finditer(page):
            of = words(page[found.end() : found.end() + 40_000])
            card = shown.get(address.split("/")[1].removesuffix(".html"), {}).get(found[1], {"text": "nothing"})
            text = card["text"].removesuffix(" …").replace(" …</", "</")
            if not all(word in of for word in words(text)):
                yield f"{address}: {found[1]} has another text"


def test_every_link_to_a_statement_has_its_card(pages, shown, content):
    assert list(without_a_card(pages, shown)) == []
    for part in shown:
        anchor = next(iter(anchor for anchor in shown[part] if "<p" in shown[part][anchor]["text"]))
        other = copy.deepcopy(shown)
        other[part][anchor]["text"] = "<p>Something that no page says.</p>"
        assert any(anchor in complaint for complaint in without_a_card(pages, other))
        del other[part][anchor]
        assert any(anchor in complaint for complaint in without_a_card(pages, other))


def test_cards_hold_whole_tags_and_nothing_that_a_page_has_once(shown):
    texts = [card[name] for cards in shown.values() for card in cards.values() for name in ("head", "text")]
    assert len(texts) > 1000
    assert [(text[:80], wrong) for text in texts if (wrong := Nested(text).wrong)] == []
    assert Nested('<p><a href="#x">x</a><b id="x"></p>').wrong


def test_cards_say_what_the_run_says(shown, content):
    for row in rows_of(content):
        card = shown[content["pages"][row["page"]][0].split("/")[1]][row["anchor"]]
        if row["checks"]:
            wanted = (f"{row['verdict'].capitalize()}, {row['instances']:,} instances, "
                      f"{content['grades'][row['grade']]}; uses {len(row['uses'])}, ")
            assert card["verdict"].startswith(wanted), row["id"]
