"""Which room of the library may import which: data flows one way.

`exact -> keeping -> laws -> concepts -> {dimensions, mechanisms} -> learning -> {communication, learners, online,
release} -> {private, report, exercises} -> broken -> checking -> papers -> shown -> {estimators,
coursework}`: modules import only from their left, so the rooms in one pair of braces do not import each other.  Figures
know results, not algorithms, and are known to the cards only.
The command line with its line of progress, `__init__` and `__main__` may import anything.
"""
import ast
from collections.abc import Iterator
from pathlib import Path

from tools.python_files import statements

ORDER = (
    {"extras"},  # what is said where a package is missing
    {"exact"},
    {"keeping"},
    {"laws"},
    {"concepts"},
    {"dimensions", "mechanisms"},
    {"learning"},
    {"communication", "learners", "online", "release"},
    {"private", "report", "exercises"},
    {"broken"},
    {"checking"},
    {"papers"},
    {"shown"},
    {"estimators", "coursework"},
)
FIGURES_KNOW = ("extras", "exact", "laws", "concepts", "checking.verdict")
KNOW_FIGURES = ("shown.cards",)
FREE = {"__init__", "__main__", "cli", "progress"}


def imports(library: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, imported name) for all imports inside the library, without its own name in front."""
    for path in sorted(library.rglob("*.py")):
        parts = path.relative_to(library).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        package = parts[:-1]
        for node in statements(path):
            for target in _targets(node, package):
                yield module, target


def _targets(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        above = package[: len(package) - node.level + 1] if node.level else ()
        base = ".".join(("privlearn", *above) if node.level else ())
        stem = ".".join(part for part in (base, node.module or "") if part)
        # `from privlearn import laws` imports a room, `from privlearn.laws import law` possibly a module of it
        names = [f"{stem}.{alias.name}" for alias in node.names]
    else:
        return []
    return [name.removeprefix("privlearn.") for name in names if name.startswith("privlearn.")]


def violations(library: Path) -> list[str]:
    """Return a complaint for every import that goes against the flow, or from a room that the order does not know."""
    return [f"{module} imports {target}" for module, target in imports(library) if not allowed(module, target)]


def allowed(module: str, target: str) -> bool:
    """May the module import the target?"""
    room, other = module.split(".")[0], target.split(".")[0]
    if room in FREE or room == other or other == "__version__":
        return True
    if room == "figures":
        return target.startswith(FIGURES_KNOW)
    if other == "figures":
        return module in KNOW_FIGURES
    known = _rank(room) is not None and _rank(other) is not None
    return known and _rank(other) < _rank(room)  # type: ignore[operator]  # both are known here


def _rank(room: str) -> int | None:
    return next((rank for rank, rooms in enumerate(ORDER) if room in rooms), None)
