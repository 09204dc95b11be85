"""Which checks enter which blocks of the library, measured: each check once, in a process of its own.

Definitions
-----------
A check *reaches* a block if its run on the right object enters it, its sabotages reach it if theirs do.  What is
entered while the library is imported is reached by every check.  Compiled functions cannot be watched: a check reaches
all blocks of their files if it reaches a function of a module that imports from one of them.

The result is kept by claim, with the hash of the code behind it (:func:`~privlearn.checking.store.behind`): after a
change only the claims that rest on it are watched again.
"""

import ast
import builtins
import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import joblib

from privlearn.checking import registry, store
from privlearn.keeping import read_json, write_json
from privlearn.keeping.code import files_behind
from tools.mutants.changes import blocks, source
from tools.mutants.children import Tell, in_child
from tools.mutants.importing import import_anew

COMPILED = "dimensions/compiled/"
ROOMS = ("exact", "laws", "concepts", "dimensions", "mechanisms", "learning", "communication", "online", "release",
         "learners")
PROPOSING = "interior_point/tree_log/search.py", "interior_point/heavy_paths/search.py"
LONGEST = 120.0  # seconds of processor time of one check with its sabotages
Reached = dict[str, Any]
Blocks = dict[str, list[int]]


@cache
def watched_files() -> tuple[str, ...]:
    """Return the files of the library on which some claim rests.

    Left out are those of the claims themselves, and searches that only propose, in floating point, what others certify.
    """
    modules = {check.function.__module__ for entry in registry.load().values() for check in entry.checks}
    found = {file for module in modules for file in files_behind(module)}
    return tuple(sorted(file for file in found if file.split("/")[0] in ROOMS and not file.endswith(PROPOSING)))


@cache
def first_blocks() -> dict[str, int]:
    """Return for every file the number of its first block, all blocks of all files being numbered through."""
    found, total = {}, 0
    for file in watched_files():
        found[file] = total
        total += len(blocks(ast.parse(source(file))))
    return found | {"": total}


def _marked(file: str) -> ast.Module | None:
    """Return a file's program, each block of which leaves its mark."""
    first = first_blocks().get(file)
    if first is None or file.startswith(COMPILED):
        return None
    tree = ast.parse(source(file))
    for number, body in enumerate(blocks(tree), start=first):
        mark = ast.parse(f"__marks__[{number}] = 1").body[0]
        has_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        after = next((k for k in range(has_text, len(body)) if not isinstance(body[k], (ast.Global, ast.Nonlocal))),
                     len(body))
        body.insert(after, mark)
    return ast.fix_missing_locations(tree)


def _watch(ids: list[str], tell: Tell) -> None:
    """Import the library with marks, run every check of some claims in a child, and tell what it reached."""
    marks = bytearray(first_blocks()[""])
    builtins.__marks__ = marks  # type: ignore[attr-defined]
    import_anew(_marked)
    from privlearn.checking import registry as watched, runner  # the one that was imported anew

    claims = watched.load()
    tell({"imported": _entered(marks)})

    def watch(check: Any, tell_back: Tell) -> None:
        with runner.collecting_seldom():
            marks[:] = bytes(len(marks))
            started = time.process_time()
            row = runner.run_check(check)
            tell_back({"seconds": round(time.process_time() - started, 3), "holds": row["holds"],
                       "reached": _entered(marks)})
            started = time.process_time()
            for made in check.sabotages:
                runner.run_sabotage(check, made)
            tell_back({"sabotage_seconds": round(time.process_time() - started, 3),
                       "reached_by_sabotages": _entered(marks)})

    for id in ids:
        for k, check in enumerate(claims[id].checks):
            if not check.long:
                told, _ = in_child(partial(watch, check), LONGEST)
                tell({"claim": id, "check": k, **{key: value for part in told for key, value in part.items()}})


def _entered(marks: bytearray) -> Blocks:
    """Return file -> numbers of its blocks that left a mark."""
    ends = iter([*first_blocks().values()][1:])
    found = ((file, marks[first:end]) for (file, first), end in zip(first_blocks().items(), ends, strict=False))
    return {file: [number for number, mark in enumerate(part) if mark] for file, part in found if any(part)}


def _watched(ids: list[str]) -> list[Any]:
    told, ended = in_child(lambda tell: _watch(ids, tell), 3600)
    if not ended:
        raise RuntimeError(f"watching {ids[0]} to {ids[-1]} did not end well: {told[-1:]}")
    return told


def measure(place: Path, jobs: int = 1) -> Reached:
    """Return what every check reaches; what ``place`` holds of the present code is not measured again.

    Returns
    -------
    dict
        ``imported``: blocks entered by importing, as file -> numbers; ``claims``: id -> its ``code`` and ``checks``,
        each with ``check`` (its number), ``seconds``, ``sabotage_seconds``, ``reached`` and ``reached_by_sabotages``.
    """
    kept = read_json(place)
    everything = registry.load()
    code = {id: store.behind(entry) for id, entry in everything.items() if entry.checks}
    known = {id: found for id, found in kept.get("claims", {}).items() if code.get(id) == found["code"]}
    due = [id for id in code if id not in known]
    result = {"imported": kept.get("imported", {}), "claims": known}
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    for told in parallel(joblib.delayed(_watched)(part) for part in _parts(due, 8 * max(jobs, 1))):
        for found in told:
            if "imported" in found:
                result["imported"] = found["imported"]
            else:
                id = found.pop("claim")
                known.setdefault(id, {"code": code[id], "checks": []})["checks"].append(found)
        write_json(place, result)
    return result


def _parts(ids: list[str], number: int) -> Iterator[list[str]]:
    """Cut a list into parts of neighbours: claims of one page share what takes long to import and compute."""
    size = -(-len(ids) // max(number, 1))
    yield from (ids[k : k + size] for k in range(0, len(ids), size or 1))


@cache
def importers_of(file: str) -> frozenset[str]:
    """Return the files that import from a compiled one, or from a compiled one that does."""
    name = "privlearn." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    found = {other for other in watched_files() if other != file and f"{name} import" in source(other)}
    return frozenset(found.union(*(importers_of(other) for other in found if other.startswith(COMPILED))))
