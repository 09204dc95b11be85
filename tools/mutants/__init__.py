"""`python -m tools mutants`: change the library's code in small ways and see what notices; what `make mutants` runs.

Without arguments a fresh random draw is tried, and all mutants of the files in `measuring.COMPLETE`; the results are
kept beside this program and shown on the page "What our checks would miss". What is kept of mutants that checks
killed, in files that are as they were, is not tried anew: a run that was interrupted, called again with its seed, goes
on where it was.
Files all of whose mutants were tried stay kept as long as their code is the same, so these can be tried in several runs
(`--draw 0 --complete "release/*"`). `--again N` tries some of the kept ones again.
"""
import argparse
import datetime
import platform
import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from privlearn.checking.cluster import on_cluster
from privlearn.checking.long_checks import machine
from privlearn.progress import ProgressLine
from privlearn.shown.missed import BY_CLAIMS, score
from tools.mutants import measuring, reach
from tools.mutants.changes import Mutant
from tools.mutants.trials import Trial
from tools.pages import ROOT

REACHED = ROOT / "_build/mutants/reached.json"
TESTS = ROOT / "tests"
DRAW = 1000


def tried(name: str, chosen: Sequence[Mutant], reached: reach.Reached, jobs: int, seed: int | None,
          others: Sequence[Trial] = (), whole: Sequence[str] = ()) -> None:
    """Try mutants, keep the trials as they come, beside those of others, and print what they say.

    Of the files that are to be tried whole it is kept how many mutants each has.
    """
    known = measuring.still_true(name)
    trials = [known[mutant.id] for mutant in chosen if mutant.id in known]
    before = len(trials)
    left = [mutant for mutant in chosen if mutant.id not in known]
    about = {"machine": machine(), "python": platform.python_version(), "seed": seed, "of": len(measuring.universe()),
             "date": datetime.date.today().isoformat(), "mutants": measuring.numbers(whole)}
    with ProgressLine(f"mutants ({name})") as line:
        def note(done: Sequence[Trial]) -> None:
            line(len(trials) + len(done), len(chosen))
            measuring.keep([*others, *trials, *done], about, measuring.KEPT[name])

        trials += measuring.measure(left, reached, jobs=jobs, tests=TESTS, progress=note)
    unsound = measuring.unsound(trials, jobs, TESTS)
    measuring.keep([*others, *(trial for trial in trials if trial not in unsound)], about, measuring.KEPT[name])
    if unsound:
        raise RuntimeError(f"unmutated code is killed, too: {', '.join(sorted({trial['by'] for trial in unsound}))}")
    found = score(measuring.kept(name, measuring.FOLDER)["trials"])
    print(f"{name}: {len(others) + len(trials)} mutants, {len(others) + before} of them known; failed verdict "
          f"{found.by_verdict}, by checks {found.by_checks}, by claims {found.by_claims}, noticed by anything "
          f"{found.noticed}", flush=True)


def tried_again(number: int, jobs: int, seed: int) -> int:
    """Try kept mutants again that checks killed; return the exit status."""
    many, alive = measuring.again(number, seed, jobs)
    for trial in alive:
        print(f"{trial['file']}, {trial['function']}, line {trial['line']}: {trial['before']} -> {trial['after']} was "
              f"killed, and is {trial['outcome']} now")
    print(f"{many - len(alive)} of {many} kept mutants die again (drawn by {seed})")
    return int(bool(alive) or not many)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Try small changes of the library's code.")
    parser.add_argument("--draw", type=int, default=DRAW, metavar="N", help=f"mutants of the draw (default: {DRAW})")
    parser.add_argument("--complete", nargs="*", metavar="PATTERN", default=list(measuring.COMPLETE),
                        help="files all of whose mutants are tried")
    parser.add_argument("--files", nargs="+", metavar="PATTERN", help="only try all mutants of these; keep nothing")
    parser.add_argument("--again", type=int, metavar="N", help="try N of the kept ones again that checks killed")
    parser.add_argument("--seed", type=int, help="of the draw (default: a random one)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="number of processes (default: 2)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")
    options = parser.parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    jobs = -1 if options.scheduler else options.jobs
    with on_cluster(options.scheduler) if options.scheduler else nullcontext():
        if options.again:
            return tried_again(options.again, max(jobs, 1), seed)
        reached = reach.measure(REACHED, jobs)
        if options.files:
            chosen = measuring.universe(measuring.matching(options.files))
            with ProgressLine("mutants") as line:
                trials = measuring.measure(chosen, reached, jobs=jobs, tests=TESTS,
                                           progress=lambda done: line(len(done), len(chosen)))
            for trial in trials:
                if trial["outcome"] not in BY_CLAIMS:
                    print(f"{trial['outcome']:9} {trial['id']} {trial['file']}:{trial['line']} {trial['function']}: "
                          f"{trial['before']}  ->  {trial['after']}  {trial['by']}")
            print(score(trials))
            return 0
        if options.draw:
            tried("draw", measuring.drawn(options.draw, seed), reached, jobs, seed)
        whole = measuring.still_whole()
        files = measuring.matching(options.complete)
        left = [file for file in files if file not in {trial["file"] for trial in whole}]
        tried("complete", measuring.universe(left), reached, jobs, None, whole, measuring.matching())
    return 0


if __name__ == "__main__":
    sys.exit(main())
