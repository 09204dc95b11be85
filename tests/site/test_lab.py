"""Controls in JupyterLab, as `make lab` opens it: moved by keyboard alone, each gets another answer."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.site.visits import AT_THE_END, AXE, PATIENCE
from tools.pages import ROOT

PAGES = {"foundations/privacy": 6, "communication/fano": 4}  # and how many controls they have
# A busy machine may open a notebook before it knows its kernels, and asks which one to take.
READY = """() => {
  document.querySelector('.jp-Dialog .jp-mod-accept')?.click();
  return /Idle/.test(document.querySelector('#jp-main-statusbar')?.textContent);
}"""
EXPLORERS = ".jp-OutputArea-output:has(.explored)"
KEYS = {"range": ["ArrowRight"], "checkbox": ["Space"], "select-one": ["ArrowDown"], "button": ["Enter"],
        "text": ["End", "0", "Enter"], "at the end": ["ArrowLeft"]}
RULES = ["label", "select-name", "button-name", "image-alt", "aria-allowed-attr", "aria-valid-attr-value"]
SHOWN = """fields => {
  const seen = fields[fields.length - 1];
  return seen.querySelector('img').src + seen.querySelector('.told').textContent;
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of JupyterLab with some pages, without settings of anyone's."""
    folder = tmp_path_factory.mktemp("lab")
    for name in PAGES:
        shutil.copy(ROOT / f"book/{name}.md", folder / f"{name.replace('/', '-')}.md")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = (sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", f"--port={port}",
               "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=", f"--notebook-dir={folder}")
    env = {name: value for name, value in os.environ.items() if name != "PRIVLEARN_EXPLORE"}
    env |= {"HOME": str(folder), "PRIVLEARN_VERDICTS": str(ROOT / "_build/verdicts.json")}
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        for _ in range(120):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/lab"
        server.terminate()


@pytest.fixture(scope="module")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser of its own, for the server's cookies."""
    found = chromium.new_context(viewport={"width": 1200, "height": 1400})
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


def run(page: Page, lab: str, name: str) -> list[Locator]:
    """Open a page of the book as a notebook, run all its cells, and return its explorers."""
    page.goto(f"{lab}?reset")
    page.locator(".jp-DirListing-item", has_text=f"{name.replace('/', '-')}.md").click(button="right")
    page.get_by_text("Open With", exact=True).hover()
    page.locator(".lm-Menu-itemLabel").get_by_text("Notebook", exact=True).last.click()
    page.locator(".jp-CodeCell").first.wait_for()
    page.wait_for_function(READY)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    wanted = (ROOT / f"book/{name}.md").read_text(encoding="utf-8").count("\nexplore(")
    found = page.locator(EXPLORERS)
    found.nth(wanted - 1).locator(".explored").first.wait_for()
    page.wait_for_function("""() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
        .every(prompt => /\\d/.test(prompt.textContent))""")
    page.wait_for_function(READY)
    assert found.count() == wanted
    return found.all()


def moved(page: Page, explorer: Locator) -> int:
    """Move each control of an explorer by keyboard, and see that it shows something else; return how many there are."""
    fields = explorer.locator(".explored")
    for field in fields.all()[:-1]:
        control = field.locator("input, select, td button, button").last
        before = fields.evaluate_all(SHOWN)
        kind = control.get_attribute("type") or control.evaluate("control => control.type")
        for key in KEYS["at the end" if control.evaluate(AT_THE_END) else kind]:
            control.press(key)  # with the focus, which JupyterLab takes for the notebook when all cells have run
        for _ in range(PATIENCE // 200):
            if fields.evaluate_all(SHOWN) != before:
                break
            page.wait_for_timeout(200)
        else:
            pytest.fail(f"{field.inner_html()} shows nothing else when moved")
        assert control.get_attribute("data-lm-suppress-shortcuts") == "true"
    return fields.count() - 1


@pytest.mark.parametrize(("name", "wanted"), PAGES.items())
def test_every_control_is_moved_by_keyboard_and_shows_something_else(lab, context, name, wanted):
    page = context.new_page()
    assert sum(moved(page, explorer) for explorer in run(page, lab, name)) == wanted
    page.add_script_tag(path=AXE)
    found = page.evaluate("([where, rules]) => axe.run(where, {runOnly: rules})", [EXPLORERS, RULES])
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    page.close()
