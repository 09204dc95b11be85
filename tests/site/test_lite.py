"""A page as a notebook in the browser, where `make lite` has built it."""
import pytest
from playwright.sync_api import Browser

from tests.site.conftest import SITE
from tests.site.visits import PATIENCE, Visit, watch

PAGE = "book/foundations/privacy.ipynb"
RUN = """() => {
  const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map(prompt => prompt.textContent);
  return prompts.length > 0 && prompts.every(prompt => /^\\[\\d+\\]:$/.test(prompt));
}"""


@pytest.mark.skipif(not (SITE / "lite").is_dir(), reason="the site has no notebooks that run in the browser: make lite")
def test_a_whole_page_runs_in_the_browser_and_asks_nothing_of_other_hosts(chromium: Browser, host):
    context, seen = chromium.new_context(), Visit()
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
        failed = page.locator("[data-mime-type='application/vnd.jupyter.error']").all_inner_texts()
    assert (seen.foreign_requests, failed) == ([], [])
    context.close()
