"""The page that does without the library, and what it may hold.

Its first cell is what the items share; an item is a section with a number, one cell, which asserts something, and a
last paragraph that says what it does not show. The page imports from Python's standard library only, a shared function
has at most 15 lines and one of an item at most 25, so that a reader who trusts nothing can read all of it.
"""
import ast
import re
import sys

PLAIN = "book/atlas/restated"
ITEMS = 20
SHARED_LINES, ITEM_LINES = 15, 25
ITEM = re.compile(r"^## (\d+)\. ", re.MULTILINE)
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LIMIT = "*What this does not show:*"
ALLOWED = sys.stdlib_module_names - {"importlib", "runpy", "subprocess"}
BACK_DOORS = {"__import__", "eval", "exec", "compile", "open"}


def parts(text: str) -> list[str]:
    """Return the page's text up to its first item, then that of each item."""
    pieces = ITEM.split(text)
    return [pieces[0], *pieces[2::2]]


def code(part: str) -> str:
    """Return the code of a part of the page."""
    return "\n".join(CELL.findall(part))


def plain(text: str) -> list[str]:
    """The page keeps to its rules: the standard library, short functions, an assertion and a limit for each item."""
    shared, *items = parts(text)
    complaints = [f"{len(items)} items, not {ITEMS}"] * (len(items) != ITEMS)
    for number, part in enumerate((shared, *items)):
        tree, most = ast.parse(code(part)), ITEM_LINES if number else SHARED_LINES
        found = [f"imports {name}" for name in sorted(imported(tree) - ALLOWED)]
        found += [f"calls {node.id}" for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in BACK_DOORS]
        found += [f"{node.name} has {lines(node)} lines" for node in ast.walk(tree)
                  if isinstance(node, ast.FunctionDef) and lines(node) > most]
        if number:
            found += ["asserts nothing"] * (not any(isinstance(node, ast.Assert) for node in ast.walk(tree)))
            found += ["does not end with what it does not show"] * (not ends_with_limit(part))
        complaints += [f"item {number}: {what}" if number else f"shared: {what}" for what in found]
    return complaints


def imported(tree: ast.Module) -> set[str]:
    """Return the packages that a program imports; a relative one is a dot."""
    found = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    found |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] or "." for name in found}


def lines(function: ast.FunctionDef) -> int:
    """Return the number of lines of a function, its docstring included."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def ends_with_limit(part: str) -> bool:
    """Is the last paragraph of an item the one on what it does not show?"""
    return part.rstrip().rpartition("\n\n")[2].startswith(LIMIT)
