"""Slides are made of what built pages show: statements, sentences of verdict, figures."""

import re

from tools import slides

STATED = ('<section class="statement lemma" id="TOY26-{number}">\n<p class="statement-head"><span class="number" '
          'role="heading" aria-level="3">Lemma {number}</span></p>\n'
          '<p>A <a href="x.html" title="x">toy</a> {text}.</p>\n'
          '<div class="verdict"><p class="verdict-line"><strong>Holds:</strong> all toys.</p></div>'
          '<div class="drawers">folded</div></section>')
IMAGE = '<div class="cell_output"><img alt="{alt}" src="../../_images/{name}.svg" width="9"></div>'
PAGE = ("<h1>Toys<a class=\"headerlink\" href=\"#toys\">¶</a></h1>" + IMAGE.format(alt="before", name="a")
        + STATED.format(number="1", text="moves") + IMAGE.format(alt="moves", name="b")
        + IMAGE.format(alt="more", name="c") + STATED.format(number="2", text="rests"))


def test_a_statement_comes_with_its_verdict_and_its_first_figure():
    first, second = slides.slides("book/toys/page", PAGE)
    assert '<a href="../book/toys/page.html#TOY26-1">Toys</a>' in first
    assert "<p>A toy moves.</p>" in first
    assert '<p class="verdict-line"><strong>Holds:</strong> all toys.</p>' in first
    assert re.findall(r'src="([^"]*)" alt="([^"]*)"', first) == [("../_images/b.svg", "moves")]
    assert "folded" not in first + second
    assert "<img" not in second


def test_a_part_has_a_slide_for_each_statement_and_one_before_and_none_without_statements():
    plain = "<h1>Plain</h1>"
    for name in ("Toys & games", ""):
        text = slides.part(name, {"book/toys/page": PAGE, "book/toys/plain": plain})
        assert text.count('<section class="slide') == 3
        assert text.count("<h1>") == 1
        assert "2 slides" in text
        assert "plain.html" not in text
        assert "https:" not in text
    assert slides.part("Plain", {"book/toys/plain": plain + IMAGE.format(alt="x", name="y")}) == ""
