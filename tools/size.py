"""Prints how large the project is: lines of each room, claims with their checks, public functions with an example.

Lines are a cost: `python -m tools size` is what a change's account of them is taken from.
"""
import ast
from pathlib import Path

from privlearn.checking import registry
from privlearn.shown.atlas import proof_totals
from tools.pages import ROOT

FOLDERS = ("lib", "lib/privlearn/papers", "tests", "tools", "book/_ext", "benchmarks")


def lines(folder: Path) -> int:
    """Return the number of lines of a folder's Python files."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py"))


def examples(folder: Path) -> tuple[int, int]:
    """Return how many public functions a folder's files have, and how many of these with an example."""
    texts = [ast.get_docstring(node) or "" for path in folder.rglob("*.py")
             for node in ast.parse(path.read_text(encoding="utf-8")).body
             if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    return len(texts), sum(">>>" in text for text in texts)


def report(root: Path) -> list[str]:
    """Return the lines of the report."""
    rooms = sorted(path for path in (root / "lib/privlearn").iterdir() if path.is_dir() and path.name != "__pycache__")
    claims = registry.load().values()
    checks = [check for claim in claims for check in claim.checks]
    return [
        *(f"{lines(root / name):8,} lines of {name}" for name in FOLDERS),
        *(f"{lines(room):8,} lines of {room.name}, {with_example} of {public} public functions with an example"
          for room in rooms if room.name != "papers" for public, with_example in (examples(room),)),
        f"{len(claims):8,} statements, {len(checks):,} checks, {sum(len(c.sabotages) for c in checks):,} sabotages, "
        f"{sum(len(claim.own_formulas) for claim in claims):,} formulas, "
        f"{sum(bool(claim.hypotheses) for claim in claims)} statements with hypotheses that are dropped",
        *(f"{number:8,} {name}" for name, number in proof_totals().items())]


def main() -> int:
    """Print the report."""
    print("\n".join(report(ROOT)))
    return 0
