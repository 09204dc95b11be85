"""An answer's code, judged: the set-up runs, then the code, and what it gives to the judge is judged.

Definitions
-----------
The *verdict* is what the library's judge returns for what the answer gave it last.  It is the return value that
counts, of the function which the library had before the answer ran: neither what an answer prints nor what it calls a
judge.  There are three kinds: ``accepted``; ``not yet``, if the answer is wrong, is not there or fails; and ``the judge
failed``, which says nothing about the answer.

All of this happens in one process, as in a browser.  There an answer can still reach everything of the library: what
counts as a mark is judged in processes of its own (:mod:`privlearn.coursework.apart`).
"""

import ast
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from privlearn.coursework.cells import Exercise
from privlearn.exercises.answers import LONGEST_VERDICT, in_words

KINDS = ACCEPTED, NOT_YET, FAILED = "accepted", "not yet", "the judge failed"
ANSWER = "<answer>"  # what tracebacks call the file of an answer's code


@dataclass(frozen=True)
class Judgement:
    """The verdict on an answer: its kind, and the text that begins with it."""

    kind: str
    message: str

    @property
    def accepted(self) -> bool:
        """Is the answer right?"""
        return self.kind == ACCEPTED


def judgement(said: str) -> Judgement:
    """Return what a judge has said as a verdict; other words than a judge's are a fault of ours.

    >>> judgement("accepted: 12 rows").accepted, judgement("perhaps").kind
    (True, 'the judge failed')
    """
    kind = next((kind for kind in KINDS if isinstance(said, str) and said.startswith(kind)), None)
    return Judgement(kind, said) if kind else Judgement(FAILED, f"{FAILED} (it says {said!r})")


def library_judge(exercise: Exercise, *, own_seed: bool = False) -> Callable[..., str]:
    """Return the judge of an exercise, from its module; it takes the answer, and no seed but that of the exercise.

    With ``own_seed`` the answer says which instance it is for, as whoever practises may.
    """
    module, _, name = exercise.judge.partition(":")
    judge = getattr(import_module(module), name)
    if own_seed:
        return judge
    seed = () if exercise.seed is None else (exercise.seed,)
    return lambda answer, *more, **named: judge(answer, *seed)


def judge_answer(exercise: Exercise, code: str, judge: Callable[..., str] | None = None) -> Judgement:
    """Run an answer and return the verdict on it.

    Parameters
    ----------
    exercise : Exercise
        What is asked.
    code : str
        The answer: what stands in the cell, with its call of the judge.
    judge : function
        What judges the values that the code gives to the judge (default: the library's judge of the exercise, for the
        seed that the code gives).
    """
    judge, name, said = judge or library_judge(exercise, own_seed=True), exercise.judge.partition(":")[2], []

    def asked(*arguments: Any, **named: Any) -> str:
        said.append(judge(*arguments, **named))
        return said[-1]

    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(compile(exercise.setup, "<set-up>", "exec"), names)
    except Exception as error:
        return Judgement(FAILED, f"{FAILED} (its set-up: {type(error).__name__}: {error})")
    names[name] = asked
    try:
        exec(compile(_without_import(code, name), ANSWER, "exec"), names)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an answer may raise anything, SystemExit too
        return Judgement(NOT_YET, f"{NOT_YET}: {_told(error)}")
    return judgement(said[-1]) if said else Judgement(NOT_YET, f"{NOT_YET}: nothing was given to {name}")


def _without_import(code: str, judge: str) -> ast.Module:
    """Return the answer's code without its imports of the judge: that name is taken."""
    tree = ast.parse(code, ANSWER)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) != judge]
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom) or node.names]
    return tree


def _told(error: BaseException) -> str:
    """Say what went wrong, and in which line of the answer."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == ANSWER]
    here = error.lineno if isinstance(error, SyntaxError) and error.filename == ANSWER else lines[-1] if lines else 1
    return f"line {here}: {in_words(error)}"[:LONGEST_VERDICT]
