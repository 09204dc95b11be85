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


@pytest.fixture(scope="session")
def seen(browser: BrowserContext, host: str) -> Callable[[str], Visit]:
    """Visits a page, once however many tests ask for it."""
    return functools.cache(lambda page: visit(browser, host, page))


def test_the_front_page_is_the_introduction_with_its_map_and_planted_faults_are_seen(browser, host):
    assert '<div class="map">' in (SITE / "index.html").read_text(encoding="utf-8")
    assert "book/intro.html" in PAGES
    content = (SITE / "book/intro.html").read_text(encoding="utf-8").replace("</article>", PLANTED + "</article>")
    browser.route(f"{host}/book/planted.html", lambda route: route.fulfill(body=content, content_type="text/html"))
    found = visit(browser, host, "book/planted.html")
    assert "http://elsewhere.invalid/" in found.foreign_requests
    assert any("nowhere.png" in url for url in found.broken_images)
    assert found.console_errors
    assert found.phone_overflow > 0
    for scheme in ("light", "dark"):
        assert {line.split(":")[0] for line in found.barriers[scheme]} >= {"color-contrast", "image-alt"}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_complete_by_itself_sound_and_open_to_all_readers(seen, page):
    found = seen(page)
    faults = {"foreign requests": found.foreign_requests, "lacking files": found.failures + found.broken_images,
              "console errors": found.console_errors, "sliders that move no figure": found.still_sliders,
              "overflow on a phone": max(0, found.phone_overflow),
              "barriers": found.barriers["light"] + found.barriers["dark"]}
    assert {name: fault for name, fault in faults.items() if fault} == {}
