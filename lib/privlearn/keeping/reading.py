"""What is read off the text of a Python file: the names that it imports, and where its docstrings stand.

Definitions
-----------
Parsing the whole library takes seconds.  So inside a book what was read is kept (``_build/kept/reading.json``), by the
SHA-256 of each text: a changed file is another text, and what was read by another version of this module is forgotten.

>>> found = read('"A module."' + chr(10) + "from math import inf as most, pi")
>>> found.imports, found.docstrings
((('math', (('inf', 'most'), ('pi', 'pi'))),), ((1, 1),))
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from privlearn.keeping.files import locked, read_json, write_json
from privlearn.keeping.places import build_folder

Imports = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class Reading(NamedTuple):
    """What a file says of itself.

    Attributes
    ----------
    imports : tuple
        For each import statement that counts: the module, and pairs of a name in it and the name that it gets here; no
        pair where the module itself is imported.
    docstrings : tuple of (int, int)
        First and last line of each docstring, counted from 1.
    """

    imports: Imports
    docstrings: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Return what is read off a text, parsed if it was never read before.

    Raises
    ------
    SyntaxError
        If it is no program.
    """
    key = hashlib.sha256(text.encode()).hexdigest()
    known = _known()
    if key not in known:
        tree = ast.parse(text)
        known[key] = Reading(named_in(tree), tuple(_docstrings(tree)))
    return known[key]


def keep_readings() -> None:
    """Write what this process has read, beside what others have; outside a book do nothing."""
    place = _place()
    if place is None:
        return
    with locked(place.with_suffix(".lock")):
        stored = _stored(place)
        if _known().keys() - stored.keys():
            write_json(place, {"by": _own_code(), "texts": stored | _known()}, indent=None)


def named_in(program: ast.AST) -> Imports:
    """Return the modules and names that a parsed program imports."""
    found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    for statement in imports_in(program):
        if isinstance(statement, ast.Import):
            found += [(alias.name, ()) for alias in statement.names]
        elif statement.module:
            found.append((statement.module, tuple((alias.name, alias.asname or alias.name)
                                                  for alias in statement.names)))
    return tuple(found)


def imports_in(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the import statements of a parsed module, those for type checking alone left out."""
    for node in _statements_in(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            yield from (found for other in node.orelse for found in imports_in(ast.Module([other], [])))
        else:
            yield from imports_in(node)


def _statements_in(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements right inside a node, those of its handlers and cases included."""
    for part in ("body", "orelse", "finalbody"):
        inside = getattr(node, part, ())  # the body of a lambda is an expression
        yield from inside if isinstance(inside, list) else ()
    for branch in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _statements_in(branch)


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        waiting += _statements_in(node)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            yield node.body[0].lineno, node.body[0].end_lineno or 0


def _place() -> Path | None:
    folder = build_folder()
    return None if folder is None else folder / "kept" / "reading.json"


@cache
def _known() -> dict[str, Reading]:
    """Return what is known of texts, by their hashes: what is kept, and what this process has read."""
    place = _place()
    return {} if place is None else _stored(place)


def _stored(place: Path) -> dict[str, Reading]:
    content = read_json(place)
    texts = content.get("texts", {}) if content.get("by") == _own_code() else {}
    return {key: Reading(tuple((module, tuple((name, here) for name, here in names)) for module, names in imports),
                         tuple((first, last) for first, last in docstrings))
            for key, (imports, docstrings) in texts.items()}


@cache
def _own_code() -> str:
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
