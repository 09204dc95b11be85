"""Typeset texts of claims."""

import pytest

from privlearn.checking import registry
from privlearn.shown.notation import typeset


@pytest.mark.parametrize(("text", "shown"), [
    ("e^{-epsilon m / 2}", "<i>e</i><sup>−ε <i>m</i> / 2</sup>"),
    ("2^2^k", "2<sup>2</sup><sup><i>k</i></sup>"),
    ("epsilon_c, eps0, beta'", "ε<sub><i>c</i></sub>, ε<sub>0</sub>, β&#x27;"),
    ("alphabet, beta-blocker's theta", "alphabet, β-blocker&#x27;s θ"),
    ("T_low, h_{i+1}", "<i>T</i><sub>low</sub>, <i>h</i><sub><i>i</i>+1</sub>"),
    ("{0..4}^3 and 1 - 2", "{0..4}<sup>3</sup> and 1 − 2"),
    ("a < b & c", "a &lt; <i>b</i> &amp; <i>c</i>"),
    ("(1 - alpha)^|V| and 2N", "(1 − α)<sup>|<i>V</i>|</sup> and 2<i>N</i>"),
    ("log* of 2^(", "log* of 2^("),  # what does not close stays as it is
])
def test_notation(text, shown):
    assert typeset(text) == shown


def test_every_text_of_the_registry_is_typeset_without_leftovers():
    texts = [text for entry in registry.load().values() for check in entry.checks
             for text in (check.says, check.quantifier)]
    left = [text for text in texts if "^" in typeset(text)]
    assert left == []
