"""The command line: ``privlearn claims``, ``privlearn verify`` and ``privlearn card``."""

import argparse
import json
import sys
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from secrets import randbits
from typing import Any

from privlearn import __version__
from privlearn.concepts import ConceptClass
from privlearn.dimensions import DimensionBounds
from privlearn.exact import Bracket, TooLargeToEnumerate

WITNESSES = {"vc_dimension": "shattered_set", "littlestone_dimension": "mistake_tree",
             "threshold_dimension": "threshold_sequence"}
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
        return int(options.run(options))
    except ValueError as error:
        print(f"privlearn: {error}", file=sys.stderr)
        return 2
    except TooLargeToEnumerate as error:
        print(f"privlearn: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1


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
        card.add_argument(f"--{name}", type=_fraction, default=Fraction(default), metavar="X",
                          help=f"{meaning} (default: {default})")
    card.add_argument("--limit", type=_positive, default=None, metavar="STEPS",
                      help="work for each dimension, in machine words looked at (default: some seconds)")
    _add_json(card)
    card.set_defaults(run=_card)


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"must be a number such as 1/4 or 0.25, got {text!r}") from None


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


def _write_json(value: Any, target: str) -> None:
    text = json.dumps(value, indent=1)
    if target == "-":
        print(text)
        return
    try:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_text(text + "\n")
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
    from privlearn.claims import registry, runner, store

    if options.keep and not options.long:
        raise ValueError("--keep must come with --long")
    claims = registry.select(options.ids)
    if options.long and not options.ids:
        claims = {id: entry for id, entry in claims.items() if any(check.long for check in entry.checks)}
    where = runner.on_cluster(options.scheduler) if options.scheduler else nullcontext()
    with where:
        report = runner.run(claims, jobs=-1 if options.scheduler else options.jobs, long=options.long,
                            seed=options.seed or 0, progress=True, keep=options.keep,
                            again=randbits(32) if options.seed is None else options.seed)
    complaints, controls = ([], None) if options.ids or options.long else _catalogue()
    store.write(report, controls=controls)
    if options.json:
        _write_json(report, options.json)
    if options.json != "-":
        _print_report(report)
    return 0 if runner.all_is_well(report) and not complaints else 1


def _card(options: argparse.Namespace) -> int:
    from privlearn import dimensions
    from privlearn.concepts.reading import read_table

    table = read_table(options.file, lambda rows: _note(f"read {rows:,} rows"))
    concepts = table.concept_class()
    if len(concepts) < len(table.entries):
        _note(f"{len(table.entries) - len(concepts):,} repeated rows dropped; concepts are numbered without them")
    report: dict[str, Any] = {"concepts": len(concepts), "points": concepts.size}
    found: dict[str, DimensionBounds] = {}
    searches = (dimensions.vc_bounds, dimensions.littlestone_bounds, dimensions.threshold_bounds)
    for name, search in zip(WITNESSES, searches, strict=True):
        _note(f"{name.replace('_', ' ')} of {len(concepts):,} concepts on {concepts.size:,} points")
        found[name] = search(concepts, limit=options.limit,
                             progress=lambda low, high, steps: _note(f"  between {low} and {high} ({steps:,} steps)"))
    _tighten(found)
    report |= {name: b.lower if b.exact else None for name, b in found.items()}
    report["witnesses"] = {WITNESSES[name]: bounds.witness for name, bounds in found.items()}
    report["limits"] = {name: [b.lower, b.upper] for name, b in found.items() if not b.exact}
    report["bounds"] = _bounds(concepts, found["littlestone_dimension"].lower, options)
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


def _bounds(concepts: ConceptClass, littlestone: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return what the theorems say of the class; nothing for a class without concepts."""
    from privlearn.communication import messages_lower_bound, private_samples_lower_bound
    from privlearn.exact import exp_bracket
    from privlearn.learners.selection import private_rows

    if options.epsilon <= 0:
        raise ValueError(f"--epsilon must be positive, got {options.epsilon}")
    game, third = (options.alpha, options.beta), Fraction(1, 3)
    if not len(concepts):
        return []
    # more privacy than asked for only takes more samples, so a rational below e^epsilon will do
    enough = private_rows(16, 0, len(concepts), exp_bracket(min(options.epsilon, Fraction(1))).lower, *game)
    return [
        {"name": "mistakes that an online learner can be forced to make, at least", "value": littlestone,
         "source": "FX15, Section 2.5"},
        {"name": "public-coin one-way messages at error 1/3, at least",
         "value": messages_lower_bound(littlestone, third), "source": "FX15, Corollary 4.3"},
        {"name": "one-way messages without error, at most", "value": len(concepts), "source": "FX15, Section 3"},
        {"name": "purely private samples, at least (from the Littlestone dimension)",
         "value": private_samples_lower_bound(littlestone, exp_bracket(options.epsilon), *game),
         "source": "FX15, Theorems 2.5 and 3.1 with Corollary 4.3"},
        {"name": "purely private samples, at least (from two concepts that differ at a point)",
         "value": _one_point_samples(exp_bracket(options.epsilon), options.beta) if len(concepts) > 1 else 0,
         "source": "FX15, Section 2.2: exact optimum of the class of both functions on one point"},
        {"name": "purely private samples, enough", "value": enough,
         "source": "FX15, Section 1: exponential mechanism over the class"},
    ]


def _one_point_samples(exp_epsilon: Bracket, beta: Fraction) -> int:
    """Return the least n with which the best private mechanism tells 0 from 1, or a number below it."""
    from privlearn.exact import least_integer
    from privlearn.exact.brackets import as_bracket
    from privlearn.learners.generic import one_point_success

    return least_integer(lambda n: as_bracket(one_point_success(n, exp_epsilon)).upper >= 1 - beta)


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
            cut = text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}..."
            print(f"  {witness.replace('_', ' ')}: {cut}")
    for bound in report["bounds"]:
        print(f"{bound['name']}: {bound['value']:,}  [{bound['source']}]")


def _catalogue() -> tuple[list[str], list[dict[str, Any]]]:
    """Run the catalogue of broken mechanisms; return what is wrong with it, and its rows."""
    from privlearn.claims.broken import catalogue

    rows = catalogue.run_catalogue()
    complaints = catalogue.complaints(rows)
    kinds = [row["kind"] for row in rows]
    caught = sum(row["kind"] == "mistake" and row["caught"] for row in rows)
    for line in complaints or [f"controls: {caught} of {kinds.count('mistake')} broken mechanisms caught, "
                               f"{kinds.count('auditor') - 1} control auditors told from the exact one"]:
        print(line, file=sys.stderr, flush=True)
    return complaints, rows


def _print_report(report: dict[str, Any]) -> None:
    for row in report["claims"]:
        for check in row["checks"]:
            if not check["holds"]:
                print(f"FAILED {row['id']}: {check['name']}: {check['left']} against {check['right']} "
                      f"at {check['witness']}")
        for sabotage in row["sabotages"]:
            if not sabotage["caught"]:
                print(f"NOT CAUGHT {row['id']}: {sabotage['name']}: {sabotage['witness']}")
    total = report["summary"]
    print(f"{total['checked']} of {total['claims']} claims checked, {total['checks']} checks, "
          f"{total['caught']} of {total['sabotages']} sabotages caught, {total['seconds']} s")
