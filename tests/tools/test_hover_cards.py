"""Cards of statements: the first whole sentences of a built statement, without what belongs to its page."""
import json

import pytest

from tools import hover_cards

PAGE = """<h2>Head</h2><section class="statement theorem" id="TOY26-3.6">
<p class="statement-head"><span class="number">Theorem 3.6</span><span class="paper">TOY26</span></p>
<p>See <a href="#other">Lemma 1</a> <span class="bibtex-citation" id="id1">[<a href="b.html">Toy</a>]</span>,
<math id="m"><mi>x</mi></math>.</p>
<div class="formula" tabindex="0"><math><mi>y</mi></math></div>
<div class="verdict" data-claim="TOY26-3.6">Holds.</div></section>"""


@pytest.mark.parametrize(("text", "length", "found"), [
    ("<p>One. Two.</p>", 100, "<p>One. Two.</p>"),
    ("<p>One. Two. Three.</p>", 10, "<p>One. Two. …</p>"),
    ("<p>A long first sentence.</p>", 5, "<p>A long first sentence.</p>"),
    ("<p>One <em>odd. Two</em> even.</p>", 10, "<p>One <em>odd.</em> …</p>"),
    ("<p>One, e.g. two. Three.</p>", 14, "<p>One, e.g. two. …</p>"),
    ("<p>One.<br>Two.</p>", 5, "<p>One. …</p>"),
    ("<p>One.</p>\n<p>Two</p>", 5, "<p>One.</p> …"),
    ("<ol><li>first</li><li>second</li></ol>", 6, "<ol><li>first</li> …</ol>"),
    ("<p>If <math><mi>a. b</mi></math> then. Else.</p>", 11, "<p>If <math><mi>a. b</mi></math> then. …</p>"),
    ("<p>Of 10 &lt; 12. Or.</p>", 11, "<p>Of 10 &lt; 12. …</p>"),
])
def test_a_text_is_cut_after_a_sentence(text, length, found):
    assert hover_cards.cut(text, length) == found


def test_a_card_has_no_link_no_citation_and_nothing_of_its_page_and_needs_no_claims(tmp_path):
    (anchor, head, text), = hover_cards.statements(PAGE)
    assert anchor == "TOY26-3.6"
    assert head == '<span class="number">Theorem 3.6</span><span class="paper">TOY26</span>'
    assert text == ('<p>See Lemma 1,\n<math><mi>x</mi></math>.</p>\n'
                    '<div class="formula"><math><mi>y</mi></math></div>')
    (tmp_path / "book").mkdir()
    (tmp_path / "book/page.html").write_text(PAGE)
    hover_cards.write(tmp_path)
    assert '"verdict":""' in (tmp_path / "_static/statements/page.js").read_text()


def test_a_part_has_the_cards_of_its_statements_and_of_steps_with_their_titles(tmp_path):
    fields = ("id", "number", "title", "page", "anchor", "uses", "verdict", "grade", "instances", "checks")
    rows = [("TOY26-3.6", "Theorem 3.6", "A title", 0, "TOY26-3.6", [1], "proved and checked", 0, 1200, ["check"]),
            ("TOY26-3.6.eq", "Step of Theorem 3.6", "A step", 0, "toy26-3-6-eq", [], "quoted", 0, 0, []),
            ("TOY26-4", "Lemma 4", "Elsewhere", 1, "", [], "open", 0, 0, [])]
    pages = [["book/toys/page", "", ""], ["book/alone", "", ""]]
    content = {"grades": ["exact"], "pages": pages, "fields": fields, "rows": rows}
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/claims.js").write_text(f"const CLAIMS = {json.dumps(content)};\n")
    (tmp_path / "book/toys").mkdir(parents=True)
    (tmp_path / "book/toys/page.html").write_text(PAGE)
    (tmp_path / "book/alone.html").write_text(PAGE.replace("TOY26-3.6", "ours"))
    assert hover_cards.write(tmp_path) > 0
    assert sorted(path.name for path in (tmp_path / "_static/statements").iterdir()) == ["alone.js", "toys.js"]
    named, _, told = (tmp_path / "_static/statements/toys.js").read_text().partition(" = ")
    cards = json.loads(told.rstrip(";\n"))
    assert named == 'STATEMENTS["toys"]'
    assert cards["TOY26-3.6"]["verdict"] == "Proved and checked, 1,200 instances, exact; uses 1, used by 0"
    assert cards["TOY26-3.6"]["text"].startswith("<p>See Lemma 1,")
    assert cards["toy26-3-6-eq"]["text"] == "A step"
    assert cards["toy26-3-6-eq"]["verdict"] == "Quoted; uses 0, used by 1"
