r"""A page's prose as a notebook shows it anywhere: no directives, no roles, no macros of the site.

>>> in_notebook("By {prf:ref}`BBKN14-3.1` and {doc}`the page <lines>`, $\\eps > 0$.", {"\\eps": "\\varepsilon"})
'By BBKN14-3.1 and the page, $\\varepsilon > 0$.'
"""

import re
from collections.abc import Mapping
from functools import partial

ROLE = re.compile(r"\{(?P<name>[\w:-]+)\}`(?P<text>[^`]*?)(?: ?<(?P<target>[^`<>]*)>)?`")
MATHS = re.compile(r"(\$\$.*?\$\$|(?<![\\$])\$(?!\$)(?:\\.|[^$\\])*\$)", re.S)
ARGUMENT = r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}"
ANCHOR = re.compile(r"^\([^)\s]*\)=\n|^%.*\n", re.M)


def in_notebook(text: str, macros: Mapping[str, str]) -> str:
    """Return MyST prose as Markdown; a macro stands for its text, ``#1`` in it for its argument."""
    return MATHS.sub(lambda found: _expanded(found[0], macros), ROLE.sub(_role, ANCHOR.sub("", text))).strip()


def _role(found: re.Match) -> str:
    if found["name"] == "cite":
        return "[" + ", ".join(key.strip() for key in found["text"].split(",")) + "]"
    return found["text"] or found["target"] or ""


def _expanded(formula: str, macros: Mapping[str, str]) -> str:
    for name, text in macros.items():
        called = re.escape(name) + (ARGUMENT if "#1" in text else r"(?![A-Za-z])")
        formula = re.sub(called, partial(_meant, text), formula)
    return formula


def _meant(text: str, called: re.Match) -> str:
    return text.replace("#1", "".join(called.groups()))
