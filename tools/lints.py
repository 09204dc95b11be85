"""Rules of the house that no other tool checks.

Each lint returns a list of complaints, empty when all is well. The tests in `tests/meta` run each of them on this
repository and on a planted violation that it must report.
"""
import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from privlearn.checking.words import COUNTED
from privlearn.exact.formula_text import displays, text_of
from tools.pages import PAGES, Page, executed_cells
from tools.plain_page import PLAIN
from tools.python_files import definitions

CELL_TAGS = {"hide-input", "hide-output", "raises-exception", "exercise-stub", "exercise-solution"}
EXERCISE_WORDS = {"exercise-stub": "not yet", "exercise-solution": "accepted"}
CLAIM_ID = re.compile(r"[A-Z]{2,}\d\d-[\w.-]*\w")
LABEL = re.compile(rf"^\s*(?::label:\s+|\()({CLAIM_ID.pattern})(?:\)=)?\s*$", re.MULTILINE)
HOSTS = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|deb\.debian\.org|conda\.anaconda", re.IGNORECASE)
PLAIN_IMPORTS = r"numpy as np|matplotlib\.pyplot as plt|math|random"
WHOLE_PACKAGE = re.compile(rf"^[ \t]*(import (?!({PLAIN_IMPORTS})$).+|from privlearn import .*)$", re.MULTILINE)
PROOF = re.compile(r"^\s*(?:`+\{dropdown\} |\*)Proof\b|^`+\{proof\} ", re.MULTILINE)
PROOF_DRAWER = re.compile(r"^`{3,}\{(?:dropdown\} .*[Pp]roof|proof\})(?:.*\n)*?`{3,}$", re.MULTILINE)
WALKED = re.compile(r"^(`{3,})\{proof\} (\S+)$(.*?)^\1$", re.MULTILINE | re.DOTALL)
PROOF_STEP = re.compile(r"^:::\{proof-step\} (.*)$", re.MULTILINE)
SAMPLED = re.compile(r"\bseed(ed|s)\b|\bevery (\d+(th|rd|nd|st)|third|fourth|fifth|seventh|tenth)\b|\blocal search\b"
                     r"|\brandom (classes|families|rows|samples|scores|sets|tables|weightings|words)\b")
DRAWS = re.compile(r"\bplt\.show\(")


def headers(pages: list[Page]) -> list[str]:
    """A page with code cells has the header that makes it a notebook; without it, it would never be executed."""
    return [f"{p.name}: code cells, but no jupytext header with a kernel"
            for p in pages if "```{code-cell}" in p.text and not p.is_notebook]


def orphans(root: Path, pages: list[Page]) -> list[str]:
    """Every page of the book stands in the table of contents."""
    known = {p.source for p in pages}
    sources = sorted((root / "book").rglob("*.md"))
    return [f"{path.relative_to(root)}: not in _toc.yml" for path in sources if path not in known]


def cell_tags(pages: list[Page]) -> list[str]:
    """Cells carry only known tags: a misspelt one does nothing, and none may hide a check."""
    return [f"{p.name}: unknown cell tag {tag!r}"
            for p in pages for cell in p.code_cells() for tag in cell.metadata.get("tags", []) if tag not in CELL_TAGS]


def style_first(pages: list[Page]) -> list[str]:
    """The first code cell of a notebook calls the shared style; a later first figure could swallow all others.

    The page without the library draws nothing (`tools.plain_page`).
    """
    return [f"{p.name}: the first code cell does not call style.use()"
            for p in pages if p.is_notebook and p.name != PLAIN
            and "style.use()" not in "".join(c.source for c in p.code_cells()[:1])]


def whole_packages(pages: list[Page]) -> list[str]:
    """Pages import names from modules, not a package: its parts would be there only if something else had loaded them.

    The kernels of `tools.forked_kernels` have the whole library loaded, so executing a page cannot show this.
    """
    return [f"{p.name}: import names from a module, not {found.group().strip()!r}"
            for p in pages for cell in p.code_cells() for found in WHOLE_PACKAGE.finditer(cell.source)]


def alt_text(cell: Mapping[str, Any]) -> str:
    """Return the alternative text of the figure that a cell draws, empty if it names none."""
    return cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "").strip()


def figure_texts(pages: list[Page]) -> list[str]:
    """A cell that shows a figure says in words what is to be seen, and only such a cell does."""
    complaints = []
    for page in pages:
        for number, cell in enumerate(page.code_cells(), 1):
            if bool(DRAWS.search(cell.source)) != bool(alt_text(cell)):
                complaints.append(f"{page.name}: code cell {number}: plt.show() and an image alt text go together")
    return complaints


def image_texts(pages: list[Page]) -> list[str]:
    """Images in the prose have alternative text too."""
    complaints = []
    for page in pages:
        bare = re.findall(r"!\[\s*\]\(([^)]*)\)", page.text)
        complaints += [f"{page.name}: image {name} without alternative text" for name in bare]
        for block in re.findall(r"^[`:]{3,}\{(?:image|figure)\}.*?^[`:]{3,}\s*$", page.text, re.MULTILINE | re.DOTALL):
            if not re.search(r"^:alt:\s*\S", block, re.MULTILINE):
                complaints.append(f"{page.name}: {block.splitlines()[0].strip('`:')} without :alt:")
        complaints += [f"{page.name}: {tag} without alt" for tag in re.findall(r"<img(?![^>]*\balt=)[^>]*>", page.text)]
    return complaints


def redefinitions(pages: list[Page], public: set[str]) -> list[str]:
    """No page defines a function or class under the name of a public one of the library: copies drift apart."""
    complaints = []
    for page in pages:
        for cell in page.code_cells():
            for node in ast.walk(ast.parse(re.sub(r"^(\s*)[%!].*$", r"\1pass", cell.source, flags=re.MULTILINE))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in public:
                    complaints.append(f"{page.name}: redefines {node.name}")
    return complaints


def executed(root: Path, pages: list[Page]) -> list[str]:
    """Exactly the notebooks of the table of contents were executed, every code cell of them."""
    out = root / PAGES
    wanted = {p.name for p in pages if p.is_notebook}
    found = {str(path.relative_to(out).with_suffix("")) for path in out.rglob("*.ipynb")}
    complaints = [f"{name}: not executed" for name in sorted(wanted - found)]
    complaints += [f"{name}: executed, but not in _toc.yml" for name in sorted(found - wanted)]
    for name in sorted(wanted & found):
        cells = executed_cells(out / f"{name}.ipynb")
        if any(c.cell_type == "code" and c.source.strip() and not c.execution_count for c in cells):
            complaints.append(f"{name}: a code cell was not executed")
    return complaints


def images(root: Path, pages: list[Page]) -> list[str]:
    """Exactly the cells with an alternative text came out with an image."""
    complaints = []
    for page in [p for p in pages if p.is_notebook and (root / PAGES / f"{p.name}.ipynb").is_file()]:
        cells = executed_cells(root / PAGES / f"{page.name}.ipynb")
        for number, cell in enumerate([c for c in cells if c.cell_type == "code"], 1):
            count = sum(any(kind.startswith("image/") for kind in output.get("data", {})) for output in cell.outputs)
            promised = int(bool(alt_text(cell)))
            if count != promised:
                complaints.append(f"{page.name}: code cell {number}: {count} images, {promised} promised")
    return complaints


def exercises(root: Path, pages: list[Page]) -> list[str]:
    """Every exercise was tried twice: the verifier refused its stub and accepted its solution."""
    complaints = []
    for page in [p for p in pages if p.is_notebook and (root / PAGES / f"{p.name}.ipynb").is_file()]:
        seen = dict.fromkeys(EXERCISE_WORDS, 0)
        for cell in executed_cells(root / PAGES / f"{page.name}.ipynb"):
            for tag in set(cell.metadata.get("tags", [])) & set(EXERCISE_WORDS):
                seen[tag] += 1
                said = "".join(output.get("text", "") for output in cell.outputs)
                if not said.startswith(EXERCISE_WORDS[tag]):
                    complaints.append(f"{page.name}: {tag} number {seen[tag]} said {said[:40]!r}")
        wanted = page.text.count("{exercise-start}")
        complaints += [f"{page.name}: {count} cells {tag}, {wanted} exercises" for tag, count in seen.items()
                       if count != wanted]
    return complaints


def statements(pages: list[Page]) -> list[tuple[str, str]]:
    """Return (claim id, page) for every label of a page that looks like a claim's id."""
    return [(label, page.name) for page in pages for label in LABEL.findall(page.text)]


def claims_and_pages(claims: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """Each registered claim is stated once, on the page it names, and each label that looks like a claim is one."""
    stated = statements(pages)
    complaints = [f"{label}: stated on {page}, but not registered" for label, page in stated if label not in claims]
    for claim in claims.values():
        where = [page for label, page in stated if label == claim.id]
        if where != [f"book/{claim.page}"]:
            found = ", ".join(where) or "no page"
            complaints.append(f"{claim.id}: to be stated once on book/{claim.page}, is stated on {found}")
    return complaints


def cards(claims: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """The page of a claim shows its verdict card; a step of a proof, or a twin without own checks, is a line on one."""
    code = {page.name: "\n".join(cell.source for cell in page.code_cells()) for page in pages}
    return [f"{c.id}: no card(\"{c.id}\") on book/{c.page}" for c in claims.values()
            if not c.step_of and (c.checks or not c.same_as)
            and f'card("{c.id}")' not in code.get(f"book/{c.page}", "")]


def references(claims: Mapping[str, Any]) -> list[str]:
    """What a claim uses, the statement whose step it is, and its twins are claims."""
    return [f"{c.id}: refers to {id}, which is not registered"
            for c in claims.values() for id in (*c.uses, *([c.step_of] if c.step_of else []), *c.same_as)
            if id not in claims]


def unchecked(claims: Mapping[str, Any]) -> list[str]:
    """A claim that counts as checked has or shares a check, and each check has a sabotage."""
    complaints = []
    for claim in claims.values():
        if claim.status in COUNTED and not (claim.checks or claim.same_as):
            complaints.append(f"{claim.id}: {claim.status} with no check")
        complaints += [f"{claim.id}: check {c.name!r} has no sabotage" for c in claim.checks if not c.sabotages]
    return complaints


def grades(claims: Mapping[str, Any]) -> list[str]:
    """What is called exhaustive ranges over all of something: not over seeds, random instances or every third one."""
    return [f"{claim.id}: check {c.name!r} is called exhaustive over {c.quantifier}"
            for claim in claims.values() for c in claim.checks
            if c.grade == "exhaustive" and SAMPLED.search(c.quantifier)]


def unproved(claims: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """What is said to be proved has a proof on its page; what has a drawer with its proof is said to be proved.

    The proof of a statement in a frame stands before the next frame, in a drawer or in the text, where it begins with
    *Proof*; or elsewhere on the page, where it begins with *Proof* and names it.  A line of a proof is proved there.
    Twins have one proof.
    """
    texts, complaints = {page.name: page.text for page in pages}, []
    for claim in (claim for claim in claims.values() if not claim.same_as or claim.declared):
        text = texts[f"book/{claim.page}"]
        if claim.status == "proved" and not has_proof(text, claim.id):
            complaints.append(f"{claim.id}: said to be proved, without a proof on book/{claim.page}")
        if claim.status in ("checked", "quoted") and "{dropdown} Proof\n" in part_of(text, claim.id):
            complaints.append(f"{claim.id}: said to be {claim.status}, with a proof on book/{claim.page}")
    return complaints


def unwalked(claims: Mapping[str, Any], proofs: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """The steps of a proof that is a program are those of its text, one by one and in order; the page has its walk.

    A step of the page may join those of one name before their slash.  A proof may stand on another page than its claim.
    """
    complaints = []
    for id, proof in proofs.items():
        texts = ((page, found[3]) for page in pages for found in WALKED.finditer(page.text) if found[2] == id)
        page, text = next(texts, (next(page for page in pages if page.name == f"book/{claims[id].page}"), ""))
        named, shown = PROOF_STEP.findall(text), [*proof.steps, *proof.wordless]
        joined = list(dict.fromkeys(step if step in named else step.partition("/")[0] for step in shown))
        if sorted(named) != sorted(joined) or [step for step in joined if step not in proof.wordless] != [
                step for step in named if step not in proof.wordless]:
            complaints.append(f"{id}: the steps of its program are {joined}, those on {page.name} {named}")
        if f'walk("{id}")' not in "\n".join(cell.source for cell in page.code_cells()):
            complaints.append(f"{id}: no walk(\"{id}\") on {page.name}")
    return complaints


def undisplayed(claims: Mapping[str, Any], pages: list[Page]) -> list[str]:
    """A claim displays its formulas as they are printed from the expressions that its checks judge.

    They stand below its label or anchor, up to the next claim, or at a claim of the page that it uses or that uses it.
    """
    texts = {page.name: page.text for page in pages}
    used_by: dict[str, list[str]] = {}
    for claim in claims.values():
        for id in claim.uses:
            used_by.setdefault(id, []).append(claim.id)
    complaints = []
    for claim in (claim for claim in claims.values() if claim.own_formulas):
        uses = claims[claim.step_of].uses if claim.step_of in claims else ()
        near = dict.fromkeys((claim.id, claim.step_of, *claim.uses, *uses, *used_by.get(claim.id, ())))
        stated = [part_of(texts[f"book/{claim.page}"], id, r"(?=[A-Z]+\d\d-)") for id in near if id]
        complaints += [f"{claim.id}: book/{claim.page} does not display {formula.function.__name__} where the claim "
                       f"stands: {text_of(formula)}" for formula in claim.own_formulas
                       if not any(displays(text, formula) for text in stated)]
    return complaints


def has_proof(text: str, id: str) -> bool:
    """Tell whether a proof of a statement, or a proof of which it is a line, stands on a page."""
    named, line = rf"^\W*Proof of .*\b{re.escape(id)}[`>)]", rf"^ *\({re.escape(id)}\)=$"
    return bool(PROOF.search(part_of(text, id)) or re.search(named, text, re.MULTILINE)
                or re.search(line, "".join(PROOF_DRAWER.findall(text)), re.MULTILINE))


def part_of(text: str, id: str, of: str = "") -> str:
    """Return the text of a page from the frame or the line with an id to the next frame, of some kind of label."""
    begin = re.search(rf"^(?::label: {re.escape(id)}| *\({re.escape(id)}\)=)$", text, re.MULTILINE)
    return re.split(rf"^:label: {of}", text[begin.end():], maxsplit=1, flags=re.MULTILINE)[0] if begin else ""


def floors(counts: Mapping[str, int], least: Mapping[str, int]) -> list[str]:
    """No count has fallen below its floor: what is not collected cannot fail."""
    low = {name: floor for name, floor in least.items() if counts[name] < floor}
    return [f"{counts[name]} {name}, at least {floor} expected" for name, floor in low.items()]


def count_tests(folder: Path) -> int:
    """Return the number of test functions below a folder."""
    return sum(part.kind is ast.FunctionDef and part.name.startswith("test_") for part in definitions(folder))


def addresses(paths: list[Path]) -> list[str]:
    """No file names a package registry's host: anyone may install from their own."""
    complaints = []
    for path in paths:
        found = HOSTS.search(path.read_text(encoding="utf-8", errors="replace"))
        complaints += [f"{path.name}: names {found.group()}"] if found else []
    return complaints


def kept_widgets(paths: list[Path]) -> list[str]:
    """No page keeps the state of widgets: they lived in a kernel that has ended."""
    return [f"{path.name}: keeps widgets" for path in paths
            if "application/vnd.jupyter.widget-" in path.read_text(encoding="utf-8")]


def reference_pages(library: Path, pages: list[Page]) -> list[str]:
    """Every package of the library has its page in the reference, or stands on that of the package it is in.

    The papers' packages, and those that hold packages only, have none.
    """
    shown = set(re.findall(r"<!-- library: privlearn\.([\w.]+) -->", "\n".join(page.text for page in pages)))
    complaints = []
    for folder in sorted(path.parent.relative_to(library) for path in library.glob("*/**/__init__.py")):
        names = {".".join(folder.parts[:length + 1]) for length in range(len(folder.parts))}
        apart = folder.parts[0] == "papers"
        if not apart and not names & shown and any((library / folder).glob("[a-z]*.py")):
            complaints.append(f"{'.'.join(folder.parts)}: no reference page")
    return complaints


def rooms(folder: Path) -> list[str]:
    """A module has at most 400 lines, a function at most 40, its docstring not counted."""
    complaints = [f"{path.relative_to(folder)}: {count} lines" for path in sorted(folder.rglob("*.py"))
                  if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400]
    return complaints + [f"{part.path.relative_to(folder)}: {part.name} has {part.lines} lines"
                         for part in definitions(folder) if part.kind is ast.FunctionDef and part.lines > 40]


def stray_examples(folder: Path) -> list[str]:
    """An example has a heading of its own: below a list of parameters, numpydoc takes it for one of them."""
    complaints = []
    for part in definitions(folder):
        headings = re.findall(r"^(\w[\w ]*)\n-{3,}$", part.doc.partition(">>>")[0], re.MULTILINE)
        if ">>>" in part.doc and headings and headings[-1] not in ("Examples", "Notes", "Definitions"):
            complaints.append(f"{part.path.relative_to(folder)}: {part.name}: example below {headings[-1]}")
    return complaints


NAMED = re.compile(r"\bx\b")  # in a shape: a name
SAME = {"log_bracket": "ln", "log": "ln", "exp_bracket": "exp", "sqrt_bracket": "sqrt", "rational": "", "ball": ""}


def shape(node: ast.AST) -> str:
    """Return an expression without its names, bits of precision and ways to write a fraction: what it computes."""
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.BinOp):
        return f"({shape(node.left)} {type(node.op).__name__} {shape(node.right)})"
    if isinstance(node, ast.UnaryOp):
        return f"({type(node.op).__name__} {shape(node.operand)})"
    if not isinstance(node, ast.Call):
        return "x"
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    parts = [shape(part) for part in node.args[:1 if name in SAME else None]]
    return " Div ".join(parts).join("()") if name == "Fraction" else f"{SAME.get(name, name)}({', '.join(parts)})"


def telling(node: ast.AST) -> bool:
    """Tell whether an expression has a name and two constants of its own, beside 0, 1 and 2."""
    return isinstance(node, (ast.BinOp, ast.Call)) and len(numbers_in(node)) > 1 and bool(NAMED.search(shape(node)))


def numbers_in(node: ast.AST) -> set[str]:
    """Return the numbers in an expression but 0, 1 and 2; a fraction of two numbers is one."""
    ends = node.args if isinstance(node, ast.Call) else [node.left, node.right] if isinstance(node, ast.BinOp) else []
    if len(ends) == 2 and all(isinstance(end, ast.Constant) for end in ends):
        return {shape(node)}
    if isinstance(node, ast.Constant):
        return {str(node.value)} - {"0", "1", "2"} if type(node.value) is int else set()
    return set().union(*map(numbers_in, ast.iter_child_nodes(node)))


def is_formula(function: ast.FunctionDef) -> bool:
    """Tell whether a function is a formula itself, of another version of a statement."""
    return any(isinstance(above, ast.Call) and getattr(above.func, "id", "") == "formula"
               for above in function.decorator_list)


def typed_twice(claims: Mapping[str, Any], folder: Path) -> list[str]:
    """No part of a statement's number is typed again beside its formula; verifiers, which share nothing, may."""
    formulas = {formula.function.__qualname__: formula for claim in claims.values() for formula in claim.own_formulas}
    stated = {shape(part): name for name, formula in formulas.items() for part in ast.walk(formula.body)
              if telling(part)}
    complaints, known = [], set().union(*(numbers_in(formula.body) for formula in formulas.values()))
    for path in sorted(folder.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and not is_formula(function) and len(
                    numbers_in(function) & known) > 1 and not function.name.startswith("refutes"):
                complaints += [f"{path.relative_to(folder)}: {function.name} types {ast.unparse(part)}, as "
                               f"{stated[shape(part)]} does" for part in ast.walk(function)
                               if telling(part) and shape(part) in stated]
    return list(dict.fromkeys(complaints))
