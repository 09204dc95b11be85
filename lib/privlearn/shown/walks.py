"""Walks: a proof on one object, its steps with both sides in numbers, and where it stops without a hypothesis.

Definitions
-----------
A *walk* has one *run* on an object that satisfies all hypotheses, and one run for each hypothesis on an object without
it, up to the step that fails there.  ``walk("ABMS20-5.3")`` at the end of a cell displays it, and with other parts
(``walk("KLMNS20-3.5", S=(0, 0, 3))``) the run on an object of the reader's.  On the built page the numbers of the first
run stand below the steps of the proof, and the others are shown when their hypothesis is struck out
(``book/_ext/proofs.py``, ``walk.js``); there a part that is made of numbers alone is *written* as a text, which the
reader changes and ``run_on`` reads.  An object of which one part depends on others has a method ``fitted`` that
returns it with this part made to fit, and may name parts in ``derived`` that follow from others; one with a database
over ordered points says in ``points`` how many these are.
"""

import ast
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from privlearn.checking import registry
from privlearn.checking.proofs import CONCLUSION, UNDEFINED, Hypothesis, Line, Proof, proof_of
from privlearn.checking.registry import SIDE
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.keeping.encoding import encode, readable
from privlearn.shown.cards import brief, plain_clause
from privlearn.shown.notation import typeset

KINDS = int, Fraction
MOST_NUMBERS, LARGEST = 100, 10**6  # of an object that a reader writes
WORDS = re.compile(r"_(?=[a-z]{2})|(?<=[a-z]{2})_(?!.$)")  # an underscore between words, not one before an index
SIGN = {"<=": "≤", "<": "<", "==": "="}


@dataclass(frozen=True)
class Walk:
    """The runs of a proof, displayed as HTML in a notebook and as text elsewhere."""

    proof: Proof
    object: Any

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} = {encode(part)}" for name, part in self.object._asdict().items())
        lines = [f"{self.proof.claim}, on {parts}"]
        for line in self.lines:
            left, right = (readable(str(encode(side))) for side in (line.left, line.right))
            at = "" if line.case is None else f", {told(line.case)}"
            lines.append(f"{line.step + at:22} {left} {SIGN[line.relation]} {right}  "
                        f"({plain_clause(self.proof.steps[line.step])})")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        runs = [self.run("", self.object, self.lines)]
        runs += [self.run(h.name, *self.proof.without(h)) for h in self.proof.hypotheses if h.without]
        switches = "".join(f"<li>{self._needed(h)}</li>" for h in self.proof.hypotheses)
        return (f'<div class="walk" data-claim="{html.escape(self.proof.claim)}"><div class="hypotheses">'
                f'<p class="head">Hypotheses</p><ul>{switches}</ul></div><div class="runs">{"".join(runs)}</div></div>')

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of the run on the object."""
        return self.proof.walk(self.object)

    def run(self, without: str, object: Any, lines: list[Line]) -> str:
        """Return the object of a run, and its lines; all runs but the first are hidden."""
        points, derived = getattr(object, "points", {}), getattr(object, "derived", ())
        parts = "".join(f"<div><dt>{name}</dt><dd{_field(key, part) * (key not in derived)}>"
                        f"{drawn(part, points.get(key, 0))}</dd></div>" for key, name, part in parts_of(object))
        items = "".join(f'<li data-step="{line.step}" data-state="{state(line)}">{self._line(line)}</li>'
                        for line in lines)
        hidden = " hidden" * bool(without)
        return (f'<section class="run" data-without="{html.escape(without)}"{hidden}><dl class="object">{parts}</dl>'
                f'<ol class="lines">{items}</ol></section>')

    def _line(self, line: Line) -> str:
        """Return both sides with what they are called, and the word for how they compare."""
        values, slack = [brief(encode(side), 18) for side in (line.left, line.right)], line.verdict.slack
        names = [*map(typeset, SIDE.findall(self.proof.steps[line.step])), "", ""][:2]
        left, right = ("" if name == value else name for name, value in zip(names, values, strict=True))
        word = {"fails": "fails", "equal": "equal", "holds": f"slack {brief(encode(slack), 12)}"}[state(line)]
        at = "" if line.case is None else f'<span class="at">{typeset(told(line.case))}</span>'
        return (f'<span>{left} <b>{values[0]} {html.escape(SIGN[line.relation])} {values[1]}</b> {right}</span>{at}'
                f'<span class="word">{word}</span>')

    def _needed(self, h: Hypothesis) -> str:
        """Return a hypothesis with what it is needed for."""
        if not h.without:
            needless = f": not needed where it is checked; {typeset(h.needless)}"
            return f'{typeset(h.name)}<span class="needed">{needless}</span>'
        stopped = self.proof.until_undefined(self.proof.without(h)[0])
        fails = ("conclusion fails, too" if CONCLUSION in h.breaks else "conclusion holds on all that was tried"
                 if any(line.step == CONCLUSION for line in stopped) else "conclusion is not reached")
        return (f'<span class="hypothesis" data-without="{html.escape(h.name)}">{typeset(h.name)}</span>'
                f'<span class="needed">: without it the proof stops at <span data-names="{h.breaks[0]}">'
                f"{h.breaks[0]}</span>; the {fails}</span>")


def walk(id: str, **parts: Any) -> Walk:
    """Return the walk through the proof of a claim, on the object of its page or on one with other parts.

    Raises
    ------
    ValueError
        If no proof of this claim is a program, or its objects have no such part.
    """
    registry.load(id.split("-", 1)[0])
    found = proof_of(id)
    if found is None:
        raise ValueError(f"id must be that of a claim with a proof that runs, got {id!r}")
    unknown = parts.keys() - found.first._asdict().keys()
    if unknown:
        raise ValueError(f"parts must be among {', '.join(found.first._asdict())}, got {', '.join(sorted(unknown))}")
    return Walk(found, found.first._replace(**parts))


def run_on(id: str, texts: Mapping[str, str]) -> str:
    """Return the run on an object with parts that a reader has written, as HTML.

    Raises
    ------
    ValueError
        If a text cannot be read, or the proof has no line for this object.
    """
    first = walk(id).proof.first
    made = walk(id, **{name: read(text, getattr(first, name), name) for name, text in texts.items()})
    try:
        made = Walk(made.proof, made.object.fitted()) if hasattr(first, "fitted") else made
        return made.run("", made.object, made.lines)
    except (*UNDEFINED, TypeError, TooLargeToEnumerate) as error:
        raise ValueError(f"the proof has no line for this object: {type(error).__name__}, {error}") from error


def state(line: Line) -> str:
    """Return whether a line holds with something to spare, is an equality, or fails."""
    verdict = line.verdict
    return "fails" if not verdict.holds else "equal" if verdict.left == verdict.right else "holds"


def parts_of(object: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield the parts of an instance, each with its field and its name as HTML: its label, or the field in words."""
    labels = getattr(object, "labels", {})
    for name, part in object._asdict().items():
        yield name, typeset(labels.get(name, WORDS.sub(" ", name))), part


def numbers_of(part: Any) -> list[Any]:
    """Return what a part is made of, below its tuples."""
    return [number for inner in part for number in numbers_of(inner)] if isinstance(part, tuple) else [part]


def written(part: Any, is_inside: bool = False) -> str:
    """Return a part of numbers as a reader writes it: rows of bits as words, tuples as in Python.

    >>> written(((0, 0, 1), (0, 1, 1))), written((0, 2, 2)), written(Fraction(3, 2))
    ('001 011', '0, 2, 2', '3/2')
    """
    if not isinstance(part, tuple):
        return str(part)
    if is_table(part) and not is_inside:
        return " ".join("".join(map(str, row)) for row in part)
    inner = ", ".join(written(one, True) for one in part)
    return f"({inner}{',' * (len(part) == 1)})" if is_inside else inner


def read(text: str, like: Any, name: str = "part") -> Any:
    """Return the part of numbers that a reader has written, of the kinds of numbers that stand there now.

    >>> read("001 011", ((0, 1, 1),)), read("0, 3", (0, 2, 2)), read("3/2", Fraction(1))
    (((0, 0, 1), (0, 1, 1)), (0, 3), Fraction(3, 2))

    Raises
    ------
    ValueError
        If it is not written so, or too much.
    """
    if is_table(like):
        part: Any = tuple(tuple(int(bit) for bit in word if bit in "01") for word in text.split())
        if written(part) != " ".join(text.split()) or len({*map(len, part)}) != 1:
            raise ValueError(f"{name} must be words of bits, all of one length, got {text!r}")
    else:
        wanted = f"({text.strip(' ,')},)" if isinstance(like, tuple) and text.strip() else text or "()"
        try:
            part = _value(ast.parse(wanted.strip(), mode="eval").body)
        except (SyntaxError, ZeroDivisionError) as error:
            raise ValueError(f"{name} must be made of numbers, fractions and tuples, got {text!r}") from error
    numbers, kinds = numbers_of(part), {*map(type, numbers_of(like))} or {int}
    if isinstance(part, tuple) != isinstance(like, tuple) or not {*map(type, numbers)} <= {*kinds, int} <= {*KINDS}:
        raise ValueError(f"{name} must be of the kind of {written(like) or 'a list of numbers'}, got {text!r}")
    if len(numbers) > MOST_NUMBERS or any(abs(number) > LARGEST for number in numbers):
        raise ValueError(f"{name} must have at most {MOST_NUMBERS} numbers, none above {LARGEST}")
    return of_fractions(part) if kinds == {Fraction} else part


def of_fractions(part: Any) -> Any:
    """Return a part with its integers as fractions, whose powers are exact."""
    return tuple(map(of_fractions, part)) if isinstance(part, tuple) else Fraction(part)


def _value(node: ast.expr) -> Any:
    """Return the value of an expression that has nothing but numbers, fractions and tuples."""
    match node:
        case ast.Tuple(elts=inner):
            return tuple(map(_value, inner))
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
        case ast.BinOp(left=ast.Constant(value=int() as above), op=ast.Div(), right=ast.Constant(value=int() as below)):
            return Fraction(above, below)
    raise SyntaxError


def told(part: Any) -> str:
    """Return a part of an instance in a line: bits without commas, functions by their names, words as they are."""
    if isinstance(part, str):
        return part
    if is_bits(part):
        return "".join(map(str, part)) or "()"
    if isinstance(part, tuple) and part and isinstance(part[0], str):
        return " ".join(map(told, part))
    if isinstance(part, tuple):
        return f"({', '.join(map(told, part))})"
    return str(encode(part)).replace("_", " ")


def is_bits(part: Any) -> bool:
    return isinstance(part, tuple) and all(type(bit) is int and bit in (0, 1) for bit in part)


def is_table(part: Any) -> bool:
    """Tell whether a part is a class, a row of more than two bits for each concept."""
    return isinstance(part, tuple) and bool(part) and all(is_bits(row) and len(row) > 2 for row in part)


def _field(name: str, part: Any) -> str:
    """Return the attributes with which the page makes a field of a part of numbers."""
    is_of_numbers = all(type(number) in KINDS for number in numbers_of(part))
    return f' data-part="{name}" data-text="{written(part)}"' if is_of_numbers else ""


def drawn(part: Any, points: int = 0) -> str:
    """Return a part of an instance as HTML: a class as a table of its bits, a database as its rows, else in a line.

    A database over ``points`` points that are ordered (no more than 32) is drawn as marks above them.
    """
    if 0 < points <= 32 and all(row in range(points) for row in part):
        marks = ("".join(f'<i data-row="{k}"></i>' for k, row in enumerate(part) if row == at) for at in range(points))
        columns = "".join(f'<span data-at="{at}">{inner}<b>{at}</b></span>' for at, inner in enumerate(marks))
        return f'<span class="points" role="img" aria-label="{written(part) or "no rows"}">{columns}</span>'
    if is_table(part):
        rows = "".join(f"<tr>{''.join(f'<td data-bit={bit}>{bit}</td>' for bit in row)}</tr>" for row in part)
        return f'<table class="bits">{rows}</table>'
    if isinstance(part, tuple) and not (part and is_bits(part)):
        return html.escape(", ".join(f"({', '.join(map(told, row))})" if isinstance(row, tuple) else told(row)
                                     for row in part)) or "none"
    return html.escape(told(part)) if not isinstance(part, Fraction) else brief(encode(part))
