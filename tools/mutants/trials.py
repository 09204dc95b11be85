"""Trying one mutant: which check refuses it, and if none does, which sabotage, crash, unit test or docstring example.

Definitions
-----------
A mutant is *killed by a verdict* if a check on its right object returns a failed verdict.  Otherwise, weaker: *by a
crash* if a check ends in an exception or takes ten times as long and more; *by a sabotage* if one is not caught any
more; *by a unit test* if a test or an example of the function's module fails.  Else it *survives*.

Only checks that reach the mutant's block are run, those first that killed its neighbours and then the quickest, until
one returns a failed verdict; after a crash only a few more, to see whether there is a verdict.  What is run would take
``EFFORT`` seconds without the mutant and takes about twice that at most: for what everything rests on that is less than
everything, so that a mutant may survive here and not there, never the other way round.  Mutants in guards are for the
unit tests: claims get less time.
"""

import ast
import contextlib
import doctest
import importlib
import io
import resource
import signal
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from privlearn.checking import registry
from privlearn.shown.missed import GUARD, Trial
from tools.mutants.changes import Mutant, mutants, mutated
from tools.mutants.children import Tell, in_child
from tools.mutants.importing import import_anew, swap
from tools.mutants.reach import COMPILED

EFFORT = 40.0  # seconds of processor time for the checks of one mutant, and for its sabotages
GUARD_EFFORT = 4.0  # the same for one in a guard
AFTER_CRASH = 4  # checks that are still run after one has crashed
PATIENCE = 10  # how many times longer than ever a check may take
SLOWER = 2  # times the effort after which no further check is begun
TESTS_SECONDS = 240.0
Reaching = list[tuple[str, int, float]]  # claim, number of its check, seconds


class TooLong(BaseException):
    """A check took much longer than ever; no handler of the library catches this."""


def try_mutant(mutant: Mutant, checks: Reaching, with_sabotages: Reaching, *, imported: bool,
               tests: Path | None) -> Trial:
    """Return what became of a mutant.

    Parameters
    ----------
    mutant : Mutant
    checks, with_sabotages : list of (claim, number of its check, seconds)
        The checks that reach it on their right object, and those that do with their sabotages; quickest first.
    imported : bool
        Whether importing the library runs the mutant: it is then imported anew.
    tests : Path, optional
        The folder of the unit tests; ``None``: those are not run.

    Returns
    -------
    dict
        The mutant's fields, ``outcome`` (``verdict``, ``crash``, ``sabotage``, ``unit test`` or ``survived``), ``by``
        (the check, sabotage or test), ``papers`` (whose claims reach it), ``imported``, ``reaching`` (how many checks
        do) and ``tried`` (how many of them were run); for a verdict or crash also ``check`` (claim, number and
        seconds) and ``grade``.
    """
    effort = GUARD_EFFORT if mutant.kind.endswith(GUARD) else EFFORT
    chosen = list(_within(checks, effort))
    told, ended = in_child(lambda tell: _run_checks(mutant, chosen, imported, SLOWER * effort, tell),
                           _whole(chosen, effort))
    outcome, by = _outcome(told, ended)
    killer = _killer(told, by) if outcome in ("verdict", "crash") else {}
    if outcome == "survived" and with_sabotages:
        some = list(_within(with_sabotages, effort))
        told_then, ended = in_child(lambda tell: _run_sabotages(mutant, some, imported, SLOWER * effort, tell),
                                    _whole(some, effort))
        outcome, by = _outcome(told_then, ended)
        if outcome == "crash":
            outcome = "sabotage"
    if outcome == "survived" and tests is not None:
        tree = mutated(mutant.file, mutant.id)
        told_then, ended = in_child(lambda tell: _run_tests(mutant.file, tree, tests, tell), TESTS_SECONDS)
        outcome, by = _outcome(told_then, ended)
        if outcome == "crash":
            outcome = "unit test"
    papers = sorted({id.split("-")[0] for id, *_ in with_sabotages})
    trial = asdict(mutant) | {
        "outcome": outcome, "by": by, "papers": papers, "imported": imported, "reaching": len(checks),
        "tried": sum("began" in part for part in told)}
    return trial | {key: killer[key] for key in ("check", "grade") if key in killer}


def _within(checks: Reaching, effort: float) -> Iterator[tuple[str, int, float]]:
    for id, k, seconds in checks:
        effort -= seconds
        if effort < 0:
            return
        yield id, k, seconds


def _limit(seconds: float) -> float:
    return PATIENCE * seconds + 3


def _whole(checks: Reaching, effort: float) -> float:
    """Return the seconds after which a process ends whatever it does, as where a mutant hangs while it is imported."""
    return SLOWER * effort + max((_limit(seconds) for *_, seconds in checks), default=0) + 30


def _outcome(told: list[Any], ended: bool) -> tuple[str, str]:
    """Return how a child's run came out: the strongest thing that it told."""
    for outcome in ("verdict", "sabotage", "unit test", "crash"):
        for part in told:
            if part.get("outcome") == outcome:
                return outcome, part["by"]
    if ended:
        return "survived", ""
    errors = [part["error"] for part in told if "error" in part]
    began = [f"{part['began']}: no end" for part in told if "began" in part]
    return "crash", (errors or began or ["no end"])[-1]


def _killer(told: list[Any], by: str) -> dict[str, Any]:
    """Return what was told of the check that killed: the one that said so, else the last that began."""
    said = [part for part in told if part.get("by") == by] or [part for part in told if "began" in part]
    return said[-1] if said else {}


def _with(mutant: Mutant, imported: bool) -> dict[str, Any]:
    """Put the mutant into this process; return the modules to use from here on."""
    tree, compiled = mutated(mutant.file, mutant.id), mutant.file.startswith(COMPILED)
    if imported or compiled or not swap(mutant.file, mutant.function, tree):
        import_anew(lambda file: tree if file == mutant.file else None, compile_anew=compiled)
    return {name: importlib.import_module(f"privlearn.checking.{name}") for name in ("registry", "runner")}


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Stop what takes longer: by an exception, and by the end of the process where compiled code hears of none."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(time.process_time() + _limit(seconds)) + 3
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard), hard))

    def stop(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _limit(seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _run_checks(mutant: Mutant, chosen: Reaching, imported: bool, effort: float, tell: Tell) -> None:
    modules, left, until = _with(mutant, imported), len(chosen), time.process_time() + effort
    with modules["runner"].collecting_seldom():
        for id, k, seconds in chosen:
            if time.process_time() > until:
                return
            by, about = f"{id}: importing", {"check": [id, k, seconds], "grade": ""}
            tell({"began": by} | about)
            try:
                check = modules["registry"].load(id.split("-")[0])[id].checks[k]
                by, about["grade"] = f"{id}: {check.name}", check.grade
                with _time_limit(seconds):
                    verdict = modules["runner"].judged_right(check)
            except (Exception, TooLong) as error:
                tell({"outcome": "crash", "by": f"{by}: {type(error).__name__}"} | about)
                left = min(left, AFTER_CRASH + 1)
            else:
                if not verdict.holds:
                    tell({"outcome": "verdict", "by": by} | about)
                    return
            left -= 1
            if left == 0:
                return


def _run_sabotages(mutant: Mutant, chosen: Reaching, imported: bool, effort: float, tell: Tell) -> None:
    modules, until = _with(mutant, imported), time.process_time() + effort
    for id, k, seconds in chosen:
        if time.process_time() > until:
            return
        check = modules["registry"].load(id.split("-")[0])[id].checks[k]
        for sabotage in check.sabotages:
            by = f"{id}: {check.name}: {sabotage.name}"
            tell({"began": by})
            with _time_limit(seconds):
                caught = modules["runner"].run_sabotage(check, sabotage)["caught"]
            if not caught:
                tell({"outcome": "sabotage", "by": by})
                return


def _run_tests(file: str, tree: ast.Module | None, tests: Path, tell: Tell) -> None:
    """Run the examples of a file's docstrings, the tests that mirror it, then those of its neighbours.

    With a tree, that is the file's code.
    """
    import_anew(lambda other: tree if other == file else None,
                compile_anew=tree is not None and file.startswith(COMPILED))
    name = "privlearn." + file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    tell({"began": "examples"})
    with contextlib.redirect_stdout(io.StringIO()):
        failed = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed
    if failed:
        tell({"outcome": "unit test", "by": f"examples of {name}"})
        return
    place = tests / Path(file).parent
    mirror = place / f"test_{Path(file).stem}.py"
    for by, files in ((mirror, {mirror} & {*place.glob("*.py")}), (place, {*place.glob("test_*.py")} - {mirror})):
        if files:
            tell({"began": str(by)})
            pytest = importlib.import_module("pytest")
            status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:nbval", "-p", "no:xdist",
                                  *sorted(map(str, files))])
            if status not in (0, 5):
                tell({"outcome": "unit test", "by": by.relative_to(tests).as_posix()})
                return


def loud_checks(checks: Reaching) -> list[list[Any]]:
    """Return which checks fail, crash or take too long in a process that imported the unchanged library anew.

    A measure whose unmutated code kills something is worth nothing.
    """
    def work(tell: Tell) -> None:
        import_anew(lambda file: None)
        load, judge = (getattr(importlib.import_module(f"privlearn.checking.{module}"), name)
                       for module, name in (("registry", "load"), ("runner", "judged_right")))
        for id, k, seconds in checks:
            check = load(id.split("-")[0])[id].checks[k]
            with contextlib.suppress(Exception, TooLong), _time_limit(seconds):
                if judge(check).holds:
                    tell([id, k])

    told, _ = in_child(work, sum(_limit(seconds) for *_, seconds in checks) + 30)
    return [[id, k, seconds] for id, k, seconds in checks if [id, k] not in told]


def has_loud_tests(file: str, tests: Path) -> bool:
    """Tell whether an example or a unit test of a file fails, or does not end, on the unchanged library."""
    told, ended = in_child(lambda tell: _run_tests(file, None, tests, tell), TESTS_SECONDS)
    return not ended or any("outcome" in part for part in told)


def try_all(batch: list[tuple[Mutant, Reaching, Reaching, bool]], tests: Path | None) -> list[Trial]:
    """Try several mutants, one after the other, each in processes of its own."""
    registry.load()  # imported here once, for all of them
    found: list[Trial] = []
    for mutant, checks, sabotages, imported in batch:
        killers = [trial["check"] for trial in reversed(found) if trial["outcome"] == "verdict"]
        first = [tuple(check) for check in killers if tuple(check) in checks]
        order = list(dict.fromkeys([*first, *checks]))
        found.append(try_mutant(mutant, order, sabotages, imported=imported, tests=tests))
    return found


def find(file: str, id: str) -> Mutant | None:
    """Return a mutant of a file by its id, ``None`` if the code has changed so that there is none."""
    return next((mutant for mutant in mutants(file) if mutant.id == id), None)
