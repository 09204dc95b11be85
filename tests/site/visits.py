"""Open a page of the built site in a real browser and note all that a test may want to know of it."""
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tools.pages import ROOT

AXE = ROOT / ".venv/web/axe.min.js"
PATIENCE = 60_000  # milliseconds: a long page on a busy machine takes its time, and slowness is no failure here
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
BROKEN_IMAGES = "[...document.images].filter(i => i.complete && i.naturalWidth === 0).map(i => i.src)"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The audit of barriers takes time for every element. The words of code differ in style by their class alone: the first
# of each class stands for all. So do the first parts of a formula, the first rows of a long table, and the first
# entries of a reference page.
THIN = """() => {
  const seen = new Set();
  for (const word of document.querySelectorAll('pre span, .sig span')) {
    if (word.children.length) continue;
    const style = word.parentElement.className + ' ' + word.className;
    if (seen.has(style)) word.replaceWith(word.textContent);
    seen.add(style);
  }
  [...document.querySelectorAll('math')].slice(20).forEach(formula => formula.remove());
  for (const table of document.querySelectorAll('tbody')) [...table.rows].slice(40).forEach(row => row.remove());
  [...document.querySelectorAll('dl.py')].slice(40).forEach(entry => entry.remove());
}"""
VISIBLE_FRAME = """control => {
  const box = control.closest('.frames');
  return [box.querySelector('img')?.src, box.querySelector('.told')?.textContent].join(' ').trim();
}"""
AT_THE_END = "control => control.type === 'range' && control.value === control.max"
TOLD = "control => control.getAttribute('aria-valuetext')"


# Waiting for the network to fall silent is no option: the browser's driver now and then misses the end of a request.
DRAWN = """() => [...document.images].filter(i => i.offsetParent !== null && i.loading !== 'lazy')
  .every(i => i.complete)"""
# Colours come from style sheets alone, the same on all pages: of elements that have the same tags and classes, their
# own, of three elements around and of all within, the first four that a tab shows stand for all (four, since the rows
# of a table change colour in turns). The tab's session remembers how many of each kind it has shown.
OF_COLOURS = ("color-contrast", "link-in-text-block")
ALIKE = """() => {
  const short = text => {
    let a = 0, b = 1;
    for (let k = 0; k < text.length; k++)
      [a, b] = [Math.imul(a, 31) + text.charCodeAt(k) | 0, Math.imul(b, 37) + text.charCodeAt(k) | 0];
    return `${a}/${b}`;
  };
  const style = e => e.tagName + '.' + e.className + (e.getAttribute('style') || '');
  const seen = new Map(JSON.parse(sessionStorage.getItem('audited') || '[]'));
  for (const element of document.querySelectorAll('main *, aside *')) {
    if (!element.isConnected) continue;
    const within = [...element.querySelectorAll('*')].map(style), around = [];
    for (let e = element; e && around.length < 4; e = e.parentElement) around.push(style(e));
    const kind = short([...around, '', ...new Set(within.sort())].join());
    seen.set(kind, (seen.get(kind) || 0) + 1);
    if (seen.get(kind) > 4) element.remove();
  }
  sessionStorage.setItem('audited', JSON.stringify([...seen]));
}"""
AFTERMATH = 500  # milliseconds in which a late request would still be seen


@dataclass
class Visit:
    """What was seen on one page."""

    foreign_requests: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    console_errors: list[str] = field(default_factory=list)
    broken_images: list[str] = field(default_factory=list)
    still_sliders: int = 0
    sliders: int = 0
    phone_overflow: int = 0
    barriers: dict[str, list[str]] = field(default_factory=dict)


@contextmanager
def watch(page: Page, host: str, visit: Visit) -> Iterator[None]:
    """Note every request to another host, failed response and console error."""

    def on_request(request) -> None:
        if not request.url.startswith((host, "data:", "blob:")):
            visit.foreign_requests.append(request.url)

    listeners = {
        "request": on_request,
        "requestfailed": lambda request: visit.failures.append(request.url),
        "response": lambda r: visit.failures.append(f"{r.status} {r.url}") if r.status >= 400 else None,
        "console": lambda m: visit.console_errors.append(m.text) if m.type == "error" else None,
        "pageerror": lambda error: visit.console_errors.append(error.stack or str(error)),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    try:
        yield
    finally:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)


def visit(context: BrowserContext, host: str, path: str) -> Visit:
    """Open a page, on a desk and on a phone, light and dark, move its sliders, and return what was seen.

    All visits take place in one tab, which keeps what it knows of the scripts that all pages share.
    """
    seen, page = Visit(), context.pages[0]
    page.set_default_timeout(PATIENCE)
    page.goto("about:blank")  # what the page before was still waiting for ends here, unseen
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    with watch(page, host, seen):
        look_at(page, f"{host}/{path}", seen)
    return seen


def look_at(page: Page, url: str, seen: Visit) -> None:
    """Open a page in a tab and note all of it."""
    page.goto(url, wait_until="load")
    settle(page)
    seen.broken_images = page.evaluate(BROKEN_IMAGES)
    move_sliders(page, seen)
    open_folds(page)
    page.set_viewport_size(PHONE)
    seen.phone_overflow = page.evaluate(OVERFLOW)
    errors = list(seen.console_errors)  # what the page's scripts say once parts of it are gone is not its fault
    page.evaluate(THIN)
    page.set_viewport_size(DESK)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    whole = barriers(page, {"rules": {rule: {"enabled": False} for rule in OF_COLOURS}})
    page.evaluate(ALIKE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen.barriers[scheme] = whole + barriers(page, {"runOnly": list(OF_COLOURS)})
    seen.console_errors = errors


def settle(page: Page) -> None:
    """Stop all motion; wait until all pictures are there."""
    page.add_style_tag(content="* { transition: none !important; animation: none !important; }")
    page.wait_for_function(DRAWN, polling=100)
    page.wait_for_timeout(AFTERMATH)


def open_folds(page: Page) -> None:
    """Open all that is folded, so that what it holds is judged too."""
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")


def move_sliders(page: Page, seen: Visit) -> None:
    """Move each slider by one step; count those whose picture, or the value that they tell, stays as it was."""
    for control in page.locator(".frames input").all():
        seen.sliders += 1
        before = control.evaluate(VISIBLE_FRAME), control.evaluate(TOLD)
        control.evaluate("control => control.focus({preventScroll: true})")  # to scroll means to paint all on the way
        page.keyboard.press("ArrowLeft" if control.evaluate(AT_THE_END) else "ArrowRight")
        after = control.evaluate(VISIBLE_FRAME), control.evaluate(TOLD)
        seen.still_sliders += any(now in ("", old) for now, old in zip(after, before, strict=True))


def barriers(page: Page, rules: dict[str, Any]) -> list[str]:
    """Return the violations of the chosen accessibility rules, of any weight, as "rule: element"."""
    result = page.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"]} | rules)
    return [
        f"{violation['id']}: {json.dumps(node['target'])}"
        for violation in result["violations"] for node in violation["nodes"]
    ]


def built_pages(site: Path) -> list[str]:
    """Return the paths of all pages of the site, without the front page, which is the introduction once more."""
    paths = [path.relative_to(site) for path in site.rglob("*.html")]
    return sorted(str(path) for path in paths if path.parts[0] not in ("_static", "index.html", "lite"))
