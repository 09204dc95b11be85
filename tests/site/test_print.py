"""The site on paper: what is folded is open, what is clicked is gone, nothing is cut, and nothing is light on dark."""
import io

import pytest
from playwright.sync_api import BrowserContext, Page
from pypdf import PdfReader

from tests.site.visits import DESK
from tools.pages import ROOT

A4 = {"width": 665, "height": 985}  # pixels within the margins of site.css
PAGES = ("intro", "tour", "thresholds/crossover", "atlas/errata", "reference/exact")
WIDE = f"""<details><div class="formula"><math display="block">{"<mi>x</mi><mo>+</mo>" * 60}</math></div>
<table><tr>{"<td>aaaaaaaaaa</td>" * 12}</tr></table><pre>{"code " * 100}</pre></details><p>{"a" * 300}</p>"""
CUT = """() => [...document.querySelectorAll('main *')].filter(e => {
  const right = e.getBoundingClientRect().right, scrolls = getComputedStyle(e).overflowX !== 'visible';
  return e.checkVisibility() && e.offsetWidth !== 1 &&
    (right > innerWidth + 1 || scrolls && e.scrollWidth > e.clientWidth + 1);
}).map(e => e.outerHTML.slice(0, 99))"""
TALL = "() => [...document.querySelectorAll('main :is(img, svg)')].filter(e => e.clientHeight > innerHeight).length"
SHOWN = """names => [...document.querySelectorAll(names)].filter(e => e.checkVisibility())
  .map(e => e.outerHTML.slice(0, 80))"""
CLICKED = "button, input, select, .bar, .pager, .margin, .crumbs, .headerlink, .statement-card, footer"
LIGHT = """() => [...document.querySelectorAll('main *')].filter(e => {
  if (!e.checkVisibility() || !e.innerText?.trim()) return false;
  const [red, green, blue] = getComputedStyle(e).color.match(/[\\d.]+/g);
  return .299 * red + .587 * green + .114 * blue > 130;
}).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture
def paper(browser: BrowserContext, host: str):
    """Opens a page as it is laid out for print, by a reader whose screen is dark."""
    page = browser.new_page()

    def laid_out(name: str, scripts: bool = True) -> Page:
        page.set_viewport_size(DESK)
        page.goto(f"{host}/book/{name}.html")
        page.evaluate("document.documentElement.dataset.scheme = 'dark'")
        if scripts:
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print", color_scheme="dark")
        page.set_viewport_size(A4)
        return page

    yield laid_out
    page.close()


@pytest.fixture
def planted(browser: BrowserContext, host: str):
    """A page with a formula, a table, code and a word, each wider than any paper."""
    content = (ROOT / "_build/html/book/closure/unions.html").read_text(encoding="utf-8")
    body = content.replace("</article>", f"{WIDE}</article>")
    browser.route(f"{host}/book/closure/planted.html", lambda route: route.fulfill(body=body, content_type="text/html"))
    yield "closure/planted"
    browser.unroute(f"{host}/book/closure/planted.html")


@pytest.mark.parametrize("name", PAGES)
def test_paper_cuts_nothing_offers_nothing_to_click_and_is_dark_on_white(paper, name):
    page = paper(name)
    assert page.evaluate(CUT) == []
    assert page.evaluate(TALL) == 0
    assert page.evaluate(SHOWN, CLICKED) == []
    assert page.evaluate(LIGHT) == []
    page.emulate_media(media="screen")
    assert page.evaluate(SHOWN, CLICKED)
    assert page.evaluate(LIGHT)


def test_what_is_wider_than_paper_shrinks_or_wraps(paper, planted):
    assert paper(planted).evaluate(CUT) == []
    assert paper(planted, scripts=False).evaluate(CUT)


def test_drawers_are_open_on_paper_and_closed_again(paper):
    page = paper("closure/unions", scripts=False)
    page.emulate_media(media="screen")
    closed = "document.querySelectorAll('details:not([open])').length"
    before = page.evaluate(closed)
    text = "".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(page.pdf())).pages)
    assert before > 5
    assert page.evaluate(closed) == before
    assert "Source of the checks" in text
    assert "@check(" in text
    assert "file:" not in text
    assert "http" not in text


def test_a_slider_is_its_first_picture_on_paper(paper):
    page = paper("thresholds/crossover")
    frames = page.locator(".frames").first
    assert frames.locator("img").is_visible()
    assert frames.locator("output").is_visible()
    assert not frames.locator("input").is_visible()
