"""The executed pages are those of the table of contents, each with its images and with exercises that were tried."""
import json
import re

import pytest

from privlearn.checking import registry, store
from privlearn.shown import card
from tools import lints
from tools.pages import PAGES, ROOT, executed_cells, toc_pages

SECONDS = re.compile(r", in \d+\.\d\d s\.")  # a claim that is verified anew with the same result leaves its pages alone


@pytest.mark.parametrize("lint", [lints.executed, lints.images, lints.exercises], ids=lambda lint: lint.__name__)
def test_exactly_the_pages_of_the_contents_were_executed_with_their_images_and_exercises(lint):
    assert lint(ROOT, toc_pages(ROOT)) == []


def test_every_page_of_the_contents_is_in_the_site_and_no_executed_one_keeps_widgets():
    assert [p.name for p in toc_pages(ROOT) if not (ROOT / "_build/html" / f"{p.name}.html").is_file()] == []
    assert lints.kept_widgets(sorted((ROOT / PAGES).rglob("*.ipynb"))) == []


def test_every_card_says_what_the_site_s_claims_say(monkeypatch):
    monkeypatch.delenv("PRIVLEARN_VERDICTS", raising=False)
    monkeypatch.chdir(ROOT)
    rows = {row["id"]: row for row in json.loads((ROOT / "_build/html/claims.json").read_text())["claims"]}
    wanted = {f'<div class="verdict" data-claim="{id}">': id for id in registry.load()}
    seen = set()
    for page in [page for page in toc_pages(ROOT) if page.is_notebook]:
        for cell in executed_cells(ROOT / PAGES / f"{page.name}.ipynb"):
            for output in cell.get("outputs", []):
                shown = output.get("data", {}).get("text/html", "")
                id = wanted.get(shown.partition(">")[0] + ">")
                if id is not None:
                    seen.add(id)
                    assert SECONDS.sub("", shown) == SECONDS.sub("", card(id)._repr_html_())
                    assert store.stored_claim(id) == rows[id]
    assert len(seen) > 200
