"""`python -m tools weaken`: weaken checks in small ways and see what notices.

Definitions
-----------
A *weakening* is one change of a check's function after which it looks at less: a range or a listed family one shorter,
a filter or a skipped case let through, a loop that ends after its first round, one of several cases no longer yielded.
It is *noticed* if the check fails or crashes on the right object, if a sabotage escapes, or if what the check judged
differs from the ledger of evidence (`tools.evidence`).  What a check of minutes looks at is not weakened.
"""
import argparse
import ast
import copy
import datetime
import inspect
import json
import secrets
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from privlearn.checking import registry, runner
from privlearn.checking.registry import Check
from privlearn.keeping import read_json, write_text
from privlearn.progress import ProgressLine
from tools.evidence import LEDGER, Ledger, evidence
from tools.mutants.importing import code_in

KEPT = Path(__file__).parent / "checks.json"
DRAW = 100
FAMILIES = ("product", "zip", "enumerate", "combinations", "permutations", "chain", "sorted")  # calls that walk a list
Weakening = tuple[str, int, str]  # its kind, the line, what stood there
Trial = dict[str, Any]


def weakenings(function: ast.FunctionDef) -> Iterator[tuple[Weakening, ast.FunctionDef]]:
    """Yield all weakenings of a check's function, each with the function that it makes."""
    def inside(tree: ast.FunctionDef) -> Iterator[ast.AST]:  # without its decorators and defaults
        return (node for statement in tree.body for node in ast.walk(statement))

    yields = sum(isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom))
                 for node in inside(function))
    for number, node in enumerate(inside(function)):
        for kind, change in _changes(node, yields):
            made = copy.deepcopy(function)
            change(next(other for k, other in enumerate(inside(made)) if k == number))
            text = ast.unparse(node).splitlines()[0]
            yield (kind, getattr(node, "lineno", function.lineno), text), ast.fix_missing_locations(made)


def _changes(node: ast.AST, yields: int) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """Yield the kinds of weakening that begin at a node, each with what makes the change in its copy."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield "range cut", lambda call: call.args.__setitem__(
            min(1, len(call.args) - 1), ast.BinOp(call.args[min(1, len(call.args) - 1)], ast.Sub(), ast.Constant(1)))
    if isinstance(node, (ast.For, ast.comprehension)) and _is_listed(node.iter):
        yield "family cut", lambda loop: loop.iter.elts.pop()
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FAMILIES:
        for place, argument in enumerate(node.args):
            if _is_listed(argument):
                yield "family cut", partial(_shorten, place)
    if isinstance(node, ast.comprehension):
        for place in range(len(node.ifs)):
            yield "filter dropped", partial(_let_through, place)
    if isinstance(node, ast.If) and not node.orelse:
        yield "filter dropped", lambda branch: setattr(
            branch, "test", ast.Constant(not any(isinstance(part, ast.Continue) for part in branch.body)))
    if isinstance(node, ast.For):
        yield "early exit", lambda loop: loop.body.append(ast.Break())
    if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom)) and yields > 1:
        yield "case dropped", lambda statement: setattr(statement, "value", ast.Constant(None))


def _shorten(place: int, call: Any) -> None:
    call.args[place].elts.pop()


def _let_through(place: int, loop: Any) -> None:
    loop.ifs.pop(place)


def _is_listed(node: ast.AST) -> bool:
    return isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) > 1


def drawn(number: int, seed: int) -> list[tuple[str, int, Weakening, ast.FunctionDef]]:
    """Draw weakenings of all checks: the claim, the number of its check, what is changed, and the changed function."""
    found = []
    for id, entry in registry.load().items():
        for place, check in enumerate(entry.checks):
            function = _source(check)
            if function is not None and not check.long:
                found += [(id, place, *one) for one in weakenings(function)]
    return Random(seed).sample(found, min(number, len(found)))


def _source(check: Check) -> ast.FunctionDef | None:
    plain = inspect.unwrap(check.function)
    tree = _parsed(plain.__code__.co_filename)
    return next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == plain.__name__), None)


def _parsed(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def tried(id: str, place: int, change: Weakening, made: ast.FunctionDef, ledger: Ledger) -> Trial:
    """Weaken a check, run it and its sabotages, put it right again, and tell what noticed."""
    check = registry.load()[id].checks[place]
    plain = inspect.unwrap(check.function)
    right, tree = plain.__code__, _parsed(plain.__code__.co_filename)
    tree.body = [made if isinstance(node, ast.FunctionDef) and node.name == made.name else node for node in tree.body]
    code = code_in(compile(tree, right.co_filename, "exec", dont_inherit=True), [made.name])
    assert code is not None, "the function stands at the top of its module"
    plain.__code__ = code
    try:
        outcome = _outcome(id, check, ledger)
    finally:
        plain.__code__ = right
    return {"check": f"{id}: {check.name}", "kind": change[0], "line": change[1], "before": change[2],
            "outcome": outcome}


def _outcome(id: str, check: Check, ledger: Ledger) -> str:
    row = runner.run_check(check)
    if not row["holds"]:
        return "check fails"
    if not all(runner.run_sabotage(check, sabotage)["caught"] for sabotage in check.sabotages):
        return "sabotage escapes"
    now = evidence({"claims": [{"id": id, "checks": [row]}]})
    return "ledger" if any(ledger.get(name) != judged for name, judged in now.items()) else "unnoticed"


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Weaken checks in small ways.")
    parser.add_argument("--draw", type=int, default=DRAW, metavar="N", help=f"how many (default: {DRAW})")
    parser.add_argument("--seed", type=int, help="of the draw (default: a random one)")
    parser.add_argument("--keep", action="store_true", help="keep the trials, which a page shows")
    options = parser.parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    chosen, ledger, trials = drawn(options.draw, seed), read_json(LEDGER), []
    with ProgressLine("weakenings") as line:
        for done, one in enumerate(chosen, start=1):
            trials.append(tried(*one, ledger))
            line(done, len(chosen), trials[-1]["outcome"] != "unnoticed")
    for trial in trials:
        if trial["outcome"] == "unnoticed":
            print(f"{trial['check']}, line {trial['line']}: {trial['kind']} unnoticed: {trial['before']}")
    print(f"{sum(trial['outcome'] != 'unnoticed' for trial in trials)} of {len(trials)} noticed, drawn by {seed}")
    if options.keep:
        about = {"seed": seed, "date": datetime.date.today().isoformat()}
        write_text(KEPT, json.dumps({"about": about, "trials": trials}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
