"""Every page of the built site in headless Chromium: complete by itself, sound, and open to all readers."""
import functools
import http.server
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, sync_playwright

from tests.site.visits import FLAGS, Visit, built_pages, visit
from tools.gate import BROWSERS, NO_BROWSER
from tools.pages import ROOT

SITE = ROOT / "_build/html"
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
PAGES = built_pages(SITE)
PLANTED = """<p style="color: #777; background: #888">Faint.</p><img src="nowhere.png"><a href="#nowhere">Nowhere</a>
<div style="width: 3000px">Wide.</div>
<script>fetch("http://elsewhere.invalid/").catch(() => 0); undefined_name;</script>"""
# With this scope all tests of a page follow each other, so that each process visits pages of its own.
each_page = pytest.mark.parametrize("page", PAGES, scope="session")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *arguments: object) -> None:
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    """Does not mind a browser that leaves a page before it has read all of it."""

    def handle_error(self, *arguments: object) -> None:
        pass


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    handler = functools.partial(QuietHandler, directory=str(SITE))
    with QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[BrowserContext]:
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_BROWSER)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=list(FLAGS))
        yield context
        context.close()


@pytest.fixture(scope="session")
def seen(browser: BrowserContext, host: str) -> Callable[[str], Visit]:
    """Visits a page, once however many tests ask for it."""
    return functools.cache(lambda page: visit(browser, host, page))


def test_front_page_leads_to_the_introduction():
    assert "url=book/intro.html" in (SITE / "index.html").read_text(encoding="utf-8")
    assert "book/intro.html" in PAGES


def test_planted_faults_are_seen(browser, host):
    content = (SITE / "book/intro.html").read_text(encoding="utf-8").replace("</article>", PLANTED + "</article>")
    browser.route(f"{host}/book/planted.html", lambda route: route.fulfill(body=content, content_type="text/html"))
    found = visit(browser, host, "book/planted.html")
    assert "http://elsewhere.invalid/" in found.foreign_requests
    assert any("nowhere.png" in url for url in found.broken_images)
    assert found.console_errors
    assert found.dead_anchors == ["#nowhere"]
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
def test_links_within_the_page_lead_somewhere(seen, page):
    assert seen(page).dead_anchors == []


@each_page
def test_mathematics_is_typeset(seen, page):
    assert seen(page).typeset >= seen(page).formulas
    assert seen(page).math_errors == []


@each_page
def test_sliders_move_their_figures(seen, page):
    assert seen(page).still_sliders == 0


@each_page
def test_page_fits_a_phone(seen, page):
    assert seen(page).phone_overflow <= 0


@each_page
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_no_serious_barrier(seen, page, scheme):
    assert seen(page).barriers[scheme] == []
