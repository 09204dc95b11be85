"""The built page of times has all its tables, and the badge says what the run found."""
import re

from privlearn.keeping import read_json
from tools import badge, build_site
from tools.pages import ROOT

PAGE = ROOT / "_build/html" / build_site.TIMES
TABLE = re.compile(r'<table class="run-times"><caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>', re.DOTALL)


def lacks(text: str) -> list[str]:
    """Return what a page of times lacks: tables, their rows, the seconds of the site itself."""
    tables = {caption: rows.count("<tr>") for caption, rows in TABLE.findall(text)}
    told = [] if len(tables) == 6 else [f"{len(tables)} tables"]
    told += [f"{caption}: no rows" for caption, count in tables.items() if not count]
    return told + ["the site's own seconds"] * (build_site.UNTIMED in text)


def test_all_tables_are_there_and_full_and_the_badge_says_what_the_run_found():
    text = PAGE.read_text(encoding="utf-8")
    assert lacks(text) == []
    assert lacks(re.sub(r'(<tbody>).*?(?=</tbody>)', r"\1", text, count=1, flags=re.DOTALL)) != []
    assert lacks(TABLE.sub("", text, count=1)) == ["5 tables"]
    assert lacks(f"{text}{build_site.UNTIMED}") == ["the site's own seconds"]
    text = (ROOT / "_build/html" / badge.NAME).read_text(encoding="utf-8")
    assert text == badge.drawn(*badge.told(read_json(ROOT / "_build/verify.json")))
