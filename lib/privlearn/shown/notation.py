"""The plain notation of titles, quantifiers and clauses, typeset: ``e^(epsilon m) <= 2^-d`` for a page to show.

Definitions
-----------
Texts of claims are written so that they read well in a terminal: names of Greek letters, ``^`` and ``_`` before what is
raised or lowered (a word, or more in parentheses or braces), ``<=``, ``!=``, ``->``.  :func:`typeset` makes HTML of it.
"""

import html
import re

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω"}
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", " - ": " − ", "...": "…"}
GROUPS = {"(": ")", "{": "}"}
TOKEN = re.compile(
    rf"(?P<greek>(?<![A-Za-z])(?:{'|'.join(sorted(GREEK, key=len, reverse=True))})(?![a-z]))"
    r"|(?P<raise>\^)|(?P<lower>(?<=[A-Za-z0-9')])_(?=[\w({]))"
    rf"|(?P<sign>{'|'.join(map(re.escape, SIGNS))})|(?P<root>\bsqrt(?=[ (]))"
    r"|(?P<letter>(?<![A-Za-z'’])[b-zB-HJ-Z](?![A-Za-z0-9]|['’][a-z]))|(?P<word>\d+|[^\W\d_]+)|(?P<other>.)", re.DOTALL)
RAISED = re.compile(
    r"-?(?:(?:O|floor|ceil|Omega|Theta)\([^()]*(?:\([^()]*\)[^()]*)*\)"
    r"|[A-Za-z]+|[0-9]+(?:[./][0-9]+)?)(?:_[A-Za-z0-9]+)?'*|\.\.\.|\|[^|]+\|")


def typeset(text: str) -> str:
    """Return the text as HTML, its mathematics typeset.

    >>> typeset("at most e^(epsilon m) for x_1 and |H| <= 2^-d")
    'at most <i>e</i><sup>ε <i>m</i></sup> for <i>x</i><sub>1</sub> and |<i>H</i>| ≤ 2<sup>−<i>d</i></sup>'
    >>> typeset("2^O(d) rows")
    '2<sup><i>O</i>(<i>d</i>)</sup> rows'
    """
    found, place = [], 0
    while place < len(text):
        token = TOKEN.match(text, place)
        assert token is not None, "any character is a token"
        kind, told = token.lastgroup, token.group()
        place = token.end()
        if kind in ("raise", "lower") and (inner := _operand(text, place)) is not None:
            place, content = inner
            tag = "sup" if kind == "raise" else "sub"
            found.append(f"<{tag}>{typeset(content).replace('-', '−')}</{tag}>")
        elif kind == "greek":
            found.append(GREEK[told])
            if (digits := re.compile(r"\d+").match(text, place)) is not None:
                found.append(f"<sub>{digits.group()}</sub>")
                place = digits.end()
        elif kind == "sign":
            found.append(SIGNS[told])
        elif kind == "root":
            found.append("√")
        elif kind == "letter":
            found.append(f"<i>{told}</i>")
        else:
            found.append(html.escape(told))
    return "".join(found)


def _operand(text: str, place: int) -> tuple[int, str] | None:
    """Return where what is raised or lowered ends, and its text without the parentheses around all of it."""
    if text[place : place + 1] in GROUPS:
        depth, closing = 0, GROUPS[text[place]]
        for k in range(place, len(text)):
            depth += (text[k] == text[place]) - (text[k] == closing)
            if depth == 0:
                return k + 1, text[place + 1 : k]
        return None
    token = RAISED.match(text, place)
    return (token.end(), token.group()) if token else None
