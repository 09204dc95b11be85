"""What the built site shows without a browser: it is whole by itself, its links lead somewhere, and it is light."""
import re
from collections.abc import Iterable

from tools import site_lints
from tools.pages import PAGES, ROOT

SITE = ROOT / "_build/html"


def test_site_asks_nothing_of_other_hosts():
    assert site_lints.requests(SITE) == []


def test_site_holds_no_path_of_this_machine():
    assert site_lints.machine_paths(SITE, site_lints.places()) == []


def test_executed_notebooks_hold_no_path_of_this_machine():
    assert site_lints.machine_paths(ROOT / PAGES, site_lints.places(), "*.ipynb") == []


def test_every_link_leads_to_its_place():
    assert site_lints.links(SITE) == []


def test_no_name_stands_for_two_places_of_a_page():
    assert site_lints.repeated_ids(SITE) == []


def test_all_mathematics_is_typeset():
    assert site_lints.raw_mathematics(SITE) == []


LOOSE = re.compile(r"</math>[.,;:!?)\]]|\(<math\b")
TIED = re.compile(r'<span class="tied">.*?</math>[^<]*</span>', re.DOTALL)


def loose(texts: Iterable[str]) -> list[str]:
    """Return the stops and brackets that touch a formula and may be parted from it at the end of a line."""
    return [found for text in texts for found in LOOSE.findall(TIED.sub("", text))]


def test_stops_and_brackets_stay_with_their_formulas():
    text = (SITE / "book/foundations/privacy.html").read_text(encoding="utf-8")
    assert loose([text]) == []
    assert loose([text.replace('<span class="tied">', "<span>")]) != []


def test_what_cells_printed_is_shown():
    assert site_lints.unprinted(SITE, ROOT / PAGES) == []


def test_no_page_is_heavy():
    assert site_lints.heavy(SITE, 1_500_000, 1_200_000, 400_000) == []
