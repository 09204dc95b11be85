"""Every page of the built site in headless Chromium: complete by itself, sound, and open to all readers."""
import functools
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.site.visits import Visit, built_pages, visit
from tools.pages import ROOT

SITE = ROOT / "_build/html"
PAGES = built_pages(SITE)
PLANTED = """<p style="color: #777; background: #888">Faint.</p><img src="nowhere.png">
<div style="width: 3000px">Wide.</div>
<script>fetch("http://elsewhere.invalid/").catch(() => 0); undefined_name;</script>"""
# With this scope all tests of a page follow each other, so that each process visits pages of its own.
each_page = pytest.mark.parametrize("page", PAGES, scope="session")


@pytest.fixture(scope="session")
def seen(browser: BrowserContext, host: str) -> Callable[[str], Visit]:
    """Visits a page, once however many tests ask for it."""
    return functools.cache(lambda page: visit(browser, host, page))


def test_front_page_is_the_introduction_with_its_map():
    assert '<div class="map">' in (SITE / "index.html").read_text(encoding="utf-8")
    assert "book/intro.html" in PAGES


def test_planted_faults_are_seen(browser, host):
    content = (SITE / "book/intro.html").read_text(encoding="utf-8").replace("</article>", PLANTED + "</article>")
    browser.route(f"{host}/book/planted.html", lambda route: route.fulfill(body=content, content_type="text/html"))
    found = visit(browser, host, "book/planted.html")
    assert "http://elsewhere.invalid/" in found.foreign_requests
    assert any("nowhere.png" in url for url in found.broken_images)
    assert found.console_errors
    assert found.phone_overflow > 0
    for scheme in ("light", "dark"):
        assert {line.split(":")[0] for line in found.barriers[scheme]} >= {"color-contrast", "image-alt"}


@each_page
def test_page_asks_nothing_of_other_hosts(seen, page):
    assert seen(page).foreign_requests == []


@each_page
def test_page_finds_all_its_files(seen, page):
    assert seen(page).failures + seen(page).broken_images == []


@each_page
def test_page_has_no_console_error(seen, page):
    assert seen(page).console_errors == []


@each_page
def test_sliders_move_their_figures(seen, page):
    assert seen(page).still_sliders == 0


@each_page
def test_page_fits_a_phone(seen, page):
    assert seen(page).phone_overflow <= 0


@each_page
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_no_barrier(seen, page, scheme):
    assert seen(page).barriers[scheme] == []
