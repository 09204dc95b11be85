"""Saved answers, judged again: what a page's button or a grading cell has written to a file.

Definitions
-----------
A file of answers is JSON, ``{"answers": [{"exercise": label, "code": text}, ...]}``.  Whatever else stands in it, a
verdict too, is not read: an answer is what its code says now.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from privlearn.coursework.apart import SECONDS, judge_apart
from privlearn.coursework.cells import Exercise
from privlearn.coursework.judging import Judgement
from privlearn.keeping import read_json

LONGEST_FILE = 1 << 26  # bytes


def read_answers(path: Path, exercises: Iterable[Exercise]) -> list[tuple[Exercise, str]]:
    """Return the exercises of a file of answers, each with the answer's code.

    Raises
    ------
    ValueError
        If the file cannot be read, is not such a file, or names an exercise that there is not.
    """
    if not path.is_file() or path.stat().st_size > LONGEST_FILE:
        raise ValueError(f"ANSWERS.json must be a file of at most {LONGEST_FILE} bytes, got {str(path)!r}")
    saved, known = read_json(path), {exercise.label: exercise for exercise in exercises}
    answers = saved.get("answers") if isinstance(saved, dict) else None
    if not isinstance(answers, list) or not all(_is_answer(answer) for answer in answers):
        raise ValueError(f'{path} must hold {{"answers": [{{"exercise": label, "code": text}}, ...]}}')
    unknown = sorted({answer["exercise"] for answer in answers} - known.keys())
    if unknown:
        raise ValueError(f"{path} must name exercises of the book, got {', '.join(map(repr, unknown[:5]))}")
    return [(known[answer["exercise"]], answer["code"]) for answer in answers]


def _is_answer(answer: Any) -> bool:
    return isinstance(answer, dict) and all(isinstance(answer.get(key), str) for key in ("exercise", "code"))


def judge_answers(answers: Iterable[tuple[Exercise, str]], *, seconds: float = SECONDS,
                  each: Callable[[Exercise, Judgement], None] = lambda exercise, judged: None) -> dict[str, Any]:
    """Judge answers one by one, each in fresh processes, and return what ``privlearn judge`` writes.

    Parameters
    ----------
    answers : pairs of Exercise and str
        The code of each answer.
    seconds : float
        For each.
    each : function
        Called with an exercise and its verdict, as soon as that is known.
    """
    rows = []
    for exercise, code in answers:
        judged = judge_apart(exercise, code, seconds=seconds)
        each(exercise, judged)
        rows.append({"exercise": exercise.label, "accepted": judged.accepted, "message": judged.message})
    return {"answers": rows}
