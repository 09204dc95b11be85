"""The text of a formula, laid out as it is written in Python, and whether a page displays it.

Definitions
-----------
The printer never rearranges: ``a / b`` is a fraction (in exponents ``a/b``), a product stands side by side, parentheses
stand where Python needs them.  A text *displays* a formula if the printed text and a part of it are the same but
for spacing, the size of parentheses, signs of multiplication and braces that TeX does not need.

>>> import ast
>>> print(tex_of(ast.parse("80 / alpha * (d * ln(16 / alpha) + ln(2 / beta))", mode="eval").body))
\\frac{80}{\\alpha} \\Bigl(d \\ln \\frac{16}{\\alpha} + \\ln \\frac{2}{\\beta}\\Bigr)
>>> print(plain_tex(r"\\frac{80}{\\alpha} \\, \\bigl(d\\,\\ln\\tfrac{16}\\alpha\\bigr)"))
\\frac{80}\\alpha(d\\ln\\frac{16}\\alpha)
"""

import ast
import re
from collections.abc import Mapping

from privlearn.exact.formulas import Formula

GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi",
         "pi", "rho", "sigma", "tau", "phi", "omega")
SIGNS = {ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge", ast.Eq: "="}
CALLS = {"sqrt": r"\sqrt{%s}", "exp": "e^{%s}", "ceil": r"\lceil %s\rceil", "floor": r"\lfloor %s\rfloor",
         "binom": r"\binom{%s}{%s}", "upto": r"\binom{%s}{\le %s}", "abs": "|%s|"}
WORDS = {"ln": r"\ln", "log2": r"\log_2", "max": r"\max", "min": r"\min"}
RELATION = re.compile(r"\\(?:le|ge|lt|gt)(?![a-z])|[<>=$]")
LESS, MORE = (r"\le", r"\lt", "<"), (r"\ge", r"\gt", ">")
OTHER_WAY = {"rows": LESS, "at most": MORE, "at least": LESS, "equals": ()}  # what may not stand before the number
# What says nothing of the mathematics: spacing, sizes of fences, signs of multiplication.
IDLE = re.compile(r"\\(?:left|right|[bB]igg?[lr]?|quad|qquad|thinspace|cdot|times|displaystyle|textstyle)(?![a-zA-Z])|"
                  r"\\[,;:! ]|~|&|\s+")
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)


def tex_of(node: ast.expr, tex: Mapping[str, str] | None = None, level: int = 0, small: bool = False) -> str:
    """Return the text of an expression.

    Parameters
    ----------
    node : ast.expr
    tex : dict
        How the page writes names, and parts as ``ast.unparse`` prints them.
    level : int
        What it stands in: 1 a sum, 2 a product, 3 a power.
    small : bool
        Whether it stands in an exponent.
    """
    tex = tex or {}
    if (own := tex.get(ast.unparse(node))) is not None:
        return own
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.Name):
        return _name(node.id)
    if isinstance(node, ast.Compare):
        return tex_of(node.left, tex) + "".join(f" {SIGNS[type(op)]} {tex_of(end, tex)}" for op, end in
                                                zip(node.ops, node.comparators, strict=True))
    if isinstance(node, ast.UnaryOp):
        return "-" + tex_of(node.operand, tex, 2, small)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _call(node.func.id, node.args, tex, small)
    assert isinstance(node, ast.BinOp), "a formula has nothing else"
    left, right = node.left, node.right
    if isinstance(node.op, ast.Pow):
        return f"{tex_of(left, tex, 3, small)}^{{{tex_of(right, tex, 0, True)}}}"
    if isinstance(node.op, ast.Div):
        if small:
            text = f"{tex_of(left, tex, 2, True)}/{tex_of(right, tex, 3, True)}"
            return _fenced(text) if level > 2 else text
        text = rf"\frac{{{tex_of(left, tex)}}}{{{tex_of(right, tex)}}}"
        return _fenced(text) if level > 2 else text
    if isinstance(node.op, ast.Mult):
        text = f"{tex_of(left, tex, 2, small)} {tex_of(right, tex, 2, small)}"
        return _fenced(text) if level > 2 else text
    plus = isinstance(node.op, ast.Add)
    text = f"{tex_of(left, tex, 1, small)} {'+' if plus else '-'} {tex_of(right, tex, 1 if plus else 2, small)}"
    return _fenced(text) if level > 1 else text


def _name(name: str) -> str:
    head, _, index = name.partition("_")
    head = f"\\{head}" if head in GREEK else head if len(head) == 1 else rf"\mathrm{{{head}}}"
    return f"{head}_{{{index}}}" if index else head


def _fenced(text: str) -> str:
    tall = any(word in text for word in (r"\frac", r"\sqrt", r"\binom"))
    return rf"\Bigl({text}\Bigr)" if tall else f"({text})"


def _call(name: str, args: list[ast.expr], tex: Mapping[str, str], small: bool) -> str:
    texts = [tex_of(argument, tex, 0, small or name == "exp") for argument in args]
    if name in CALLS:
        return CALLS[name] % tuple(texts)
    word = WORDS.get(name, rf"\mathrm{{{name}}}")
    bare = name in ("ln", "log2") and (isinstance(args[0], (ast.Name, ast.Constant)) or texts[0].startswith(r"\frac")
                                       and isinstance(args[0], ast.BinOp) and isinstance(args[0].op, ast.Div))
    return f"{word} {texts[0]}" if bare else word + _fenced(", ".join(texts))


def text_of(formula: Formula) -> str:
    """Return the text of a formula; of a number of rows without the outer rounding, which ``m >=`` says."""
    body = formula.body
    rounded = isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and body.func.id == "ceil"
    return tex_of(body.args[0] if formula.kind == "rows" and rounded else body, formula.tex)  # type: ignore[attr-defined]


def conditions_of(formula: Formula) -> list[str]:
    """Return the texts of a formula's conditions."""
    return [tex_of(ast.parse(condition, mode="eval").body, formula.tex) for condition in formula.where]


def plain_tex(text: str) -> str:
    """Return a text without what says nothing of the mathematics."""
    text = re.sub(r"\\[dt]frac", r"\\frac", text).replace(r"\leq", r"\le")
    text = re.sub(r"\\(?:varepsilon|eps)(?![a-zA-Z])", r"\\epsilon", text)
    text = text.replace(r"\geq", r"\ge").replace(r"\lbrack", "[").replace(r"\cdot", " ")
    tokens = TOKEN.findall(IDLE.sub(" ", text).replace(" ", ""))
    return "".join(_without_braces(tokens))


def _without_braces(tokens: list[str]) -> list[str]:
    """Drop the braces around single tokens."""
    kept: list[str] = []
    for token in tokens:
        if token == "}" and len(kept) > 1 and kept[-2] == "{":
            kept[-2:] = kept[-1:]
        else:
            kept.append(token)
    return kept


def displays(text: str, formula: Formula) -> bool:
    """Tell whether a text has a formula's, from which nothing is taken, and before it no relation the other way."""
    text, found = plain_tex(text), plain_tex(text_of(formula))
    for at in re.finditer(re.escape(found), text):
        before, after = text[:at.start()], text[at.end():]
        relation = ["$", *RELATION.findall(before)][-1]
        if not after.startswith(("-", "^")) and (before.endswith("-") or relation not in OTHER_WAY[formula.kind]):
            return True
    return False
