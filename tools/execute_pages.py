"""Execute every page of the table of contents once, into `_build/pages`.

`_build/pages` mirrors the book: `_toc.yml`, `_config.yml` (execution off) and `book/`, where `x.ipynb`, with outputs
and widgets, stands for each executable `x.md`. The site is built from it without running a cell. A page is executed
again when what it rests on has changed (`tools.page_keys`): its key leaves the manifest before it is executed and comes
back after it, so whatever ends a run between the two, what was finished is kept and nothing else counts.
"""
import argparse
import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import yaml
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbclient.util import ensure_async

from privlearn.checking.runner import Progress, collecting_seldom
from privlearn.cli import STOPPED
from privlearn.keeping import read_json, write_json, write_text
from privlearn.keeping.files import replacing
from privlearn.progress import ProgressLine
from tools import forked_kernels
from tools.local_kernels import AsyncLocalKernelManager
from tools.page_keys import PageKeys
from tools.pages import PAGES, ROOT, Page, toc_pages

PAGE_SECONDS = 20
CELL_SECONDS = 300
WIDGET = "application/vnd.jupyter.widget-view+json"
JOBS = 3  # on two cores: a kernel now and then waits to be told what to do next


@dataclass(frozen=True)
class Outcome:
    """What became of one page: seconds, and why it failed (empty if it did not)."""

    name: str
    seconds: float
    error: str = ""


@dataclass(frozen=True)
class Summary:
    """What became of all pages."""

    executed: int
    reused: int
    failed: int

    def __str__(self) -> str:
        total = self.executed + self.reused + self.failed
        return f"{total} pages: {self.executed} executed now, {self.reused} reused, {self.failed} failed"


class Client(NotebookClient):
    """Runs a notebook's cells, several notebooks at a time in one process: it leaves the process's signals alone."""

    @asynccontextmanager
    async def async_setup_kernel(self, **kwargs: Any) -> AsyncIterator[None]:
        """Start a kernel, and end it whatever happens."""
        self.km = self.create_kernel_manager()
        try:
            await self.async_start_new_kernel(**kwargs)
            await self.async_start_new_kernel_client()
            yield
        finally:
            if self.kc is not None:
                self.kc.stop_channels()
            await ensure_async(self.km.shutdown_kernel(now=True))


def mirrored_config(root: Path) -> str:
    """Return the site's configuration with execution switched off."""
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    return yaml.safe_dump(config, sort_keys=False, allow_unicode=True)


def mirror(root: Path, pages: list[Page]) -> None:
    """Write all that is not executed into the mirror, and remove what no longer belongs there.

    A file that is already the same is left alone: its time tells the site's builder what is new.
    """
    out = root / PAGES
    contents = {Path("_toc.yml"): (root / "_toc.yml").read_bytes(), Path("_config.yml"): mirrored_config(root).encode()}
    contents |= {page.source.relative_to(root): page.text.encode() for page in pages if not page.is_notebook}
    for path in sorted((root / "book").rglob("*")):
        if path.is_file() and path.suffix not in {".md", ".ipynb", ".pyc"}:
            contents[path.relative_to(root)] = path.read_bytes()
    for name, content in contents.items():
        if not (out / name).is_file() or (out / name).read_bytes() != content:
            with replacing(out / name) as beside:
                beside.write_bytes(content)
    executed = {Path(f"{page.name}.ipynb") for page in pages if page.is_notebook}
    for path in [p for p in out.rglob("*") if p.is_file()]:
        name = path.relative_to(out)
        if name not in contents and name not in executed and path.parent != out:
            path.unlink()


async def execute(name: str, source: Path, target: Path) -> Outcome:
    """Execute one page and write it as a notebook with outputs; report a failure instead of raising it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    notebook = jupytext.read(source)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # jupytext draws them at random
    client = Client(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        store_widget_state=False,
        kernel_manager_class=AsyncLocalKernelManager,
        resources={"metadata": {"path": str(target.parent)}},
    )
    start = time.perf_counter()
    try:
        await client.async_execute()
    except (CellExecutionError, TimeoutError, RuntimeError) as error:  # a cell failed, hung, or its kernel died
        task = asyncio.current_task()
        if task is not None and task.cancelling():  # nbclient takes the end of the run for the kernel's
            raise asyncio.CancelledError from None
        return Outcome(name, time.perf_counter() - start, describe(notebook, error))
    seconds = time.perf_counter() - start
    noise = stderr_of(notebook)
    if noise:
        return Outcome(name, seconds, noise)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET, None)  # it lived in a kernel that has ended
    write_text(target, jupytext.writes(notebook, fmt="ipynb"))
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


async def execute_all(root: Path, pages: list[Page], jobs: int, done: Callable[[Outcome], object]) -> None:
    """Execute the pages, several at a time, telling of each as it ends."""
    free = asyncio.Semaphore(jobs)

    async def one(page: Page) -> None:
        async with free:
            done(await execute(page.name, page.source, root / PAGES / f"{page.name}.ipynb"))

    async with asyncio.TaskGroup() as group:
        for page in pages:
            group.create_task(one(page))


def run(root: Path, *, jobs: int = JOBS, part: str = "", progress: Progress = lambda *told: None) -> Summary:
    """Bring `_build/pages` up to date, or the pages of one part of the book; say what became of them.

    Pages of other parts that are not up to date stand there as text, without outputs. `progress` is called after each
    page, as the runner of claims calls its own.
    """
    out = root / PAGES
    pages = toc_pages(root)
    mirror(root, pages)
    notebooks = [page for page in pages if page.is_notebook]
    keys = PageKeys(root)
    wanted = {page.name: keys.of(page) for page in notebooks}
    stored = read_json(out / "manifest.json")
    known = {name: key for name, key in wanted.items() if stored.get(name) == key and (out / f"{name}.ipynb").is_file()}
    write_json(out / "manifest.json", known)
    chosen = [page for page in notebooks if page.name.startswith(f"book/{part}")]
    stale = [page for page in chosen if page.name not in known]
    for page in notebooks:
        if page not in chosen and page.name not in known:
            write_text(out / f"{page.name}.ipynb", jupytext.writes(jupytext.read(page.source), fmt="ipynb"))
    outcomes: list[Outcome] = []
    started = time.perf_counter()

    def done(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if not outcome.error:
            known[outcome.name] = wanted[outcome.name]
            write_json(out / "manifest.json", known)
        progress(len(outcomes), len(stale), not outcome.error, f"\n{outcome.name}: {outcome.error}")

    try:
        asyncio.run(execute_all(root, stale, jobs, done))
    finally:
        times = read_json(out / "times.json") | {o.name: round(o.seconds, 2) for o in outcomes}
        write_json(out / "times.json", {page.name: times[page.name] for page in notebooks if page.name in times})
    failed = sum(bool(outcome.error) for outcome in outcomes)
    summary = Summary(len(stale) - failed, len(chosen) - len(stale), failed)
    write_json(out / "stage.json", asdict(summary) | {"seconds": round(time.perf_counter() - started, 1)})
    return summary


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Execute the pages once.")
    parser.add_argument("part", nargs="?", default="", metavar="PART", help="a folder of book/ (default: all)")
    parser.add_argument("--jobs", type=int, default=JOBS, help=f"pages at a time (default: {JOBS})")
    parser.add_argument("--root", type=Path, default=ROOT, help="the book's root (default: this repository)")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # kernels end with the command, whoever ends it
    forked_kernels.install()
    try:
        with collecting_seldom(), ProgressLine("pages") as line:
            summary = run(arguments.root.resolve(), jobs=arguments.jobs, part=arguments.part, progress=line)
    except KeyboardInterrupt:
        return STOPPED
    print(summary)
    return int(summary.failed > 0)
