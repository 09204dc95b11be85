"""The built list of exercises leads to every exercise of the book, and the syllabi choose from it."""
import re

from privlearn.exercises.asked import LEVELS
from tools.pages import ROOT, toc_pages

LIST, SYLLABI = (ROOT / f"_build/html/book/teaching/{name}.html" for name in ("exercises", "syllabi"))
NUMBER = re.compile(r'class="caption-number">Exercise (\d+) ')
LABEL = re.compile(r"\{exercise-start\}\n:label: (\S+)")
ROW = re.compile(r"<tr><td>(.*?)</td><td>(.*?)</td><td[^>]*>(?:<span[^>]*>)?(\d).*?</td><td[^>]*>(\d+)</td></tr>", re.S)


def unlisted(text: str) -> list[str]:
    """Return the exercises that a list does not lead to."""
    return [f"{page.name}#{label}" for page in toc_pages(ROOT) for label in LABEL.findall(page.text)
            if f'href="../{page.name.removeprefix("book/")}.html#{label}"' not in text]


def test_every_exercise_is_listed_and_a_lost_one_reported():
    text = LIST.read_text(encoding="utf-8")
    assert unlisted(text) == []
    lost = re.search(r'href="\.\./closure/unions\.html#(exercise-[^"]*)"', text)
    assert unlisted(text.replace(lost[0], 'href="#"')) == [f"book/closure/unions#{lost[1]}"]


def incomplete(text: str) -> list[str]:
    """Return the rows of a list that lack what is asked, a level or a time."""
    return [row[0] for row in ROW.findall(text) if not row[1] or int(row[2]) not in LEVELS or int(row[3]) < 5]


def test_every_exercise_has_a_sentence_a_level_and_minutes():
    text = LIST.read_text(encoding="utf-8")
    assert len(ROW.findall(text)) == sum(len(LABEL.findall(page.text)) for page in toc_pages(ROOT))
    assert incomplete(text) == []
    assert len(incomplete(re.sub(r"(<td[^>]*>)(<span[^>]*>)?1<", r"\1\g<2>0<", text))) >= 40


def test_the_syllabi_lead_to_exercises_that_are_numbered_through_the_book():
    text = SYLLABI.read_text(encoding="utf-8")
    assert text.count('<ol class="syllabus">') == 2
    assert len(re.findall(r'href="\.\./[\w/-]+\.html#exercise-', text)) >= 60
    assert len(re.findall(r"minutes? to read|hours to read", text)) >= 17
    pages = toc_pages(ROOT)
    texts = {page.name: (ROOT / f"_build/html/{page.name}.html").read_text(encoding="utf-8") for page in pages}
    labels = [label for page in pages for label in LABEL.findall(page.text)]
    assert numbers(texts) == list(range(1, len(labels) + 1))
    exchanged = texts | {"book/closure/unions": texts["book/closure/boosting"]}
    assert numbers(exchanged) != list(range(1, len(labels) + 1))


def numbers(texts: dict[str, str]) -> list[int]:
    """Return the numbers of the exercises, page after page."""
    return [int(number) for page in toc_pages(ROOT) for number in NUMBER.findall(texts[page.name])]
