"""The measure: mutants drawn, tried and kept, and the numbers that they give.

Definitions
-----------
Mutants are killed *by checks* if one returned a failed verdict or crashed, and *by claims* if that or one of their
sabotages was not caught any more: both fail a run of the claims.  These are shares among those that are not equivalent;
*noticed* is the share killed by anything among those that are neither equivalent nor slack.
"""

import json
import random
from collections.abc import Callable, Collection, Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import joblib

from privlearn.checking import registry
from privlearn.keeping import write_text
from privlearn.keeping.code import code_of
from privlearn.shown.missed import BY_CHECKS, as_they_were, kept, of_whole_files
from tools.mutants import reach
from tools.mutants.changes import Mutant, mutants
from tools.mutants.trials import Reaching, Trial, find, has_loud_tests, loud_checks, try_all

FOLDER = Path(__file__).parent
KEPT = {name: FOLDER / f"{name}.json" for name in ("draw", "complete")}
# Where a slip would be worst: not a draw of the mutants of these files is tried, but all.
COMPLETE = ("laws/*", "mechanisms/audit.py", "release/*", "learners/interior_point/*", "*/plans.py")
BATCH = 12  # mutants of neighbouring lines, mostly: what killed one is tried first on the next
QUIET_BATCH = 60


def universe(files: Iterable[str] | None = None) -> list[Mutant]:
    """Return all mutants of the library's files on which some claim rests, or of some files."""
    return [mutant for file in (reach.watched_files() if files is None else files) for mutant in mutants(file)]


def matching(patterns: Sequence[str] = COMPLETE) -> list[str]:
    """Return the files on which some claim rests that have a mutant and match a pattern."""
    return [file for file in reach.watched_files()
            if any(fnmatch(file, pattern) for pattern in patterns) and mutants(file)]


def numbers(files: Iterable[str]) -> dict[str, int]:
    """Return how many mutants each of some files has."""
    return {file: len(mutants(file)) for file in sorted(files)}


def drawn(number: int, seed: int, files: Iterable[str] | None = None) -> list[Mutant]:
    """Return a random draw without repetition, in the order of the files."""
    everything = universe(files)
    chosen = random.Random(seed).sample(range(len(everything)), min(number, len(everything)))
    return [everything[k] for k in sorted(chosen)]


class Map:
    """Which checks reach which block, quickest first."""

    def __init__(self, reached: reach.Reached) -> None:
        self.imported = {(file, block) for file, blocks in reached["imported"].items() for block in blocks}
        self.checks: dict[tuple[str, int], Reaching] = {}
        self.sabotages: dict[tuple[str, int], Reaching] = {}
        for id, found in reached["claims"].items():
            for row in found["checks"]:
                seconds = row.get("seconds", reach.LONGEST)
                right, corrupted = row.get("reached", {}), row.get("reached_by_sabotages", {})
                _enter(self.checks, (id, row["check"], seconds), right)
                both = {file: sorted({*right.get(file, ()), *corrupted.get(file, ())}) for file in right | corrupted}
                _enter(self.sabotages, (id, row["check"], seconds + row.get("sabotage_seconds", reach.LONGEST)), both)
        self.of_compiled = {file: self.reaching(reach.importers_of(file)) for file in reach.watched_files()
                            if file.startswith(reach.COMPILED)}
        everything = self.reaching(set(reach.watched_files()))
        for table in (self.checks, self.sabotages):
            for key, entries in table.items():
                table[key] = sorted(entries, key=_quickest)
            for key in self.imported:  # every check has entered it; first those that do so as they run
                table[key] = list(dict.fromkeys([*table.get(key, ()), *everything]))

    def reaching(self, files: Collection[str]) -> Reaching:
        """Return the checks that enter a function of one of some files, quickest first."""
        return sorted({entry for (file, _), entries in self.checks.items() if file in files for entry in entries},
                      key=_quickest)

    def job(self, mutant: Mutant) -> tuple[Mutant, Reaching, Reaching, bool]:
        """Return what a trial of the mutant needs."""
        if mutant.file.startswith(reach.COMPILED):
            return mutant, self.of_compiled[mutant.file], self.of_compiled[mutant.file], True
        key = mutant.file, mutant.block
        return mutant, self.checks.get(key, []), self.sabotages.get(key, []), key in self.imported


def _enter(table: dict[tuple[str, int], Reaching], entry: tuple[str, int, float], blocks: reach.Blocks) -> None:
    for file, numbers in blocks.items():
        for number in numbers:
            table.setdefault((file, number), []).append(entry)


def _quickest(entry: tuple[str, int, float]) -> float:
    return entry[2]


def measure(chosen: Sequence[Mutant], reached: reach.Reached, *, jobs: int, tests: Path | None,
            progress: Callable[[Sequence[Trial]], object] = lambda done: None) -> list[Trial]:
    """Try mutants in several processes, or on the workers of a cluster (:mod:`~privlearn.checking.cluster`).

    ``progress`` is told again and again of all that has been tried.
    """
    where = Map(reached)
    work = [where.job(mutant) for mutant in chosen]
    batches = [work[k : k + BATCH] for k in range(0, len(work), BATCH)]
    trials: list[Trial] = []
    run = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    for done in run(joblib.delayed(try_all)(batch, tests) for batch in batches):
        trials += done
        progress(trials)
    return sorted(trials, key=_place)


def _place(trial: Trial) -> tuple[str, int, str]:
    return trial["file"], trial["line"], trial["id"]


def unsound(trials: Sequence[Trial], jobs: int, tests: Path | None = None) -> list[Trial]:
    """Return the trials that prove nothing: what killed the mutant fails on the library as it is, too."""
    killers = sorted({tuple(trial["check"]) for trial in trials if "check" in trial})
    parts = [killers[k : k + QUIET_BATCH] for k in range(0, len(killers), QUIET_BATCH)]
    run = joblib.Parallel(n_jobs=jobs)
    loud = [check for found in run(joblib.delayed(loud_checks)(part) for part in parts) for check in found]
    files = sorted({trial["file"] for trial in trials if trial["outcome"] == "unit test"}) if tests else []
    failing = run(joblib.delayed(has_loud_tests)(file, tests) for file in files)
    loud_files = {file for file, fails in zip(files, failing, strict=True) if fails}
    return [trial for trial in trials
            if trial.get("check") in loud or (trial["outcome"] == "unit test" and trial["file"] in loud_files)]


def keep(trials: Sequence[Trial], about: dict[str, Any], place: Path) -> None:
    """Keep trials as data, a line each, with the hash of the code of every file."""
    code = {file: code_of([file]) for file in sorted({trial["file"] for trial in trials})}
    lines = ",\n".join(json.dumps(trial, sort_keys=True) for trial in trials)
    write_text(place, f'{{"about": {json.dumps(about, sort_keys=True)},\n"code": {json.dumps(code, indent=0)},\n'
                      f'"trials": [\n{lines}\n]}}\n')


def unchanged(name: str) -> list[Trial]:
    """Return the kept trials of files whose code is as it was."""
    content = kept(name, FOLDER)
    same = as_they_were(content["code"])
    return [trial for trial in content["trials"] if trial["file"] in same]


def still_true(name: str) -> dict[str, Trial]:
    """Return the kept trials of mutants that checks killed, by the mutants' ids: the file's code is as it was, and
    the check is still there."""
    return {trial["id"]: trial for trial in unchanged(name) if "check" in trial and named(trial)}


def still_whole() -> list[Trial]:
    """Return the kept trials of files all of whose mutants were tried with the code as it is."""
    trials = unchanged("complete")
    return of_whole_files(trials, numbers({trial["file"] for trial in trials}))


def again(number: int, seed: int, jobs: int) -> tuple[int, list[Trial]]:
    """Try some kept mutants again that checks killed, by the check that did; return how many, and those that survive.

    Only mutants of files whose code is as it was are drawn.
    """
    killed = [trial for name in KEPT for trial in still_true(name).values()]
    work: list[tuple[Mutant, Reaching, Reaching, bool]] = []
    for trial in random.Random(seed).sample(killed, min(number, len(killed))):
        mutant = find(trial["file"], trial["id"])
        assert mutant is not None, "the file is as it was"
        work.append((mutant, [killer(trial)], [], trial["imported"]))
    tried = joblib.Parallel(n_jobs=jobs)(joblib.delayed(try_all)(work[k::jobs], None) for k in range(jobs))
    trials = [trial for part in tried for trial in part]
    return len(trials), [trial for trial in trials if trial["outcome"] not in BY_CHECKS]


def named(trial: Trial) -> list[int]:
    """Return the numbers of the checks that bear the name of the one that killed a mutant."""
    id = trial["check"][0]
    claims = registry.load(id.split("-")[0])
    return [n for n, check in enumerate(claims[id].checks if id in claims else [])
            if f'{trial["by"]}: '.startswith(f"{id}: {check.name}: ")]


def killer(trial: Trial) -> tuple[str, int, float]:
    """Return the check that killed a mutant (claim, number, seconds), by its name: its number may have changed."""
    id, k, seconds = trial["check"]
    return id, max(named(trial), key=lambda n: n == k), seconds
