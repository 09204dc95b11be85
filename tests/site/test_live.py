"""Exercises answered on the built page: Python in a worker judges them, with nothing installed and no other host asked.

To start it takes six seconds of a processor: one reader's whole visit does so, and one page drawn from the others; in
`make long` all of them do.  That each exercise is judged rightly by the worker is tried without a browser
(`test_worker`).  What the page does with a verdict is tried with a stand-in, which accepts what says "right", at once.
"""
import http.server
import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from privlearn.coursework import Exercise
from tests.site import exercises
from tests.site.conftest import SITE, QuietHandler, QuietServer
from tests.site.visits import AXE, DESK, OVERFLOW, PATIENCE, PHONE, Visit, barriers, watch
from tools import pyodide

pytestmark = pytest.mark.skipif(not pyodide.is_complete(), reason="Python for the browser could not be fetched: "
                                "exercises are not answered on the page")
EXERCISES = {exercise.label: exercise for exercise in exercises.EXERCISES}
# Two from each end of the book's range: programs of random choices, linear programs, balls, kept sweeps, classes.
PAGES = ("foundations/privacy", "points-and-intervals/generic-learner", "communication/lines-lower-bound",
         "thresholds/lower-bounds", "closure/aggregation", "closure/boosting")
HOME = "foundations/privacy"
LABEL = next(label for label, exercise in EXERCISES.items() if exercise.page == HOME)
KEEPS_NOTHING = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });"
STAND_IN = """onmessage = ({ data: { label, code } }) => {
  const kind = /right/.test(code) ? "accepted" : /fault/.test(code) ? "the judge failed" : "not yet";
  if (!/while True/.test(code)) { postMessage({ label, kind, message: `${kind}: ${code.length}`, printed: "a line" }); }
};"""
TEAR = """async () => {
  const kept = await caches.open("privlearn"), files = await kept.keys();
  const file = files.find(({ url }) => url.endsWith("pyodide.mjs"));
  await kept.put(file, new Response("throw new Error('torn');", { headers: { "Content-Type": "text/javascript" } }));
}"""
# All that the page took and all that it may need is kept, and the service worker answers for it.
KEPT = """async (files) => {
  const kept = await caches.open("privlearn"), entries = performance.getEntriesByType("resource");
  const taken = entries.map((entry) => entry.name).filter((name) => name.startsWith(location.origin));
  const found = await Promise.all(taken.map((name) => kept.match(name)));
  return navigator.serviceWorker.controller && found.every(Boolean) && (await kept.keys()).length > files;
}"""
PENDING = re.compile("starting|judging")
Fault = tuple[str, str, str]
Opened = Callable[..., Page]


@pytest.fixture
def place() -> Iterator[http.server.HTTPServer]:
    """The site on a server of its own, which a test may close."""
    with QuietServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that has not been here: what a test leaves in it is gone."""
    context = chromium.new_context(viewport=DESK)
    yield context
    context.close()


@pytest.fixture
def seen() -> Visit:
    """What the opened page asks of others and complains of: nothing, once the test is over."""
    return Visit()


@pytest.fixture
def opened(context: BrowserContext, place: http.server.HTTPServer, seen: Visit) -> Iterator[Opened]:
    """Opens a page, with a fault (file, old, new) planted in what the site serves, or with the stand-in for Python."""
    host, tab = f"http://127.0.0.1:{place.server_port}", context.new_page()
    tab.set_default_timeout(PATIENCE)

    def open_page(name: str = HOME, fault: Fault | None = None, stand_in: bool = False, keeps: bool = False) -> Page:
        if stand_in:
            serve(context, "live-worker.js", STAND_IN)
            if not keeps:  # twenty megabytes
                context.add_init_script(KEEPS_NOTHING)
        if fault:
            file, old, new = fault
            text = next(SITE.glob(f"*/{file}")).read_text(encoding="utf-8")
            assert old in text
            serve(context, file, text.replace(old, new))
        tab.goto(f"{host}/book/{name}.html")
        return tab

    with watch(tab, host, seen):
        yield open_page
    assert (seen.foreign_requests, seen.console_errors) == ([], [])


def serve(context: BrowserContext, file: str, text: str) -> None:
    """Let the browser get another text for a file."""
    kind = "application/json" if file.endswith("json") else "text/javascript"
    context.route(f"**/{file}", lambda route: route.fulfill(body=text, content_type=kind))


def field(page: Page, label: str = LABEL) -> Locator:
    return page.locator(f"#answer-{label}")


def box(page: Page, label: str = LABEL) -> Locator:
    return page.locator(".answer").filter(has=field(page, label))


def press(page: Page, name: str, label: str = LABEL) -> None:
    box(page, label).get_by_role("button", name=name, exact=True).click()


def said(page: Page, label: str = LABEL) -> str:
    """Return the verdict on the page, once there is one."""
    place = box(page, label).get_by_role("status")
    page.wait_for_function("([place, pending]) => !new RegExp(pending).test(place.textContent)",
                           arg=[place.element_handle(), PENDING.pattern])
    return place.inner_text()


def answer(page: Page, code: str, label: str = LABEL) -> str:
    field(page, label).fill(code)
    press(page, "Run", label)
    return said(page, label)


def of_page(name: str) -> list[Exercise]:
    return [exercise for exercise in EXERCISES.values() if exercise.page == name]


def try_page(page: Page, exercises: list[Exercise]) -> list[float]:
    """Run stubs and solutions of a page; return the seconds of all runs but the first."""
    seconds = []
    for exercise in exercises:
        for code, verdict in ((exercise.stub, "not yet"), (exercise.solution, "accepted")):
            begin = time.perf_counter()
            assert answer(page, code, exercise.label).startswith(verdict)
            seconds.append(time.perf_counter() - begin)
    return seconds[1:]


def test_a_page_refuses_stubs_and_accepts_solutions_in_time(opened):
    name = random.choice(PAGES[1:])
    assert min(try_page(opened(name), of_page(name))) < 3


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES[1:])
def test_each_page_refuses_stubs_and_accepts_solutions_in_time(opened, name):
    assert min(try_page(opened(name), of_page(name))) < 3


def test_a_page_that_judges_something_else_is_seen(opened):
    page = opened(fault=("live.js", "exercises[name] }, code }", "exercises[name] }, code: '' }"), stand_in=True)
    with pytest.raises(AssertionError, match="not yet"):
        try_page(page, [replace(EXERCISES[LABEL], solution="right")])


def test_a_reader_answers_stops_and_comes_back_without_a_network(opened, context, place):
    solution = EXERCISES[LABEL].solution
    serve(context, "pyodide.mjs", "throw new Error('torn');")
    page = opened()
    assert answer(page, solution) == "the judge failed: torn"
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []  # what failed is not kept
    context.unroute("**/pyodide.mjs")
    assert min(try_page(page, of_page(HOME))) < 3
    assert answer(page, "print('accepted: all of it')").startswith("not yet")
    assert box(page).locator("pre").inner_text() == "accepted: all of it"
    assert stopped(page) == ("stopped", 0)
    page.wait_for_function(KEPT, arg=page.evaluate("LIVE.files.length"))
    page.evaluate(TEAR)
    assert answer(page, solution) == "the judge failed: torn"
    assert [verdict[:8] for verdict in without_a_network(page, place, solution)] == ["accepted"] * 2


@pytest.mark.parametrize(("old", "new"), [("", ""), ('.replace(`${found.message}\\n`, "")', "")])
def test_a_verdict_is_not_told_twice(opened, context, old, new):
    stand_in = STAND_IN.replace('"a line"', "`a line\\n${kind}: ${code.length}\\nanother line\\n`")
    serve(context, "live-worker.js", stand_in)
    page = opened(fault=("live.js", old, new))
    assert answer(page, "right") == "accepted: 5"
    assert (box(page).locator("pre").inner_text() == "a line\nanother line") == (not old)


def stopped(page: Page, wait: int = 300) -> tuple[str, int]:
    """Run an endless answer and stop it; return what is said, and how many workers are still there some time after."""
    field(page).fill("while True:\n    pass")
    press(page, "Run")
    page.wait_for_timeout(1000)
    press(page, "Stop")
    for _ in range(wait):
        page.wait_for_timeout(100 * bool(page.workers))
    return said(page), len(page.workers)


def test_a_worker_that_runs_on_is_seen(opened):
    assert stopped(opened(fault=("python.js", "worker?.terminate();", ""), stand_in=True), 20) == ("stopped", 1)


def kept(page: Page) -> tuple[str, str]:
    """Return the answer and its verdict after the page is loaded again."""
    answer(page, "right")
    page.reload()
    return field(page).input_value(), said(page)


@pytest.mark.parametrize(("old", "new", "there"), [
    ("", "", True), ("localStorage.setItem(KEPT + name, JSON.stringify(answer));", "", False),
    ("show(store.read(name))", "show(null)", False)])
def test_an_answer_is_there_after_the_page_is_loaded_again(opened, old, new, there):
    page = opened(fault=("live.js", old, new), stand_in=True)
    assert (kept(page) == ("right", "accepted: 5")) is there


def reset(page: Page) -> tuple[str, str, int]:
    """Return what stands in the field after Reset, what is said, and how many answers are kept."""
    answer(page, "right")
    press(page, "Reset")
    return field(page).input_value(), said(page)[:7], page.evaluate("localStorage.length")


def test_reset_brings_the_stub_back_and_undo_the_answer(opened):
    page = opened(stand_in=True)
    assert reset(page) == (EXERCISES[LABEL].stub, "not yet", 0)
    page.keyboard.press("Control+z")
    assert field(page).input_value() == "right"


def test_a_reset_that_forgets_nothing_is_seen(opened):
    assert reset(opened(fault=("live.js", "localStorage.removeItem(KEPT + name);", ""), stand_in=True))[2] == 1


def downloaded(page: Page) -> dict:
    """Return what the button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my answers").click()
    assert download.value.suggested_filename == "answers.json"
    return json.loads(download.value.path().read_text(encoding="utf-8"))


def test_the_file_holds_every_answer_of_the_book_with_its_verdict(opened):
    page = opened(stand_in=True)
    version = page.evaluate("LIVE.version")
    first, second = [label for label, exercise in EXERCISES.items() if exercise.page == HOME][:2]
    answer(page, "right", first)
    field(page, second).fill("not run")
    page = opened(PAGES[1])
    other = next(label for label, exercise in EXERCISES.items() if exercise.page == PAGES[1])
    answer(page, "wrong", other)
    assert downloaded(page) == {"answers": sorted([
        {"exercise": first, "code": "right", "verdict": "accepted: 5", "version": version},
        {"exercise": second, "code": "not run", "verdict": None, "version": version},
        {"exercise": other, "code": "wrong", "verdict": "not yet: 5", "version": version},
    ], key=lambda entry: entry["exercise"])}


def test_a_file_without_names_is_seen(opened):
    page = opened(fault=("live.js", "({ exercise, ...store", "({ ...store"), stand_in=True)
    answer(page, "right")
    assert [entry.keys() for entry in downloaded(page)["answers"]] == [{"code", "verdict", "version"}]


def by_keyboard(page: Page) -> tuple[str, list[str]]:
    """Answer without a mouse; return the field's text and verdict, and where Tab leads from there."""
    field(page).focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("if right:\nleft")
    page.keyboard.press("Control+Enter")
    verdict, text, stops = said(page), field(page).input_value(), []
    for _ in range(3):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.textContent"))
    return f"{text}; {verdict}", stops


@pytest.mark.parametrize(("old", "new", "works"), [
    ("", "", True), ("event.ctrlKey || event.metaKey", "false", False),
    ('if (event.key !== "Enter")', 'if (event.key === "Tab") { event.preventDefault(); } if (event.key !== "Enter")',
     False)])
def test_an_exercise_is_answered_by_keyboard_alone(opened, old, new, works):
    text, stops = by_keyboard(opened(fault=("live.js", old, new), stand_in=True))
    right = ("if right:\n    left; accepted: 18", ["Run", "Reset", "Solution"])
    assert ((text, stops) == right) is works


def test_a_line_that_does_not_begin_where_the_last_one_did_is_no_trap(opened):
    page = opened(fault=("live.js", "document.execCommand", "((...all) => false)"), stand_in=True)
    assert by_keyboard(page)[0] == "if right:\nleft; accepted: 14"


def at_hand(page: Page) -> tuple[set[str], int]:
    """Return the barriers of a page on which all kinds of verdicts stand, and how far it overflows a phone."""
    labels = [label for label, exercise in EXERCISES.items() if exercise.page == HOME]
    for label, code in zip(labels, ("right", "wrong", "fault", 30 * "while True "), strict=False):
        field(page, label).fill(code)
        press(page, "Run", label)
    for label in labels[:3]:
        said(page, label)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found |= {line.partition(":")[0] for line in barriers(page, {})}
    page.set_viewport_size(PHONE)
    return found, page.evaluate(OVERFLOW)


def test_verdicts_are_legible_and_fit_a_phone(opened):
    assert at_hand(opened(stand_in=True)) == (set(), 0)


def test_a_faint_verdict_and_a_wide_field_without_a_name_are_seen(opened):
    page = opened(fault=("live.js", "htmlFor: id", "lang: 'en'"), stand_in=True)
    page.add_style_tag(content=".said { color: #999 !important } .answer textarea { min-width: 40rem }")
    barred, overflow = at_hand(page)
    assert barred >= {"label", "color-contrast"}
    assert overflow > 0


def under_a_finger(chromium: Browser, host: str, style: str) -> tuple[list[int], list[str], bool]:
    """Return on a phone the heights of buttons, the sizes of letters in fields, and whether keys are spoken of."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{host}/book/{HOME}.html")
    page.add_style_tag(content=style)
    heights = page.locator(".answer .controls button, .answers button").evaluate_all(
        "all => all.filter(one => !one.hidden).map(one => one.offsetHeight)")
    letters = page.locator(".answer textarea").evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)")
    told = box(page).get_by_text("Ctrl or Cmd").is_visible()
    context.close()
    return heights, letters, told


def test_a_finger_finds_its_buttons_and_a_field_that_stays_in_place(chromium, host):
    heights, letters, told = under_a_finger(chromium, host, "* { transition: none }")
    assert (min(heights) >= 44, {*letters}, told) == (True, {"16px"}, False)
    heights, letters, told = under_a_finger(chromium, host, "@media screen { .answer :is(button, textarea) "
                                            "{ min-height: 0 !important; font-size: 13px !important } "
                                            ".answer label .about { display: inline !important } }")
    assert (min(heights) < 44, {*letters}, told) == (True, {"13px"}, True)


def without_a_network(page: Page, place: http.server.HTTPServer, code: str) -> list[str]:
    """Answer once, close the server, load the page again, and answer once more; return both verdicts."""
    verdict = answer(page, code)
    files = page.evaluate("LIVE.files.length")
    page.wait_for_function(KEPT, arg=files)
    page.wait_for_timeout(500)
    place.shutdown()
    place.server_close()
    page.reload()
    return [verdict, answer(page, code)]


def test_a_page_that_is_not_kept_is_seen(opened, place, seen):
    fault = ("python.js", "[location.href.split(\"#\")[0], ...taken,", "[...taken,")
    page = opened(fault=fault, stand_in=True, keeps=True)
    with pytest.raises(Error, match="ERR_"):
        without_a_network(page, place, "right")
    page.close()
    seen.console_errors.clear()  # of what it still asked for when the network went


def test_a_proof_is_walked_on_an_object_of_the_readers(opened):
    page = opened("thresholds/path-privacy")
    page.get_by_role("button", name="Change the object").first.click()
    walk, row = page.locator(".runs").first, page.locator(".points button").nth(3)
    row.press("ArrowRight")
    said, database = walk.get_by_role("status"), walk.locator("input[name=S]")
    page.wait_for_function("place => place.textContent.startsWith('Every step holds')", arg=said.element_handle())
    assert database.input_value() == "0, 1, 2, 3, 3, 4"
    for name, text, verdict in (("c", "1/2", "This object lacks"), ("S", "0, x", "S must be made of numbers")):
        walk.locator(f"input[name={name}]").fill(text)
        walk.locator(f"input[name={name}]").press("Enter")
        page.wait_for_function("([place, verdict]) => place.textContent.startsWith(verdict)",
                               arg=[said.element_handle(), verdict])
    walk.get_by_role("button", name="Put the page's object back").click()
    assert walk.locator("input").count() == 0


def test_from_a_file_the_page_says_how_to_serve_it(from_file):
    page = from_file(f"book/{HOME}.html", size=DESK)
    assert "python -m http.server" in page.locator(".answers").inner_text()
    assert page.locator(".cell.tag_exercise-stub .cell_input").first.is_visible()
    fault = ("python.js", 'location.protocol.startsWith("http")', "true")
    page = from_file(f"book/{HOME}.html", size=DESK, fault=fault)
    assert not page.locator(".cell.tag_exercise-stub .cell_input").first.is_visible()


def test_a_site_built_without_python_says_so(opened, context):
    serve(context, "files.js", "const LIVE = null;")
    page = opened()
    assert "without Python" in page.locator(".answers").inner_text()
    assert page.locator(".answer").count() == 0


def unanswered(site_cells: dict, texts: dict[str, str]) -> set[str]:
    """Return the exercises that the site's list lacks, or whose page lacks the place or the cell."""
    return {label for label, exercise in EXERCISES.items() if label not in site_cells
            or not re.search(rf'id="{label}".*?tag_exercise-stub', texts[exercise.page], re.S)}


def test_every_exercise_of_the_book_is_there():
    cells = json.loads((SITE / "live/cells.json").read_text(encoding="utf-8"))
    texts = {page: (SITE / f"book/{page}.html").read_text(encoding="utf-8") for page in
             {exercise.page for exercise in EXERCISES.values()}}
    assert unanswered(cells, texts) == set()
    assert unanswered(cells, texts | {HOME: ""}) >= {LABEL}
    assert sum(path.stat().st_size for path in SITE.glob("live/**/*") if path.is_file()) < 25_000_000
