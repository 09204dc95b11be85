"""The command line: ``privlearn claims``, ``privlearn verify``, ``privlearn card`` and ``privlearn judge``."""

import argparse
import json
import os
import re
import select
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from errno import EISDIR
from fractions import Fraction
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from privlearn import __version__
from privlearn.exact import TooLargeToEnumerate
from privlearn.extras import lacking
from privlearn.keeping import book_around, write_text
from privlearn.keeping.code import HOME

if TYPE_CHECKING:
    from privlearn.checking.verifying import Run

STOPPED = 130  # the exit status of a command that an interrupt has ended
UNHEARD = 141  # and of one whose output nobody reads any more, as of a program that the closed pipe has ended
TINY = Fraction(1, 10**12)
RANGES = {"epsilon": (TINY, Fraction(1000), "from 1e-12 to 1000"),
          **dict.fromkeys(("delta", "alpha", "beta"), (TINY, 1 - TINY, "from 1e-12 to 1 - 1e-12")),
          "seconds": (Fraction(1, 100), Fraction(10**6), "from 0.01 to 1000000")}
NUMBER = re.compile(r"[+-]?([0-9]{1,40}/[0-9]{1,40}|([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?)")
STEPS = re.compile(r"[0-9]{1,18}")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 if all is well, 1 if something fails, 2 for bad usage or input."""
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()  # so that a closed pipe is met here, not at the end of the process
    except BrokenPipeError:
        if not _is_closed(sys.stdout):  # some worker's pipe, not standard output
            raise
        _to_nowhere(sys.stdout)
        return UNHEARD


def _run(arguments: list[str] | None) -> int:
    parser = argparse.ArgumentParser(
        prog="privlearn", description="Executable proofs of the theory of private learning.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_claims(commands)
    verify = commands.add_parser("verify", help="run claims and their sabotages")
    verify.add_argument("ids", nargs="*", metavar="ID", help="a claim, or the beginning of ids (default: all)")
    verify.add_argument("--changed", action="store_true",
                        help="run only what is not checked yet with this code; report the rest from its last run")
    where = verify.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=_positive, default=1, metavar="N", help="number of processes (default: 1)")
    where.add_argument("--scheduler", metavar="ADDRESS",
                       help="run on the Dask cluster with this scheduler, tcp://HOST:PORT, on all its workers")
    verify.add_argument("--long", action="store_true",
                        help="run the checks that take minutes, too (otherwise: their kept results, and a part again); "
                             "without ID: of the claims that have such checks")
    verify.add_argument("--statements", action="store_true",
                        help="in place of the checks: give them the mutants of the formulas that their statements name")
    verify.add_argument("--keep", action="store_true",
                        help="with --long or --statements: keep these results as data of the library")
    verify.add_argument("--seed", type=_natural, default=None, metavar="N",
                        help="seed of statistical checks (default: 0), and of the choice of the parts of kept results "
                             "that are computed again (default: any)")
    _add_json(verify)
    verify.set_defaults(run=_verify)
    _add_card(commands)
    _add_judge(commands)
    options = parser.parse_args(arguments)
    try:
        _refuse_foreign_library()
        _refuse_unwritable(options.json)
        return int(options.run(options))
    except ValueError as error:
        print(f"privlearn: {error}", file=sys.stderr)
        return 2
    except (TooLargeToEnumerate, ModuleNotFoundError) as error:
        return _undone(error)
    except KeyboardInterrupt:
        return STOPPED


def _undone(error: Exception) -> int:
    """Say what was out of reach, or which extra is lacking; a module of our own that is gone is raised again."""
    told = lacking(error) if isinstance(error, ModuleNotFoundError) else str(error)
    if not told:
        raise error
    print(f"privlearn: {told}", file=sys.stderr)
    return 1


def _refuse_foreign_library() -> None:
    """Inside a book, its own library must be the one that runs: another one's verdicts would pass for this one's."""
    book = book_around()
    own = book / "lib" / "privlearn" if book is not None else HOME
    if own.is_dir() and own.resolve() != HOME.resolve():
        raise ValueError(f"privlearn must be the library of the book around the working directory, {own}, got {HOME}: "
                         "run `make setup` there, and its own .venv/bin/python -m privlearn")


def _add_claims(commands: Any) -> None:
    listing = commands.add_parser("claims", help="list the registered claims without running them")
    listing.add_argument("ids", nargs="*", metavar="ID", help="a claim, or the beginning of ids (default: all)")
    _add_json(listing)
    listing.set_defaults(run=_claims)


def _add_card(commands: Any) -> None:
    card = commands.add_parser(
        "card", help="dimensions of a concept class of your own, and what follows for private learning",
        description="Read a concept class (rows = concepts, columns = points, entries 0/1) and report its dimensions "
                    "with witnesses, and bounds on the samples that private learning takes.",
        epilog="In a CSV the first row is a header if none of its cells is 0 or 1, the first column holds names "
               "likewise, an empty first cell means both. The exit status is 1 if a dimension is out of reach within "
               "the limit; it is then reported by bounds.")
    card.add_argument("file", metavar="FILE",
                      help="text separated by commas, semicolons or tabs, or a NumPy array (.npy, .npz)")
    for name, default, meaning in (("epsilon", "1", "privacy: neighbouring samples give ratios of at most e^epsilon"),
                                   ("delta", "1/1000000", "privacy of the approximately private learners, beside it"),
                                   ("alpha", "1/4", "error of the learner"),
                                   ("beta", "1/4", "failure probability of the learner")):
        card.add_argument(f"--{name}", default=default, metavar="X", help=f"{meaning} (default: {default})")
    card.add_argument("--limit", default=None, metavar="STEPS",
                      help="work for each dimension, in machine words looked at (default: some seconds)")
    card.add_argument("--seconds", default=None, metavar="X",
                      help="processor time for all three dimensions, about (default: a number of steps that does not "
                           "depend on the machine, some seconds)")
    _add_json(card)
    card.set_defaults(run=_card)


def _add_judge(commands: Any) -> None:
    judge = commands.add_parser(
        "judge", help="judge answers to exercises again, as a page's button has saved them",
        description="Run each answer's code in a fresh process, and judge what it gives in another that never ran it.",
        epilog="What the file says of verdicts is not read. The exit status is 1 if an answer is not accepted.")
    judge.add_argument("file", metavar="ANSWERS.json", help='{"answers": [{"exercise": label, "code": text}, ...]}')
    judge.add_argument("--seed", type=_natural, default=0, metavar="N",
                       help="the instance of exercises that have several (default: 0, the page's)")
    judge.add_argument("--seconds", default="60", metavar="X", help="time for each answer (default: 60)")
    _add_json(judge)
    judge.set_defaults(run=_judge)


def _fraction(name: str, text: str) -> Fraction:
    """Return the number that is meant, refused by its text: building 1e999999999 would already take all memory."""
    low, high, words = RANGES[name]
    try:
        number = Fraction(text) if NUMBER.fullmatch(text) else None
    except ZeroDivisionError:
        number = None
    if number is None or not low <= number <= high:
        raise ValueError(f"--{name} must be a number {words}, such as 1/4 or 0.25, got {_cut(text, 40)!r}")
    return number


def _steps(text: str | None) -> int | None:
    if text is not None and (not STEPS.fullmatch(text) or int(text) == 0):
        raise ValueError(f"--limit must be a whole number from 1 to 10^18 - 1, got {_cut(text, 40)!r}")
    return None if text is None else int(text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON to FILE (- for standard output)")


def _positive(text: str) -> int:
    number = _natural(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a non-negative integer, got {text!r}")
    return int(text)


def _refuse_unwritable(target: str | None) -> None:
    """Say before the work that its result could not be written."""
    if target in (None, "-"):
        return
    place = Path(str(target)).absolute()
    above = next(folder for folder in place.parents if folder.exists())
    try:
        if not target or place.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        if place.exists():
            place.open("r+").close()
        if place.is_file() or not place.exists():
            tempfile.TemporaryFile(dir=above).close()
    except OSError as error:
        raise ValueError(f"--json must name a file that can be written, got {target!r} ({error.strerror})") from None


def _write_json(value: Any, target: str) -> None:
    text = json.dumps(value, indent=1)
    if target == "-":
        print(text)
        return
    try:
        write_text(Path(target), text + "\n")
    except OSError as error:
        raise ValueError(f"--json must name a file that can be written, got {target!r} ({error.strerror})") from error


def _claims(options: argparse.Namespace) -> int:
    from privlearn.checking import registry
    from privlearn.checking.verifying import describe

    rows = [describe(entry) for entry in registry.select(options.ids).values()]
    if options.json:
        _write_json(rows, options.json)
    if options.json != "-":
        for row in rows:
            grades = ", ".join(dict.fromkeys(c["grade"] for c in row["checks"])) or "no check"
            print(f"{row['id']:28} {row['kind']:12} {grades:24} {row['title']}")
            if options.ids:
                folder = f"{row['paper'].lower()}/{row['page'].rpartition('/')[2].replace('-', '_')}"
                print(f"{'':28} book/{row['page']}.md, lib/privlearn/papers/{folder}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    from privlearn.checking.verifying import verify
    from privlearn.progress import ProgressLine

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it, what was done is kept
    if options.statements:
        return _statements(options)
    with nothing_on_standard_output() if options.json == "-" else nullcontext(), ProgressLine("checks") as line:
        run = verify(options.ids, jobs=options.jobs, scheduler=options.scheduler or "", long=options.long,
                     keep=options.keep, changed=options.changed, seed=options.seed, progress=line)
    if options.json:
        _write_json(run.report, options.json)
    _print_report(run, sys.stderr if options.json == "-" else sys.stdout)
    return 0 if run.is_well else STOPPED if run.stopped else 1


def _statements(options: argparse.Namespace) -> int:
    from privlearn.checking import registry, statements
    from privlearn.progress import ProgressLine

    with nothing_on_standard_output() if options.json == "-" else nullcontext(), ProgressLine("statements") as line:
        found = statements.run(registry.select(options.ids), keep=options.keep, jobs=options.jobs,
                               seed=options.seed or 0, progress=line)
    if options.json:
        _write_json(found, options.json)
    rows = [row for one in found.values() for row in one]
    print(f"{len(found)} statements, {len(rows)} formulas: {statements.totals(rows)}",
          file=sys.stderr if options.json == "-" else sys.stdout)
    return 0 if all(map(statements.is_held, rows)) else 1


@contextmanager
def nothing_on_standard_output() -> Iterator[None]:
    """Send to standard error what is printed meanwhile, by solvers written in C and by other processes too."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _card(options: argparse.Namespace) -> int:
    from privlearn.concepts.reading import read_table
    from privlearn.report import Wishes, class_report, report_lines

    wishes = Wishes(**{name: _fraction(name, getattr(options, name)) for name in ("epsilon", "delta", "alpha", "beta")})
    seconds = None if options.seconds is None else _fraction("seconds", options.seconds)
    limit = _steps(options.limit)
    table = read_table(options.file, lambda rows: _note(f"read {rows:,} rows"))
    concepts = table.concept_class()
    if len(concepts) < len(table.entries):
        _note(f"{len(table.entries) - len(concepts):,} repeated rows dropped; concepts are numbered without them")
    report = class_report(concepts, wishes=wishes, limit=limit, seconds=seconds, named=table.has_names, note=_note)
    if options.json:
        _write_json(report, options.json)
    if options.json != "-":
        print("\n".join(report_lines(report)))
    return 1 if report["limits"] else 0


def _judge(options: argparse.Namespace) -> int:
    from privlearn.coursework import of_book
    from privlearn.coursework.saved import judge_answers, read_answers

    seconds = float(_fraction("seconds", options.seconds))
    book = (book_around() or HOME.parents[1]) / "book"
    if not book.is_dir():
        raise ValueError("privlearn judge must run in a folder of the book, whose pages hold the exercises")
    answers = read_answers(Path(options.file), (exercise.with_seed(options.seed) for exercise in of_book(book)))
    out = sys.stderr if options.json == "-" else sys.stdout
    report = judge_answers(answers, seconds=seconds, each=lambda exercise, judged: print(
        f"{exercise.label}: {_printable(judged.message)}", file=out, flush=True))
    if options.json:
        _write_json(report, options.json)
    accepted = sum(row["accepted"] for row in report["answers"])
    print(f"{accepted} of {len(answers)} answers accepted", file=out)
    return 0 if accepted == len(answers) else 1


def _printable(text: str) -> str:
    """Return a text that may quote an answer, without what would steer a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def _note(text: str) -> None:
    """Tell on standard error; nobody listening there is no reason to stop."""
    try:
        print(text, file=sys.stderr, flush=True)
    except BrokenPipeError:
        _to_nowhere(sys.stderr)


def _is_closed(stream: TextIO) -> bool:
    """Tell whether nobody reads any more what is written to a pipe."""
    watch = select.poll()
    watch.register(stream.fileno(), 0)
    return any(event & select.POLLERR for _, event in watch.poll(0))


def _to_nowhere(stream: TextIO) -> None:
    """Let what is still to be written to a closed pipe go nowhere, at the end of the process, too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _print_report(run: "Run", out: TextIO) -> None:
    from privlearn.checking.runner import word
    from privlearn.checking.words import STATUSES

    for row in run.report["claims"]:
        skipped = [check for check in row["checks"] if check["holds"] is None]
        for part in skipped or [sabotage for sabotage in row["sabotages"] if sabotage["caught"] is None]:
            print(f"SKIPPED {row['id']}: {part['name']}: {part['witness'].removeprefix('skipped: ')}", file=out)
        for check in row["checks"]:
            if check["holds"] is False:
                print(f"FAILED {row['id']}: {check['name']}: {check['left']} against {check['right']} "
                      f"at {check['witness']}", file=out)
        for sabotage in row["sabotages"]:
            if sabotage["caught"] is False:
                print(f"NOT CAUGHT {row['id']}: {sabotage['name']}: {sabotage['witness']}", file=out)
    for line in run.complaints:
        print(line, file=out)
    total, controls = run.report["summary"], run.controls or []
    kinds = [row["kind"] for row in controls]
    caught = sum(row["kind"] == "mistake" and row["caught"] for row in controls)
    words = [word(row) for row in run.report["claims"]]
    each = ", ".join(f"{words.count(name)} {name}" for name in dict.fromkeys([*STATUSES.values(), *words])
                     if name in words)
    told = [f"{each}; {total['checks']} checks",
            f"{total['caught']} of {total['sabotages']} sabotages caught",
            *([f"{total['skipped']} checks and sabotages skipped"] if "skipped" in total else []),
            *([f"{caught} of {kinds.count('mistake')} broken mechanisms caught",
               f"{kinds.count('auditor') - 1} control auditors told from the exact one"] if controls else []),
            f"{total['seconds']} s"]
    print(f"{', '.join(told)}{'; stopped before the end' if run.stopped else ''}", file=out)
