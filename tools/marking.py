"""What nbgrader does with the book's assignments; its configuration in a course's folder names the classes below.

It runs in nbgrader's own environment. No code of a student runs there, in no kernel either: answers are given to
`privlearn judge`, which runs each in a process of its own, and marks get as their output what the judge says.
"""
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import compute_checksum, is_solution
from traitlets import Integer, List, Unicode

MARK, FAILED = "-mark", "the judge failed"


class Stubs(NbGraderPreprocessor):
    """Puts the stubs into the place of the solutions, and leaves the solutions' prose out."""

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Change the notebook."""
        for cell in notebook.cells:
            if "privlearn" in cell.metadata:
                cell.source = cell.metadata.pop("privlearn")["stub"]
        notebook.cells = [cell for cell in notebook.cells if cell.source is not None]
        return notebook, resources


class Judge(NbGraderPreprocessor):
    """Has the answers judged."""

    command = List(Unicode(), help="the command line of the book that the assignments are from").tag(config=True)
    book = Unicode(help="the book's folder").tag(config=True)
    seconds = Integer(60, help="for each answer").tag(config=True)
    seed = Integer(0, help="of exercises with several instances").tag(config=True)

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Give the mark of each answer what the judge says as its output: for nbgrader, an error is no points."""
        cells = {cell.metadata["nbgrader"]["grade_id"]: cell for cell in notebook.cells
                 if cell.cell_type == "code" and "nbgrader" in cell.metadata}
        asked = [name.removesuffix(MARK) for name in cells if name.endswith(MARK)]
        answers = {name: cells[name] for name in asked if name in cells and is_solution(cells[name])}
        verdicts = {name: (False, "not yet: not answered") for name, cell in answers.items()
                    if cell.metadata["nbgrader"].get("checksum") == compute_checksum(cell)}
        verdicts |= self.judged({name: cell.source for name, cell in answers.items() if name not in verdicts})
        for name in asked:
            accepted, message = verdicts.get(name, (False, "not yet: there is no answer"))
            cells[name + MARK].outputs = [
                new_output("stream", name="stdout", text=message) if accepted else
                new_output("error", ename="refused", evalue=message, traceback=[message])]
        return notebook, resources

    def judged(self, answers: dict[str, str]) -> dict[str, tuple[bool, str]]:
        """Return exercise -> is it accepted, and what the judge says."""
        if not answers:
            return {}
        saved = {"answers": [{"exercise": name, "code": code} for name, code in answers.items()]}
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "answers.json"
            place.write_text(json.dumps(saved), encoding="utf-8")
            done = subprocess.run([*self.command, "judge", place, "--json", "-", "--seconds", str(self.seconds),
                                   "--seed", str(self.seed)], cwd=self.book, capture_output=True, encoding="utf-8")
        if done.returncode not in (0, 1):
            raise RuntimeError(f"privlearn judge ended with status {done.returncode}: {done.stderr[-2000:]}")
        return {row["exercise"]: (row["accepted"], row["message"]) for row in json.loads(done.stdout)["answers"]}


class Marks(SaveAutoGrades):
    """Writes the points down; where the judge failed there are none, and somebody has to look."""

    def _add_score(self, cell: Any, resources: Any) -> None:
        super()._add_score(cell, resources)
        if any(output.get("evalue", "").startswith(FAILED) for output in cell.outputs):
            grade = self.gradebook.find_grade(cell.metadata["nbgrader"]["grade_id"], self.notebook_id,
                                              self.assignment_id, self.student_id)
            grade.auto_score, grade.needs_manual_grade = None, True
            self.gradebook.db.commit()
