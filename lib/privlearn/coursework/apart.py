"""An answer judged in processes of its own: its code runs in one, the judge in another that never ran any of it.

Definitions
-----------
Three processes take part.  *Who asks* for the verdict starts the *judge's*, and ends it when its time is over.  The
judge's loads the library's judge and starts the *answer's* (:mod:`privlearn.coursework.answering`), in an empty folder,
with a limit of memory and of processor time; it gets texts of plain values from there, and judges what they stand for.
The verdict is what the judge said last, and counts only if the answer's code came to its end: an answer is ``accepted``
if both are so.  The verdict is known as the judge's by a word which who asks has told it alone.

What an answer's process can do to the files of the user who runs it is not limited: whoever judges code of people
unknown does so as another user, or in a container.
"""

import ctypes
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, TextIO

from privlearn.coursework.cells import Exercise
from privlearn.coursework.judging import ACCEPTED, FAILED, NOT_YET, Judgement, judgement, library_judge
from privlearn.coursework.values import decoded, encoded
from privlearn.exercises.answers import LONGEST_VERDICT, UnfitAnswer, in_words

SECONDS = 60  # for an answer, if nothing else is said
MEMORY = 2 << 30  # bytes, of addresses: numerical libraries reserve many that they never use
LONGEST_LINE = 1 << 26
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4  # of Linux's prctl
KEPT = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "SYSTEMROOT")


def judge_apart(exercise: Exercise, code: str, *, seconds: float = SECONDS) -> Judgement:
    """Return the verdict on an answer, judged in fresh processes.

    Parameters
    ----------
    exercise : Exercise
        What is asked.
    code : str
        What stands in the cell.
    seconds : float
        After which an answer is not judged any more, and not accepted.
    """
    word = secrets.token_hex(16)
    asked = replace(exercise, stub="", statement="", solution="", explanation="")
    job = json.dumps({"word": word, "exercise": asdict(asked), "code": code, "seconds": seconds})
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [sys.executable, "-I", "-m", __name__], cwd=folder, env=_surroundings(folder), start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as judge:
        try:
            said, _ = judge.communicate(job, timeout=seconds)
        except subprocess.TimeoutExpired:
            return Judgement(NOT_YET, f"{NOT_YET}: it takes longer than {seconds:g} seconds")
        finally:
            _end(judge)
    verdicts = [line.removeprefix(word) for line in said.splitlines() if line.startswith(word)]
    if len(verdicts) != 1:
        return Judgement(FAILED, f"{FAILED} (its process ended with status {judge.returncode})")
    return judgement(json.loads(verdicts[0]))


def _end(process: subprocess.Popen) -> None:
    """End a process and those it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _surroundings(folder: str) -> dict[str, str]:
    """Return the environment of both processes: nothing of the user's, and one thread for each."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    return {name: os.environ[name] for name in KEPT if name in os.environ} | threads | {"HOME": folder}


def judge_here(job: dict[str, Any]) -> Judgement:
    """Be the judge's process: start the answer's, and return the verdict on what it gives."""
    exercise = Exercise(**job["exercise"])
    judge = library_judge(exercise)
    hear, their_mouth = os.pipe()
    their_ear, say = os.pipe()
    answer = subprocess.Popen(
        [sys.executable, "-I", "-m", "privlearn.coursework.answering", str(their_ear), str(their_mouth)],
        pass_fds=(their_ear, their_mouth), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, preexec_fn=lambda: _limit(job["seconds"]))
    os.close(their_ear)
    os.close(their_mouth)
    try:
        with open(hear, encoding="utf-8", errors="replace") as ears, open(say, "w", encoding="utf-8") as mouth:
            print(json.dumps({"exercise": job["exercise"], "code": job["code"]}), file=mouth, flush=True)
            return _listen(judge, exercise, ears, mouth)
    except BrokenPipeError:
        return Judgement(NOT_YET, f"{NOT_YET}: {ENDED}")
    finally:
        answer.kill()
        answer.wait()


ENDED = "the code ended its process, or needed too much memory or time"


def _listen(judge: Callable[..., str], exercise: Exercise, ears: TextIO, mouth: TextIO) -> Judgement:
    said = Judgement(NOT_YET, f"{NOT_YET}: nothing was given to {exercise.judge.partition(':')[2]}")
    try:
        while "end" not in (heard := _line(ears)):
            arguments = decoded(heard.get("judge", ""), lambda number: _remote(number, ears, mouth))
            said = judgement(judge(*arguments))
            print(json.dumps({"verdict": said.message}), file=mouth, flush=True)
    except (UnfitAnswer, TypeError) as error:  # a judge takes so many arguments, and no others
        return Judgement(NOT_YET, f"{NOT_YET}: {in_words(error)}")
    end = judgement(heard["end"][:LONGEST_VERDICT + 4])
    return said if end.kind in (ACCEPTED, said.kind) else end


def _line(ears: TextIO) -> dict[str, Any]:
    """Return what the answer's process says next."""
    line = ears.readline(LONGEST_LINE)
    try:
        heard = json.loads(line)
    except (ValueError, RecursionError):
        raise UnfitAnswer(ENDED if not line else "the code writes into its own answer") from None
    if not isinstance(heard, dict) or not all(isinstance(text, str) for text in heard.values()):
        raise UnfitAnswer("the code writes into its own answer")
    return heard


def _remote(number: int, ears: TextIO, mouth: TextIO) -> Callable:
    """Return the function of the answer's process with this number."""

    def asked(*arguments: Any) -> Any:
        print(json.dumps({"call": [number, encoded(arguments, [])]}), file=mouth, flush=True)
        heard = _line(ears)
        if "found" not in heard:
            raise UnfitAnswer(f"the function raised {heard.get('raised', 'something')}")
        return decoded(heard["found"], lambda found: _remote(found, ears, mouth))

    return asked


def _guard(option: int, value: int) -> None:
    """Set what Linux lets a process say of itself; elsewhere nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def _limit(seconds: float) -> None:
    """Limit what the process may use, and let it end with the judge's."""
    _guard(PR_SET_PDEATHSIG, signal.SIGKILL)
    import resource

    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, int(seconds) + 1),
                       (resource.RLIMIT_FSIZE, 1 << 24), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, most))


def main() -> None:
    """Read a job, and write its verdict behind the word that only who asked knows."""
    _guard(PR_SET_DUMPABLE, 0)  # the answer's process cannot look into this one
    out, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # what the library prints is no verdict
    job = json.load(sys.stdin)
    with open(out, "w", encoding="utf-8") as file:
        print(f"{job['word']}{json.dumps(judge_here(job).message)}", file=file)


if __name__ == "__main__":
    main()
