"""The tables of times are made from what a run left behind, and say so where there was none."""
import re

import pytest
import run_times

from privlearn.checking import registry
from tools import build_site

PARTS = [{"name": "Points & more", "pages": [{"name": "book/points-and-intervals/generic-learner", "title": "A < B"}]},
         {"name": "Atlas", "pages": [{"name": "book/atlas/claims", "title": "All"}]}]
HERE = [id for id, entry in registry.load().items() if entry.page == "points-and-intervals/generic-learner"][:3]
KEPT = {"parts": 128, "seconds": 89.4, "date": "2026-01-01", "python": "3.11", "machine": "a <machine>"}
SUMMARY = {"claims": 580, "checks": 1600, "checked": 574, "sabotages": 2249, "caught": 2249, "seconds": 179.0}


def check(name, seconds, **more):
    return {"name": name, "grade": "exact", "instances": 1234, "seconds": seconds, **more}


REPORTS = {HERE[0]: {"checks": [check("one", 3.0), check("two", 12.4, stored=KEPT)], "sabotages": [{"seconds": 0.6}]},
           HERE[1]: {"checks": [check("two", 99.0, shared_from=HERE[0])], "sabotages": []},
           HERE[2]: {"checks": [check("none", 0.01)], "sabotages": []}}
TIMES = {"book/points-and-intervals/generic-learner": 4.0, "book/atlas/claims": 8.0}


@pytest.fixture
def run():
    return run_times.Run(SUMMARY, REPORTS, TIMES, {"executed": 92, "reused": 2, "failed": 0, "seconds": 97.0}, PARTS,
                         lambda id: f'<a href="#{id}">{id}</a>')


def rows(text):
    """Return the cells of a table's body, without their tags."""
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in re.findall("<tr>(.*?)</tr>", text.partition("<tbody>")[2])]


def test_stages_claims_kept_results_and_pages_have_their_seconds(run):
    text = run.shown("stages")
    assert rows(text) == [["claims", "1,600 checks and 2,249 sabotages of 580 claims", "179"],
                          ["pages", "92 pages executed, 2 as they were", "97"],
                          ["site", "2 pages written and typeset", "not yet known"]]
    assert re.search(r"<caption>Built on \d{4}-\d\d-\d\d with Python 3\.\d+\.\d+ on .+ cores, \w+</caption>", text)
    assert rows(run.shown("claims")) == [["Points &amp; more", "BBKN14", "3", "3", "1", "16", ""]]
    text = run.shown("kept")
    assert rows(text) == [[HERE[0], "two", "128", "89", ""]]
    assert "<caption>Run whole and kept on 2026-01-01 with Python 3.11 on a &lt;machine&gt;</caption>" in text
    assert rows(run.shown("pages")) == [["Points &amp; more", "1", "4.0", "A &lt; B (4.0)", ""],
                                        ["Atlas", "1", "8.0", "All (8.0)", ""]]


def test_the_longest_check_comes_before_the_others_and_bars_are_shares_of_the_greatest(run):
    found = rows(run.shown("longest"))
    assert [(row[0], row[1], row[-2]) for row in found] == [
        (HERE[0], "two", "12"), (HERE[0], "one", "3.0"), (HERE[2], "none", "below 0.1")]
    assert found[0][3] == "1,234"
    assert re.findall(r'width: ([\d.]+)%', run.shown("longest")) == ["100.0", "24.2", "0.1"]
    assert re.findall(r'width: ([\d.]+)%', run.shown("slowest")) == ["100.0", "50.0"]


@pytest.mark.parametrize("what", run_times.Run.TABLES)
def test_without_a_run_each_says_so(what):
    assert run_times.Run({}, {}, {}, {}, PARTS, str).shown(what) == f"<p>{run_times.NO_RUN}</p>"


def test_the_builder_fills_in_its_own_seconds(run, tmp_path):
    page = tmp_path / "_build/html" / build_site.TIMES
    page.parent.mkdir(parents=True)
    page.write_text(run.shown("stages"))
    build_site.tell_seconds(tmp_path, 92.7)
    assert rows(page.read_text())[-1][-1] == "93"
    build_site.tell_seconds(tmp_path / "nowhere", 1.0)  # a book without that page
