"""The built list of exercises leads to every exercise of the book."""
import re

from tools.pages import ROOT, toc_pages

LIST = ROOT / "_build/html/book/how-to-read.html"
NUMBER = re.compile(r'class="caption-number">Exercise (\d+) ')
LABEL = re.compile(r"\{exercise-start\}\n:label: (\S+)")


def unlisted(text: str) -> list[str]:
    """Return the exercises that a list does not lead to."""
    return [f"{page.name}#{label}" for page in toc_pages(ROOT) for label in LABEL.findall(page.text)
            if f'href="{page.name.removeprefix("book/")}.html#{label}"' not in text]


def test_every_exercise_is_listed():
    assert unlisted(LIST.read_text(encoding="utf-8")) == []


def numbers(texts: dict[str, str]) -> list[int]:
    """Return the numbers of the exercises, page after page."""
    return [int(number) for page in toc_pages(ROOT) for number in NUMBER.findall(texts[page.name])]


def test_exercises_are_numbered_through_the_book():
    pages = toc_pages(ROOT)
    texts = {page.name: (ROOT / f"_build/html/{page.name}.html").read_text(encoding="utf-8") for page in pages}
    labels = [label for page in pages for label in LABEL.findall(page.text)]
    assert numbers(texts) == list(range(1, len(labels) + 1))
    exchanged = texts | {"book/closure/unions": texts["book/closure/boosting"]}
    assert numbers(exchanged) != list(range(1, len(labels) + 1))


def crowded(text: str, most: int = 75) -> list[str]:
    """Return the weeks of more than one page that take longer than they should."""
    found = re.findall(r"<h3>(Week \d+) <span class=\"about\">(\d+) minutes?.*?</h3><ul>(.*?)</ul>", text)
    return [week for week, minutes, pages in found if int(minutes) > most and pages.count("<li>") > 1]


def test_weeks_take_about_an_hour_to_read():
    text = LIST.read_text(encoding="utf-8")
    assert text.count("<h3>Week ") >= 4
    assert crowded(text) == []
    assert crowded(text, most=10) != []


def test_a_lost_exercise_is_reported():
    text = LIST.read_text(encoding="utf-8")
    lost = re.search(r'href="closure/unions\.html#([^"]*)"', text)
    assert unlisted(text.replace(lost[0], 'href="#"')) == [f"book/closure/unions#{lost[1]}"]
