"""The command line: ``privlearn claims``, ``privlearn verify`` and ``privlearn card``."""

import argparse
import json
import re
import signal
import sys
import tempfile
from dataclasses import replace
from errno import EISDIR
from fractions import Fraction
from math import ceil
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from privlearn import __version__
from privlearn.concepts import ConceptClass
from privlearn.dimensions import DimensionBounds
from privlearn.exact import TooLargeToEnumerate
from privlearn.extras import lacking
from privlearn.keeping import book_around, write_text
from privlearn.keeping.code import HOME

if TYPE_CHECKING:
    from privlearn.claims.verifying import Run

WITNESSES = {"vc_dimension": "shattered_set", "littlestone_dimension": "mistake_tree",
             "threshold_dimension": "threshold_sequence"}
STOPPED = 130  # the exit status of a command that an interrupt has ended
TINY = Fraction(1, 10**12)
RANGES = {"epsilon": (TINY, Fraction(1000), "from 1e-12 to 1000"),
          "alpha": (TINY, 1 - TINY, "from 1e-12 to 1 - 1e-12"), "beta": (TINY, 1 - TINY, "from 1e-12 to 1 - 1e-12")}
NUMBER = re.compile(r"[+-]?([0-9]{1,40}/[0-9]{1,40}|([0-9]{1,40}(\.[0-9]{0,40})?|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?)")
COARSE = 1 << 20
STEPS = re.compile(r"[0-9]{1,18}")
LONGEST_LINE = 400  # characters of a witness printed for people; the JSON has all of it


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns 0 if all is well, 1 if something fails, 2 for bad usage or input."""
    parser = argparse.ArgumentParser(
        prog="privlearn", description="Executable proofs of the theory of private learning.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("claims", help="list the registered claims without running them")
    _add_json(listing)
    listing.set_defaults(run=_claims)
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
    verify.add_argument("--keep", action="store_true",
                        help="with --long: keep these results as data of the library, with machine and date")
    verify.add_argument("--seed", type=_natural, default=None, metavar="N",
                        help="seed of statistical checks (default: 0), and of the choice of the parts of kept results "
                             "that are computed again (default: any)")
    _add_json(verify)
    verify.set_defaults(run=_verify)
    _add_card(commands)
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


def _add_card(commands: Any) -> None:
    card = commands.add_parser(
        "card", help="dimensions of a concept class of your own, and what follows for private learning",
        description="Read a concept class (rows = concepts, columns = points, entries 0/1) and report its dimensions "
                    "with witnesses, and bounds on the samples that private learning takes.",
        epilog="In a CSV the first row is a header if none of its cells is 0 or 1, the first column holds names "
               "likewise, an empty first cell means both. The exit status is 1 if a dimension is out of reach within "
               "the limit; it is then reported by bounds.")
    card.add_argument("file", metavar="FILE", help="comma-separated text, or a NumPy array (.npy)")
    for name, default, meaning in (("epsilon", "1", "privacy: neighbouring samples give ratios of at most e^epsilon"),
                                   ("alpha", "1/4", "error of the learner"),
                                   ("beta", "1/4", "failure probability of the learner")):
        card.add_argument(f"--{name}", default=default, metavar="X", help=f"{meaning} (default: {default})")
    card.add_argument("--limit", default=None, metavar="STEPS",
                      help="work for each dimension, in machine words looked at (default: some seconds)")
    _add_json(card)
    card.set_defaults(run=_card)


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
    from privlearn.claims import registry

    rows = [registry.describe(entry) for entry in registry.load().values()]
    if options.json:
        _write_json(rows, options.json)
    if options.json != "-":
        for row in rows:
            grades = ", ".join(dict.fromkeys(c["grade"] for c in row["checks"])) or "no check"
            print(f"{row['id']:28} {row['kind']:12} {grades:24} {row['title']}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    from privlearn.claims.verifying import verify
    from privlearn.progress import ProgressLine

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it, what was done is kept
    with ProgressLine("checks") as line:
        run = verify(options.ids, jobs=options.jobs, scheduler=options.scheduler or "", long=options.long,
                     keep=options.keep, changed=options.changed, seed=options.seed, progress=line)
    if options.json:
        _write_json(run.report, options.json)
    _print_report(run, sys.stderr if options.json == "-" else sys.stdout)
    return 0 if run.is_well else STOPPED if run.stopped else 1


def _card(options: argparse.Namespace) -> int:
    from privlearn import dimensions
    from privlearn.concepts.reading import read_table

    wishes = {name: _fraction(name, getattr(options, name)) for name in RANGES}
    limit = _steps(options.limit)
    table = read_table(options.file, lambda rows: _note(f"read {rows:,} rows"))
    concepts = table.concept_class()
    if len(concepts) < len(table.entries):
        _note(f"{len(table.entries) - len(concepts):,} repeated rows dropped; concepts are numbered without them")
    report: dict[str, Any] = {"concepts": len(concepts), "points": concepts.size}
    found: dict[str, DimensionBounds] = {}
    searches = (dimensions.vc_bounds, dimensions.littlestone_bounds, dimensions.threshold_bounds)
    for name, search in zip(WITNESSES, searches, strict=True):
        _note(f"{name.replace('_', ' ')} of {len(concepts):,} concepts on {concepts.size:,} points")
        found[name] = search(concepts, limit=limit,
                             progress=lambda low, high, steps: _note(f"  between {low} and {high} ({steps:,} steps)"))
    _tighten(found)
    report |= {name: b.lower if b.exact else None for name, b in found.items()}
    report["witnesses"] = {WITNESSES[name]: bounds.witness for name, bounds in found.items()}
    report["limits"] = {name: [b.lower, b.upper] for name, b in found.items() if not b.exact}
    report["bounds"] = _bounds(concepts, found["littlestone_dimension"].lower, **wishes)
    if options.json:
        _write_json(report, options.json)
    if options.json != "-":
        _print_card(report)
    return 1 if report["limits"] else 0


def _tighten(found: dict[str, DimensionBounds]) -> None:
    """A shattered set is a mistake tree: the VC dimension is at most the Littlestone dimension."""
    vc, littlestone = found["vc_dimension"], found["littlestone_dimension"]
    found["vc_dimension"] = replace(vc, upper=min(vc.upper, littlestone.upper))


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _bounds(concepts: ConceptClass, littlestone: int, epsilon: Fraction, alpha: Fraction,
            beta: Fraction) -> list[dict[str, Any]]:
    """Return what the theorems say of the class; nothing for a class without concepts."""
    from privlearn.communication import messages_lower_bound, private_samples_lower_bound
    from privlearn.exact import exp_bracket
    from privlearn.learners.selection import private_rows

    if not len(concepts):
        return []
    # a larger error only takes fewer samples, so a rounded one will do where the entropy of alpha itself is costly
    larger = alpha if alpha.denominator <= COARSE else min(Fraction(ceil(alpha * COARSE), COARSE), Fraction(1, 2))
    # more privacy than asked for only takes more samples, so a rational below e^epsilon will do
    enough = private_rows(16, 0, len(concepts), exp_bracket(min(epsilon, Fraction(1))).lower, alpha, beta)
    return [
        {"name": "mistakes that an online learner can be forced to make, at least", "value": littlestone,
         "source": "FX15, Section 2.5"},
        {"name": "public-coin one-way messages at error 1/3, at least",
         "value": messages_lower_bound(littlestone, Fraction(1, 3)), "source": "FX15, Corollary 4.3"},
        {"name": "one-way messages without error, at most", "value": len(concepts), "source": "FX15, Section 3"},
        {"name": "purely private samples, at least (from the Littlestone dimension)",
         "value": private_samples_lower_bound(littlestone, exp_bracket(epsilon), larger, beta),
         "source": "FX15, Theorems 2.5 and 3.1 with Corollary 4.3"},
        {"name": "purely private samples, at least (from two concepts that differ at a point)",
         "value": _one_point_samples(epsilon, beta) if len(concepts) > 1 else 0,
         "source": "FX15, Section 2.2: exact optimum of the class of both functions on one point"},
        {"name": "purely private samples, enough", "value": enough,
         "source": "FX15, Section 1: exponential mechanism over the class"},
    ]


def _one_point_samples(epsilon: Fraction, beta: Fraction) -> int:
    """Return the least n with which the best private mechanism tells 0 from 1, or a number below it.

    It fails with probability ``e^(-epsilon m) / 2`` on n = 2m rows, ``e^(-epsilon m) / (1 + e^epsilon)`` on n = 2m + 1.
    """
    from privlearn.exact import exp_bracket, log_bracket

    even = log_bracket(1 / (2 * beta)).lower
    odd = (log_bracket(1 / beta) - log_bracket(1 + exp_bracket(epsilon))).lower
    return min(2 * max(0, ceil(even / epsilon)), 2 * max(0, ceil(odd / epsilon)) + 1)


def _print_card(report: dict[str, Any]) -> None:
    print(f"{report['concepts']:,} concepts on {report['points']:,} points")
    for name, witness in WITNESSES.items():
        value, shown = report[name], report["witnesses"][witness]
        if value is None:
            low, high = report["limits"][name]
            value = f"out of reach, between {low} and {high}"
        print(f"{name.replace('_', ' ')}: {value}")
        text = str(shown)
        if shown is not None:
            print(f"  {witness.replace('_', ' ')}: {_cut(text, LONGEST_LINE)}")
    for bound in report["bounds"]:
        print(f"{bound['name']}: {bound['value']:,}  [{bound['source']}]")


def _print_report(run: "Run", out: TextIO) -> None:
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
    told = [f"{total['checked']} of {total['claims']} claims checked", f"{total['checks']} checks",
            f"{total['caught']} of {total['sabotages']} sabotages caught",
            *([f"{total['skipped']} checks and sabotages skipped"] if "skipped" in total else []),
            *([f"{caught} of {kinds.count('mistake')} broken mechanisms caught",
               f"{kinds.count('auditor') - 1} control auditors told from the exact one"] if controls else []),
            f"{total['seconds']} s"]
    print(f"{', '.join(told)}{'; stopped before the end' if run.stopped else ''}", file=out)
