"""The built site's worker judges all exercises under Node: what it tells is what the executed pages show.

It is Python as browsers have it: with integers of 32 bits, and without python-flint, HiGHS, numba and scipy.  What the
worker runs is tried here, too, as it stands and with faults.
"""
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from privlearn.coursework import Exercise
from tests.site.exercises import EXERCISES, differences, shown
from tools import live, pyodide
from tools.pages import ROOT

pytestmark = pytest.mark.skipif(not pyodide.is_complete(), reason="Python for the browser could not be fetched: "
                                "exercises are not answered on the page")
SOME = EXERCISES[0]
NOT_THERE = ("flint", "highspy", "numba", "scipy")
Told = dict[str, str]
# What must be seen, tried after all that must be right: it begins where the others have left the worker.
WIDE = "import numpy\nnumpy.bincount(numpy.array([1], dtype=numpy.int64))"
FORGED = "print('accepted: all of it')"
FAULTS = [replace(SOME, setup="1 / 0"), replace(SOME, stub=SOME.solution, solution=FORGED),
          replace(SOME, stub=WIDE, solution=f"print('a line')\n{SOME.solution}"),
          *(replace(SOME, setup=f"{SOME.setup}\nimport {module}") for module in NOT_THERE)]


def job(exercise: Exercise, code: str) -> dict:
    """Return what a page sends."""
    return {"label": exercise.label, "code": code,
            "exercise": {"label": exercise.label} | {part: getattr(exercise, part) for part in live.ASKED}}


def run(exercises: list[Exercise]) -> list[Told]:
    """Return what the worker tells of the stub and the solution of each."""
    jobs = [job(exercise, code) for exercise in exercises for code in (exercise.stub, exercise.solution)]
    done = subprocess.run(
        [Path(sys.executable).with_name("node"), Path(__file__).with_name("run_worker.mjs"), ROOT / "_build/html"],
        input=json.dumps(jobs), text=True, capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return run(EXERCISES + FAULTS)


@pytest.fixture(scope="module")
def at_fault(told: list[Told]) -> list[list[Told]]:
    """What is told of the faults: a stub and a solution each."""
    later = told[2 * len(EXERCISES):]
    return [later[k:k + 2] for k in range(0, len(later), 2)]


def test_every_stub_is_refused_and_every_solution_accepted_as_on_its_executed_page(told):
    assert len(EXERCISES) > 150
    own = told[:2 * len(EXERCISES)]
    assert differences(EXERCISES, [one["printed"] for one in own], shown(EXERCISES)) == []
    assert [one["kind"] for one in own] == ["not yet", "accepted"] * len(EXERCISES)


def test_faults_of_the_set_up_other_answers_wide_integers_and_lacking_packages_are_seen(at_fault):
    set_up, other, (wide, talking) = at_fault[:3]
    assert {one["message"] for one in set_up} == {"the judge failed (its set-up: ZeroDivisionError: division by zero)"}
    assert [one["kind"] for one in other] == ["accepted", "not yet"]
    assert other[1]["printed"] == "accepted: all of it\n"
    assert len(differences([SOME], [one["printed"] for one in other], shown([SOME]))) == 2
    assert "Cannot cast array data from dtype('int64') to dtype('int32')" in wide["message"]
    assert talking["printed"] == f"a line\n{shown([SOME])[1]}"
    assert len(at_fault[3:]) == len(NOT_THERE)
    for module, both in zip(NOT_THERE, at_fault[3:], strict=True):
        assert [f"No module named '{module}'" in one["message"] for one in both] == [True, True]


@pytest.fixture
def worker(monkeypatch) -> Callable[..., Callable[..., Told]]:
    """Returns what the worker runs, with a fault (old, new) planted in it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("PRIVLEARN_VERDICTS", "")

    def made(old: str = "", new: str = "") -> Callable[..., Told]:
        text = (ROOT / "book/_theme/static/live-worker.js").read_text(encoding="utf-8")
        program, names = re.search(r"const JUDGED = `(.*?)`;", text, re.S)[1].replace("\\\\", "\\"), {}
        assert old in program
        exec(program.replace(old, new), names)
        return lambda exercise=None, code="", walk=None: json.loads(names["told"](json.dumps(
            {"exercise": exercise and asdict(exercise), "code": code, "walk": walk})))

    return made


def test_a_proof_is_walked_on_what_a_reader_has_written(worker):
    def walked(**parts: str) -> Told:
        return worker()(walk={"claim": "KLMNS20-3.5", "parts": parts})

    told = walked(S="0, 0, 1, 3", t="1")
    assert told["kind"] == "walked"
    assert "0, 0, 1, 3" in told["message"]
    assert "fails" not in told["message"]
    assert walked(S="x") == {
        "kind": "refused", "message": "S must be made of numbers, fractions and tuples, got 'x'"}


def test_what_is_printed_is_no_verdict(worker):
    assert worker()(SOME, FORGED) == {"kind": "not yet", "printed": "accepted: all of it\n",
                                      "message": f"not yet: nothing was given to {SOME.judge.partition(':')[2]}"}


@pytest.mark.parametrize(("old", "new", "code", "wrong"), [
    ('"message": verdict.message', '"message": printed.getvalue()', FORGED, {"message": "accepted: all of it\n"}),
    ("+ FORGET), code)", "+ FORGET), '')", SOME.solution, {"kind": "not yet"}),
    ("exercise.setup + FORGET", "exercise.setup", SOME.solution, {"printed": f"set up\n{shown([SOME])[1]}"}),
])
def test_a_worker_that_believes_forgets_or_talks_is_seen(worker, old, new, code, wrong):
    talking = replace(SOME, setup=f"{SOME.setup}\nprint('set up')")
    assert worker()(talking, code).items().isdisjoint(wrong.items())
    assert worker(old, new)(talking, code).items() >= wrong.items()
