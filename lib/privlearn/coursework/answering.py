"""The process in which an answer's code runs: it gives values to the judge, who is elsewhere, and is asked for more.

Definitions
-----------
The two sides take turns, a line of JSON each.  This one says ``{"judge": text}`` with the values that the answer gives
to its judge, and is told ``{"verdict": text}``; before that it may be asked ``{"call": [number, text]}``, to call a
function of the answer, and says ``{"found": text}`` or ``{"raised": text}``.  At the end it says ``{"end": text}``.
Values and arguments are texts of plain values (:mod:`privlearn.coursework.values`).

Whatever the code does to this process, all that leaves it are such texts.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, TextIO

from privlearn.coursework.cells import Exercise
from privlearn.coursework.judging import judge_answer
from privlearn.coursework.values import decoded, encoded
from privlearn.exercises.answers import in_words


def asker(hear: TextIO, say: TextIO) -> Callable[..., str]:
    """Return the function that gives values to the judge at the other end and returns its verdict."""

    def tell(**message: str) -> None:
        print(json.dumps(message), file=say, flush=True)

    def judge(*arguments: Any, **named: Any) -> str:
        functions: list[Callable] = []
        tell(judge=encoded(arguments, functions))
        while "verdict" not in (heard := json.loads(hear.readline())):
            number, text = heard["call"]
            try:
                found = encoded(functions[number](*decoded(text, functions.__getitem__)), functions)
            except (Exception, SystemExit) as error:
                tell(raised=in_words(error))
            else:
                tell(found=found)
        return heard["verdict"]

    return judge


def main(hear: int, say: int) -> None:
    """Run the answer that is told first."""
    with open(hear, encoding="utf-8") as ears, open(say, "w", encoding="utf-8") as mouth:
        job = json.loads(ears.readline())
        judged = judge_answer(Exercise(**job["exercise"]), job["code"], asker(ears, mouth))
        print(json.dumps({"end": judged.message}), file=mouth, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
