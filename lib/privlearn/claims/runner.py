"""The runner: every check, every sabotage, and the statuses computed from them.

Definitions
-----------
A sabotage is *caught* if the corrupted object differs from the right one, the check returns a failed verdict on it,
and the check's verifier accepts the witness; a crash is not a catch.  A claim is *checked* if it has checks, all
hold, and all its sabotages are caught (checks that it shares with a twin, ``same_as``, are run once, shown with both
and counted once); *fully checked* if it and all that it uses are checked (unknown where a used
claim was not run).
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import joblib
import numpy as np

from privlearn.claims import registry
from privlearn.claims.encoding import encode
from privlearn.claims.registry import Check, Claim, Sabotage
from privlearn.claims.verdict import EXACT_GRADES, Verdict, floats_inside

Result = dict[str, Any]
Results = list[tuple[Result, list[Result]]]


def run_check(check: Check, *, seed: int = 0) -> Result:
    """Run one check on its right object and return its row of the report."""
    started = time.perf_counter()
    row: Result = {"name": check.name, "grade": check.grade, "quantifier": check.quantifier}
    try:
        verdict = _verdict(check, check.right_object, seed)
        row |= {"holds": verdict.holds, "left": encode(verdict.left), "right": encode(verdict.right),
                "slack": encode(verdict.slack), "witness": encode(verdict.witness), "instances": verdict.instances}
    except Exception as error:
        row |= {"holds": False, "left": None, "right": None, "slack": None, "witness": _story(error), "instances": 0}
    return row | {"seconds": round(time.perf_counter() - started, 3)}


def run_sabotage(check: Check, sabotage: Sabotage, *, seed: int = 0) -> Result:
    """Give the corrupted object to the check; it must fail with a witness that the verifier accepts."""
    started = time.perf_counter()
    try:
        caught, witness = _catch(check, sabotage, seed)
    except Exception as error:
        caught, witness = False, _story(error)
    return {"name": sabotage.name, "caught": caught, "witness": encode(witness),
            "seconds": round(time.perf_counter() - started, 3)}


def _catch(check: Check, sabotage: Sabotage, seed: int) -> tuple[bool, Any]:
    if check.verify_witness is None:
        return False, f"check {check.name!r} has no verifier"
    mark = check.fingerprint or (lambda judged: judged)
    corrupted = sabotage.make()
    if mark(corrupted) == mark(check.right_object):
        return False, "the corrupted object does not differ from the right one"
    verdict = _verdict(check, corrupted, seed)
    if verdict.holds:
        return False, "the check passed on the corrupted object"
    if not check.verify_witness(corrupted, verdict.witness):
        return False, f"the verifier refused the witness {verdict.witness!r}"
    return True, verdict.witness


def _verdict(check: Check, judged: Any, seed: int) -> Verdict:
    extra = {}
    if check.takes_rng:
        extra["rng"] = np.random.default_rng([seed, crc32(check.name.encode())])
    verdict = check(judged, **extra)
    if check.grade in EXACT_GRADES and floats_inside(verdict):
        raise TypeError(f"a check of grade {check.grade} must not contain floats, got {verdict}")
    return verdict


def _story(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.name}, line {frame.lineno})"


def run_claim_check(id: str, index: int, seed: int) -> tuple[str, int, Result, list[Result]]:
    """Run one check of a claim with its sabotages."""
    check = registry.load()[id].checks[index]
    return id, index, run_check(check, seed=seed), [run_sabotage(check, s, seed=seed) for s in check.sabotages]


def run_claim_checks(id: str, indices: list[int], seed: int) -> list[tuple[str, int, Result, list[Result]]]:
    """Run checks of one claim (the unit of work of a process: they often share what takes long to compute)."""
    return [run_claim_check(id, index, seed) for index in indices]


def run(claims: dict[str, Claim], *, jobs: int = 1, long: bool = False, seed: int = 0,
        progress: bool = False) -> dict[str, Any]:
    """Run claims and their sabotages and return the report of ``privlearn verify --json``.

    Parameters
    ----------
    claims : dict
        Id -> claim, from :func:`~privlearn.claims.registry.select`.
    jobs : int
        Number of processes.
    long : bool
        Also run checks that take minutes.
    seed : int
        Seeds the statistical checks.
    progress : bool
        Write one line for each finished check to standard error.
    """
    started = time.perf_counter()
    everything = registry.load()
    needed = claims | {id: everything[id] for entry in claims.values() for id in entry.same_as}
    work = [(id, k) for id, entry in needed.items() for k, c in enumerate(entry.checks) if long or not c.long]
    rows: dict[str, dict[int, tuple[Result, list[Result]]]] = {id: {} for id in needed}
    for done, (id, k, row, sabotages) in enumerate(_results(work, jobs, seed), start=1):
        rows[id][k] = row, sabotages
        if progress:
            good = row["holds"] and all(s["caught"] for s in sabotages)
            line = f"[{done:{len(str(len(work)))}}/{len(work)}] {'ok    ' if good else 'FAILED'} {id}: {row['name']}"
            print(f"{line} ({row['seconds']:.1f} s)", file=sys.stderr, flush=True)
    ran = {id: [rows[id][k] for k in sorted(rows[id])] for id in needed}
    reports = [_report(entry, ran[id], {twin: ran[twin] for twin in entry.same_as}) for id, entry in claims.items()]
    _add_full_status(reports)
    return {"summary": _summary(reports, time.perf_counter() - started), "claims": reports}


def _results(work: list[tuple[str, int]], jobs: int, seed: int) -> Iterator[tuple[str, int, Result, list[Result]]]:
    if jobs == 1 or len(work) < 2:
        return (run_claim_check(id, k, seed) for id, k in work)
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    together: dict[str, list[int]] = {}
    for id, k in work:
        together.setdefault(id, []).append(k)
    batches = parallel(joblib.delayed(run_claim_checks)(id, indices, seed) for id, indices in together.items())
    return (row for batch in batches for row in batch)


def _report(entry: Claim, own: Results, shared: dict[str, Results]) -> Result:
    marked = [({**row, "shared_from": id}, [{**s, "shared_from": id} for s in caught])
              for id, results in shared.items() for row, caught in results]
    checks = [row for row, _ in (*own, *marked)]
    sabotages = [s for _, caught in (*own, *marked) for s in caught]
    checked = bool(checks) and all(c["holds"] for c in checks) and bool(sabotages) and all(
        s["caught"] for s in sabotages)
    return {"id": entry.id, "checked": checked and entry.kind != "context", "fully_checked": None,
            "checks": checks, "sabotages": sabotages}


def _add_full_status(reports: list[Result]) -> None:
    """Fill ``fully_checked``: False if anything used (transitively) failed, None if something was not run."""
    claims, by_id = registry.load(), {report["id"]: report for report in reports}
    for report in reports:
        seen: set[str] = set()
        waiting = [report["id"]]
        while waiting:
            id = waiting.pop()
            if id not in seen:
                seen.add(id)
                waiting += (*claims[id].uses, *claims[id].same_as) if id in claims else ()
        known = [by_id[id]["checked"] for id in seen if id in by_id]
        report["fully_checked"] = False if not all(known) else True if len(known) == len(seen) else None


def _summary(reports: list[Result], seconds: float) -> Result:
    present = {report["id"] for report in reports}
    checks, sabotages = ([row for report in reports for row in report[kind] if row.get("shared_from") not in present]
                         for kind in ("checks", "sabotages"))
    return {
        "claims": len(reports),
        "checks": len(checks),
        "checked": sum(report["checked"] for report in reports),
        "sabotages": len(sabotages),
        "caught": sum(s["caught"] for s in sabotages),
        "seconds": round(seconds, 1),
    }


def all_is_well(report: dict[str, Any]) -> bool:
    """Tell whether every claim that has checks is checked (claims of kind ``context`` have none)."""
    claims = registry.load()
    return all(row["checked"] or claims[row["id"]].kind == "context" for row in report["claims"])
