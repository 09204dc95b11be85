"""The exercises of a page: what is asked, what an answer may use, where it begins, who judges it.

Definitions
-----------
A page is MyST text, prose and *code cells*.  An *exercise* is a statement between ``exercise-start`` and
``exercise-end``, followed by its *stub*, a cell with the tag ``exercise-stub``, and by a solution: prose, and a cell
with the tag ``exercise-solution``.  The *judge* is the function whose name begins with ``judge_`` and which the stub
calls.  The *set-up* are the statements in earlier cells that stub and solution need: those that bind a name which they
load, then those which these need, and so on; of an import, the names that are needed.  Of exercises only imports
belong to it.  What a solution needs of its stub is a part of the solution.

>>> needed(["from math import comb, pi\\nk = 3", "n = k + 1\\nprint(n)"], "comb(n, 2)")
'from math import comb\\nk = 3\\nn = k + 1'
"""

import ast
import dis
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple

CELL = re.compile(r"^```\{code-cell\} ipython3\n(?P<head>---\n.*?\n---\n|(?::[^\n]*\n)*)"
                  r"(?P<code>.*?)^```$", re.S | re.M)
EXERCISE = re.compile(r"^```\{exercise-start\}\n:label: (?P<label>\S+)\n(?::[^\n]*\n)*```\n"
                      r"(?P<statement>.*?)^```\{exercise-end\}\n```$", re.S | re.M)
SOLUTION = re.compile(r"^```\{solution-start\} (?P<label>\S+)\n(?::[^\n]*\n)*```\n"
                      r"(?P<text>.*?)^```\{solution-end\}$", re.S | re.M)
CERTAIN = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)  # they always bind
STUB, SOLVED, SEED = "exercise-stub", "exercise-solution", "SEED = "


@dataclass(frozen=True)
class Cell:
    """A code cell of a page: its tags, its code, and where it begins in the page's text."""

    tags: tuple[str, ...]
    code: str
    start: int


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """An exercise.

    Attributes
    ----------
    label, page : str
        As ``exercise-two-subsets`` and ``points-and-intervals/generic-learner``.
    judge : str
        Where the judge is, ``module:name``.
    setup : str
        What has to run before an answer.
    stub : str
        The answer to begin with, which is refused.
    seed : int or None
        Which instance is asked for: the number in the stub's first line, ``SEED = 0``; ``None`` if there is only one.
    statement, solution, explanation : str
        What is asked; an answer that is accepted, and the prose before it.
    """

    label: str
    page: str
    judge: str
    setup: str
    stub: str
    seed: int | None = None
    statement: str = ""
    solution: str = ""
    explanation: str = ""

    def with_seed(self, seed: int) -> "Exercise":
        """Return the exercise for another seed; the same one if it takes none."""
        if type(seed) is not int or seed < 0:
            raise ValueError(f"seed must be an integer of at least 0, got {seed!r}")
        if self.seed is None:
            return self
        own, other = f"{SEED}{self.seed}\n", f"{SEED}{seed}\n"
        return replace(self, seed=seed, stub=self.stub.replace(own, other), solution=self.solution.replace(own, other))


def cells(text: str) -> list[Cell]:
    """Return the code cells of a page."""
    return [Cell(_tags(found["head"]), found["code"].rstrip("\n"), found.start()) for found in CELL.finditer(text)]


def _tags(head: str) -> tuple[str, ...]:
    found = re.search(r"^:?tags: \[([^\]]*)\]$", head, re.M)
    return tuple(re.findall(r"[\w-]+", found[1])) if found else ()


def exercises(text: str, page: str) -> list[Exercise]:
    """Return the exercises on a page, in their order.

    Parameters
    ----------
    text : str
        The page's source.
    page : str
        Its name, from ``book/`` and without the ending.

    Raises
    ------
    ValueError
        If an exercise lacks its stub, its solution or its judge.
    """
    code, solutions = cells(text), {found["label"]: found for found in SOLUTION.finditer(text)}
    starts = list(EXERCISE.finditer(text))
    ends = [*(start.start() for start in starts[1:]), len(text)][:len(starts)]
    return [_exercise(found, [cell for cell in code if cell.start < end], solutions.get(found["label"]), page)
            for found, end in zip(starts, ends, strict=True)]


def _exercise(found: re.Match, code: list[Cell], solved: re.Match | None, page: str) -> Exercise:
    label, own = found["label"], [cell for cell in code if cell.start > found.start()]
    stub = next((cell.code for cell in own if STUB in cell.tags), "")
    solution = next((cell.code for cell in own if SOLVED in cell.tags), "")
    before = [_imports(cell.code) if {STUB, SOLVED} & {*cell.tags} else cell.code for cell in code
              if cell.start < found.start() or STUB in cell.tags]
    judge = next((name for name in re.findall(r"\bjudge_\w+(?=\()", stub)), "")
    modules = [node.module for node in ast.parse(needed(before, judge)).body if isinstance(node, ast.ImportFrom)]
    if not (stub and solution and solved and judge and modules):
        raise ValueError(f"{label} on the page {page} must have a stub that calls an imported judge, and a solution")
    solution = "\n".join(filter(None, (needed([stub], solution), solution)))
    return Exercise(label=label, page=page, judge=f"{modules[-1]}:{judge}", setup=needed(before, stub, solution, judge),
                    stub=stub, seed=0 if stub.startswith(f"{SEED}0\n") else None, statement=found["statement"].strip(),
                    solution=solution, explanation=CELL.sub("", solved["text"]).strip())


def _imports(code: str) -> str:
    return "\n".join(ast.unparse(node) for node in ast.parse(code).body if isinstance(node, ast.ImportFrom))


def needed(earlier: Iterable[str], *later: str) -> str:
    """Return those statements of earlier pieces of code that bind what the later pieces need."""
    wanted = set[str]().union(*(_names(compile(code, "<later>", "exec"))[1] for code in later))
    found = []
    for statement in reversed([statement for code in earlier for statement in _statements(code)]):
        if statement.bound & wanted:
            found.append(_source(statement, wanted))
            certain = isinstance(statement.node, CERTAIN)
            wanted = (wanted - statement.bound if certain else wanted) | statement.used
    return "\n".join(reversed(found))


class Statement(NamedTuple):
    """A statement: its tree and its lines, the names that it binds, and those that it needs."""

    node: ast.stmt
    source: str
    bound: frozenset[str]
    used: frozenset[str]


@lru_cache(maxsize=4096)
def _statements(code: str) -> tuple[Statement, ...]:
    """Return the statements of a cell; every exercise below it asks for them."""
    lines, found = code.splitlines(), []
    for node in ast.parse(code).body:
        first = min(part.lineno for part in (node, *getattr(node, "decorator_list", ())))
        names = _names(compile(ast.Module([node], []), "<earlier>", "exec"))
        found.append(Statement(node, "\n".join(lines[first - 1:node.end_lineno]), *map(frozenset, names)))
    return tuple(found)


def _source(statement: Statement, wanted: set[str]) -> str:
    """Return a statement's lines; of an import only what is wanted."""
    node = statement.node
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return statement.source
    names = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) in wanted]
    return ast.unparse(ast.Import(names) if isinstance(node, ast.Import) else
                       ast.ImportFrom(node.module, names, node.level))


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """Return the names that code binds at its top, and those that it loads before it has bound them."""
    bound, used = set(), set()
    for step in dis.get_instructions(code):
        if step.opname in ("STORE_NAME", "STORE_GLOBAL"):
            bound.add(step.argval)
        elif step.opname in ("LOAD_NAME", "LOAD_GLOBAL") and step.argval not in bound:
            used.add(step.argval)
    inner = [_names(constant)[1] for constant in code.co_consts if isinstance(constant, CodeType)]
    return bound, used | set().union(*inner) - bound


def of_book(book: Path) -> Iterator[Exercise]:
    """Yield the exercises of all pages below a folder with the sources of a book."""
    for path in sorted(book.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if "{exercise-start}" in text:
            yield from exercises(text, path.relative_to(book).with_suffix("").as_posix())
