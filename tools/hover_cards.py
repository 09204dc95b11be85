"""What a card shows when a reader rests on a link to a statement: `_static/statements/PART.js` of the built site.

For each anchor of a statement, or of a step of a proof, that a link may lead to: its head (number, name, paper), the
first whole sentences of its text, its mathematics typeset, and a line of verdict. Texts are taken from the built pages;
numbers and verdicts of all claims from the constant that the finder reads. A step's text is its title.
"""
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

FOLDER = "_static/statements"
CLAIMS = "_static/claims.js"
LENGTH = 400  # characters of a text, as a reader counts them, unless its first sentence is longer
STATEMENT = re.compile(r'<section class="statement \w+" id="([^"]+)">\s*<p class="statement-head">(.*?)</p>', re.DOTALL)
TOKEN = re.compile(r"<(?P<closing>/?)(?P<tag>\w+)(?P<attributes>[^>]*)>|(?P<words>[^<]+)")
SENTENCE = re.compile(r"(?<=[.?!])(?<!e\.g\.)(?<!i\.e\.)(?<!al\.)(?<!cf\.)(?=\s|$)")
OF_THE_PAGE = re.compile(r'\s(id|tabindex|href|title|role|aria-[\w-]+)="[^"]*"')
END = re.compile(r'</section>|<div class="verdict"|<div class="drawers"|<p class="report"|<details')
CITATION, OWN_LINK = r'\s*<span class="bibtex-citation".*?\]</span>', r'<a class="headerlink".*?</a>'
LEFT_OUT = re.compile(f"{CITATION}|{OWN_LINK}|</?a\\b[^>]*>|<img[^>]*>", re.DOTALL)
BLOCKS = {"p", "li", "div"}
EMPTY = {"br", "hr", "col", "img"}


def write(site: Path) -> int:
    """Write the files of all parts of a built site; return how many bytes they have."""
    place, parts = site / CLAIMS, defaultdict[str, dict[str, dict[str, str]]](dict)
    content = json.loads(place.read_text(encoding="utf-8").partition("=")[2].strip("; \n")) if place.is_file() else {}
    for part, anchor, card in of_claims(content):
        parts[part][anchor] = card
    for page in sorted((site / "book").rglob("*.html")):
        part = page.relative_to(site / "book").parts[0].removesuffix(".html")
        for anchor, head, text in statements(page.read_text(encoding="utf-8")):
            parts[part][anchor] = {"verdict": ""} | parts[part].get(anchor, {}) | {"head": head, "text": text}
    (site / FOLDER).mkdir(parents=True, exist_ok=True)
    for part, cards in parts.items():
        listed = json.dumps(cards, ensure_ascii=False, separators=(",", ":"))
        (site / FOLDER / f"{part}.js").write_text(f"STATEMENTS[{json.dumps(part)}] = {listed};\n", encoding="utf-8")
    return sum(file.stat().st_size for file in (site / FOLDER).iterdir())


def of_claims(content: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the part, the anchor and the card of each claim, without the text that its page has."""
    rows = [dict(zip(content["fields"], row, strict=True)) for row in content.get("rows", [])]
    used_by = [0] * len(rows)
    for row in rows:
        for used in row["uses"]:
            used_by[used] += 1
    for k, row in enumerate(rows):
        paper = row["id"].partition("-")[0]
        head = f'<strong>{row["number"]}</strong><span class="paper">{paper}</span>'
        said = row["verdict"].capitalize()
        if row["checks"]:
            said += f', {row["instances"]:,} instances, {content["grades"][row["grade"]]}'
        verdict = f'{said}; uses {len(row["uses"])}, used by {used_by[k]}'
        page = content["pages"][row["page"]][0]
        if row["anchor"]:
            yield page.split("/")[1], row["anchor"], {"head": head, "text": row["title"], "verdict": verdict}


def statements(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the anchor, the head and the beginning of the text of each statement of a built page."""
    for found in STATEMENT.finditer(page):
        end = END.search(page, found.end())
        yield found[1], clean(found[2]), cut(clean(page[found.end() : end.start() if end else len(page)]))


def clean(text: str) -> str:
    """Return HTML without links, citations and what belongs to its page only."""
    return OF_THE_PAGE.sub("", LEFT_OUT.sub("", text)).strip()


def cut(text: str, length: int = LENGTH) -> str:
    """Return the first whole sentences of HTML, with at most so many characters if the first has no more.

    >>> cut("<p>One is <em>odd. Two</em> is even.</p>", 12)
    '<p>One is <em>odd.</em> …</p>'
    """
    kept: list[str] = []
    inside: list[str] = []
    end: tuple[int, list[str]] = (0, [])  # the last end of a sentence: how much of what is kept, and what is open there
    count = 0
    for token in TOKEN.finditer(text):
        tag = token["tag"]
        if tag is None:
            for words in SENTENCE.split(token["words"]):
                count += len(" ".join(unescape(words).split()))
                if count > length and end[0] and words.strip():
                    return "".join(kept[: end[0]]) + closed(end[1])
                kept.append(words)
                if words.endswith((".", "?", "!")) and "math" not in inside:
                    end = len(kept), inside.copy()
        else:
            kept.append(token[0])
            if token["closing"]:
                inside.pop()
                end = (len(kept), inside.copy()) if tag in BLOCKS else end
            elif tag not in EMPTY and not token["attributes"].endswith("/"):
                inside.append(tag)
    return text


def closed(inside: list[str]) -> str:
    """Return the ends of what is open, with the sign of what is left out before that of the last block."""
    outer = next((k for k, tag in enumerate(inside) if tag in BLOCKS), 0)
    ends = [f"</{tag}>" for tag in reversed(inside)]
    return "".join([*ends[: len(inside) - 1 - outer], " …", *ends[len(inside) - 1 - outer :]]) if inside else " …"
