"""`python -m tools book [PART]`: bring the book up to date, stage after stage; what `make book` runs.

The stages are the claims, the pages and the site, and, if asked for, JupyterLite beside it. A stage is skipped if
nothing that it reads or made has changed since it ended well, by content; each stage then redoes only what has to be.
One run at a time works on a tree: a second one waits. An interrupt ends the stage that runs and all its processes; what
was finished is kept.
"""
import argparse
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from privlearn.cli import STOPPED
from privlearn.keeping import read_json, write_json
from privlearn.keeping.code import installed
from tools.environment import alone
from tools.pages import ROOT

BUILD = ROOT / "_build"
STAGES = ("claims", "pages", "site", "lite")
BOOK = "site"  # the last stage of the book itself
SEALS = BUILD / "seals.json"
PATIENCE = (2, 20, 5)  # seconds that an interrupted stage has to end: by itself, when told, when ended by force


@dataclass(frozen=True)
class Stage:
    """A command, and the files (or folders) that it reads and makes."""

    name: str
    command: tuple[str, ...]
    reads: tuple[str, ...]
    makes: tuple[str, ...]

    def seal(self) -> str:
        """Return the hash of all that the stage read and made."""
        total = sha256("\0".join([installed(), *self.command]).encode())
        for path in self.files():
            total.update(f"{path.relative_to(ROOT)}\0".encode() + sha256(path.read_bytes()).digest())
        return total.hexdigest()

    def files(self) -> Iterator[Path]:
        """Yield the stage's files, those of its folders included."""
        for name in (*self.reads, *self.makes):
            place = ROOT / name
            found = sorted(place.rglob("*")) if place.is_dir() else [place]
            yield from (path for path in found if path.is_file() and path.suffix != ".pyc")


def stages(part: str) -> list[Stage]:
    """Return the stages for one part of the book, or for all of it."""
    python = sys.executable
    ids = claims_of(part) if part else []
    return [
        Stage("claims", (python, "-m", "privlearn", "verify", *ids, "--changed", "--jobs", "2",
                         "--json", "_build/verify.json"),
              ("lib", "requirements.txt"), ("_build/verdicts.json", "_build/verify.json")),
        Stage("pages", (python, "-m", "tools", "execute", *([part] if part else [])),
              ("lib", "book", "tools", "benchmarks/results", "_toc.yml", "_config.yml", "_build/verdicts.json"),
              ("_build/pages",)),
        Stage("site", (python, "-m", "tools", "site"),
              ("lib", "tools/badge.py", "tools/build_site.py", "tools/hover_cards.py", "tools/live.py",
               "tools/typeset.mjs", "tools/macros.json", ".venv/web/pyodide", "_build/pages", "_build/verify.json"),
              ("_build/html",)),
        Stage("lite", (python, "-m", "tools", "lite"),
              ("lib", "tools/lite.py", "tools/macros.json", "requirements-lite.txt", "benchmarks/results",
               "_build/pages", "_build/verdicts.json"), ("_build/html",)),
    ]


def claims_of(part: str) -> list[str]:
    """Return the ids of the claims that a part of the book states."""
    from privlearn.checking import registry

    return [id for id, entry in registry.load().items() if entry.page.startswith(f"{part}/")]


def parts() -> list[str]:
    """Return the names of the book's parts: its folders of pages."""
    return sorted({path.parent.name for path in (ROOT / "book").glob("*/*.md")})


def build(chosen: Iterable[Stage]) -> int:
    """Run the stages that have something to do; return the exit status of the first that fails."""
    past: list[Stage] = []
    for stage in chosen:
        past.append(stage)
        seals, started = read_json(SEALS), time.perf_counter()
        if seals.get(stage.name) == stage.seal():
            print(f"{stage.name}: nothing has changed", flush=True)
            continue
        write_json(SEALS, {name: seal for name, seal in seals.items() if name != stage.name})
        status, said = run(stage.command)
        well = said.pop() if said and not status else "done"
        end = {0: well, STOPPED: "stopped"}.get(status, "FAILED")
        print("\n".join([*said, f"{stage.name}: {end} ({time.perf_counter() - started:.0f} s)"]), flush=True)
        if status:
            return status
        sealed = {one.name: one.seal() for one in past if {*one.makes} & {*stage.makes}}  # it may add to what one made
        write_json(SEALS, read_json(SEALS) | {stage.name: stage.seal()} | sealed)
    return 0


def run(command: tuple[str, ...]) -> tuple[int, list[str]]:
    """Run a command to its end, and return its status and the lines that it printed.

    What it tells on the way goes to standard error, as ever. An interrupt is its interrupt, too: it must end in time.
    """
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.communicate()[0].splitlines()
            return process.returncode, said
        except KeyboardInterrupt:
            sent = (lambda: None, process.terminate, process.kill)  # a terminal has told it already
            for send, seconds in zip(sent, PATIENCE, strict=True):
                send()
                try:
                    return STOPPED, process.communicate(timeout=seconds)[0].splitlines()
                except subprocess.TimeoutExpired:
                    continue
            return STOPPED, []


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Bring the book up to date.")
    parser.add_argument("part", nargs="?", default="", metavar="PART", choices=["", *parts()],
                        help=f"one of {', '.join(parts())} (default: all)")
    parser.add_argument("--until", default=BOOK, choices=STAGES, help="the last stage to run")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with alone():
            status = build(stages(options.part)[: STAGES.index(options.until) + 1])
    except KeyboardInterrupt:
        return STOPPED
    if status == 0 and STAGES.index(options.until) >= STAGES.index(BOOK):
        which = f"The part {options.part} of the book" if options.part else "The book"
        print(f"{which} is built. Open it with a browser: {(BUILD / 'html/index.html').as_uri()}")
    return status
