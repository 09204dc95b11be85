"""A page as a notebook in the browser, where `make lite` has built it: `make long` does."""
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.site.conftest import SITE
from tests.site.test_lab import EXPLORERS, moved
from tests.site.visits import PATIENCE, Visit, watch

pytestmark = [pytest.mark.long, pytest.mark.skipif(
    not (SITE / "lite").is_dir(), reason="the site has no notebooks that run in the browser: make lite")]
PAGE = "book/foundations/privacy.ipynb"
STDERR = "[data-mime-type='application/vnd.jupyter.stderr']"
RAISED = "Traceback (most recent call last)"  # what else stands there is for the reader: fonts are looked for
RUN = f"""() => {{
  const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(prompt => prompt.textContent);
  const raised = [...document.querySelectorAll("{STDERR}")].some(place => place.textContent.includes("{RAISED}"));
  return raised || prompts.length > 0 && prompts.every(text => /^\\[\\d+\\]:$/.test(text));
}}"""
ELSEWHERE = "https://elsewhere.invalid/"
FAULTS = f"import js\njs.fetch('{ELSEWHERE}')\n1 / 0"


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


def run_all(context: BrowserContext, host: str) -> tuple[list[str], list[str], int, int]:
    """Run all cells of the page, and move the controls of its explorers.

    Returns requests to other hosts, errors below cells, and how many cells have run and controls were moved.
    """
    seen = Visit()
    context.on("request", lambda request: seen.foreign_requests.append(request.url)
               if not request.url.startswith((host, "data:", "blob:")) else None)  # those of workers, too
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with watch(page, host, seen):
        page.goto(f"{host}/lite/notebooks/index.html?path={PAGE}")
        page.locator(".jp-CodeCell").first.wait_for()
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.wait_for_function(RUN, timeout=5 * PATIENCE, polling=1000)
        failed = page.locator(STDERR).filter(has_text=RAISED).all_inner_texts()
        count = page.locator(".jp-CodeCell .jp-InputPrompt").count()
        controls = sum(moved(page, explorer) for explorer in page.locator(EXPLORERS).all())
    return seen.foreign_requests, failed, count, controls


def test_a_whole_page_and_its_controls_run_in_the_browser_and_ask_nothing_of_other_hosts(context, host):
    cells = json.loads((SITE / "lite/files" / PAGE).read_text(encoding="utf-8"))["cells"]
    foreign, failed, count, controls = run_all(context, host)
    assert (foreign, failed, count) == ([], [], sum(cell["cell_type"] == "code" for cell in cells))
    assert controls == 6


def test_a_cell_that_fails_or_asks_another_host_is_seen(context, host):
    notebook = json.loads((SITE / "lite/files" / PAGE).read_text(encoding="utf-8"))
    code = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    body = json.dumps(notebook | {"cells": [code | {"source": FAULTS}]})
    context.route(f"**/{PAGE}*", lambda route: route.fulfill(body=body, content_type="application/json"))
    foreign, failed, count, _ = run_all(context, host)
    assert {*foreign} == {ELSEWHERE}
    assert "ZeroDivisionError" in failed[0]
    assert count == 1
