"""The map on the front page of the built site: it is the registry's, and keyboard and pointer read it, from a file."""
import re
from collections import Counter

import pytest
import yaml
from playwright.sync_api import Browser, Page

from privlearn.checking import registry
from tests.site.visits import DESK, PHONE
from tools.pages import ROOT

SITE, TOC = ROOT / "_build/html", ROOT / "_toc.yml"
FRONT = SITE / "book/intro.html"
LINK = re.compile(r'<a [^>]*?href="(?P<page>[^"]*)\.html" data-page="(?P<number>\d+)"'
                  r'(?: data-uses="(?P<uses>[\d ]*)")?>(?P<line>.*?)</a>')
CURVE = re.compile(r'<path data-user="(\d+)" data-used="(\d+)"')
SHOWN = """() => [...document.querySelectorAll(".map-lanes path")].filter(path => path.checkVisibility())
  .map(path => [path.dataset.user, path.dataset.used])"""
FOCUSED = "document.activeElement.dataset.page"
DEAF = "addEventListener('keydown', e => e.key.startsWith('Arrow') && e.stopImmediatePropagation(), true)"
BLIND = "addEventListener('pointerover', e => e.stopImmediatePropagation(), true)"


def unlike_the_registry(text: str) -> list[str]:
    """Return what a map says that the registry does not, and what it does not say."""
    links = {f"book/{found['page']}": found for found in LINK.finditer(text)}
    pages, claims = {found["number"]: page for page, found in links.items()}, registry.load()
    stating = {f"book/{one.page}" for one in claims.values()}
    wanted = {(f"book/{one.page}", f"book/{claims[id].page}") for one in claims.values() for id in one.uses}
    wanted = {(user, used) for user, used in wanted if user != used}
    told = {(page, pages.get(number)) for page, found in links.items() for number in (found["uses"] or "").split()}
    drawn = {(pages.get(user), pages.get(used)) for user, used in CURVE.findall(text)}
    lanes = {page for page, found in links.items() if 'class="name"' in found["line"]}
    repaired = Counter(f"book/{one.page}" for one in claims.values() if one.repaired)
    marked = {page: int(count) for page, found in links.items() for count in re.findall(r"◇(\d+)<", found["line"])}
    complaints = [f"{page}: states something, and is no place of the map" for page in sorted(stating - links.keys())]
    complaints += [f"{page}: states something, and tells no uses" for page in sorted(stating & links.keys())
                   if links[page]["uses"] is None]
    complaints += [f"told of uses: {pair}" for pair in sorted(told ^ wanted, key=str)]
    complaints += [f"curve: {pair}" for pair in sorted(drawn ^ {(a, b) for a, b in wanted if {a, b} <= lanes}, key=str)]
    complaints += [f"{page}: repaired {repaired[page]}" for page in lanes if repaired[page] != marked.get(page, 0)]
    return complaints


def not_on_the_map(text: str) -> list[str]:
    """Return the chapters of the book that the map does not lead to."""
    toc = yaml.safe_load(TOC.read_text(encoding="utf-8"))
    chapters = [chapter["file"] for part in toc["parts"] for chapter in part["chapters"]]
    around = text[text.index('class="map"'):]
    return [name for name in chapters if f'href="{name.removeprefix("book/")}.html"' not in around]


@pytest.fixture(scope="module")
def text() -> str:
    return FRONT.read_text(encoding="utf-8")


def opened(chromium: Browser, fault: str = "", viewport: dict[str, int] = DESK) -> Page:
    """Open the front page as a file without a network, perhaps with a fault that a script plants."""
    context = chromium.new_context(viewport=viewport, offline=True)
    context.add_init_script(fault)
    page = context.new_page()
    page.goto(FRONT.as_uri())
    return page


def misread_by_keyboard(page: Page) -> list[str]:
    """Walk the map by keys alone; return what did not happen."""
    lanes = [[link.get_attribute("data-page") for link in lane.locator("li > a").all()]
             for lane in page.locator(".lane").all()]
    page.locator(".lane h3 a, .map-row a").first.focus()
    stops = []
    while page.evaluate("document.querySelector('.map').contains(document.activeElement)"):
        stops.append(page.evaluate(FOCUSED))
        page.keyboard.press("Tab")
    inside = [stop for stop in stops if any(stop in lane for lane in lanes)]
    complaints = [] if inside == lanes[0][:1] else [f"stops of the tab key in the lanes: {inside}"]
    page.locator(".lane li > a").first.focus()
    steps = (("ArrowDown", lanes[0][1]), ("ArrowRight", lanes[1][1]), ("ArrowUp", lanes[1][0]), ("End", lanes[1][-1]),
             ("ArrowLeft", lanes[0][-1]), ("Home", lanes[0][0]), ("ArrowDown", lanes[0][1]), ("ArrowDown", lanes[0][2]))
    for key, goal in steps:
        page.keyboard.press(key)
        here = page.evaluate(FOCUSED)
        complaints += [f"{key} leads to {here}, not to {goal}"] if here != goal else []
        complaints += unlit(page, here)
    page.keyboard.press("Escape")
    return complaints + (["Escape leaves curves lit"] if page.locator(".map.lit").count() else [])


def unlit(page: Page, number: str) -> list[str]:
    """Return what is not shown of a page that is pointed at: its curves, and its neighbours by name."""
    link = page.locator(f'[data-page="{number}"]')
    own = [pair for pair in CURVE.findall(page.content()) if number in pair]
    shown, told = page.evaluate(SHOWN), page.locator(".map-told").inner_text()
    title = link.locator(".title").text_content()
    complaints = [f"{number}: curve {pair} is not shown" for pair in own if list(pair) not in shown]
    complaints += [] if told.startswith(title) else [f"{number}: told {told!r}"]
    names = [page.locator(f'[data-page="{other}"]').locator(".name").text_content() for pair in own for other in pair
             if other != number]
    return complaints + [f"{number}: does not tell of {name}" for name in names if name not in told]


def test_the_map_is_the_registry_and_has_every_chapter(text):
    assert unlike_the_registry(text) == []
    assert not_on_the_map(text) == []


def test_every_planted_difference_is_reported(text):
    link = next(found for found in LINK.finditer(text) if found["uses"] and "◇" in found["line"])
    curve, page = re.search(r"<path data-user[^>]*>", text)[0], f"book/{link['page']}"
    fewer = link[0].replace(f'data-uses="{link["uses"]}"', f'data-uses="{link["uses"].partition(" ")[2]}"')
    silent = link[0].replace(f' data-uses="{link["uses"]}"', "")
    mended = re.sub(r"◇(\d+)", lambda found: f"◇{int(found[1]) + 1}", link[0])
    assert unlike_the_registry(text.replace(curve, ""))[0].startswith("curve: ")
    assert unlike_the_registry(text.replace(link[0], fewer))[0].startswith(f"told of uses: ('{page}'")
    assert f"{page}: states something, and tells no uses" in unlike_the_registry(text.replace(link[0], silent))
    assert unlike_the_registry(text.replace(link[0], mended))[0].startswith(f"{page}: repaired ")
    assert f"{page}: states something, and is no place of the map" in unlike_the_registry(text.replace(link[0], ""))
    assert not_on_the_map(text.replace(f'href="{link["page"]}.html"', "")) == [page]


def test_the_map_is_read_by_keyboard(chromium):
    assert misread_by_keyboard(opened(chromium)) == []
    assert any("ArrowDown leads to" in line for line in misread_by_keyboard(opened(chromium, DEAF)))


@pytest.mark.parametrize("fault", ["", BLIND])
def test_the_map_is_read_by_pointer(chromium, fault):
    page = opened(chromium, fault)
    link = page.locator(".lane li > a").nth(4)
    resting = len(page.evaluate(SHOWN))
    link.hover()
    assert bool(unlit(page, link.get_attribute("data-page"))) == bool(fault)
    page.mouse.move(2, 2)
    assert len(page.evaluate(SHOWN)) == resting


def test_on_a_phone_the_lanes_are_drawers_and_labels_of_the_figure_stay_large(chromium):
    page = opened(chromium, viewport=PHONE)
    assert page.evaluate(SHOWN) == []
    drawers = page.locator(".lane details")
    assert [drawer.get_attribute("open") is None for drawer in drawers.all()] == [False, True, True, True]
    last = drawers.nth(3)
    last.locator("summary").focus()
    page.keyboard.press("Enter")
    assert last.locator("li > a").first.is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == last.locator("li > a").first.get_attribute("data-page")
    page = opened(chromium, viewport=PHONE)
    sizes = page.evaluate("""() => [...document.querySelectorAll(".rows-needed svg")].filter(s => s.checkVisibility())
      .flatMap(s => [...s.querySelectorAll("[font-size]")].map(t => parseFloat(getComputedStyle(t).fontSize) *
        s.getBoundingClientRect().width / s.viewBox.baseVal.width))""")
    assert min(sizes) >= 8
