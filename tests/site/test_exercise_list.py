"""The built list of exercises leads to every exercise of the book."""
import re

from tools.pages import ROOT, toc_pages

LIST = ROOT / "_build/html/book/how-to-read.html"
LABEL = re.compile(r"\{exercise-start\}\n:label: (\S+)")


def unlisted(text: str) -> list[str]:
    """Return the exercises that a list does not lead to."""
    return [f"{page.name}#{label}" for page in toc_pages(ROOT) for label in LABEL.findall(page.text)
            if f'href="{page.name.removeprefix("book/")}.html#{label}"' not in text]


def test_every_exercise_is_listed():
    assert unlisted(LIST.read_text(encoding="utf-8")) == []


def test_a_lost_exercise_is_reported():
    text = LIST.read_text(encoding="utf-8")
    lost = re.search(r'href="closure/unions\.html#([^"]*)"', text)
    assert unlisted(text.replace(lost[0], 'href="#"')) == [f"book/closure/unions#{lost[1]}"]
