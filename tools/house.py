"""Rules of the layout: one address for every topic, no circles, faces without double meanings.

Each lint returns a list of complaints, empty when all is well. The tests in `tests/meta` run each of them on this
repository and on a planted violation that it must report.
"""
import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from privlearn.checking.paper_list import PAPERS
from privlearn.checking.proofs import proof_of
from tools.layers import imports
from tools.pages import Page

# functions whose names are promised, and packages
SHADOWED = {("learners.interior_point", "tree_log"), ("learners.interior_point", "heavy_paths")}
NUMBERED = re.compile(r"section|(^|_)[a-z]?\d*(_|$)")
CLAIMS_IMPORT = re.compile(r"^\s*from privlearn\.((?:checking|papers|shown|broken)[\w.]*) import", re.MULTILINE)
CODE_WIDTH = 84
# What pages show of all claims, and of what is measured and kept.
OF_ALL = ("shown", "shown.atlas", "shown.missed", "shown.new_results", "shown.refereed", "shown.timings",
          "shown.walks")


def modules(library: Path) -> dict[str, Path]:
    """Return the library's modules by name, packages without their `__init__`."""
    return {".".join(path.relative_to(library).with_suffix("").parts).removesuffix(".__init__"): path
            for path in sorted(library.rglob("*.py"))}


def faces(library: Path) -> dict[str, dict[str, str]]:
    """Return for each package what it exports: name and the full name of what it is."""
    found = {}
    for name, path in modules(library).items():
        if path.name == "__init__.py":
            found[name] = {alias.asname or alias.name: f"{node.module}.{alias.name}".removeprefix("privlearn.")
                           for node in ast.parse(path.read_text(encoding="utf-8")).body
                           if isinstance(node, ast.ImportFrom) and node.module for alias in node.names}
    return found


def circles(library: Path) -> list[str]:
    """No two modules import each other, by whatever way round; imports inside functions count."""
    known, exported = modules(library), faces(library)
    edges: dict[str, set[str]] = defaultdict(set)
    for module, target in imports(library):
        package, _, name = target.rpartition(".")
        origin = exported.get(package, {}).get(name, target)
        home = next((part for part in (origin, origin.rpartition(".")[0]) if part in known), None)
        if home and home != module and module not in exported and home not in exported:
            edges[module].add(home)
    return [f"{' and '.join(sorted(circle))} import each other" for circle in _knots(edges)]


def _knots(edges: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Yield the strongly connected components of more than one node, found by peeling off what cannot be in one."""
    waiting = {node: set(targets) for node, targets in edges.items()}
    while True:
        free = {node for node, targets in waiting.items() if not targets & waiting.keys()}
        aimed = set().union(*waiting.values()) if waiting else set()
        free |= waiting.keys() - aimed
        if not free:
            break
        waiting = {node: targets for node, targets in waiting.items() if node not in free}
    while waiting:
        start = min(waiting)
        knot = _reached(start, waiting) & {node for node in waiting if start in _reached(node, waiting)}
        if len(knot) > 1:
            yield knot
        waiting = {node: targets for node, targets in waiting.items() if node not in knot | {start}}


def _reached(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    seen, waiting = set(), [start]
    while waiting:
        for target in edges.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def face_names(library: Path) -> list[str]:
    """No exported name equals a module's of its package, and none means two things in two packages."""
    known, complaints = modules(library), []
    meanings: dict[str, set[str]] = defaultdict(set)
    for package, names in faces(library).items():
        for name, origin in names.items():
            if f"{package}.{name}" in known and (package, name) not in SHADOWED:
                complaints.append(f"{package}: exports {name}, the name of its module")
            if origin.startswith(package.split(".")[0]):
                meanings[name].add(origin)
    return complaints + [f"{name} means {' and '.join(sorted(origins))}"
                         for name, origins in sorted(meanings.items()) if len(origins) > 1 and name != "claim"]


def page_imports(pages: list[Page]) -> list[str]:
    """A page imports no claims but `card`, its own instances and its own exercises; the atlas shows the registry."""
    complaints = []
    for page in pages:
        own = page.name.rpartition("/")[2].replace("-", "_")
        for cell in page.code_cells():
            for module in CLAIMS_IMPORT.findall(cell.source):
                fine = module in OF_ALL or re.fullmatch(rf"papers\.\w+\.{own}\.(instances|exercises)", module)
                if not fine and not (page.name.startswith("book/atlas/") and module.startswith("broken")):
                    complaints.append(f"{page.name}: imports {module}")
    return complaints


def wide_code(pages: list[Page]) -> list[str]:
    """No line of a page's code is wider than what a window of 1,280 px shows."""
    return [f"{page.name}: {len(line)} characters: {line.strip()}" for page in pages for cell in page.code_cells()
            for line in cell.source.splitlines() if len(line) > CODE_WIDTH]


def addresses(library: Path, claims: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """Claims, exercises and figures stand in a package or module with their page's name, and each has its page."""
    names = {page.name.removeprefix("book/") for page in pages}
    complaints = []
    for claim in claims.values():
        proof = proof_of(claim.id)  # may stand on another page
        home = f"papers/{claim.paper.lower()}/{claim.page.rpartition('/')[2].replace('-', '_')}"
        where = {check.function.__module__.removeprefix("privlearn.").replace(".", "/") for check in claim.checks
                 if proof is None or check.function.__module__ != proof.lines.__module__}
        complaints += [f"{claim.id}: checked in {place}, not in {home}" for place in sorted(where)
                       if place.rpartition("/")[0] != home]
    for paper in PAPERS:
        for folder in sorted((library / "papers" / paper.package).glob("*/")):
            page = folder.name.replace("_", "-")
            if folder.name != "__pycache__" and not {f"{paper.part}/{page}", page} & names:
                complaints.append(f"papers/{paper.package}/{folder.name}: no page {paper.part}/{page}")
    for path in sorted((library / "figures").glob("*/[a-z]*.py")):
        page = path.relative_to(library / "figures").with_suffix("").as_posix().replace("_", "-")
        complaints += [f"figures/{page}: no such page"] if page not in names else []
    return complaints


def silent_checks(claims: Mapping[str, Any]) -> list[str]:
    """Every check says in a clause what was found."""
    return [f"{claim.id}: {check.name} says nothing" for claim in claims.values() for check in claim.checks
            if not check.says]


def listed_modules(library: Path) -> list[str]:
    """Every module of a paper that declares or checks claims stands in the paper's contents."""
    complaints, known = [], {paper.package for paper in PAPERS}
    for folder in sorted((library / "papers").glob("[a-z]*/")):
        paper, face = folder.name, folder / "__init__.py"
        contents = face.read_text(encoding="utf-8") if face.exists() else ""
        if "CONTENTS" in contents and paper not in known:
            complaints.append(f"{paper}: has contents, and no row in checking/paper_list.py")
        for path in sorted(folder.glob("*/[a-z]*.py")):
            declares = re.search(r"^(claim\(|@check\(|@proof\()", path.read_text(encoding="utf-8"), re.MULTILINE)
            row = re.search(rf'\("{path.parent.name}",[^)]*"{path.stem}"', contents)
            if bool(declares) != bool(row):
                complaints.append(f"{paper}/{path.parent.name}/{path.stem}: "
                                  f"{'not in' if declares else 'without claims in'} the contents of {paper}")
    return complaints


def numbered_modules(library: Path) -> list[str]:
    """No module of a paper is named by a section's number or a letter for its order: it says what it shows."""
    return [f"{path.relative_to(library)}: named by its place in the paper"
            for path in sorted((library / "papers").rglob("*.py"))
            if path.stem != "__init__" and NUMBERED.search(path.stem)]


def tests_mirror(library: Path, tests: Path) -> list[str]:
    """Every module has its test file at the same place; claims are tested by running them, figures page by page."""
    complaints = []
    for path in sorted(library.rglob("[a-z]*.py")):
        place = path.relative_to(library)
        if place.parts[0] in ("papers", "broken", "figures") or len(place.parts) == 1 or place.stem == "fit_workers":
            continue  # who is fit to work is tested with the cluster
        if not re.search(r"^(?:@|class |def )", path.read_text(encoding="utf-8"), re.MULTILINE):
            continue  # names for constants
        if not (tests / place.parent / f"test_{place.name}").exists():
            complaints.append(f"{place}: no test file {place.parent / f'test_{place.name}'}")
    return complaints


PATCHES = """
import importlib, pkgutil, sys
package = sys.argv[1]

def load():
    home = importlib.import_module(package)
    for found in pkgutil.walk_packages(home.__path__, f"{package}."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)

def state():
    seen = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] not in (package, "__main__") and module is not None:
            for key, thing in list(vars(module).items()):
                if callable(thing):
                    seen[f"{name}.{key}"] = thing
                    if isinstance(thing, type):
                        seen |= {f"{name}.{key}.{part}": found for part, found in list(vars(thing).items())
                                 if callable(found)}
    return seen

if len(sys.argv) == 2:
    load()
    print("\\n".join(name for name in sys.modules if name.split(".")[0] not in (package, "__main__")))
else:
    for name in sys.stdin.read().split():
        try:
            importlib.import_module(name)
        except Exception:
            pass
    before = state()
    load()
    after = state()
    # a stand-in that becomes the module it stands for replaces no function
    modules = {name for name in before if after.get(name) is None and sys.modules.get(name.rpartition(".")[2])}
    print("\\n".join(sorted(name for name in before.keys() - modules if after.get(name) is not before[name])))
"""


def patches(package: str, path: Path) -> list[str]:
    """Importing the package, all of it, replaces no function or method of any other package."""
    command = [sys.executable, "-W", "ignore", "-c", PATCHES, package]
    needed = subprocess.run(command, cwd=path, capture_output=True, text=True, check=True).stdout
    found = subprocess.run([*command, "compare"], cwd=path, input=needed, capture_output=True, text=True, check=True)
    return [f"importing {package} replaces {name}" for name in found.stdout.split()]
