"""What the command line lists of claims, and runs: the claims that are asked for, their verdicts kept and reported.

Definitions
-----------
A claim is *up to date* if it was checked and its stored verdicts are of the code at hand
(:func:`~privlearn.checking.store.behind`).  The controls are the catalogue of broken mechanisms
(``privlearn.broken``); a run of all claims runs them too.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import zip_longest
from secrets import randbits
from typing import Any

from privlearn.broken import catalogue
from privlearn.checking import registry, runner, statements, store
from privlearn.checking.cluster import on_cluster
from privlearn.checking.proofs import CONCLUSION, proof_of
from privlearn.checking.runner import Progress
from privlearn.exact.formula_text import conditions_of, text_of
from privlearn.exact.formulas import Formula

Report = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """What a run found: its report, what is wrong with the controls, and whether it was stopped before its end."""

    report: Report
    controls: list[Report] | None
    stopped: bool = False

    @property
    def complaints(self) -> list[str]:
        """What is wrong with the catalogue of broken mechanisms, if it was run."""
        return catalogue.complaints(self.controls) if self.controls is not None else []

    @property
    def is_well(self) -> bool:
        """Whether every claim that has checks is checked, and every control tells right from wrong."""
        return not self.stopped and runner.all_is_well(self.report) and not self.complaints


def verify(ids: list[str], *, jobs: int = 1, scheduler: str = "", long: bool = False, keep: bool = False,
           changed: bool = False, seed: int | None = None, progress: Progress | None = None) -> Run:
    """Run claims with their sabotages, keep their verdicts in the book around the working directory, and report them.

    Parameters
    ----------
    ids : list of str
        Claims, or beginnings of ids; empty: all, and the controls.
    jobs : int
        Number of processes.
    scheduler : str
        Address of a Dask cluster to run on instead.
    long, keep : bool
        See :func:`~privlearn.checking.runner.run`.
    changed : bool
        Run only what is not up to date; the rest is reported from the store.
    seed : int, optional
        Seeds statistical checks (default: 0), and the choice of parts that are computed again (default: any).
    progress : callable, optional
        See :func:`~privlearn.checking.runner.run`.

    Raises
    ------
    ValueError
        If an id or the scheduler is unknown, a worker not fit, or ``keep`` comes without ``long``.
    """
    if keep and not long:
        raise ValueError("--keep must come with --long")
    claims = registry.select(ids)
    if long and not ids:
        claims = {id: entry for id, entry in claims.items() if any(check.long for check in entry.checks)}
    if jobs > 1:
        import joblib  # noqa: F401  # what needs it and has it not is refused before any work
    due = {id: entry for id, entry in claims.items() if not changed or not _is_up_to_date(entry)}
    with_controls, elsewhere, stopped = not (ids or long), bool(scheduler) or jobs > 1, False
    with runner.collecting_seldom(), on_cluster(scheduler) if scheduler else nullcontext(), \
            ThreadPoolExecutor(1) as beside:
        # While other processes run the claims, this one has time for what comes after them.
        controls_ahead = beside.submit(_controls, changed) if with_controls and elsewhere else None
        if elsewhere:
            beside.submit(lambda: [store.behind(entry) for entry in due.values()])
        try:
            report = runner.run(due, jobs=-1 if scheduler else jobs, long=long, seed=seed or 0, progress=progress,
                                keep=keep, again=randbits(32) if seed is None else seed)
        except runner.Interrupted as interrupt:
            report, stopped = interrupt.report, True
            if isinstance(interrupt.__cause__, Exception):
                store.write(report)
                raise interrupt.__cause__ from None
    controls = None
    if with_controls and not stopped:
        controls = controls_ahead.result() if controls_ahead else _controls(changed)
    store.write(report, controls=controls)
    if changed:
        fresh = {row["id"]: row for row in report["claims"]}
        known = {id: store.stored_claim(id) or fresh.get(id) for id in claims}
        report = runner.report_of([row for row in known.values() if row], report["summary"]["seconds"])
    return Run(report, controls, stopped)


def _is_up_to_date(entry: registry.Claim) -> bool:
    row = store.stored_claim(entry.id)
    return row is not None and runner.is_well(row)


def _controls(changed: bool) -> list[Report]:
    """Return the rows of the controls: run, or stored if they are up to date and only what changed is wanted."""
    known = store.stored_controls() if changed else None
    return known if known is not None and not catalogue.complaints(known) else catalogue.run_catalogue()


def describe(entry: registry.Claim) -> dict[str, Any]:
    """Return what ``privlearn claims --json`` says of a claim; shared checks follow its own.

    Of a formula it says how many mutants there are and what refutes them where that has been measured on this code.
    """
    claims = registry.load()
    checks = [*entry.checks, *(c for id in entry.same_as for c in claims[id].checks)]
    return {
        "id": entry.id, "paper": entry.paper, "section": entry.section, "kind": entry.kind, "title": entry.title,
        "uses": list(entry.uses),
        "checks": [{"name": c.name, "grade": c.grade, "quantifier": c.quantifier, "long": c.long} for c in checks],
        "sabotages": [sabotage.name for c in checks for sabotage in c.sabotages],
        "page": entry.page, "same_as": list(entry.same_as), "step_of": entry.step_of or None,
        "erratum": {"kind": entry.erratum_kind, "text": entry.erratum} if entry.erratum else None,
        "note": entry.note, "status": entry.status, "reason": entry.why,
        "hypotheses": [{"name": name, "needless": why or None} for name, why in entry.hypotheses.items()],
        "formulas": [_stated(formula, row) for formula, row in zip_longest(
            entry.formulas, statements.kept(entry) or [])],
        "proof": _proof(entry),
    }


def _proof(entry: registry.Claim) -> dict[str, Any] | None:
    """Return what is said of a proof: where it stands, and of one that is a program its steps and hypotheses."""
    kind = {"proved": "complete", "quoted": "quoted"}.get(entry.status)
    program = next(filter(None, map(proof_of, (entry.id, *entry.same_as))), None)
    if kind is None or entry.step_of:
        return None
    return {"kind": kind, "steps": len(program.steps) + len(program.wordless) if program else 0,
            "lines": len(program.steps) if program else 0, "hypotheses": [
                {"name": h.name, "breaks": h.breaks[0] if h.breaks else None, "conclusion": CONCLUSION in h.breaks}
                for h in program.hypotheses] if program else []}


def _stated(formula: Formula, row: dict[str, Any] | None) -> dict[str, Any]:
    return {"name": formula.function.__name__, "kind": formula.kind, "latex": text_of(formula),
            "conditions": conditions_of(formula),
            **{fate: row[fate] if row else None for fate in ("mutants", *statements.FATES)}}
