"""The runner: every check, every sabotage, and the statuses computed from them.

Definitions
-----------
A sabotage is *caught* if the check returns a failed verdict on the corrupted object and the check's verifier accepts
the witness; a crash is not a catch.  A claim is *checked* if it has checks, all
hold, and all its sabotages are caught (checks that it shares with a twin, ``same_as``, are run once, shown with both
and counted once); *fully checked* if it and all that it uses are checked (unknown where a used
claim was not run).  A statement that is quoted, open or an assumption never counts as checked.  A check, or a sabotage,
that lacks an extra of the installation (``privlearn.extras``) is *skipped*: neither held nor failed (``None``), counted
nowhere, its claim not checked.  Any other error is a failure.
A *long* check is reported from its kept result (:mod:`~privlearn.checking.long_checks`) unless it
is run in full; what is kept of other code is listed as ``not_counted``.
"""

import gc
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from typing import Any
from zlib import crc32

import numpy as np

from privlearn.checking import long_checks, registry
from privlearn.checking.registry import Check, Claim, Sabotage
from privlearn.checking.verdict import EXACT_GRADES, Verdict, all_hold, floats_inside
from privlearn.checking.words import COUNTED, STATUSES
from privlearn.extras import lacking
from privlearn.keeping.encoding import encode

Result = dict[str, Any]
Ran = tuple[Result, list[Result], bool]  # a check's row, its sabotages, and whether they count
Results = list[Ran]
Unit = str | int
Progress = Callable[[int, int, bool, str], object]  # units done, of how many, whether the last is well, and its line


class Interrupted(KeyboardInterrupt):
    """A run was stopped, by an interrupt or an error of its cluster; ``report`` tells of the claims that were done."""

    def __init__(self, report: Result) -> None:
        super().__init__("the run was stopped")
        self.report = report


def run_check(check: Check, *, seed: int = 0) -> Result:
    """Run one check on its right object (a long one: on all its parts) and return its row of the report."""
    started = time.perf_counter()
    try:
        row = long_checks.shown(judged_right(check, seed=seed))
    except Exception as error:
        row = _crashed(error)
    return long_checks.first_line(check) | row | {"seconds": round(time.perf_counter() - started, 3)}


def judged_right(check: Check, *, seed: int = 0) -> Verdict:
    """Return a check's verdict on its right object; an exception stays one."""
    return _verdict(check, check.right_object, seed)


def run_sabotage(check: Check, sabotage: Sabotage, *, seed: int = 0) -> Result:
    """Give the corrupted object to the check; it must fail with a witness that the verifier accepts."""
    started = time.perf_counter()
    caught: bool | None
    try:
        caught, witness = _catch(check, sabotage, seed)
    except Exception as error:
        caught, witness = (None, lacking(error)) if lacking(error) else (False, _story(error))
    return {"name": sabotage.name, "caught": caught, "witness": encode(witness),
            "seconds": round(time.perf_counter() - started, 3)}


def _catch(check: Check, sabotage: Sabotage, seed: int) -> tuple[bool, Any]:
    if check.verifier is None:
        name = f"refutes_{check.function.__name__}"
        return False, f"check {check.name!r} has no verifier: define {name}(judged, witness) beside it"
    corrupted = sabotage.make()
    verdict = _verdict(check, corrupted, seed)
    if verdict.holds:
        return False, "the check passed on the corrupted object"
    if not check.is_refuted(corrupted, verdict.witness):
        return False, f"the verifier refused the witness {verdict.witness!r}"
    return True, verdict.witness


def _verdict(check: Check, judged: Any, seed: int) -> Verdict:
    """Judge an object; by a long check on part after part, until one fails."""
    if not check.parts:
        return _judged(check, judged, seed)
    verdicts: list[Verdict] = []
    for part in range(check.parts):
        verdicts.append(_judged(check, judged, seed, part=part))
        if not verdicts[-1].holds:
            break
    return all_hold(*verdicts)


def _judged(check: Check, judged: Any, seed: int, **extra: Any) -> Verdict:
    if check.takes_rng:
        extra["rng"] = np.random.default_rng([seed, crc32(check.name.encode())])
    verdict = check(judged, **extra)
    if check.grade in EXACT_GRADES and floats_inside(verdict):
        raise TypeError(f"a check of grade {check.grade} must not contain floats, got {verdict}")
    return verdict


def _crashed(error: Exception) -> Result:
    """Return what a row says of a check that an error ended: it failed, or was skipped for want of an extra."""
    told = lacking(error)
    return {"holds": None if told else False, "left": None, "right": None, "slack": None,
            "witness": told or _story(error), "instances": 0, "covered": 0}


def skipped(report: Result) -> list[str]:
    """Return for want of what parts of a claim were skipped, each said once; nothing if a part of it failed."""
    ends = [(row.get(end, True), row.get("witness")) for part, end in (("checks", "holds"), ("sabotages", "caught"))
            for row in report.get(part, ())]
    return [] if any(good is False for good, _ in ends) else list(dict.fromkeys(
        told for good, told in ends if good is None))


def _story(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.name}, line {frame.lineno})"


def run_unit(id: str, index: int, what: Unit, seed: int) -> Any:
    """Do one unit of work of a process: a check or a part of a long one.

    ``what`` is ``"all"`` for a check with its sabotages, ``"again"`` for a part of a kept result, the number of a part
    of a long check, or ``"sabotages"`` for the sabotages of a long check.
    """
    check = registry.load()[id].checks[index]
    if isinstance(what, int):
        started = time.process_time()
        verdict = _judged(check, check.right_object, seed, part=what)
        return verdict, time.process_time() - started
    if what == "again":
        return long_checks.again(id, check, lambda part: _judged(check, check.right_object, 0, part=part), seed)
    sabotages = [run_sabotage(check, s, seed=seed) for s in check.sabotages]
    return sabotages if what == "sabotages" else (run_check(check, seed=seed), sabotages, True)


def run_safely(id: str, index: int, what: Unit, seed: int) -> tuple[str, int, Unit, Any]:
    """Do one unit of work; an error of a long check is a result as well."""
    try:
        return id, index, what, run_unit(id, index, what, seed)
    except Exception as error:
        return id, index, what, _crashed(error)


def run_all_safely(units: list[tuple[str, int, Unit, int]]) -> list[tuple[str, int, Unit, Any]]:
    """Do units of one page in one process: its checks often share what takes long to compute."""
    with collecting_seldom():
        return [run_safely(*unit) for unit in units]


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Let the garbage collector look after 100,000 new objects, not 700.

    Exact laws are made of small objects that live until their check ends; looking at them again and again takes a
    twelfth of a run.
    """
    before = gc.get_threshold()
    gc.set_threshold(100_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def run(claims: dict[str, Claim], *, jobs: int = 1, long: bool = False, seed: int = 0,
        progress: Progress | None = None, keep: bool = False, again: int = 0) -> dict[str, Any]:
    """Run claims and their sabotages and return the report of ``privlearn verify --json``.

    Parameters
    ----------
    claims : dict
        Id -> claim, from :func:`~privlearn.checking.registry.select`.
    jobs : int
        Number of processes; -1 for all there are (inside :func:`~privlearn.checking.cluster.on_cluster`: all of the
        cluster's).
    long : bool
        Run long checks as well; without it their kept results are reported, and computed again in part.
    seed : int
        Seeds the statistical checks.
    progress : callable, optional
        Called after each unit of work with the number of those done, of all, whether it is well, and a line on it.
    keep : bool
        With ``long``: keep the results of long checks as data of the library.
    again : int
        Seeds the choice of the parts of kept results that are computed again.

    Raises
    ------
    Interrupted
        On an interrupt, or an error of the cluster, which is then its cause: with the report of the claims that are
        done; all processes of the run have ended.
    """
    started = time.perf_counter()
    everything = registry.load()
    needed = claims | {id: everything[id] for entry in claims.values() for id in entry.same_as}
    work = [unit for entry in needed.values() for unit in _units(entry, long)]
    found: dict[tuple[str, int], dict[Unit, Any]] = {}
    stop: BaseException | None = None
    try:
        with closing(_results(work, jobs, seed, again)) as results:
            for done, (id, k, what, result) in enumerate(results, start=1):
                found.setdefault((id, k), {})[what] = result
                if progress is not None:
                    progress(done, len(work), *_told(needed[id], k, what, result))
    except (KeyboardInterrupt, Exception) as error:  # what was done is not lost, whatever ends the run
        stop = error
    left = {id for id, k, what in work if what not in found.get((id, k), {})}
    claims = {id: entry for id, entry in claims.items() if left.isdisjoint((id, *entry.same_as))}
    ran: dict[str, Results] = {id: [] for id in needed}
    for (id, k), units in sorted(found.items(), key=lambda item: item[0][1]):
        if id not in left:
            ran[id].append(_joined(needed[id], k, units, keep))
    rows = [_report(entry, ran[id], {twin: ran[twin] for twin in entry.same_as}) for id, entry in claims.items()]
    report = report_of(rows, time.perf_counter() - started)
    if stop is not None:
        raise Interrupted(report) from stop
    return report


def report_of(rows: list[Result], seconds: float) -> Result:
    """Return the report that the rows of several claims make together, with the time that they took."""
    add_full_status(rows)
    return {"summary": _summary(rows, seconds), "claims": rows}


def _units(entry: Claim, long: bool) -> list[tuple[str, int, Unit]]:
    """Return the units of work of a claim."""
    found: list[tuple[str, int, Unit]] = []
    for k, check in enumerate(entry.checks):
        whats: list[Unit] = ["all"] if not check.long else [*range(check.parts), "sabotages"] if long else ["again"]
        found += [(entry.id, k, what) for what in whats]
    return found


def _told(entry: Claim, index: int, what: Unit, result: Any) -> tuple[bool, str]:
    """Return whether a finished unit of work is well, and the line that tells of it."""
    check = entry.checks[index]
    if isinstance(what, int):
        ended = isinstance(result, dict)  # by an error
        good, seconds = (result["holds"] is None, 0.0) if ended else (result[0].holds, result[1])
        told = f"part {what} of {check.parts} ({seconds:.1f} s)"
    elif what == "sabotages":
        good, told = not isinstance(result, dict) and all(s["caught"] is not False for s in result), "its sabotages"
    elif isinstance(result, dict):
        good, told = result["holds"] is None, result["witness"]
    else:
        row, sabotages, counts = result
        good = not counts or row["holds"] is not False and all(s["caught"] is not False for s in sabotages)
        told = f"({row['seconds']:.1f} s)" if what == "all" else _told_again(row, counts)
    return good, f"{'ok    ' if good else 'FAILED'} {entry.id}: {check.name} {told}"


def _told_again(row: Result, counts: bool) -> str:
    if not counts:
        return f"[{long_checks.provenance(row['stored'])}]"
    if "stored" not in row:
        return str(row["witness"])
    stored = row["stored"]
    return f"[stored; part {stored['part']} again, drawn by {stored['seed']}] ({row['seconds']:.1f} s)"


def _joined(entry: Claim, index: int, units: dict[Unit, Any], keep: bool) -> Ran:
    """Return the row of a check, its sabotages and whether they count, from its units of work."""
    check = entry.checks[index]
    crashed = [result for result in units.values() if isinstance(result, dict)]
    if crashed:
        worst = min(crashed, key=lambda result: result["holds"] is None)  # a failed part counts, not a skipped one
        return long_checks.first_line(check) | worst | {"seconds": 0.0}, [], True
    if not set(units) - {"all", "again"}:
        ran: Ran = next(iter(units.values()))
        return ran
    parts = [units[part] for part in range(check.parts)]
    row = long_checks.row_of(check, long_checks.part_rows(parts))
    if keep and row["holds"] and all(s["caught"] for s in units["sabotages"]):
        long_checks.keep(entry.id, check, parts, units["sabotages"])
    return row, units["sabotages"], True


def _results(work: list[tuple[str, int, Unit]], jobs: int, seed: int, again: int,
             ) -> Generator[tuple[str, int, Unit, Any], None, None]:
    seeded = [(*unit, again if unit[2] == "again" else seed) for unit in work]
    if jobs == 1 or len(work) < 2:
        yield from (run_safely(*unit) for unit in seeded)
        return
    import joblib

    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    together: dict[tuple[str, Unit], list[tuple[str, int, Unit, int]]] = {}
    for unit in seeded:
        id, index, what, _ = unit
        place = (registry.load()[id].page, "all") if what == "all" else (f"{id}, check {index}", what)
        together.setdefault(place, []).append(unit)
    with warnings.catch_warnings(), closing(parallel(
            joblib.delayed(run_all_safely)(units) for units in together.values())) as batches:
        # a process that has grown large is replaced, which joblib warns of
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs were given to the executor")
        for batch in batches:  # when this ends early, the processes end, too
            yield from batch


def _report(entry: Claim, own: Results, shared: dict[str, Results]) -> Result:
    marked = [({**row, "shared_from": id}, [{**s, "shared_from": id} for s in caught], counts)
              for id, results in shared.items() for row, caught, counts in results]
    checks = [row for row, _, counts in (*own, *marked) if counts]
    sabotages = [s for _, caught, counts in (*own, *marked) for s in caught if counts]
    left_out = [row for row, _, counts in (*own, *marked) if not counts]
    report = {"id": entry.id, "status": entry.status, "checked": False, "fully_checked": None,
              "checks": checks, "sabotages": sabotages, **({"not_counted": left_out} if left_out else {})}
    return report | {"checked": entry.status in COUNTED and bool(checks) and bool(sabotages) and holds(report)}


def holds(report: Result) -> bool:
    """Tell whether all checks of a claim hold and all its sabotages are caught; it may have none."""
    return all(row["holds"] for row in report["checks"]) and all(row["caught"] for row in report["sabotages"])


def is_well(report: Result) -> bool:
    """Tell whether a claim is checked or, if it does not count, what is computed beside it holds."""
    return report["checked"] or (report["status"] not in COUNTED and holds(report))


def word(report: Result) -> str:
    """Return the verdict on a claim in a word or three, the same wherever it is shown."""
    if is_well(report):
        return STATUSES[report["status"]]
    return "not checked here" if skipped(report) or not report["checks"] else "does not hold"


def add_full_status(reports: list[Result]) -> None:
    """Fill ``fully_checked``: False if anything used (transitively) failed, None if anything was skipped or not run."""
    claims, by_id = registry.load(), {report["id"]: report for report in reports}
    for report in reports:
        seen: set[str] = set()
        waiting = [report["id"]]
        while waiting:
            id = waiting.pop()
            if id not in seen:
                seen.add(id)
                waiting += (*claims[id].uses, *claims[id].same_as) if id in claims else ()
        known = [by_id[id]["checked"] for id in seen if id in by_id and not skipped(by_id[id])]
        report["fully_checked"] = False if not all(known) else True if len(known) == len(seen) else None


def _summary(reports: list[Result], seconds: float) -> Result:
    present = {report["id"] for report in reports}
    checks, sabotages = ([row for report in reports for row in report[kind] if row.get("shared_from") not in present]
                         for kind in ("checks", "sabotages"))
    judged, tried = ([row for row in rows if row[end] is not None] for rows, end in
                     ((checks, "holds"), (sabotages, "caught")))
    left_out = len(checks) + len(sabotages) - len(judged) - len(tried)
    return {
        "claims": len(reports),
        "checks": len(judged),
        "checked": sum(report["checked"] for report in reports),
        "sabotages": len(tried),
        "caught": sum(s["caught"] for s in tried),
        "seconds": round(seconds, 1),
    } | ({"skipped": left_out} if left_out else {})


def all_is_well(report: dict[str, Any]) -> bool:
    """Tell whether every claim that counts is checked, and what is computed beside the others holds."""
    return all(map(is_well, report["claims"]))
