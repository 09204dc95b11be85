"""The tour: each number in its prose is one that a cell of its stop, or of one before, computed; its code is closed."""
import re
from html import unescape
from typing import Any

import pytest

from tools.pages import PAGES, ROOT, executed_cells

PAGE, SITE = ROOT / PAGES / "book/tour.ipynb", ROOT / "_build/html"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:/\d+)?")
SPELT = {"three": "3", "four": "4", "nine": "9", "eleven": "11", "twelve": "12", "sixteen": "16", "forty-eighth": "48"}
STOPS = 6


def numbers(text: str) -> set[str]:
    """Return the numbers of a text, in digits or words, without those in the names that links lead to."""
    prose = re.sub(r"<[\w.-]*>`", "", text).replace("{,}", ",")
    spelt = {digits for word, digits in SPELT.items() if re.search(rf"\b{word}\b", prose, re.IGNORECASE)}
    return {found.replace(",", "") for found in NUMBER.findall(prose)} | spelt


def seen_in(shown: str) -> str:
    """Return the words of HTML, those that describe pictures too."""
    told = re.findall(r'aria-label="([^"]*)"', shown)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", shown), *told]))


def uncomputed(cells: list[Any]) -> list[tuple[str, set[str]]]:
    """Return the stops whose prose has numbers that neither their own cell nor one before shows, with these numbers."""
    known, told, complaints = set(), "", []
    for cell in cells:
        if cell.cell_type == "markdown":
            told += cell.source
        for output in cell.get("outputs", []):
            known |= numbers(seen_in(output["data"]["text/html"]))
            stop = re.findall(r"^## (.*)$", told, re.MULTILINE)[-1]
            missing = numbers(told.partition("\n## ")[2]) - known
            complaints += [(stop, missing)] if missing else []
            told = ""
    return complaints


@pytest.fixture
def cells() -> list[Any]:
    return executed_cells(PAGE)


def test_all_numbers_were_computed_and_a_typed_one_is_reported(cells):
    assert uncomputed(cells) == []
    for cell in cells:
        cell.source = cell.source.replace("8,299 rows for sixteen", "8,298 rows for seventeen, or eleven,")
    assert uncomputed(cells) == [("A constant number of rows", {"8298"})]


def test_each_stop_has_its_picture_its_number_and_its_check_and_all_code_stands_in_one_closed_drawer(cells):
    shown = [output["data"]["text/html"] for cell in cells for output in cell.get("outputs", [])]
    assert len(shown) == STOPS
    assert all("<svg" in text and '<p class="number"><strong>' in text for text in shown)
    prose = [line for cell in cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]
    assert sum(line.startswith("Check it here: {prf:ref}`") for line in prose) == STOPS
    page = (SITE / "book/tour.html").read_text(encoding="utf-8")
    before, _, drawer = page.partition('<details class="drawer backstage">')
    assert "cell_input" not in before
    assert drawer.partition("</details>")[0].count("cell_input") == STOPS + 1
