"""Formulas: the number that a statement names, written once, with the conditions under which it is stated.

Definitions
-----------
A *formula* is a function of one expression over exact numbers.  Its value is a fraction (or an integer) where the
expression is rational, else a :class:`~privlearn.exact.brackets.Bracket` from ball arithmetic, at more bits where a
``ceil``, a ``max`` or a condition would be undecided.  Numbers in it are exact: ``1 / 3`` is a third.  Its *kind* says
what the statement does with it, and so which way is stronger: ``rows`` that suffice, a value that something is ``at
most`` or ``at least``, or ``equals``.  Its *corners* are, for each argument, values at the edges of what is stated and
some beyond; its *instances* are the combinations of corners that satisfy the conditions.

From the expression come the number that checks compare with, the text on the page and the statement's mutants
(:mod:`privlearn.checking.statements`).

>>> @formula("rows", where=("0 < alpha < 1",), corners={"alpha": (Fraction(1, 10), Fraction(1, 2), 2)})
... def half_life(alpha):
...     return ceil(ln(2) / alpha)
>>> half_life(Fraction(1, 10)), list(half_life.instances())
(7, [(Fraction(1, 10),), (Fraction(1, 2),)])
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, update_wrapper
from itertools import pairwise, product
from math import comb
from typing import Any

from privlearn.exact.balls import arb, ctx
from privlearn.exact.brackets import Bracket
from privlearn.exact.errors import Undecided
from privlearn.exact.intervals import ball, ball_bracket
from privlearn.exact.rationals import as_fraction, as_integer

KINDS = ("rows", "at most", "at least", "equals")
BITS = (128, 512, 4096)  # tried one after the other until nothing is undecided
Value = Any  # a Fraction or a ball


@dataclass(frozen=True)
class Logarithm:
    """The natural logarithm of a positive rational, as an argument that is known to every precision: epsilon = ln r."""

    of: Fraction


def _real(x: Any) -> Value:
    if isinstance(x, Logarithm):
        return ln(Fraction(x.of))
    if isinstance(x, Bracket):
        return x.lower if x.lower == x.upper else ball(x.lower, x.upper)
    return x if isinstance(x, arb) else Fraction(x)


def _ball(x: Value) -> Value:
    return x if isinstance(x, arb) else ball(x)


def ln(x: Value) -> Value:
    """Return the natural logarithm."""
    return Fraction(0) if x == 1 else _ball(x).log()


def log2(x: Value) -> Value:
    """Return the binary logarithm, exactly for powers of two."""
    if isinstance(x, Fraction):
        for power, sign in ((x, 1), (1 / x if x else x, -1)):
            if power.denominator == 1 and power.numerator.bit_count() == 1:
                return Fraction(sign * (power.numerator.bit_length() - 1))
    return _ball(x).log() / ball(2).log()


def exp(x: Value) -> Value:
    """Return e to the power x."""
    return Fraction(1) if x == 0 else _ball(x).exp()


def sqrt(x: Value) -> Value:
    """Return the square root, exactly where it is rational."""
    if isinstance(x, Fraction) and x >= 0:
        ends = [ball(part).sqrt().unique_fmpz() for part in x.as_integer_ratio()]
        if all(end is not None and int(end) ** 2 == part for end, part in zip(ends, x.as_integer_ratio(), strict=True)):
            return Fraction(int(ends[0]), int(ends[1]))
    return _ball(x).sqrt()


def ceil(x: Value) -> Value:
    """Return the least integer that is no less."""
    return -floor(-x)


def floor(x: Value) -> Value:
    """Return the largest integer that is no more."""
    if isinstance(x, Fraction):
        return Fraction(x.numerator // x.denominator)
    whole = x.floor().unique_fmpz()
    if whole is None:
        raise Undecided("a ball lies across an integer")
    return Fraction(int(whole))


def binom(n: Value, k: Value) -> Value:
    """Return the binomial coefficient of two integers."""
    return Fraction(comb(int(n), int(k)))


def upto(n: Value, k: Value) -> Value:
    """Return the number of sets of at most k among n."""
    return Fraction(sum(comb(int(n), j) for j in range(int(k) + 1)))


def _power(x: Value, y: Value) -> Value:
    if isinstance(y, Fraction) and y.denominator == 1:
        return x ** int(y)
    return _ball(x) ** _ball(y)


def _chosen(largest: bool) -> Callable[..., Value]:
    def choose(*xs: Value) -> Value:
        if all(isinstance(x, Fraction) for x in xs):
            return max(xs) if largest else min(xs)
        first, *rest = map(_ball, xs)
        for x in rest:
            first = first.max(x) if largest else first.min(x)
        return first

    return choose


def _plain(value: Value) -> int | Fraction | Bracket:
    if not isinstance(value, Fraction):
        return ball_bracket(value)
    return int(value) if value.denominator == 1 else value


def _less(a: Value, b: Value) -> bool:
    """Decide a < b."""
    if not isinstance(a, arb) and not isinstance(b, arb):
        return bool(a < b)
    if _ball(a) < _ball(b) or _ball(a) >= _ball(b):
        return bool(_ball(a) < _ball(b))
    raise Undecided(f"cannot decide {a} < {b}: ask for more bits")


# Known by name in every formula, whatever the module calls by it (``math.ceil``).
BUILT_IN: dict[str, Callable[..., Value]] = {
    "ln": ln, "log2": log2, "exp": exp, "sqrt": sqrt, "ceil": ceil, "floor": floor, "binom": binom, "upto": upto,
    "max": _chosen(True), "min": _chosen(False), "abs": abs}
BINARY: dict[type, Callable[[Value, Value], Value]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b, ast.Pow: _power}
COMPARE: dict[type, Callable[[Value, Value], bool]] = {
    ast.Lt: _less, ast.LtE: lambda a, b: not _less(b, a), ast.Gt: lambda a, b: _less(b, a),
    ast.GtE: lambda a, b: not _less(a, b), ast.Eq: lambda a, b: bool(a == b)}


def evaluate(node: ast.expr, names: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    """Return the value of an expression: a fraction where it is rational, else a ball; of a condition, its truth."""
    if isinstance(node, ast.Constant):
        return Fraction(str(node.value))
    if isinstance(node, ast.Name):
        return _real(names[node.id] if node.id in names else known[node.id])
    if isinstance(node, ast.UnaryOp):
        return -evaluate(node.operand, names, known)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        called = BUILT_IN.get(node.func.id) or known[node.func.id]
        values = [evaluate(argument, names, known) for argument in node.args]
        if isinstance(called, Formula):
            return _real(called(*(_plain(value) for value in values)))
        return called(*values)
    if isinstance(node, ast.Compare):
        ends = [evaluate(end, names, known) for end in (node.left, *node.comparators)]
        return all(COMPARE[type(op)](a, b) for op, (a, b) in zip(node.ops, pairwise(ends), strict=True))
    if not isinstance(node, ast.BinOp):
        raise ValueError(f"a formula must be made of numbers, names, calls and + - * / **, got {ast.unparse(node)}")
    a, b = evaluate(node.left, names, known), evaluate(node.right, names, known)
    if isinstance(a, arb) != isinstance(b, arb) and not isinstance(node.op, ast.Pow):
        a, b = _ball(a), _ball(b)
    if isinstance(node.op, ast.Div) and isinstance(b, arb) and not (b > 0 or b < 0):
        raise Undecided("a divisor may be 0")
    return BINARY[type(node.op)](a, b)


@dataclass(eq=False, repr=False)
class Formula:
    """A callable number of a statement; see :func:`formula` for the fields."""

    function: Callable[..., Any]
    body: ast.expr
    kind: str
    where: tuple[str, ...] = ()
    corners: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    tex: Mapping[str, str] = field(default_factory=dict)
    loose: Mapping[str, str] = field(default_factory=dict)
    label: str = ""  # of a mutant: what is changed
    calls: int = 0

    def __post_init__(self) -> None:
        update_wrapper(self, self.function)

    def __repr__(self) -> str:
        return f"<formula {self.function.__name__}: {self.kind} {self.text}, where {self.where}, at {self._tried}>"

    @property
    def _tried(self) -> str:
        """How many values are tried of each argument; some have too many digits to print."""
        return ", ".join(f"{len(values)} of {name}" for name, values in self.corners.items())

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments."""
        return tuple(self._signature.parameters)

    @property
    def text(self) -> str:
        """The expression as Python prints it."""
        return ast.unparse(self.body)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the value: an integer, a fraction or a bracket; arguments are exact, a bracket or a logarithm.

        Raises
        ------
        ValueError
            If a condition does not hold, or an argument annotated ``int`` is no natural number.
        """
        self.calls += 1
        names = self._named(args, kwargs)
        for condition in self.where:
            if not self._at_some_precision(_parsed(condition), names):
                concerned = [n for n in self.names if n in {x.id for x in ast.walk(_parsed(condition))
                                                            if isinstance(x, ast.Name)}]
                raise ValueError(f"{' and '.join(concerned)} must satisfy {condition}, got "
                                 f"{', '.join(f'{n} = {names[n]}' for n in concerned)}")
        return self._at_some_precision(self.body, names)

    def holds_for(self, *args: Any) -> bool:
        """Tell whether the statement speaks of these arguments: whether all conditions hold."""
        names = self._named(args, {})
        return all(self._at_some_precision(_parsed(condition), names) for condition in self.where)

    def instances(self, **corners: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield all combinations of the corners, some of them replaced, that satisfy the conditions."""
        axes = {**self.corners, **corners}
        return (args for args in product(*(axes[name] for name in self.names)) if self.holds_for(*args))

    def changed(self, body: ast.expr, label: str, where: tuple[str, ...] | None = None) -> "Formula":
        """Return a variant with another expression, or other conditions."""
        return replace(self, body=ast.fix_missing_locations(body), label=label,
                       where=self.where if where is None else where)

    def moved(self, stronger: bool) -> "Formula":
        """Return a variant that says a thousand times as much (or half as much); of an equality, one off by 1."""
        if self.kind == "equals":
            return self.changed(ast.BinOp(self.body, ast.Add(), ast.Constant(1)), "the number plus 1")
        less, factor = stronger == (self.kind != "at least"), 1000 if stronger else 2
        body: ast.expr = ast.BinOp(self.body, ast.Div() if less else ast.Mult(), ast.Constant(factor))
        body = ast.Call(ast.Name("ceil"), [body], []) if self.kind == "rows" else body
        return self.changed(body, f"the number {'divided by' if less else 'times'} {factor:,}")

    def _named(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments by name; those annotated ``int`` must be natural numbers, the others exact."""
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return {name: as_integer(value, name, least=0) if self._signature.parameters[name].annotation is int else
                value if isinstance(value, (Bracket, Logarithm)) else as_fraction(value, name)
                for name, value in bound.arguments.items()}

    def _at_some_precision(self, node: ast.expr, names: Mapping[str, Any]) -> Any:
        before, known = ctx.prec, self.function.__globals__
        try:
            for bits in BITS:
                ctx.prec = bits
                try:
                    found = evaluate(node, names, known)
                    return found if isinstance(found, bool) else _plain(found)
                except Undecided:
                    if bits == BITS[-1]:
                        raise
        finally:
            ctx.prec = before
        raise AssertionError("the last precision returns or raises")


@cache
def _parsed(condition: str) -> ast.expr:
    return ast.parse(condition, mode="eval").body


def formula(kind: str, *, where: tuple[str, ...] = (), corners: Mapping[str, tuple[Any, ...]] | None = None,
            tex: Mapping[str, str] | None = None, loose: Mapping[str, str] | None = None,
            ) -> Callable[[Callable[..., Any]], Formula]:
    """Make a formula of a function that returns one expression (a decorator).

    Parameters
    ----------
    kind : str
        One of ``KINDS``: whether the number is of ``rows`` that suffice (less is stronger), something that a quantity
        is ``at most`` or ``at least``, or what it ``equals``.
    where : tuple of str
        The conditions of the statement, as Python: ``"0 < alpha < 1"``.  A call outside them is refused; dropped one by
        one they are mutants of the statement.
    corners : dict
        For each argument the values at which the statement is tried, at the edges of the conditions and beyond.
    tex : dict
        For a name in the expression how the page writes it: ``{"d": r"\\mathrm{VC}(\\mathcal H)"}``.
    loose : dict
        For a part of the expression (or a condition) as ``ast.unparse`` prints it, why its stronger variants may pass
        the checks: the source's constant is not sharp, the condition is not needed.  ``"4 * n -> n"`` speaks of one
        variant only, what stands in place of the part being printed in the same way.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")

    def make(function: Callable[..., Any]) -> Formula:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        returned = [node.value for node in tree.body[0].body if isinstance(node, ast.Return)]  # type: ignore[attr-defined]
        if len(returned) != 1 or returned[0] is None:
            raise ValueError(f"formula {function.__name__} must return one expression")
        return Formula(function, returned[0], kind, tuple(where), dict(corners or {}), dict(tex or {}),
                       dict(loose or {}))

    return make
