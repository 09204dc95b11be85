"""What the built site shows without a browser: it is whole by itself, its links lead somewhere, and it is light."""
import re
from collections.abc import Iterable

import pytest

from tools import site_lints
from tools.pages import PAGES, ROOT

SITE = ROOT / "_build/html"


@pytest.mark.parametrize("lint", [site_lints.requests, site_lints.links, site_lints.repeated_ids,
                                  site_lints.raw_mathematics], ids=lambda lint: lint.__name__)
def test_the_site_keeps_the_rules(lint):
    assert lint(SITE) == []


def test_site_and_executed_notebooks_hold_no_path_of_this_machine():
    assert site_lints.machine_paths(SITE, site_lints.places()) == []
    assert site_lints.machine_paths(ROOT / PAGES, site_lints.places(), "*.ipynb") == []


def test_the_badge_of_the_readme_is_that_of_the_run():
    assert (ROOT / ".github/badge.svg").read_text(encoding="utf-8") == (
        SITE / "badge.svg").read_text(encoding="utf-8"), "copy _build/html/badge.svg to .github"


LOOSE = re.compile(r"</math>[.,;:!?)\]]|\(<math\b")
TIED = re.compile(r'<span class="tied">.*?</math>[^<]*</span>', re.DOTALL)


def loose(texts: Iterable[str]) -> list[str]:
    """Return the stops and brackets that touch a formula and may be parted from it at the end of a line."""
    return [found for text in texts for found in LOOSE.findall(TIED.sub("", text))]


def test_stops_stay_with_their_formulas_what_cells_printed_is_shown_and_no_page_is_heavy():
    text = (SITE / "book/foundations/privacy.html").read_text(encoding="utf-8")
    assert loose([text]) == []
    assert loose([text.replace('<span class="tied">', "<span>")]) != []
    assert site_lints.unprinted(SITE, ROOT / PAGES) == []
    assert site_lints.heavy(SITE, 1_500_000, 1_200_000, 400_000) == []
