"""What the kept trials of mutants say: shares with their confidence intervals, and tables for the page.

Definitions
-----------
``make mutants`` keeps what became of each mutant in ``tools/mutants``: of a ``draw`` from the whole library, and of
files all of whose mutants were tried (``complete``).  A *survivor* is no longer a bare number once somebody has looked
at it: it is *equivalent* (no input tells it from the original), *slack* (the results differ and every statement stays
true, as where a bound has room), or a *gap*.  A survivor without a class is a gap.

A trial *counts* unless its mutant is equivalent. Its mutant is *killed by checks* if one returned a failed verdict or
crashed, *by claims* if that or a sabotage is not caught any more, *noticed* if anything was. Intervals are exact
(Clopper and Pearson), at confidence 95 %.
"""

import html
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privlearn.checking import registry, statements
from privlearn.checking.verdict import GRADES
from privlearn.extras import explained
from privlearn.keeping import code_of, read_json
from privlearn.keeping.code import HOME
from privlearn.shown.atlas import Table
from privlearn.shown.cards import drawer

Trial = dict[str, Any]
GUARD = ", in a guard"  # ends the kind of a mutant that is in one
BY_CHECKS = ("verdict", "crash")
BY_CLAIMS = (*BY_CHECKS, "sabotage")
NOTICED = (*BY_CLAIMS, "unit test")
SURVIVOR_CLASSES = ("equivalent", "slack", "gap")
OUTCOMES = {"verdict": "a failed verdict of a check", "crash": "only a crash, or no end, of a check",
            "sabotage": "only a sabotage that is not caught any more",
            "unit test": "only a unit test or an example in a docstring", "survived": "nothing"}

# The same for the picture, where survivors that nothing could or need notice stand apart.
PARTS = OUTCOMES | {"survived": "nothing: a gap", "harmless": "nothing: equivalent or slack"}


def kept(name: str, start: Path | None = None) -> dict[str, Any]:
    """Return what is kept of the ``draw``, or of the files all of whose mutants were tried (``complete``).

    Parameters
    ----------
    name : str
    start : Path, optional
        The repository is sought around it (default: the working directory).

    Returns
    -------
    dict
        ``about`` (when and where they were tried), ``code`` (hashes of the files), and ``trials``, each with the class
        of its survivor in ``survivor`` (empty if it was killed) and the reason in ``why``; ``unchanged`` counts those
        of files whose code is as it was.  Outside the repository, and before the first run, there are no trials.
    """
    folder = _folder(start)
    content = read_json(folder / f"{name}.json") or {"about": {}, "code": {}, "trials": []}
    classes = read_json(folder / "classes.json")
    same = as_they_were(content["code"])
    content["unchanged"] = sum(trial["file"] in same for trial in content["trials"])
    for trial in content["trials"]:
        given = classes.get(trial["id"], {}).get("class", "gap")
        trial["survivor"] = given if trial["outcome"] == "survived" else ""
        trial["why"] = classes.get(trial["id"], {}).get("why", "") if trial["survivor"] else ""
    return content


def as_they_were(code: Mapping[str, str]) -> set[str]:
    """Return the files that are there and whose code has the given hash."""
    return {file for file, known in code.items() if (HOME / file).is_file() and code_of([file]) == known}


def _folder(start: Path | None) -> Path:
    here = (start or Path.cwd()).resolve()
    return next((found for one in (here, *here.parents) if (found := one / "tools/mutants").is_dir()), here)


def of_whole_files(trials: Iterable[Trial], mutants: Mapping[str, int]) -> list[Trial]:
    """Return the trials of files all of whose mutants were tried; a run that was interrupted leaves others, too.

    ``mutants`` says how many each file has.
    """
    listed = list(trials)
    tried = Counter(trial["file"] for trial in listed)
    return [trial for trial in listed if tried[trial["file"]] == mutants.get(trial["file"])]


@dataclass(frozen=True)
class Share:
    """A share of ``part`` in ``whole`` and its interval at confidence 95 %."""

    part: int
    whole: int

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of Clopper and Pearson; everything is possible where nothing was tried."""
        if self.whole == 0:
            return 0.0, 1.0
        with explained():
            from scipy.stats import binomtest

        found = binomtest(self.part, self.whole).proportion_ci(0.95, "exact")
        return float(found.low), float(found.high)

    def __str__(self) -> str:
        low, high = self.interval
        if self.whole == 0:
            return "–"
        return f"{100 * self.part / self.whole:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


@dataclass(frozen=True)
class Score:
    """The shares of a list of trials.

    Attributes
    ----------
    by_verdict, by_checks, by_claims : Share
        Killed by a failed verdict, by checks altogether, and by checks or their sabotages, among all that are not
        equivalent.
    noticed : Share
        Killed by anything, among those that are neither equivalent nor slack.
    """

    by_verdict: Share
    by_checks: Share
    by_claims: Share
    noticed: Share


def score(trials: Iterable[Trial]) -> Score:
    """Return the shares of some trials; a survivor without a class counts as missed."""
    counting = [trial for trial in trials if trial.get("survivor") != "equivalent"]
    mattering = [trial for trial in counting if trial.get("survivor") != "slack"]
    by_verdict, by_checks, by_claims = (Share(sum(trial["outcome"] in outcomes for trial in counting), len(counting))
                                        for outcomes in (("verdict",), BY_CHECKS, BY_CLAIMS))
    return Score(by_verdict, by_checks, by_claims,
                 Share(sum(trial["outcome"] in NOTICED for trial in mattering), len(mattering)))


def outcomes_table(trials: Sequence[Trial]) -> Table:
    """Return how many mutants were noticed by what, and of what class those are that were not."""
    rows = [[name, str(sum(trial["outcome"] == outcome for trial in trials))] for outcome, name in OUTCOMES.items()]
    rows += [[f"of these, {kind}", str(sum(t["survivor"] == kind for t in trials))] for kind in SURVIVOR_CLASSES]
    return Table("What noticed the mutants", ("noticed by", "mutants"), rows)


def outcomes_by_room(trials: Sequence[Trial]) -> dict[str, Counter[str]]:
    """Return for every room how many of its mutants came out how, by the names of ``PARTS``."""
    found: dict[str, Counter[str]] = {}
    for trial in sorted(trials, key=lambda trial: str(trial["file"])):
        part = "harmless" if trial["survivor"] in ("equivalent", "slack") else trial["outcome"]
        found.setdefault(trial["file"].split("/")[0], Counter())[part] += 1
    return found


def _by(caption: str, first: str, trials: Sequence[Trial], names: Sequence[str],
        belongs: Callable[[Trial, str], bool], shown: Callable[[Share], str] = str) -> Table:
    rows = []
    for name in names:
        own = [trial for trial in trials if belongs(trial, name)]
        found = score(own)
        rows.append([html.escape(name), str(len(own)), *map(shown, (found.by_verdict, found.by_claims, found.noticed)),
                     str(sum(trial["survivor"] == "gap" for trial in own))])
    return Table(caption, (first, "mutants", "failed verdict", "by claims", "noticed by anything", "gaps"), rows)


def rooms_table(trials: Sequence[Trial], caption: str = "By room of the library") -> Table:
    """Return the shares for every room of the library."""
    rooms = sorted({trial["file"].split("/")[0] for trial in trials})
    return _by(caption, "room", trials, rooms, lambda trial, room: trial["file"].startswith(f"{room}/"))


def files_table(trials: Sequence[Trial], caption: str) -> Table:
    """Return the shares for every file, all of whose mutants were tried: numbers without an interval."""
    files = sorted({trial["file"] for trial in trials})
    return _by(caption, "file", trials, files, lambda trial, file: trial["file"] == file,
               lambda share: f"{share.part} of {share.whole}")


def papers_table(trials: Sequence[Trial]) -> Table:
    """Return the shares among the mutants that some claim of a paper reaches."""
    papers = sorted({paper for trial in trials for paper in trial["papers"]})
    return _by("By paper whose claims reach the mutant", "paper", trials, papers,
               lambda trial, paper: paper in trial["papers"])


def guards_table(trials: Sequence[Trial]) -> Table:
    """Return the shares of the mutants in guards, and of all others."""
    names = ("guards", "everything else")
    return _by("Guards and the rest", "mutants in", trials, names,
               lambda trial, name: trial["kind"].endswith(GUARD) == (name == names[0]))


def grades_table(trials: Sequence[Trial]) -> Table:
    """Return how many mutants fell to checks of each grade."""
    fallen = [trial["grade"] for trial in trials if trial["outcome"] == "verdict"]
    rows = [[grade, str(fallen.count(grade)), str(Share(fallen.count(grade), len(fallen)))] for grade in GRADES
            if grade in fallen]
    return Table("By grade of the check that returned the failed verdict", ("grade", "mutants", "share"), rows)


def weakened_table(start: Path | None = None) -> Table:
    """Return what noticed the kept weakenings of checks, by kind."""
    trials = read_json(_folder(start) / "checks.json").get("trials", [])
    outcomes = ("check fails", "sabotage escapes", "ledger", "unnoticed")
    kinds = [*dict.fromkeys(trial["kind"] for trial in trials), "all"]
    rows = [[kind, *(str(sum(trial["outcome"] == outcome and kind in (trial["kind"], "all") for trial in trials))
                     for outcome in outcomes)] for kind in kinds]
    return Table("What noticed weakened checks", (
        "weakening", "the check fails", "a sabotage escapes", "the ledger differs", "nothing"), rows)


def statements_table(grouped: str = "paper") -> Table:
    """Return what became of the mutants of the statements' formulas, by ``paper`` or by ``kind`` of the number."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for claim in registry.load().values():
        for row in (statements.kept(claim) or []) if claim.own_formulas else []:
            rows.setdefault(claim.paper if grouped == "paper" else row["kind"], []).append(row)
    counts = {name: [len(own), *(sum(row[fate] for row in own) for fate in ("mutants", *statements.FATES, "attained"))]
              for name, own in sorted(rows.items())}
    total = [sum(column) for column in zip(*counts.values(), strict=True)]
    shown = [[name, *map(str, numbers), str(Share(numbers[2], numbers[1] - numbers[4]))]
             for name, numbers in (*counts.items(), ("all", total)) if numbers]
    return Table(f"Mutants of statements, by {grouped}", (
        grouped, "formulas", "mutants", *statements.FATES.values(), "attained",
        "by a law, of those without a reason"), shown)


def survivors_table(trials: Sequence[Trial], kind: str, caption: str) -> Table:
    """Return the survivors of one class, each with the reason for its class."""
    rows = [[f'<code>{html.escape(trial["function"])}</code><br>{html.escape(trial["file"])}',
             f'<code>{html.escape(trial["before"])}</code>', f'<code>{html.escape(trial["after"])}</code>',
             html.escape(trial["why"])]
            for trial in sorted(trials, key=lambda trial: str(trial["file"])) if trial["survivor"] == kind]
    return Table(caption, ("function", "the code", "changed to", "why"), rows)


@dataclass(frozen=True)
class Drawers:
    """Tables in closed drawers, one below the other; each tells how many rows it has."""

    tables: Sequence[Table]

    def __str__(self) -> str:
        return "; ".join(f"{table.caption}: {len(table.rows)}" for table in self.tables)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return "".join(drawer(table.caption, f"{len(table.rows)}", table._repr_html_())
                       for table in self.tables if table.rows)


def survivors(trials: Sequence[Trial]) -> Drawers:
    """Return all survivors, a drawer for each class, gaps first."""
    names = {"gap": "Gaps: slips that the book would not have seen", "slack": "Slack: all statements stay true",
             "equivalent": "Equivalent: nothing tells them from the original"}
    return Drawers([survivors_table(trials, kind, name) for kind, name in names.items()])
