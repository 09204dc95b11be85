"""Walks: a proof on one object, its steps with both sides in numbers, and where it stops without a hypothesis.

Definitions
-----------
A *walk* has one *run* on an object that satisfies all hypotheses, and one run for each hypothesis on an object without
it, up to the step that fails there.  ``walk("ABMS20-5.3")`` at the end of a cell displays it; on the built page the
numbers of the first run stand below the steps of the proof, and the others are shown when their hypothesis is struck
out (``book/_ext/proofs.py``, ``walk.js``).
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.checking import registry
from privlearn.checking.proofs import CONCLUSION, Hypothesis, Line, Proof, proof_of
from privlearn.checking.registry import SIDE
from privlearn.keeping.encoding import encode
from privlearn.shown.cards import brief, plain_clause
from privlearn.shown.notation import typeset

WORDS = re.compile(r"_(?=[a-z]{2})|(?<=[a-z]{2})_(?!.$)")  # an underscore between words, not one before an index
SIGN = {"<=": "≤", "<": "<", "==": "="}


@dataclass(frozen=True)
class Walk:
    """The runs of a proof, displayed as HTML in a notebook and as text elsewhere."""

    proof: Proof

    def __repr__(self) -> str:
        object, lines = self._first
        parts = ", ".join(f"{name} = {encode(part)}" for name, part in object._asdict().items())
        told = [f"{self.proof.claim}, on {parts}"]
        for number, line in enumerate(lines, 1):
            told.append(f"{number:3} {line.step:16} {encode(line.left)} {SIGN[line.relation]} {encode(line.right)}  "
                        f"({plain_clause(self.proof.steps[line.step])})")
        return "\n".join(told)

    def _repr_html_(self) -> str:
        object, lines = self._first
        runs = [self._run("", object, lines)]
        runs += [self._run(h.name, *self.proof.without(h)) for h in self.proof.hypotheses if h.without]
        switches = "".join(f"<li>{self._needed(h)}</li>" for h in self.proof.hypotheses)
        return (f'<div class="walk" data-claim="{html.escape(self.proof.claim)}"><div class="hypotheses">'
                f'<p class="head">Hypotheses</p><ul>{switches}</ul></div><div class="runs">{"".join(runs)}</div></div>')

    @property
    def _first(self) -> tuple[Any, list[Line]]:
        object = self.proof.first
        return object, self.proof.walk(object)

    def _run(self, without: str, object: Any, lines: list[Line]) -> str:
        """Return the object of a run, and its lines; all runs but the first are hidden."""
        parts = "".join(f"<div><dt>{name}</dt><dd>{drawn(part)}</dd></div>" for name, part in parts_of(object))
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
        fails = "conclusion fails, too" if CONCLUSION in h.breaks else "conclusion holds on all that was tried"
        return (f'<span class="hypothesis" data-without="{html.escape(h.name)}">{typeset(h.name)}</span>'
                f'<span class="needed">: without it the proof stops at <span data-names="{h.breaks[0]}">'
                f"{h.breaks[0]}</span>; the {fails}</span>")


def walk(id: str) -> Walk:
    """Return the walk through the proof of a claim.

    Raises
    ------
    ValueError
        If no proof of this claim is a program.
    """
    registry.load(id.split("-", 1)[0])
    found = proof_of(id)
    if found is None:
        raise ValueError(f"id must be that of a claim with a proof that runs, got {id!r}")
    return Walk(found)


def state(line: Line) -> str:
    """Return whether a line holds with something to spare, is an equality, or fails."""
    verdict = line.verdict
    return "fails" if not verdict.holds else "equal" if verdict.left == verdict.right else "holds"


def parts_of(object: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of an instance, a named tuple, each with its name as HTML: its label, or the field in words."""
    labels = getattr(object, "labels", {})
    for name, part in object._asdict().items():
        yield typeset(labels.get(name, WORDS.sub(" ", name))), part


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


def drawn(part: Any) -> str:
    """Return a part of an instance as HTML: a class as a table of its bits, a database as its rows, else in a line."""
    if isinstance(part, tuple) and part and all(is_bits(row) and len(row) > 2 for row in part):
        rows = "".join(f"<tr>{''.join(f'<td data-bit={bit}>{bit}</td>' for bit in row)}</tr>" for row in part)
        return f'<table class="bits">{rows}</table>'
    if isinstance(part, tuple) and not (part and is_bits(part)):
        return html.escape(", ".join(f"({', '.join(map(told, row))})" if isinstance(row, tuple) else told(row)
                                     for row in part)) or "none"
    return html.escape(told(part)) if not isinstance(part, Fraction) else brief(encode(part))
