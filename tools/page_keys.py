"""What an executed page rests on, as one hash: a page is executed again just when its own hash has changed.

The hash is of contents alone, never of times: the page's source; the code (without docstrings and comments) of all
library files behind the names that its cells import; for each card that it shows, the claim as it is declared, the
source of its checks and its stored verdicts (without seconds); the tools that execute pages; Python and all packages.
"""
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from privlearn.checking import registry, store
from privlearn.keeping import code_of
from privlearn.keeping.code import HOME, files_behind_program, installed
from tools.lints import CLAIM_ID
from tools.pages import Page

EXECUTING = ("execute_pages", "environment", "forked_kernels", "local_kernels", "page_keys", "quick_drawing",
             "warm_imports")
CARDS, ALL_CLAIMS, STORED_RUNS = "shown/cards.py", "shown/atlas.py", "shown/timings.py"
STORED_TRIALS, READINGS = "shown/missed.py", "shown/refereed.py"
NOT_PYTHON = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)  # magics and shell commands of a cell


class PageKeys:
    """The hashes of the pages of a book, with what they have in common looked at once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs = [_bytes(path) for path in sorted((root / "benchmarks/results").glob("*.json"))]
        self.common = [installed(), *(_bytes(Path(__file__).with_name(f"{name}.py")) for name in EXECUTING)]

    def of(self, page: Page) -> str:
        """Return a page's hash."""
        program = "\n".join(NOT_PYTHON.sub(r"\1pass", cell.source) for cell in page.code_cells())
        files = files_behind_program(program)
        parts = [*self.common, page.text, code_of(files)]
        if ALL_CLAIMS in files:
            parts += [_shown(id) for id in registry.load()] + [json.dumps(store.lasting(store.stored_controls()))]
        elif CARDS in files:
            parts += [_shown(id) for id in _claims_on(page, program)]
        if STORED_RUNS in files:
            parts += self.runs
        if STORED_TRIALS in files:
            parts += [_bytes(path) for path in sorted(Path(__file__).parent.glob("mutants/*.json"))]
        if READINGS in files:
            parts += [_bytes(path) for name in ("**/*.md", "atlas/refereed.json")
                      for path in sorted(self.root.glob(f"book/{name}"))]
        return _hash(parts)


def _claims_on(page: Page, program: str) -> list[str]:
    """Return the ids of the claims that a page shows: its own, those that its cells name, and their steps."""
    named = set(CLAIM_ID.findall(program))
    name = page.name.removeprefix("book/")
    shown = {id for id, entry in registry.load().items() if entry.page == name or id in named}
    return [id for id, entry in registry.load().items() if id in shown or entry.step_of in shown]


def _shown(id: str) -> str:
    """Return what a card tells of a claim, apart from times."""
    claims = registry.load()
    entry = claims[id]
    versions = [f"{twin.id} {twin.difference}" for twin in claims.values() if id in twin.same_as]
    around = [f"{other.id} {other.title}" for other in claims.values() if other.id in entry.uses or id in other.uses]
    declared = [repr(getattr(entry, field.name)) for field in fields(entry) if field.name != "checks"]
    modules = sorted({check.function.__module__ for check in entry.checks})
    sources = [_bytes(HOME / f"{module.removeprefix('privlearn.').replace('.', '/')}.py") for module in modules]
    return _hash([*declared, *versions, *around, *sources, json.dumps(store.lasting(store.stored_claim(id)))])


def _bytes(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
