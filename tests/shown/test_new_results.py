"""The list of results: every one stands on its page, with its status, and what it rests on is checked."""

import re
from pathlib import Path

import pytest

from privlearn.checking import registry
from privlearn.shown.new_results import RESULTS, STATUSES, Result, bibtex, result_table

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "book/atlas/new-results.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^\(r(\d+)\)=\n### R(\d+)\. .*?\n\n\*Status: ([a-z ]+)", re.MULTILINE)
NEEDED = ("*Nearest known:*", "*Certificate:*")


def complaints(page: str, results) -> list[str]:
    """Return which results do not stand on the page as they are listed, or lack what every one must say."""
    stated = {int(number): (again, status.strip()) for number, again, status in HEADING.findall(page)}
    found = [f"R{result.number}: {stated.get(result.number)}" for result in results
             if stated.get(result.number) != (str(result.number), result.status)]
    parts = re.split(r"^\(r\d+\)=\n", page, flags=re.MULTILINE)[1:]
    return found + [f"R{k}: without {word}" for k, part in enumerate(parts, 1) for word in NEEDED if word not in part]


def test_every_result_stands_on_the_page_in_order_and_planted_faults_are_reported():
    assert complaints(PAGE, RESULTS) == []
    assert len(RESULTS) == len(HEADING.findall(PAGE))
    assert not re.search(r"\b(we are|for) the first\b|\bfirst to\b|\bnovel\b", PAGE)
    assert [result.number for result in RESULTS] == list(range(1, len(RESULTS) + 1))
    assert all(result.status in STATUSES for result in RESULTS)
    claims = registry.load()
    assert all(claims[id].checks for result in RESULTS for id in result.claims)
    assert complaints(PAGE.replace("### R3. ", "### R4. ", 1), RESULTS) != []
    assert complaints(PAGE.replace("*Status: exhaustive", "*Status: proved here", 1), RESULTS) != []
    assert complaints(PAGE.replace("*Nearest known:*", "", 1), RESULTS) == ["R1: without *Nearest known:*"]


@pytest.mark.parametrize("result", RESULTS)
def test_each_can_be_cited(result):
    text = bibtex(result, "1.2.3")
    assert text.count("{") == text.count("}")
    assert f"PLE-R{result.number}," in text
    assert "version 1.2.3" in text


def test_the_table_adds_up_what_was_judged():
    report = {"checks": [{"instances": 1000, "seconds": 0.25}, {"instances": 234, "seconds": 1.0},
                         {"instances": 7, "seconds": 9.0, "shared_from": "X"}],
              "sabotages": [{"caught": True}, {"caught": False}]}
    entry = registry.load()[RESULTS[0].claims[0]]
    rows = result_table([(entry, report)]).rows
    assert rows[0][3:] == ["2", "1,234", "1 of 2", "1.2"]
    assert rows[1][3:] == ["", "", "", ""]
    assert len(rows) == len(RESULTS)
    assert Result(1, "", "exhaustive").claims == ()
