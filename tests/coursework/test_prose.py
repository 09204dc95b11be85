"""A page's prose as any notebook shows it."""

import pytest

from privlearn.coursework.prose import in_notebook

MACROS = {r"\eps": r"\varepsilon", r"\set": r"\{#1\}", r"\E": r"\operatorname{E}"}


@pytest.mark.parametrize(("text", "found"), [
    ("{prf:ref}`A-1`, {doc}`the page <../b/lines>`, {cite}`A,B`", "A-1, the page, [A, B]"),
    (r"$\eps < \epsilon$ and \eps", r"$\varepsilon < \epsilon$ and \eps"),
    (r"$$\set{x_{1}}$$", r"$$\{x_{1}\}$$"),
    (r"$\E_x$ costs \$5, $\Eps$", r"$\operatorname{E}_x$ costs \$5, $\Eps$"),
    ("(A-1.x)=\nText", "Text"),
])
def test_roles_macros_and_anchors_are_text(text, found):
    assert in_notebook(text, MACROS) == found
