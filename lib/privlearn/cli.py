"""The command line: ``privlearn claims`` and ``privlearn verify``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from privlearn import __version__


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
    verify.add_argument("--jobs", type=_positive, default=1, metavar="N", help="number of processes (default: 1)")
    verify.add_argument("--long", action="store_true", help="also run the checks that take minutes")
    verify.add_argument("--seed", type=_natural, default=0, metavar="N", help="seed of statistical checks (default: 0)")
    _add_json(verify)
    verify.set_defaults(run=_verify)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except ValueError as error:
        print(f"privlearn: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1


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

    claims = registry.select(options.ids)
    report = runner.run(claims, jobs=options.jobs, long=options.long, seed=options.seed, progress=True)
    complaints, controls = ([], None) if options.ids else _catalogue()
    store.write(report, controls=controls)
    if options.json:
        _write_json(report, options.json)
    if options.json != "-":
        _print_report(report)
    return 0 if runner.all_is_well(report) and not complaints else 1


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
