"""Execute every page of the table of contents once, into `_build/pages`.

`_build/pages` mirrors the book: `_toc.yml`, `_config.yml` (execution off) and `book/`, where `x.ipynb`, with outputs,
and widgets, stands for each executable `x.md`. The site is built from it without running a cell. A page is executed
again only when its source, the library, the stored verdicts or the locked requirements changed.
"""
import argparse
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import jupytext
import nbformat
import yaml
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tools.forked_kernels import install
from tools.local_kernels import AsyncLocalKernelManager
from tools.pages import PAGES, ROOT, Page, toc_pages

PAGE_SECONDS = 20
CELL_SECONDS = 300


@dataclass(frozen=True)
class Outcome:
    """What became of one page: seconds, and why it failed (empty if it did not)."""

    name: str
    seconds: float
    error: str = ""


def digest(*paths: Path) -> str:
    """Return one hash of the files' contents; an absent file counts as empty."""
    total = hashlib.sha256(sys.version.encode())
    for path in paths:
        content = path.read_bytes() if path.is_file() else b""
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def common_sources(root: Path) -> list[Path]:
    """Return what every page depends on besides its own source."""
    library = sorted((root / "lib").rglob("*.py"))
    return [*library, root / "requirements.txt", root / "_build/verdicts.json", Path(__file__)]


def mirrored_files(root: Path, pages: list[Page]) -> Iterator[Path]:
    """Yield what goes into the mirror as it stands, as paths from the root: the table of contents, prose and assets."""
    yield Path("_toc.yml")
    for page in pages:
        if not page.is_notebook:
            yield page.source.relative_to(root)
    for path in sorted((root / "book").rglob("*")):
        if path.is_file() and path.suffix not in {".md", ".ipynb", ".pyc"}:
            yield path.relative_to(root)


def mirrored_config(root: Path) -> str:
    """Return the site's configuration with execution switched off."""
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    return yaml.safe_dump(config, sort_keys=False, allow_unicode=True)


def mirror(root: Path, pages: list[Page]) -> dict[str, str]:
    """Write all that is not executed into the mirror, remove what no longer belongs there, return each file's hash."""
    out = root / PAGES
    hashes = {}
    for path in mirrored_files(root, pages):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, out / path)
        hashes[str(path)] = digest(root / path)
    (out / "_config.yml").write_text(mirrored_config(root), encoding="utf-8")
    hashes["_config.yml"] = digest(out / "_config.yml")

    executed = {f"{page.name}.ipynb" for page in pages if page.is_notebook}
    for path in [p for p in out.rglob("*") if p.is_file()]:
        name = str(path.relative_to(out))
        if name not in hashes and name not in executed and path.parent != out:
            path.unlink()
    return hashes


def execute(name: str, source: Path, target: Path) -> Outcome:
    """Execute one page and write it as a notebook with outputs; report a failure instead of raising it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    notebook = jupytext.read(source)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # jupytext draws them at random
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        kernel_manager_class=AsyncLocalKernelManager,
        resources={"metadata": {"path": str(target.parent)}},
    )
    start = time.perf_counter()
    try:
        client.execute()
    except (CellExecutionError, TimeoutError, RuntimeError) as error:  # a cell failed, hung, or its kernel died
        return Outcome(name, time.perf_counter() - start, describe(notebook, error))
    seconds = time.perf_counter() - start
    noise = stderr_of(notebook)
    if noise:
        return Outcome(name, seconds, noise)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    jupytext.write(notebook, target)
    return Outcome(name, seconds)


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Join pieces of one stream that follow each other: the kernel cuts what is printed at arbitrary moments."""
    found: list[nbformat.NotebookNode] = []
    for output in outputs:
        if found and output.output_type == found[-1].output_type == "stream" and output.name == found[-1].name:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def describe(notebook: nbformat.NotebookNode, error: Exception) -> str:
    """Say which cell failed and how."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    done = [cell for cell in code if cell.execution_count]
    number = len(done) or 1
    message = error.traceback if isinstance(error, CellExecutionError) else str(error)
    return f"code cell {number} of {len(code)} failed:\n{message.strip()}"


def stderr_of(notebook: nbformat.NotebookNode) -> str:
    """Say which cell wrote to standard error: a warning there is a failure, as in the library's tests."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        for output in cell.outputs:
            if output.get("name") == "stderr":
                return f"code cell {number} of {len(code)} wrote to standard error:\n{output.text.strip()}"
    return ""


def execute_all(root: Path, pages: list[Page], jobs: int, warm: bool) -> list[Outcome]:
    """Execute the pages in several processes, telling of each as it ends."""
    outcomes = []
    with ProcessPoolExecutor(max_workers=jobs, initializer=install if warm else None) as pool:
        tasks = [pool.submit(execute, p.name, p.source, root / PAGES / f"{p.name}.ipynb") for p in pages]
        for task in as_completed(tasks):
            outcome = task.result()
            outcomes.append(outcome)
            late = f", over the limit of {PAGE_SECONDS} s" if outcome.seconds > PAGE_SECONDS else ""
            word = "FAILED" if outcome.error else "executed"
            print(f"{word} {outcome.name} ({outcome.seconds:.1f} s{late})", file=sys.stderr, flush=True)
    return outcomes


def read_json(path: Path) -> dict:
    """Return a stored table, empty if there is none yet."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def write_json(path: Path, table: dict) -> None:
    """Store a table; an unchanged one is left alone, so that its time tells whether anything changed."""
    if read_json(path) != table or not path.is_file():
        path.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def run(root: Path, *, jobs: int = 2, force: bool = False, warm: bool = False) -> int:
    """Bring `_build/pages` up to date, with forked kernels if `warm`; return the number of pages that failed."""
    out = root / PAGES
    out.mkdir(parents=True, exist_ok=True)
    pages = toc_pages(root)
    notebooks = [page for page in pages if page.is_notebook]
    hashes = mirror(root, pages)

    common = common_sources(root)
    keys = {page.name: digest(page.source, *common) for page in notebooks}
    known = {} if force else read_json(out / "manifest.json")
    stale = [p for p in notebooks if known.get(p.name) != keys[p.name] or not (out / f"{p.name}.ipynb").is_file()]
    outcomes = execute_all(root, stale, jobs, warm)
    failed = [outcome for outcome in outcomes if outcome.error]
    for outcome in failed:
        print(f"\n{outcome.name}: {outcome.error}", file=sys.stderr)
        del keys[outcome.name]

    times = {page.name: read_json(out / "times.json").get(page.name) for page in notebooks}
    write_json(out / "times.json", times | {o.name: round(o.seconds, 2) for o in outcomes})
    write_json(out / "manifest.json", hashes | keys)
    reused = len(notebooks) - len(stale)
    print(f"{len(notebooks)} pages executed: {len(stale) - len(failed)} now, {reused} reused, {len(failed)} failed")
    return len(failed)


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Execute every page once, into _build/pages.")
    parser.add_argument("--force", action="store_true", help="execute also the pages whose stored run is still valid")
    parser.add_argument("--jobs", type=int, default=2, help="pages at a time (default: 2)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the book's root (default: this repository)")
    arguments = parser.parse_args()
    # A kernel of the environment that runs this file, whatever else the user has installed; no debugger notice.
    os.environ |= {"JUPYTER_PREFER_ENV_PATH": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    return 1 if run(arguments.root.resolve(), jobs=arguments.jobs, force=arguments.force, warm=True) else 0
