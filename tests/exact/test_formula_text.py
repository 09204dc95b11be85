"""The text of formulas, and whether a page displays it."""

import ast

import pytest

from privlearn.exact.formula_text import conditions_of, displays, plain_tex, tex_of, text_of
from tests.exact.test_formulas import rows


@pytest.mark.parametrize(("text", "tex"), [
    ("a * (b + c) / d", r"\frac{a (b + c)}{d}"), ("exp(-(x / 2)**2)", r"e^{-(x/2)^{2}}"),
    ("(a / b)**2", r"\Bigl(\frac{a}{b}\Bigr)^{2}"), ("a - (b - c)", "a - (b - c)"), ("ln(x + 1)", r"\ln(x + 1)"),
    ("max(x, 3)", r"\max(x, 3)"), ("sqrt(n_0)", r"\sqrt{n_{0}}"), ("0 < epsilon <= 1", r"0 < \epsilon \le 1"),
    ("floor(log2(n))", r"\lfloor \log_2 n\rfloor"), ("binom(n, 2)", r"\binom{n}{2}"),
    ("star(tau)", r"\mathrm{star}(\tau)")])
def test_texts(text, tex):
    assert tex_of(ast.parse(text, mode="eval").body) == tex


def test_a_page_displays_a_formula_however_it_is_spaced():
    assert text_of(rows) == r"\max\Bigl(\frac{8}{\alpha}, 37\Bigr) \mathrm{VC} \ln \frac{2}{\alpha}"
    assert conditions_of(rows) == [r"0 < \alpha < 1"]
    page = r"at least $\max\bigl( \tfrac8\alpha,\, 37 \bigr) \cdot \mathrm{VC} \,\ln\frac2\alpha$ rows"
    assert displays(page, rows)
    assert not displays(page.replace("37", "36"), rows)
    assert not displays(page.replace("8", "9"), rows)
    assert not displays(page.replace(r"\alpha$ rows", r"\alpha - 1$ rows"), rows)
    assert not displays(page.replace(r"$\max", r"$m \le \max"), rows)
    assert displays(page.replace(r"$\max", r"$m \ge \max"), rows)
    assert plain_tex(r"x^{10} \leq \varepsilon_{ab}") == r"x^{10}\le\epsilon_{ab}"
