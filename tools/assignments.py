"""`python -m tools assignments {release,marks} [PART]`: the exercises of a part as a course of nbgrader.

`release` writes a course into `_build/assignments/PART` (or another folder): for each week an assignment with a
notebook for each page, its source with solutions and its release without. `marks` judges what was handed in, writes
feedback and the table of marks. nbgrader works in an environment of its own, `.venv/teach`, and runs no student's code.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from privlearn.coursework.cells import Exercise, exercises
from privlearn.coursework.course import minutes_to_read, weeks
from privlearn.coursework.notebooks import assignment
from privlearn.keeping import read_json, write_text
from tools import build_site
from tools.pages import PAGES, ROOT, toc_parts

TEACH = ROOT / ".venv/teach/bin/python"
FORMULAS = {r"\$\$(.+?)\$\$": r'<div class="math">\\[\1\\]</div>',
            r"\$([^$]+)\$": r'<span class="math">\\(\1\\)</span>'}
SVG = "image/svg+xml"
CONFIG = '''"""nbgrader's configuration for a course made by `make assignments`; run nbgrader in this folder."""
import sys

sys.path.insert(0, {root!r})
from nbgrader.preprocessors import (AssignLatePenalties, CheckCellMetadata, ClearOutput, ComputeChecksums, LimitOutput,
                                    LockCells, SaveCells)
from tools.marking import Judge, Marks, Stubs

c = get_config()
c.CourseDirectory.root = {folder!r}
c.CourseDirectory.course_id = {course!r}
c.GenerateAssignment.preprocessors = [LockCells, Stubs, ClearOutput, CheckCellMetadata, ComputeChecksums, SaveCells,
                                      CheckCellMetadata]
c.Autograde.autograde_preprocessors = [Judge, LimitOutput, Marks, AssignLatePenalties, CheckCellMetadata]
c.Judge.command = [{python!r}, "-m", "privlearn"]
c.Judge.book = {root!r}
c.Judge.seed = {seed}
c.Judge.seconds = 60
c.HTMLExporter.template_name = "feedback"
c.HTMLExporter.embed_images = True
c.HTMLExporter.extra_template_basedirs = [{templates!r}]
'''


@cache
def exercises_by_week(part: str) -> dict[int, dict[str, list[Exercise]]]:
    """Return week -> page -> its exercises, for a folder of the book."""
    names = [name for _, pages in toc_parts(ROOT) for name in pages if name.startswith(f"book/{part}/")]
    texts = {name.removeprefix("book/"): (ROOT / f"{name}.md").read_text(encoding="utf-8")
             for name in names if not name.endswith("/index")}
    numbered = zip(weeks([minutes_to_read(text) for text in texts.values()]), texts.items(), strict=True)
    found: dict[int, dict[str, list[Exercise]]] = {}
    for week, (page, text) in numbered:
        if asked := exercises(text, page):
            found.setdefault(week, {})[page] = asked
    return found


def parts() -> list[str]:
    """Return the folders of the book that have exercises, in the order of its contents."""
    names = [name.split("/") for _, pages in toc_parts(ROOT) for name in pages]
    return [part for part in dict.fromkeys(name[1] for name in names if len(name) == 3) if exercises_by_week(part)]


def write_figures(page: str, folder: Path) -> dict[str, str]:
    """Write the figures of an executed page into a folder, and return their files by the code that draws them."""
    found: dict[str, str] = {}
    for cell in read_json(ROOT / PAGES / f"book/{page}.ipynb").get("cells", []):
        drawn = [output["data"][SVG] for output in cell.get("outputs", []) if SVG in output.get("data", {})]
        if drawn:
            file = f"figures/{page.rpartition('/')[2]}-{len(found) + 1}.svg"
            write_text(folder / file, "".join(drawn[0]))
            found["".join(cell["source"]).rstrip("\n")] = file
    return found


def write_sources(folder: Path, chosen: dict[int, dict[str, list[Exercise]]], seed: int) -> None:
    """Write the sources of the assignments, with solutions."""
    macros = json.loads((ROOT / "tools/macros.json").read_text(encoding="utf-8"))
    for week, pages in chosen.items():
        place = folder / f"source/week-{week}"
        for page, asked in pages.items():
            text = (ROOT / f"book/{page}.md").read_text(encoding="utf-8")
            notebook = assignment(text, [exercise.with_seed(seed) for exercise in asked], macros=macros,
                                  figures=write_figures(page, place))
            write_text(place / f"{page.rpartition('/')[2]}.ipynb", json.dumps(notebook, indent=1) + "\n")


def nbgrader(folder: Path, *arguments: str) -> None:
    """Run nbgrader in a course's folder; what it tells is shown where it fails."""
    env = os.environ | {"PATH": f"{TEACH.parent}{os.pathsep}{os.environ['PATH']}"}  # for the programs that it calls
    done = subprocess.run([TEACH, "-m", "nbgrader", *arguments], cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"nbgrader {arguments[0]} did not succeed:\n{done.stderr[-3000:]}")


def release(folder: Path, part: str, week: int | None, seed: int) -> None:
    """Write a course and release its assignments, or one of them."""
    found = exercises_by_week(part)
    chosen = found if week is None else {number: pages for number, pages in found.items() if number == week}
    if not chosen:
        raise ValueError(f"WEEK must be one of {', '.join(map(str, found))}, got {week}")
    write_text(folder / "nbgrader_config.py", CONFIG.format(
        root=str(ROOT), folder=str(folder), course=part, python=sys.executable, seed=seed,
        templates=str(ROOT / "tools")))
    write_sources(folder, chosen, seed)
    for number, pages in chosen.items():
        nbgrader(folder, "generate_assignment", f"week-{number}", "--force")
        count = sum(map(len, pages.values()))
        print(f"{part}, week {number}: {count} exercises on {len(pages)} pages, "
              f"in {shown(folder / f'release/week-{number}')}")


def mark(folder: Path, week: int | None) -> None:
    """Judge what was handed in, write feedback and the table of marks, and print it."""
    handed_in = {place.name for place in folder.glob("submitted/*/week-*")}
    chosen = sorted(handed_in if week is None else handed_in & {f"week-{week}"}, key=lambda name: int(name[5:]))
    if not chosen:
        raise ValueError(f"{shown(folder / 'submitted')} must hold STUDENT/week-N/PAGE.ipynb, and has none"
                         + (f" for week {week}" if week else ""))
    for name in chosen:
        nbgrader(folder, "autograde", name, "--force")
        nbgrader(folder, "generate_feedback", name, "--force")
    typeset(folder / "feedback")
    nbgrader(folder, "export", "--to", "marks.csv")
    print(f"feedback in {shown(folder / 'feedback')}, marks in {shown(folder / 'marks.csv')}:")
    print("\n".join(columns((folder / "marks.csv").read_text(encoding="utf-8").splitlines())))


def shown(place: Path) -> str:
    """Return a place as seen from the book's folder."""
    return str(place.relative_to(ROOT) if place.is_relative_to(ROOT) else place)


def columns(lines: Iterable[str]) -> list[str]:
    """Return of nbgrader's table who has how many points for which week."""
    rows = [line.split(",") for line in lines]
    places = [rows[0].index(name) for name in ("assignment", "student_id", "score", "max_score")]
    return ["  ".join(f"{row[place]:12}" for place in places).rstrip() for row in rows]


def typeset(folder: Path) -> None:
    """Let the feedback's formulas show without a script, as the site's do."""
    for place in folder.rglob("*.html"):
        text = place.read_text(encoding="utf-8")
        pieces = re.split(r"(<pre.*?</pre>|<style.*?</style>|<p class=\"verdict\">.*?</p>)", text, flags=re.S)
        for form, found in FORMULAS.items():
            pieces[::2] = [re.sub(form, found, piece, flags=re.S) for piece in pieces[::2]]
        write_text(place, "".join(pieces))
    build_site.typeset(folder)


def main() -> int:
    """Run one of the two steps for a part, or for all."""
    parser = argparse.ArgumentParser(prog="make assignments", description=__doc__.split("\n")[0])
    parser.add_argument("step", choices=("release", "marks"))
    parser.add_argument("part", nargs="?", choices=parts())
    parser.add_argument("--week", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--into", type=Path, help="where the courses' folders are (default: _build/assignments)")
    options = parser.parse_args()
    try:
        for part in [options.part] if options.part else parts():
            folder = ((options.into or ROOT / "_build/assignments") / part).absolute()
            if options.step == "release":
                release(folder, part, options.week, options.seed)
            elif options.part or (folder / "submitted").is_dir():
                mark(folder, options.week)
    except ValueError as error:
        print(f"make {'marks' if options.step == 'marks' else 'assignments'}: {error}", file=sys.stderr)
        return 2
    return 0
