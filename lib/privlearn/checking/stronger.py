"""Mutants of formulas: the small changes of a statement's number that make it say more.

A constant, a term, a factor, a logarithm, a root or an argument of a ``max`` is changed, in the direction that
strengthens (fewer rows, a smaller upper bound, a larger lower bound; any, where two numbers are equal); or a condition
is dropped.  Which direction a change has is decided by its values at the instances of the formula.  Left out is what no
check could refute: another rounding, an exponent a quarter larger.
"""

import ast
import copy
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact.brackets import Bracket
from privlearn.exact.errors import Undecided
from privlearn.exact.formulas import Formula

STRONGER = {"rows": -1, "at most": -1, "at least": 1, "equals": 0}  # where the number of a stronger statement lies
FACTORS = tuple(Fraction(k) for k in ("3/4", "1/2", "1/10", "5/4", "2", "10"))
Put = Callable[[ast.expr], ast.expr]  # the whole expression with another part in one place


@dataclass(frozen=True)
class Mutant:
    """A stronger variant: what is changed (``kind``), the part of the statement, what stands there, the formula."""

    kind: str
    part: str
    now: str
    formula: Formula

    def is_among(self, reasons: Container[str]) -> bool:
        """Tell whether there is a reason for this change, or for all changes of the part."""
        return self.part in reasons or f"{self.part} -> {self.now}" in reasons


def edits(body: ast.expr) -> Iterator[tuple[str, str, str, ast.expr]]:
    """Yield every small change of an expression: its kind, the part, what stands in its place, the whole after it."""
    for node, put, is_exponent in places(body):
        for kind, new in _variants(node, is_exponent):
            new = ast.fix_missing_locations(new)
            yield kind, ast.unparse(node), ast.unparse(new), put(new)


def places(node: ast.expr, put: Put = lambda new: new,
           is_exponent: bool = False) -> Iterator[tuple[ast.expr, Put, bool]]:
    """Yield the parts of an expression, each with how to put another in its place, and whether it is an exponent."""
    yield node, put, is_exponent

    def inside(name: str, place: int | None = None) -> Put:
        def putting(new: ast.expr) -> ast.expr:
            made, old = copy.copy(node), getattr(node, name)
            setattr(made, name, new if place is None else [*old[:place], new, *old[place + 1:]])
            return put(made)

        return putting

    if isinstance(node, ast.BinOp):
        yield from places(node.left, inside("left"))
        yield from places(node.right, inside("right"), isinstance(node.op, ast.Pow))
    elif isinstance(node, ast.UnaryOp):
        yield from places(node.operand, inside("operand"), is_exponent)
    elif isinstance(node, ast.Call):
        for place, argument in enumerate(node.args):
            yield from places(argument, inside("args", place))


def _variants(node: ast.expr, is_exponent: bool) -> Iterator[tuple[str, ast.expr]]:
    """Yield what may stand in the place of one part, with the kind of the change."""
    if isinstance(node, ast.Constant):
        for factor in (Fraction(1, 2), 2) if is_exponent else FACTORS:
            yield "constant", number(Fraction(str(node.value)) * factor)
    elif isinstance(node, ast.BinOp):
        kind = {ast.Add: "term", ast.Sub: "term", ast.Pow: "exponent"}.get(type(node.op), "factor")
        yield kind, node.left
        if isinstance(node.op, (ast.Add, ast.Mult)):
            yield kind, node.right
        if isinstance(node.op, ast.Div):
            yield kind, ast.BinOp(number(Fraction(1)), ast.Div(), node.right)
        if isinstance(node.op, ast.Sub):
            yield kind, ast.UnaryOp(ast.USub(), node.right)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name = node.func.id
        if name in ("ln", "log2", "sqrt", "exp"):
            yield name, number(Fraction(1))
            yield name, node.args[0]
            yield f"{name} twice", ast.Call(node.func, [node], [])
            yield f"{name} squared", ast.BinOp(node, ast.Pow(), number(Fraction(2)))
        elif name in ("max", "min"):
            for argument in node.args:
                yield name, argument


def number(value: Fraction) -> ast.expr:
    top = ast.Constant(value.numerator)
    return top if value.denominator == 1 else ast.BinOp(top, ast.Div(), ast.Constant(value.denominator))


def middle(formula: Formula, args: tuple[Any, ...]) -> Fraction | None:
    """Return a formula's value, the middle of a bracket; ``None`` where it has none."""
    with suppress(ValueError, ZeroDivisionError, ArithmeticError, TypeError, Undecided):
        value = formula(*args)
        return (value.lower + value.upper) / 2 if isinstance(value, Bracket) else Fraction(value)
    return None


def mutants(formula: Formula) -> list[Mutant]:
    """Return all stronger variants of a formula."""
    at = list(formula.instances())
    here, seen, made = [middle(formula, args) for args in at], {formula.text}, []
    for kind, part, now, body in edits(formula.body):
        variant = formula.changed(body, f"{part} → {kind}: {ast.unparse(body)}")
        if variant.text not in seen:
            seen.add(variant.text)
            if is_stronger(formula.kind, here, [middle(variant, args) for args in at]):
                made.append(Mutant(kind, part, now, variant))
    return made + [Mutant("condition", condition, "", formula.changed(
        formula.body, f"without {condition}", tuple(c for c in formula.where if c != condition)))
        for condition in formula.where]


def is_stronger(kind: str, here: list[Fraction | None], there: list[Fraction | None]) -> bool:
    moves = {(b > a) - (b < a) for a, b in zip(here, there, strict=True) if a is not None and b is not None}
    return STRONGER[kind] in moves if STRONGER[kind] else bool(moves - {0})


def strengthened(right: Any) -> list[tuple[str, Any]]:
    """Return the corruptions of a formula, or of a tuple of formulas: each says far more."""
    parts = right if isinstance(right, tuple) else (right,)
    found = []
    for place, strong in enumerate(part.moved(stronger=True) if isinstance(part, Formula) else None for part in parts):
        if strong is not None:
            name = f"{strong.function.__name__.replace('_', ' ')}: " * (len(parts) > 1)
            found.append((name + strong.label, (*parts[:place], strong, *parts[place + 1:])
                          if isinstance(right, tuple) else strong))
    return found
