r"""Formulas on one line of plain text, as the search reads and shows them.

What is raised or lowered has ``^`` or ``_`` before it: ``2^{82}`` becomes ``2^82``; a fraction has a slash.
"""
import re
from collections.abc import Iterator

from privlearn.shown.notation import GREEK

SIGNS = GREEK | {
    "varepsilon": "ε", "varphi": "φ", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "sim": "∼",
    "approx": "≈", "propto": "∝", "to": "→", "mapsto": "↦", "iff": "⇔", "in": "∈", "notin": "∉", "subseteq": "⊆",
    "subset": "⊂", "supset": "⊃", "cup": "∪", "cap": "∩", "setminus": "∖", "emptyset": "∅", "vee": "∨", "wedge": "∧",
    "bigvee": "⋁", "bigwedge": "⋀", "bigcup": "⋃", "bigcap": "⋂", "neg": "¬", "oplus": "⊕", "pm": "±", "cdot": "·",
    "times": "×", "circ": "∘", "star": "⋆", "ast": "*", "bot": "⊥", "top": "⊤", "square": "□", "infty": "∞", "ell": "ℓ",
    "sum": "∑", "prod": "∏", "int": "∫", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖",
    "langle": "⟨", "rangle": "⟩", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "dots": "…", "ldots": "…",
    "cdots": "…", "quad": " ", "qquad": " ", "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "",
    "Bigl": "", "Bigr": "", "bigg": "", "displaystyle": "", "textstyle": "", "limits": ""}
SPACES = {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "\\": "; ", "|": "‖"}  # after a backslash
AROUND = {"abs": "|{}|", "set": "{{{}}}", "ceil": "⌈{}⌉", "floor": "⌊{}⌋", "begin": "", "end": "", "tag": ""}
FONTS = {"mathrm", "mathcal", "mathsf", "mathbf", "mathbb", "mathfrak", "mathit", "text", "textrm", "operatorname",
         "mathop", "hat", "widehat", "tilde", "widetilde", "bar", "overline", "underline", "boldsymbol"}
TEX = re.compile(r"\\[A-Za-z]+|\\?.", re.DOTALL)
THOUSANDS = re.compile(r"(?<=\d)(?:\{,\}|\\,)(?=\d{3})")
WORD = re.compile(r"[-−]?[^\W_]+'*|.")
SIMPLE = re.compile(r"√?(?:[\d.,]+|\w)(?:[_^]\w+)*'*")
NAMED = "\u2060"  # stands around the name of a function, which is apart from the words beside it
BESIDE = re.compile(rf"(?<=[\w)'*]){NAMED}+(?=[^\W_]|[⌈⌊√])")


def raised(mark: str, text: str) -> str:
    """Return the mark of what is raised (`^`) or lowered (`_`) and the text, in parentheses if it is more than a word.

    >>> raised("^", "82"), raised("^", "d + 1"), raised("_", "i"), raised("^", "-x_i")
    ('^82', '^(d + 1)', '_i', '^(-x_i)')
    """
    return f"{mark}{text}" if WORD.fullmatch(text) else f"{mark}({text})" if text else ""


def of_tex(tex: str) -> str:
    r"""Return a formula on one line.

    >>> of_tex(r"\frac{\ln 4}{\alpha^2} \le 2^{82}"), of_tex(r"\mathcal A_1"), of_tex(r"8{,}299 \ge \log^* d")
    ('(ln 4)/α^2 ≤ 2^82', 'A_1', '8,299 ≥ log* d')
    >>> of_tex(r"\frac1\alpha\ln\frac1{2\beta}"), of_tex(r"\Pr[h(x_i) = y]")
    ('1/α ln 1/(2β)', 'Pr[h(x_i) = y]')
    """
    text = _group(iter(TEX.findall(THOUSANDS.sub(",", tex)))).replace(f"log{NAMED}^*", f"log*{NAMED}")
    return " ".join(BESIDE.sub(" ", text).replace(NAMED, "").split())


def _group(tokens: Iterator[str]) -> str:
    """Return the text up to the brace that closes, or the end."""
    found = ""
    for token in tokens:
        if token == "}":
            break
        if token in ("^", "_"):
            text = _argument(tokens)
            found += "'" if text == "′" else raised(token, text)
        else:
            found += _text(token, tokens)
    return found


def _argument(tokens: Iterator[str]) -> str:
    return next((_text(token, tokens) for token in tokens if not token.isspace()), "").strip(f" {NAMED}")


def _text(token: str, tokens: Iterator[str]) -> str:
    """Return the text of a token, with its arguments if it takes any."""
    if token == "{":
        return _group(tokens)
    if token[0] != "\\":
        return " " if token in "&~" else token
    command = token[1:]
    if command in ("frac", "tfrac", "dfrac"):
        above, below = _argument(tokens), _argument(tokens)
        return f"{above if above.isalnum() else _apart(above)}/{_apart(below)}"
    if command == "binom":
        return f"({_argument(tokens)} choose {_argument(tokens)})"
    if command == "sqrt":
        return f"√{_apart(_argument(tokens))}"
    if command in FONTS or command in AROUND:
        return AROUND.get(command, "{}").format(_argument(tokens))
    return SIGNS.get(command, SPACES.get(command, f"{NAMED}{command}{NAMED}" if command.isalpha() else command))


def _apart(text: str) -> str:
    """Return a part of a fraction, in parentheses if it is more than a word."""
    return text if SIMPLE.fullmatch(text) else f"({text})"
