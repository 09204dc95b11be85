"""The built site on a server of its own, and one browser for all tests of a process."""
import functools
import http.server
import os
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.browser import FLAGS, chromium as chromium_here
from tools.gate import UNSEEN
from tools.pages import ROOT

SITE = ROOT / "_build/html"
ABORTED = "net::ERR_ABORTED"  # what a page has not read yet when it is left
FromFile = Callable[..., Page]


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
def chromium() -> Iterator[Browser]:
    if not (here := chromium_here()):
        (pytest.fail if os.environ.get("CI") else pytest.skip)(UNSEEN)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=here, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Iterator[BrowserContext]:
    """One tab for all visits of a process, which keeps what it knows of the files that all pages share."""
    context = chromium.new_context()
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def from_file(browser: BrowserContext) -> Iterator[FromFile]:
    """Opens a page as a file, without a network, with a fault (script, old, new) planted in one of its scripts."""
    pages, said = [], []

    def open_page(name: str, hash: str = "", *, size: dict[str, int],
                  fault: tuple[str, str, str] | None = None) -> Page:
        page = browser.new_page()
        pages.append(page)
        page.set_viewport_size(size)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("requestfailed", lambda request: said.append(request.url) if request.failure != ABORTED else None)
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
        if fault:
            script, old, new = fault
            text = (SITE / "_static" / script).read_text(encoding="utf-8")
            assert old in text
            body = text.replace(old, new)
            page.route(f"**/{script}", lambda route: route.fulfill(body=body, content_type="text/javascript"))
        page.goto((SITE / name).as_uri() + hash)
        return page

    browser.set_offline(True)
    yield open_page
    browser.set_offline(False)
    for page in pages:
        page.close()
    assert said == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what opens the browser: the gate runs it apart, where there is one."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
