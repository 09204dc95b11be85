"""Python files as the lints see them: their statements, and what they define."""
import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Definition(NamedTuple):
    """A function, a class or a whole module, with its docstring and the number of its lines without that."""

    path: Path
    kind: type[ast.AST]
    name: str
    doc: str
    lines: int


def statements(path: Path) -> Iterator[ast.AST]:
    """Yield the module and all statements in it; no expressions, which are most of what a file consists of."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        yield node
        for block in ("body", "handlers", "orelse", "finalbody", "cases"):
            waiting += getattr(node, block, ())


@cache
def definitions(folder: Path) -> list[Definition]:
    """Return all that is defined below a folder, each file in the order of its lines."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        nodes = [node for node in statements(path) if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))]
        found += [_definition(path, node) for node in sorted(nodes, key=lambda node: getattr(node, "lineno", 0))]
    return found


def _definition(path: Path, node: ast.FunctionDef | ast.ClassDef | ast.Module) -> Definition:
    doc = ast.get_docstring(node)
    if isinstance(node, ast.Module):
        return Definition(path, ast.Module, "module", doc or "", 0)
    first = node.body[1] if doc and len(node.body) > 1 else node
    return Definition(path, type(node), node.name, doc or "", (node.end_lineno or 0) - first.lineno + 1)
