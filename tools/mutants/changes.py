"""Small changes of the library's code, the kind that a slip of the pen makes: each makes a *mutant*.

Definitions
-----------
A mutant is one change in one function: a comparison or an operator exchanged, a constant one more, a term,
a factor, a statement or a branch dropped, ``min`` for ``max``, two arguments exchanged, a flag the other way round.
Left alone is what no result depends on: docstrings and annotations, decorators (sizes of caches), texts of errors,
and how an object is printed.  The condition of a *guard*, a branch that only raises, is changed like any other, and its
kind says so: no statement speaks of arguments that are refused, only unit tests do.

A *block* is a stretch of statements that run one after the other: the body of a function, of a branch, of a loop.  A
mutant can only be noticed by what enters its block.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TypeGuard

from privlearn.keeping.code import HOME
from privlearn.shown.missed import GUARD

OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr}
BOUNDARY: dict[type, type] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE: dict[type, type] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor",
         "round_up": "round_down", "round_down": "round_up"}
LEFT_ALONE = ("__repr__", "__str__", "_repr_html_")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """One change: where it is and what it does.

    Attributes
    ----------
    id : str
        Ten hexadecimal digits that depend on nothing outside the function.
    file, function, line : str, str, int
        The file named from ``lib/privlearn``, the function with its classes, and the line of the change.
    kind : str
        What is done: ``operator``, ``boundary``, ``constant``, ...
    before, after : str
        The code that changes, and what it becomes.
    block : int
        The number of its block in the file.
    """

    id: str
    file: str
    function: str
    line: int
    kind: str
    before: str
    after: str
    block: int


Step = tuple[ast.AST, str, Callable[[], None], Callable[[], None]]  # the node shown, the kind, how to do and undo it


@lru_cache(maxsize=64)
def source(file: str) -> str:
    """Return the text of a library file, named from ``lib/privlearn``."""
    return Path(HOME, file).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def mutants(file: str) -> tuple[Mutant, ...]:
    """Return all mutants of a file, in the order of its text."""
    return tuple(mutant for mutant, _, _ in _all(ast.parse(source(file)), file))


def mutated(file: str, id: str) -> ast.Module:
    """Return the parsed file with one mutant's change.

    Raises
    ------
    ValueError
        If the file has no such mutant.
    """
    tree = ast.parse(source(file))
    for mutant, do, _ in _all(tree, file):
        if mutant.id == id:
            do()
            return ast.fix_missing_locations(tree)
    raise ValueError(f"id must be a mutant of {file}, got {id!r}")


def blocks(tree: ast.Module) -> list[list[ast.stmt]]:
    """Return the blocks of a file that are inside functions, in the order of its text."""
    return [body for top in functions(tree) for body in _blocks_in(top)]


def functions(tree: ast.AST, inside: str = "") -> Iterator[Function]:
    """Yield the outermost functions, methods included, with their full name in ``qualname``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.qualname = f"{inside}{node.name}"  # type: ignore[union-attr]
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{inside}{node.name}.")
        elif isinstance(node, ast.stmt):
            yield from functions(node, inside)


def _blocks_in(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list) and body and not isinstance(node, ast.ClassDef):
            yield body
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield from _blocks_in(child)


def _all(tree: ast.Module, file: str) -> Iterator[tuple[Mutant, Callable[[], None], Callable[[], None]]]:
    block_of: dict[int, int] = {}
    for number, body in enumerate(blocks(tree)):  # inner blocks come later and overwrite
        for statement in body:
            for node in ast.walk(statement):
                block_of[id(node)] = number
    for top in functions(tree):
        if top.name in LEFT_ALONE or any(ast.unparse(made).startswith("formula(") for made in top.decorator_list):
            continue  # formulas have mutants of their own (privlearn.checking.stronger)
        name, seen = top.qualname, Counter[str]()  # type: ignore[union-attr]
        guards = {id(node) for branch in ast.walk(top) if _is_guard(branch) for node in ast.walk(branch.test)}
        for node, kind, do, undo in _steps(top):
            kind += GUARD * (id(node) in guards)
            before = ast.unparse(node)
            do()
            after = ast.unparse(ast.fix_missing_locations(node))
            undo()
            if after == before:
                continue
            told = f"{file} {name} {kind} {before} {after}"
            seen[told] += 1
            key = sha256(f"{told} {seen[told]}".encode()).hexdigest()[:10]
            yield (Mutant(key, file, name, getattr(node, "lineno", top.lineno), kind, _short(before), _short(after),
                          block_of.get(id(node), block_of[id(top.body[0])])), do, undo)


def _is_guard(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and not node.orelse and all(isinstance(part, ast.Raise) for part in node.body)


def _short(text: str, longest: int = 120) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _steps(top: Function) -> Iterator[Step]:
    for node, parent in _judged_nodes(top):
        yield from _steps_at(node, parent)


def _judged_nodes(top: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the nodes below a function that a result may depend on, each with its parent."""
    for name, value in ast.iter_fields(top):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "msg", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, (ast.Raise, ast.JoinedStr)):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue  # a docstring
            if isinstance(child, ast.keyword) and child.arg in ("strict", "maxsize", "name"):
                continue
            yield child, top
            yield from _judged_nodes(child)


def _set(node: ast.AST, name: str, value: object) -> tuple[Callable[[], None], Callable[[], None]]:
    old = getattr(node, name)
    return lambda: setattr(node, name, value), lambda: setattr(node, name, old)


def _become(node: ast.AST, other: ast.AST) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return how to let a node be another one, in its place in the tree, and back."""
    kind, fields = node.__class__, dict(node.__dict__)
    copied = dict(other.__dict__)

    def be(new_kind: type, new_fields: dict[str, object]) -> None:
        node.__class__ = new_kind
        node.__dict__.clear()
        node.__dict__.update(new_fields)

    place = {name: fields[name] for name in ("lineno", "col_offset", "end_lineno", "end_col_offset") if name in fields}
    return lambda: be(other.__class__, copied | place), lambda: be(kind, fields)


def _plus(node: ast.expr, number: int) -> ast.expr:
    return ast.BinOp(node, ast.Add() if number > 0 else ast.Sub(), ast.Constant(abs(number)))


def _copied(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body


def _steps_at(node: ast.AST, parent: ast.AST) -> Iterator[Step]:
    if isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            decides = isinstance(parent, (ast.If, ast.IfExp)) and len(node.ops) == 1  # its branches are dropped below
            for kind, table in (("boundary", BOUNDARY), ("comparison", {} if decides else OPPOSITE)):
                if type(op) in table:
                    ops = [*node.ops[:k], table[type(op)](), *node.ops[k + 1 :]]
                    yield node, kind, *_set(node, "ops", ops)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)):
        if type(node.op) in OPERATORS:
            yield node, "operator", *_set(node, "op", OPERATORS[type(node.op)]())
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            what = "term" if isinstance(node.op, (ast.Add, ast.Sub)) else "factor"
            yield node, f"{what} dropped", *_become(node, _copied(node.left))
            if isinstance(node.op, ast.Add):
                yield node, "term dropped", *_become(node, _copied(node.right))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not, ast.Invert)):
        yield node, "sign dropped", *_become(node, _copied(node.operand))
    elif isinstance(node, ast.BoolOp):
        yield node, "and/or", *_set(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield node, "flag", *_set(node, "value", not node.value)
        elif isinstance(node.value, int):
            kind = "index" if isinstance(parent, ast.Subscript) else "constant"
            yield node, kind, *_set(node, "value", node.value + 1)
    elif isinstance(node, ast.Call):
        yield from _steps_at_call(node)
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node.test, "branch dropped", *_become(node.test, ast.Constant(False))
        if not isinstance(node, ast.While):
            yield node.test, "branch always", *_become(node.test, ast.Constant(True))
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield test, "condition dropped", *_become(test, ast.Constant(True))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield node, "statement dropped", *_become(node, ast.Pass())


def _stays_in_place(node: ast.expr) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, (ast.Starred, ast.JoinedStr))


def _steps_at_call(node: ast.Call) -> Iterator[Step]:
    function, args = node.func, node.args
    if isinstance(function, ast.Name) and function.id in TWINS:
        yield node, "twin function", *_set(function, "id", TWINS[function.id])
    if isinstance(function, ast.Attribute) and function.attr in TWINS:
        yield node, "twin function", *_set(function, "attr", TWINS[function.attr])
    if isinstance(function, ast.Name) and function.id == "range" and not any(isinstance(a, ast.Starred) for a in args):
        for k, step in ((0, -1), (0, 1)) if len(args) == 1 else ((0, 1), (1, -1), (1, 1)):
            yield node, "range", *_set(node, "args", [*args[:k], _plus(args[k], step), *args[k + 1 :]])
    elif len(args) >= 2 and not any(map(_stays_in_place, args[:2])) and not (
            isinstance(function, ast.Name) and function.id in ("isinstance", "getattr", "hasattr", "setattr", *TWINS)):
        yield node, "arguments exchanged", *_set(node, "args", [args[1], args[0], *args[2:]])
